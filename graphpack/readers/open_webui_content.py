"""Turns one message of an Open WebUI chat, or of Qwen's web chat, into parts.

Open WebUI writes a model's thinking, its calls and their results into the answer's text, as
``<details>`` blocks that its page folds up; newer versions keep them apart as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import orjson

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
from graphpack.readers.blocks import Place, arguments_of, output_text, parts_of
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, plain, text_of
from graphpack.readers.response_items import own_parts, result_of
from graphpack.readers.thoughts import split_thoughts

Node = dict[str, Any]

_DETAILS = compiled(
    r"^[ \t]*<details[ \t]+type=\"(?P<kind>reasoning|tool_calls|code_interpreter)\""
    r"(?P<attributes>(?:\s+[\w-]+=(?:\"[^\"]*\"|'[^']*'))*)\s*>",
    re.MULTILINE,
)
_ATTRIBUTE = compiled(r"(?<![\w-])([\w-]++)=(?:\"([^\"]*+)\"|'([^']*+)')")
_CLOSE = "</details>"
_SUMMARY = compiled(r"\s*<summary>[^<]{0,400}</summary>[ \t]*\n?")
_QUOTE = compiled(r"^> ?", re.MULTILINE)
_FENCED = compiled(r"\s*```\w*\n(.*?)\n?```\s*\Z", re.DOTALL)
_INTERPRETER = "code_interpreter"
_ANSWERING = frozenset({"answer", ""})
_THINKING = frozenset({"think", "thinking", "thinking_summary"})
_PICTURES = frozenset({"image_gen", "image_edit", "video_gen"})
_SILENT = frozenset({"web_search", "search", "tool"})


def read_parts(node: Node, role: Role, faults: Faults, place: Place) -> tuple[Part, ...]:
    """Read a message.

    Args:
        node: The message object.
        role: Who speaks.
        faults: Takes what cannot be read.
        place: The message, for notices.

    Returns:
        Parts in order; an assistant's calls each before their result.

    Source:
        Open WebUI 0.3-0.6 chats, and the ``output`` of 0.7; Qwen's web export of 2025.
    """
    if role is not Role.ASSISTANT:
        return (*parts_of(node.get("content"), faults, place), *_files(node))
    items = tuple(_items(node, faults))
    phases = tuple(_phases(node, faults, place))
    found = items or phases
    if not any(isinstance(part, Text) for part in found):
        own = tuple(_answer(node, faults, place))
        # the text repeats what the items hold, but for the answer where they have none
        found = (*found, *(p for p in own if not found or isinstance(p, Text)))
    return (*found, *_files(node))


def _answer(node: Node, faults: Faults, place: Place) -> Iterator[Part]:
    # a merger of several models' answers takes their place in what follows
    merged = text_of(dict_of(node.get("merged")).get("content"))
    if merged.strip():
        yield from _unfolded(merged)
        return
    thought = text_of(node.get("reasoning_content"))
    if thought.strip():
        yield Reasoning(thought)
    for part in parts_of(node.get("content"), faults, place):
        if isinstance(part, Text):
            yield from _unfolded(part.text)
        else:
            yield part


def _unfolded(text: str) -> Iterator[Part]:
    """Take the folded blocks out of an answer."""
    done = 0
    for block in _DETAILS.finditer(text):
        if block.start() < done:
            continue
        attributes = _attributes(block["attributes"])
        if "done" not in attributes:
            continue
        yield from split_thoughts(text[done : block.start()].strip("\n"))
        end = text.find(_CLOSE, block.end())
        stop = len(text) if end < 0 else end
        summary = _SUMMARY.match(text, block.end(), stop)
        body = text[summary.end() if summary else block.end() : stop]
        yield from _BLOCKS[block["kind"]](body, attributes)
        done = min(stop + len(_CLOSE), len(text))
    yield from split_thoughts(text[done:].strip("\n") if done else text)


def _attributes(text: str) -> dict[str, str]:
    return {key: unescape(one or other) for key, one, other in _ATTRIBUTE.findall(text)}


def _reasoning(body: str, _attributes: dict[str, str]) -> Iterator[Part]:
    thought = unescape(_QUOTE.sub("", body)).strip()
    if thought:
        yield Reasoning(thought)


def _tool_calls(body: str, attributes: dict[str, str]) -> Iterator[Part]:
    call_id = attributes.get("id") or None
    name = attributes.get("name") or "unknown"
    arguments = decoded(attributes.get("arguments", ""))
    yield ToolCall(name, arguments_of(arguments or {}), call_id)
    # older versions keep the result in an attribute, newer ones in the body
    result = attributes.get("result") or unescape(body).strip()
    if attributes["done"] == "true":
        is_error = True if attributes.get("error") == "true" else None
        yield ToolResult(output_text(decoded(result)), name, call_id, is_error=is_error)


def _code_interpreter(body: str, attributes: dict[str, str]) -> Iterator[Part]:
    fenced = _FENCED.match(body)
    yield ToolCall(_INTERPRETER, {"code": fenced[1] if fenced else body.strip()})
    if attributes.get("output"):
        yield ToolResult(_run(decoded(attributes["output"])), _INTERPRETER)


_BLOCKS: dict[str, Callable[[str, dict[str, str]], Iterator[Part]]] = {
    "reasoning": _reasoning,
    "tool_calls": _tool_calls,
    "code_interpreter": _code_interpreter,
}


def decoded(text: str) -> Any:
    """Decode JSON text; what is none stays text."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return plain(text)


def _run(output: Any) -> str:
    if not isinstance(output, dict):
        return output_text(output)
    lines = (output_text(output.get(key)) for key in ("stdout", "stderr", "result"))
    return "\n".join(line.strip("\n") for line in lines if line.strip())


def _items(node: Node, faults: Faults) -> Iterator[Part]:
    """Read the items that newer versions keep beside the text."""
    for number, item in enumerate(list_of(node.get("output")), start=1):
        if not isinstance(item, dict):
            continue
        if item.get("type") == "open_webui:code_interpreter":
            yield ToolCall(_INTERPRETER, {"code": text_of(item.get("code"))})
            if item.get("output") is not None:
                yield ToolResult(_run(item["output"]), _INTERPRETER)
            continue
        result = result_of(item)
        if result is not None:
            yield result
            continue
        for part in own_parts(item, faults, number):
            yield from split_thoughts(part.text) if isinstance(part, Text) else (part,)


def _phases(node: Node, faults: Faults, place: Place) -> Iterator[Part]:
    """Read the phases of an answer of Qwen's: its text is empty."""
    for item in map(dict_of, list_of(node.get("content_list"))):
        text = text_of(item.get("content"))
        phase = text_of(item.get("phase"))
        if not text.strip():
            continue
        if phase in _ANSWERING:
            yield from split_thoughts(text)
        elif phase in _THINKING:
            yield Reasoning(text)
        elif phase in _PICTURES:
            yield Image()
        elif phase not in _SILENT:
            faults.add("unknown-block", f"a phase of an unknown kind '{phase}'; left out", place)


def _files(node: Node) -> Iterator[Part]:
    """Name the files of a message, with their words where the chat keeps them."""
    for item in map(dict_of, list_of(node.get("files"))):
        inner = dict_of(item.get("file"))
        name = name_of(item.get("name")) or name_of(inner.get("filename"))
        kind = text_of(item.get("type"))
        media_type = name_of(item.get("content_type")) or name_of(item.get("file_type"))
        if kind == "image" or (media_type or "").startswith("image/"):
            yield Image(_media_type(text_of(item.get("url"))) or media_type, name)
            continue
        words = text_of(dict_of(inner.get("data")).get("content"))
        words = words or text_of(dict_of(item.get("data")).get("content"))
        if name or words.strip():
            yield Attachment(name or "file", words, media_type)


def _media_type(url: str) -> str | None:
    return url[5:].split(";")[0].split(",")[0] or None if url.startswith("data:") else None
