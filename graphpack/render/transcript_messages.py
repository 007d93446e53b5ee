"""Writes a conversation as OpenAI chat messages: the form that most programs take.

It has no place for times, for sub-agents' and summaries' messages as such, nor for what was an
error; ``transcript_lines`` keeps all that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Image,
    Message,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)

Raw = dict[str, Any]


def write_messages(conversation: Conversation) -> str:
    """Write a transcript.

    Args:
        conversation: Its branches are not written.

    Returns:
        A JSON array of messages, one on each line, without a final newline.
    """
    rows = [raw for message in conversation.messages for raw in _raws(message)]
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"


def _raws(message: Message) -> Iterator[Raw]:
    """Write one message; tools' results are messages of their own there."""
    for role, group in groupby(message.parts, key=lambda part: _role(part, message.role)):
        parts = list(group)
        if role is Role.TOOL:
            yield from _results(parts)
            continue
        raw: Raw = {"role": role.value}
        if message.author and role is message.role:
            raw["name"] = message.author
        yield {**raw, **_content(parts, has_calls=role is Role.ASSISTANT)}


def _role(part: Part, role: Role) -> Role:
    if isinstance(part, ToolResult):
        return Role.TOOL
    return Role.ASSISTANT if isinstance(part, ToolCall | Reasoning) else role


def _content(parts: Sequence[Part], *, has_calls: bool) -> Raw:
    said = [part for part in parts if not isinstance(part, ToolCall | Reasoning)]
    raw: Raw = {"content": _blocks(said)}
    thoughts = [part.text for part in parts if isinstance(part, Reasoning)]
    calls = [_call(part) for part in parts if isinstance(part, ToolCall)]
    if thoughts:
        raw["reasoning_content"] = "\n\n".join(thoughts)
    if calls and has_calls:
        raw["tool_calls"] = calls
    return raw


def _blocks(parts: Sequence[Part]) -> str | list[Raw] | None:
    if not parts:
        return None
    if len(parts) == 1 and isinstance(parts[0], Text | ToolResult):
        return parts[0].text
    return [_block(part) for part in parts]


def _block(part: Part) -> Raw:
    if isinstance(part, Image):
        url = f"data:{part.media_type};base64," if part.media_type else part.name or ""
        return {"type": "image_url", "image_url": {"url": url}}
    if isinstance(part, Attachment):
        file = {"filename": part.name, **({"content": part.text} if part.text else {})}
        return {"type": "file", "file": file}
    return {"type": "text", "text": part.text}


def _call(part: ToolCall) -> Raw:
    function = {"name": part.name, "arguments": _arguments(part)}
    named = {"id": part.call_id} if part.call_id else {}
    return {**named, "type": "function", "function": function}


def _arguments(part: ToolCall) -> str:
    if isinstance(part.arguments, str):
        return part.arguments
    try:
        return json.dumps(part.arguments, ensure_ascii=False)
    except (RecursionError, TypeError, ValueError):
        return "(nested too deeply to be written)"


def _results(parts: Sequence[Part]) -> Iterator[Raw]:
    """Write one message for each result, with the pictures that came after it."""
    held: list[Part] = []
    for part in parts:
        if held and isinstance(part, ToolResult | Text):
            yield _result(held)
            held = []
        held.append(part)
    yield _result(held)


def _result(parts: Sequence[Part]) -> Raw:
    raw: Raw = {"role": Role.TOOL.value}
    first = parts[0]
    if isinstance(first, ToolResult):
        # the call that the id leads to has the name
        raw |= {"tool_call_id": first.call_id} if first.call_id else {}
        raw |= {"name": first.name} if first.name and not first.call_id else {}
    return {**raw, "content": _blocks(parts)}
