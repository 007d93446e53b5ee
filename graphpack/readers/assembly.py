"""Puts a conversation together from drafts of its messages: numbers, names, an id.

Every reader of message arrays and of text ends here, so that all number, skip and name alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Origin,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers.exports import conversation_id
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, name_of, time_of

_TIME_KEYS = (
    "timestamp", "created_at", "createdAt", "create_time", "created", "ts", "at", "time", "date",
    "datetime", "sent_at",
)  # fmt: skip
_AUTHOR_KEYS = ("name", "author", "username", "user_name", "sender", "speaker")
_ID_KEYS = (
    "conversation_id", "conversationId", "session_id", "sessionId", "thread_id", "custom_id",
    "id", "uuid", "prompt_id", "task_id",
)  # fmt: skip
_TITLE_KEYS = ("title", "name", "subject")


@dataclass(frozen=True, slots=True)
class Draft:
    """A message before it has its number; one without parts is dropped and counted.

    The other fields are those of ``Message``; a person's message after a refused call is an
    interruption without being marked as one.
    """

    role: Role
    parts: tuple[Part, ...]
    at: datetime | None = None
    author: str | None = None
    origin: Origin = Origin.MAIN
    source_id: str | None = None
    is_interruption: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """What a source says about a conversation as a whole.

    Args:
        id: Its id, None where it has none.
        title: Its title.
        started_at: Its time; the first message's by default.
    """

    id: str | None = None
    title: str | None = None
    started_at: datetime | None = None


def conversation(
    drafts: Iterable[Draft], source: ConversationSource, faults: Faults, label: Label = Label()
) -> Conversation | None:
    """Number the drafts, pair tool results with the calls' names, and give the whole an id.

    Args:
        drafts: In reading order.
        source: Where they are from.
        faults: What went wrong so far; it becomes the notices.
        label: What the source says about the whole.

    Returns:
        The conversation, None where no draft has anything in it. An id that the source does not
        give is made from the first message, so that a conversation that grew keeps it.
    """
    messages: list[Message] = []
    names: dict[str, str] = {}
    is_stopped = False
    for place, draft in enumerate(drafts):
        if not draft.parts:
            faults.add("empty-message", "a message without content; left out", place)
            continue
        parts = tuple(_named(part, names) for part in draft.parts)
        is_human = draft.role is Role.USER and draft.origin is Origin.MAIN
        messages.append(
            Message(
                index=len(messages),
                role=draft.role,
                parts=parts,
                at=draft.at,
                author=draft.author,
                origin=draft.origin,
                source_id=draft.source_id,
                is_interruption=is_human and (draft.is_interruption or is_stopped),
            )
        )
        if draft.origin is Origin.MAIN:
            is_stopped &= draft.role is Role.TOOL
            is_stopped |= any(isinstance(part, ToolResult) and part.is_rejected for part in parts)
    if not messages:
        return None
    at = label.started_at or next((message.at for message in messages if message.at), None)
    return Conversation(
        id=conversation_id(label.id, messages),
        title=label.title,
        source=source,
        messages=tuple(messages),
        started_at=at,
        notices=faults.notices(),
    )


def _named(part: Part, names: dict[str, str]) -> Part:
    if isinstance(part, ToolCall) and part.call_id:
        names[part.call_id] = part.name
    if isinstance(part, ToolResult) and part.name is None and part.call_id in names:
        return replace(part, name=names[part.call_id])
    return part


def answer_drafts(parts: Iterable[Part], like: Draft) -> Iterator[Draft]:
    """Cut an assistant's turn, in which outputs stand between the words, into messages.

    Args:
        parts: What it said and called, each output after its call.
        like: Time, author, origin and id of the turn; its parts don't count.

    Yields:
        The assistant's message up to the outputs, the outputs as the tools' message, and so on.
    """
    own: list[Part] = []
    results: list[Part] = []
    for part in parts:
        if isinstance(part, ToolResult):
            results.append(part)
            continue
        if results and isinstance(part, Text | Reasoning):
            yield from _said(own, results, like)
            own, results = [], []
        own.append(part)
    yield from _said(own, results, like)


def _said(own: list[Part], results: list[Part], like: Draft) -> Iterator[Draft]:
    if own:
        yield replace(like, role=Role.ASSISTANT, parts=tuple(own))
    if results:
        yield replace(like, role=Role.TOOL, parts=tuple(results), author=None)


def label_of(container: dict[str, Any]) -> Label:
    """Read id, title and time from the keys that bodies, exports and data sets use."""
    return Label(
        id=_first(container, _ID_KEYS),
        title=_first(container, _TITLE_KEYS),
        started_at=time_in(container),
    )


def time_in(record: dict[str, Any]) -> datetime | None:
    """Find a record's time under any of its usual names."""
    found = (time_of(record[key]) for key in _TIME_KEYS if key in record)
    return next((at for at in found if at), None)


def author_in(record: dict[str, Any]) -> str | None:
    """Find who a record is from, where it says more than the role."""
    for key in _AUTHOR_KEYS:
        value = record.get(key)
        author = name_of(value) or name_of(dict_of(value).get("name"))
        if author:
            return author
    return None


def _first(container: dict[str, Any], keys: tuple[str, ...]) -> str | None:
    for key in keys:
        value = container.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        name = name_of(value)
        if name:
            return name
    return None
