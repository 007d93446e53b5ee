"""The texts of a conversation: all to be searched at once, and those that belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from graphpack.model.conversation import Attachment, Conversation, Image, Message, Text, ToolCall
from graphpack.redact.across import Span, across
from graphpack.redact.erasing import MAX_NESTING


def texts_of(conversation: Conversation) -> Iterator[str]:
    """Give every text of a conversation that may be long, some of them several times.

    Args:
        conversation: As it was read.

    Yields:
        Titles, names, what is said, called and returned.
    """
    yield conversation.title or ""
    yield conversation.source.name
    yield conversation.id
    for messages in (conversation.messages, *(branch.messages for branch in conversation.branches)):
        for message in messages:
            yield message.author or ""
            for part in message.parts:
                yield part.text
                yield getattr(part, "name", None) or ""
                if isinstance(part, ToolCall):
                    yield from _strings(part.arguments, 0)


def _strings(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth > MAX_NESTING:
        return
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield str(name)
            yield from _strings(item, depth + 1)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item, depth + 1)


def between(
    messages: Sequence[Message], find: Callable[[str], list[Span]]
) -> dict[tuple[int, int], list[Span]]:
    """Find what two texts that follow each other hold together.

    Args:
        messages: In their order.
        find: Finds the secrets of one text.

    Returns:
        By index of the message and of the part.
    """
    found: dict[tuple[int, int], list[Span]] = {}
    before, place, is_said = "", (-1, -1), False
    for message in messages:
        for number, part in enumerate(message.parts):
            text = _asked(part) if isinstance(part, ToolCall) else part.text
            if isinstance(part, Image | Attachment) or not text:
                continue
            first, second = across(before, text, find, is_said=is_said)
            if first:
                found.setdefault(place, []).extend(first)
            if second:
                found.setdefault((message.index, number), []).extend(second)
            before, place = text, (message.index, number)
            is_said = isinstance(part, Text | ToolCall)
    return found


def _asked(call: ToolCall) -> str:
    """Give what a call asks a person; empty where it asks nothing."""
    if not isinstance(call.arguments, Mapping):
        return ""
    asked = call.arguments.get("question") or call.arguments.get("prompt")
    listed = call.arguments.get("questions")
    if isinstance(listed, list | tuple) and listed and isinstance(listed[-1], Mapping):
        asked = listed[-1].get("question")
    return asked if isinstance(asked, str) else ""
