"""Writes a conversation as JSON Lines, one message each, with everything graphpack knows of it.

The form is described by ``schemas/messages.v1.schema.json``.
"""

from __future__ import annotations

import json
from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Image,
    Message,
    Part,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
)

VERSION = 1
Raw = dict[str, Any]


def write_lines(conversation: Conversation) -> str:
    """Write a transcript.

    Args:
        conversation: Its branches are not written.

    Returns:
        JSON Lines, without a final newline. The first line also has what is known of the whole.
    """
    lines: list[str] = []
    for message in conversation.messages:
        raw: Raw = {"v": VERSION, "conversation": conversation.id, "index": message.index}
        if not lines:
            raw |= _whole(conversation)
        lines.append(json.dumps(raw | _message(message), ensure_ascii=False))
    return "\n".join(lines)


def _whole(conversation: Conversation) -> Raw:
    at = conversation.started_at
    return _told(
        {
            "title": conversation.title,
            "source": conversation.source.name,
            "format": conversation.source.format,
            "started_at": at.isoformat() if at else None,
        }
    )


def _message(message: Message) -> Raw:
    return {
        "role": message.role.value,
        "author": message.author,
        "at": message.at.isoformat() if message.at else None,
        "origin": message.origin.value,
        **_told({"id": message.source_id, "interrupts": message.is_interruption or None}),
        "parts": [_part(part) for part in message.parts],
    }


def _part(part: Part) -> Raw:
    match part:
        case Text():
            return {"type": "text", "text": part.text}
        case Reasoning():
            return {"type": "reasoning", "text": part.text}
        case ToolCall():
            raw = {"name": part.name, "arguments": _arguments(part), "call": part.call_id}
            return {"type": "tool_call", **_told(raw)}
        case ToolResult():
            raw = {
                "name": part.name,
                "call": part.call_id,
                "error": part.is_error,
                "refused": part.is_rejected or None,
            }
            return {"type": "tool_result", "text": part.text, **_told(raw)}
        case Attachment():
            raw = {"text": part.text or None, "media_type": part.media_type}
            return {"type": "attachment", "name": part.name, **_told(raw)}
        case Image():
            return {"type": "image", **_told({"name": part.name, "media_type": part.media_type})}


def _arguments(part: ToolCall) -> Any:
    if isinstance(part.arguments, str):
        return part.arguments
    try:
        json.dumps(part.arguments)
    except (RecursionError, TypeError, ValueError):
        return "(nested too deeply to be written)"
    return part.arguments


def _told(values: Raw) -> Raw:
    return {key: value for key, value in values.items() if value is not None}
