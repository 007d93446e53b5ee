"""Turns one Claude.ai message into parts: blocks, artifacts, pasted and uploaded files.

Artifacts of 2024 stand as tags inside the text and become the calls they later were.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Image,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.patterns import compiled
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, plain, text_of

_TAG = compiled(
    r'<antThinking>|<antArtifact(?P<attributes>(?:\s++[\w-]++="[^"]*+")++)\s*+>', re.DOTALL
)
_THINKING_END, _ARTIFACT_END = "</antThinking>", "</antArtifact>"
_ATTRIBUTE = compiled(r'(?<![\w-])([\w-]++)="([^"]*+)"')
_PLACEHOLDER = compiled(
    r"^(?P<fence>```[ \t]*\n)?"
    r"(?:This block is not supported on your current device yet\."
    r"|Viewing artifacts created via the Analysis Tool[^\n]*)"
    r"[ \t]*(?(fence)\n```[ \t]*)(?:\n|\Z)",
    re.MULTILINE,
)
_SILENT = frozenset({"token_budget", "redacted_thinking", "flag"})
"""Blocks that hold nothing a reader could lose."""

_RESULT_LINES = ("title", "url", "text")


def read_parts(message: dict[str, Any], role: Role, faults: Faults) -> tuple[Part, ...]:
    """Read a message's blocks, then its files.

    Args:
        message: The export's message object.
        role: Its sender's.
        faults: Takes unknown blocks and lost content.

    Returns:
        The parts in source order; the message's ``text`` only where no block says anything, for
        the two repeat each other.

    Source:
        Claude.ai export and web API as of 2024-2026.
    """
    content = message.get("content")
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    blocks = [dict_of(block) for block in list_of(content)]
    if not any(_is_said(block) and text_of(block.get("text")).strip() for block in blocks):
        blocks.append({"type": "text", "text": message.get("text")})
    parts: list[Part] = []
    for block in blocks:
        parts.extend(_block(block, role, faults))
    parts.extend(_files(message))
    return tuple(parts)


def _is_said(block: dict[str, Any]) -> bool:
    return block.get("type") in ("text", "voice_note")


def _block(block: dict[str, Any], role: Role, faults: Faults) -> Iterator[Part]:
    kind = text_of(block.get("type"))
    if _is_said(block):
        yield from _said(text_of(block.get("text")), role, faults)
    elif kind in _BLOCKS:
        yield from _BLOCKS[kind](block)
    elif kind not in _SILENT:
        message = "a content block of an unknown type; left out"
        faults.add("unknown-block", message, kind or "no type")


def _said(text: str, role: Role, faults: Faults) -> Iterator[Part]:
    """Yield what was said; only an assistant's text holds tags and placeholders of the product."""
    if role is not Role.ASSISTANT:
        if text.strip():
            yield Text(text)
        return
    text, dropped = _PLACEHOLDER.subn("", text)
    for _ in range(dropped):
        faults.add("lost-content", "a placeholder where the export has no content; dropped")
    done = 0
    for start, end, part in _tags(text):
        if text[done:start].strip():
            yield Text(text[done:start].strip())
        yield part
        done = end
    if text[done:].strip():
        yield Text(text[done:].strip() if done else text)


def _tags(text: str) -> Iterator[tuple[int, int, Part]]:
    """Find the tagged parts with their starts and ends; an artifact may be cut, a thought not."""
    last_thinking = text.rfind(_THINKING_END)
    at = 0
    while tag := _TAG.search(text, at):
        at = tag.end()
        if tag["attributes"] is None:
            if at <= last_thinking:
                end = text.index(_THINKING_END, at)
                thought = Reasoning(text[at:end].strip())
                at = end + len(_THINKING_END)
                yield tag.start(), at, thought
            continue
        end = text.find(_ARTIFACT_END, at)
        content = text[at:] if end < 0 else text[at:end]
        at = len(text) if end < 0 else end + len(_ARTIFACT_END)
        attributes = dict(_ATTRIBUTE.findall(tag["attributes"]))
        if "identifier" in attributes:
            arguments = {"id": attributes.pop("identifier"), **attributes}
            arguments["content"] = content.strip("\n")
            yield tag.start(), at, ToolCall("artifacts", arguments)


def _thinking(block: dict[str, Any]) -> Iterator[Part]:
    text = text_of(block.get("thinking"))
    if not text.strip():
        summaries = (dict_of(item) for item in list_of(block.get("summaries")))
        text = "\n".join(filter(None, (text_of(item.get("summary")) for item in summaries)))
    if text.strip():
        yield Reasoning(text)


def _tool_use(block: dict[str, Any]) -> Iterator[Part]:
    given = block.get("input")
    arguments = plain(given) if isinstance(given, str) else dict_of(given)
    yield ToolCall(name_of(block.get("name")) or "unknown", arguments, name_of(block.get("id")))


def _tool_result(block: dict[str, Any]) -> Iterator[Part]:
    content = block.get("content")
    items = content if isinstance(content, list) else [content]
    lines: list[str] = []
    images: list[Part] = []
    for item in items:
        if isinstance(item, str):
            lines.append(plain(item))
        elif text_of(dict_of(item).get("type")).startswith("image"):
            images.extend(_image(dict_of(item)))
        else:
            lines.extend(text_of(dict_of(item).get(key)) for key in _RESULT_LINES)
    is_error = block.get("is_error")
    yield ToolResult(
        "\n".join(line for line in lines if line),
        name_of(block.get("name")),
        name_of(block.get("tool_use_id")),
        is_error=is_error if isinstance(is_error, bool) else None,
    )
    yield from images


def _image(block: dict[str, Any]) -> Iterator[Part]:
    source = dict_of(block.get("source"))
    yield Image(name_of(source.get("media_type")), name_of(block.get("file_name")))


_BLOCKS: dict[str, Callable[[dict[str, Any]], Iterator[Part]]] = {
    "thinking": _thinking,
    "tool_use": _tool_use,
    "tool_result": _tool_result,
    "image": _image,
}


def _files(message: dict[str, Any]) -> Iterator[Part]:
    """Yield pasted texts with their words and uploads by name; one listed twice only once."""
    names: set[str] = set()
    for item in map(dict_of, list_of(message.get("attachments"))):
        name = name_of(item.get("file_name"))
        text = text_of(item.get("extracted_content"))
        if name or text.strip():
            media_type = name_of(item.get("file_type")) or ""
            names.add(name or "")
            yield Attachment(name or "pasted text", text, media_type if "/" in media_type else None)
    files = list_of(message.get("files")) or list_of(message.get("files_v2"))
    for item in map(dict_of, files):
        name = name_of(item.get("file_name"))
        if name is None or name in names:
            continue
        yield Image(name=name) if item.get("file_kind") == "image" else Attachment(name)
