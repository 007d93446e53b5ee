"""Turns one message of a Chatbox session into drafts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Image,
    Origin,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers.assembly import Draft, answer_drafts
from graphpack.readers.blocks import arguments_of, output_text, parts_of
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.shapes import role_of
from graphpack.readers.thoughts import split_thoughts

Raw = dict[str, Any]

_SILENT = frozenset({"info"})
"""What the program says about the chat, such as that a picture was left out."""


def read_message(raw: Raw, faults: Faults) -> Iterator[Draft]:
    """Read a message.

    Args:
        raw: The message object.
        faults: Takes what cannot be read.

    Yields:
        A draft; an answer with tool calls is cut at their results. A summary that stands for
        earlier messages is nobody's word.

    Source:
        Chatbox 1.0-1.19, from the program's source.
    """
    own = name_of(raw.get("id"))
    role = role_of(raw.get("role"))
    if role is None:
        faults.add("broken-record", "a message of nobody known; skipped", own)
        return
    is_summary = raw.get("isSummary") is True
    role = Role.ASSISTANT if is_summary else role
    parts = (*_content(raw, role, faults), *_files(raw))
    if not parts and text_of(raw.get("error")):
        faults.add("failed-answer", "an answer that failed; left out", own)
        return
    author = name_of(raw.get("model")) if role is Role.ASSISTANT else None
    origin = Origin.COMPACTION if is_summary else Origin.MAIN
    like = Draft(role, parts, time_of(raw.get("timestamp")), author, origin, own)
    yield from answer_drafts(parts, like) if role is Role.ASSISTANT and parts else (like,)


def _content(raw: Raw, role: Role, faults: Faults) -> Iterator[Part]:
    thought = text_of(raw.get("reasoningContent"))
    if thought.strip():
        yield Reasoning(thought)
    blocks = list_of(raw.get("contentParts"))
    found = False
    for block in map(dict_of, blocks):
        for part in _part(block, role, faults, name_of(raw.get("id"))):
            found = True
            yield part
    if not found:  # older builds
        for part in parts_of(raw.get("content"), faults):
            yield from _said(part.text, role) if isinstance(part, Text) else (part,)


def _said(text: str, role: Role) -> tuple[Part, ...]:
    if role is Role.ASSISTANT:
        return split_thoughts(text)
    return (Text(text),) if text.strip() else ()


def _part(block: Raw, role: Role, faults: Faults, place: str | None) -> Iterator[Part]:
    kind = text_of(block.get("type"))
    if kind == "text":
        yield from _said(text_of(block.get("text")), role)
    elif kind == "reasoning":
        if text_of(block.get("text")).strip():
            yield Reasoning(text_of(block.get("text")))
    elif kind == "image":
        yield Image()
    elif kind == "tool-call":
        name = name_of(block.get("toolName")) or "unknown"
        call_id = name_of(block.get("toolCallId"))
        yield ToolCall(name, arguments_of(block.get("args")), call_id)
        if "result" in block:
            is_error = block.get("state") == "error" or None
            yield ToolResult(output_text(block["result"]), name, call_id, is_error=is_error)
    elif kind == "app":
        if text_of(block.get("summary")).strip():
            yield ToolResult(text_of(block["summary"]), name_of(block.get("appName")))
    elif kind not in _SILENT:
        faults.add("unknown-block", f"content of an unknown type '{kind}'; left out", place)


def _files(raw: Raw) -> Iterator[Part]:
    for item in map(dict_of, list_of(raw.get("files"))):
        name = name_of(item.get("name"))
        if name:
            yield Attachment(name, media_type=name_of(item.get("fileType")))
    for item in map(dict_of, list_of(raw.get("links"))):
        name = name_of(item.get("url")) or name_of(item.get("title"))
        if name:
            yield Attachment(name)
    for _ in list_of(raw.get("pictures")):
        yield Image()
