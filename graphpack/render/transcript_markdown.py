"""Writes a conversation as Markdown that people read, and graphpack reads back as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Image,
    Message,
    Origin,
    Part,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.dialect import ROLES, escape, write_heading, write_opening
from graphpack.patterns import compiled

_WORDS = {role: word for word, role in ROLES.items()}
_FENCE = compiled(r"^ {0,3}(`{3,})", re.MULTILINE)


def write_markdown(conversation: Conversation) -> str:
    """Write a transcript.

    Args:
        conversation: Its branches are not written.

    Returns:
        Markdown in the dialect of ``model.dialect``, without a final newline.
    """
    return "\n\n".join(_blocks(conversation))


def _blocks(conversation: Conversation) -> Iterator[str]:
    at = conversation.started_at
    about = {
        "id": conversation.id,
        "title": conversation.title,
        "source": conversation.source.name,
        "format": conversation.source.format,
        "started_at": at.isoformat() if at else None,
    }
    yield write_opening({key: value for key, value in about.items() if value is not None})
    title = " ".join((conversation.title or "").split())
    if title:
        yield f"# {title}"
    for message in conversation.messages:
        yield _message_heading(message)
        for place, part in enumerate(message.parts):
            yield from _part(part, is_first=place == 0)


def _message_heading(message: Message) -> str:
    attributes = {
        "at": message.at.isoformat() if message.at else None,
        "origin": None if message.origin is Origin.MAIN else message.origin.value,
        "id": message.source_id,
        "interrupts": message.is_interruption or None,
    }
    return write_heading(_WORDS[message.role], message.author, "author", attributes)


def _part(part: Part, *, is_first: bool) -> Iterator[str]:
    match part:
        case Text():
            if not is_first:
                yield write_heading("Text", None, "", {})
            yield escape(part.text)
        case Reasoning():
            yield write_heading("Reasoning", None, "", {})
            yield escape(part.text)
        case ToolCall():
            yield write_heading("Tool call", part.name, "name", {"call": part.call_id})
            yield _arguments(part)
        case ToolResult():
            yield _result_heading(part)
            yield _fenced(part.text, "text")
        case Attachment():
            yield write_heading("Attachment", part.name, "name", {"type": part.media_type})
            if part.text:
                yield _fenced(part.text, "text")
        case Image():
            yield write_heading("Image", part.name, "name", {"type": part.media_type})


def _result_heading(part: ToolResult) -> str:
    word = "Tool error" if part.is_error else "Tool result"
    error: bool | None = None if part.is_error else part.is_error
    if part.is_rejected:
        word, error = "Tool refused", part.is_error
    return write_heading(word, part.name, "name", {"call": part.call_id, "error": error})


def _arguments(part: ToolCall) -> str:
    if isinstance(part.arguments, str):
        return _fenced(part.arguments, "text")
    try:
        written = json.dumps(part.arguments, ensure_ascii=False, indent=2)
    except (RecursionError, TypeError, ValueError):
        return _fenced("(nested too deeply to be written)", "text")
    return _fenced(written, "json")


def _fenced(text: str, language: str) -> str:
    longest = max((len(run) for run in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{escape(text)}\n{fence}"
