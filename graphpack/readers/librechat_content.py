"""Turns one LibreChat message into parts."""

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
from graphpack.readers.blocks import Place, arguments_of, output_text, parts_of
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of
from graphpack.readers.thoughts import split_thoughts

Raw = dict[str, Any]

_THINKING = compiled(r"\s*:::thinking[ \t]*\n(.*?)\n:::[ \t]*(?:\n|\Z)", re.DOTALL)


def is_failed(raw: Raw) -> bool:
    """Tell an answer in whose place, or among whose parts, the program put an error."""
    blocks = list_of(raw.get("content"))
    is_marked = raw.get("error") is True and raw.get("isCreatedByUser") is not True
    return is_marked or any(dict_of(block).get("type") == "error" for block in blocks)


def read_parts(raw: Raw, role: Role, faults: Faults, place: Place) -> tuple[Part, ...]:
    """Read a message's content parts, else its text, then its files.

    Args:
        raw: The message object.
        role: Who speaks.
        faults: Takes what cannot be read.
        place: The message, for notices.

    Returns:
        Parts in order; a tool call is followed by its result.

    Source:
        LibreChat 0.6-0.8 exports; content parts from the program's source.
    """
    if is_failed(raw):
        faults.add("failed-answer", "an answer, or a part of one, that failed; left out", place)
    if raw.get("error") is True and role is Role.ASSISTANT:
        return ()
    parts: list[Part] = []
    for block in list_of(raw.get("content")):
        parts.extend(_block(block, faults, place))
    if not any(isinstance(part, Text) for part in parts):
        parts.extend(_words(text_of(raw.get("text")), role))
    return (*parts, *_files(raw))


def _words(text: str, role: Role) -> Iterator[Part]:
    if role is not Role.ASSISTANT:
        if text.strip():
            yield Text(text)
        return
    thinking = _THINKING.match(text)
    if thinking:
        yield Reasoning(thinking[1].strip())
        text = text[thinking.end() :].lstrip("\n")
    yield from split_thoughts(text)


def _block(block: Any, faults: Faults, place: Place) -> tuple[Part, ...]:
    kind = text_of(dict_of(block).get("type"))
    read = _BLOCKS.get(kind)
    return tuple(read(block)) if read else parts_of(block, faults, place)


def _text(block: Raw) -> Iterator[Part]:
    text = block.get("text")
    yield from split_thoughts(text_of(dict_of(text).get("value")) or text_of(text))


def _think(block: Raw) -> Iterator[Part]:
    text = block.get("think")
    thought = text_of(dict_of(text).get("value")) or text_of(text)
    if thought.strip():
        yield Reasoning(thought)


def _tool_call(block: Raw) -> Iterator[Part]:
    call = dict_of(block.get("tool_call"))
    inner = dict_of(call.get("function")) or call
    coded = dict_of(call.get("code_interpreter"))
    name = name_of(inner.get("name")) or ("code_interpreter" if coded else "unknown")
    call_id = name_of(call.get("id"))
    given = (inner.get("args"), inner.get("arguments"), coded.get("input"))
    yield ToolCall(name, arguments_of(next((v for v in given if v is not None), None)), call_id)
    output = inner.get("output", coded.get("outputs"))
    if output is not None:
        yield ToolResult(output_text(output), name, call_id)


def _image(block: Raw) -> Iterator[Part]:
    file = dict_of(block.get("image_file"))
    yield Image(name_of(file.get("type")), name_of(file.get("filename")))


def _nothing(_block: Raw) -> Iterator[Part]:
    return iter(())


_BLOCKS: dict[str, Callable[[Raw], Iterator[Part]]] = {
    "text": _text,
    "think": _think,
    "tool_call": _tool_call,
    "image_file": _image,
    "agent_update": _nothing,
    "error": _nothing,
}


def _files(raw: Raw) -> Iterator[Part]:
    for item in map(dict_of, list_of(raw.get("files"))):
        name = name_of(item.get("filename"))
        media_type = name_of(item.get("type"))
        if (media_type or "").startswith("image/") or "height" in item:
            yield Image(media_type, name)
        elif name:
            yield Attachment(name, text_of(item.get("text")), media_type)
