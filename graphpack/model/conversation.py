"""The one form every reader produces: a conversation of messages of parts.

Frozen slotted dataclasses, because there are millions of them. Nothing here knows a format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from graphpack.model.report import Notice


class Role(StrEnum):
    """Who a message is from; people in a group chat are all ``user`` and differ by author."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


class Origin(StrEnum):
    """Which thread of the session a message belongs to."""

    MAIN = "main"
    SUBAGENT = "subagent"
    COMPACTION = "compaction"


@dataclass(frozen=True, slots=True)
class Text:
    """Words somebody said."""

    text: str


@dataclass(frozen=True, slots=True)
class Reasoning:
    """A model's thinking, where the source keeps it; never attributed to the conversation."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the assistant made.

    Args:
        name: The tool's name as the source writes it.
        arguments: The decoded arguments object, or the raw text where it is not one.
        call_id: Pairs the call with its result; None where the source has no ids.
    """

    name: str
    arguments: Mapping[str, Any] | str
    call_id: str | None = None

    @property
    def text(self) -> str:
        """The arguments as readable lines ``key: value``, strings verbatim, the rest as JSON."""
        if isinstance(self.arguments, str):
            return self.arguments
        return "\n".join(
            f"{key}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
            for key, value in self.arguments.items()
        )


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered.

    Args:
        text: The output, undecorated.
        name: The tool's name; None where only the id is known.
        call_id: Pairs the result with its call.
        is_error: True for a failure, False for a success, None where the source does not say.
        is_rejected: True where a person refused the call (a veto, not a failure).
    """

    text: str
    name: str | None = None
    call_id: str | None = None
    is_error: bool | None = None
    is_rejected: bool = False


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message; ``text`` is its extracted content, else empty."""

    name: str
    text: str = ""
    media_type: str | None = None


@dataclass(frozen=True, slots=True)
class Image:
    """A picture's place; its bytes are never kept."""

    media_type: str | None = None
    name: str | None = None

    @property
    def text(self) -> str:
        """Always empty: a picture has no characters to quote."""
        return ""


Part = Text | Reasoning | ToolCall | ToolResult | Attachment | Image


@dataclass(frozen=True, slots=True)
class Message:
    """One turn's record.

    Args:
        index: 0-based position in its conversation.
        role: Who speaks.
        parts: At least one part, in source order.
        at: Aware UTC time, None where the source has none.
        author: A person's name or a model's, None where unknown.
        origin: Main thread, sub-agent or compaction summary.
        source_id: The source's own id of the message.
        is_interruption: True where a person stopped the assistant, or refused its tool call, to
            say this: what follows an interruption is nearly always a correction.
    """

    index: int
    role: Role
    parts: tuple[Part, ...]
    at: datetime | None = None
    author: str | None = None
    origin: Origin = Origin.MAIN
    source_id: str | None = None
    is_interruption: bool = False

    @property
    def text(self) -> str:
        """The words said: text parts only, joined by a blank line."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, Text))


@dataclass(frozen=True, slots=True)
class ConversationSource:
    """Where a conversation was read from: a display name (file, member) and the format's name."""

    name: str
    format: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A way the conversation also went, and which was abandoned: an edited prompt, a retry.

    Args:
        id: The source's id of its last message, or ``b1``, ``b2`` … where the source has none.
        after: Index of the last message it shares with the conversation; -1 where it shares none.
        messages: What follows there on this branch; indices go on from ``after + 1``.
    """

    id: str
    after: int
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a reader yields.

    Args:
        id: The source's id, or one derived from its content; unique within one input.
        title: The source's title, None where it has none.
        source: Display name and format.
        messages: In reading order; ``messages[i].index == i``.
        started_at: Aware UTC time of the start, None where unknown.
        notices: What was skipped or repaired while reading.
        branches: What was abandoned, in the source's order; not part of ``messages``.
        hidden: How many messages of sub-agents were left out because nobody asked for them.
    """

    id: str
    title: str | None
    source: ConversationSource
    messages: tuple[Message, ...]
    started_at: datetime | None = None
    notices: tuple[Notice, ...] = ()
    branches: tuple[Branch, ...] = ()
    hidden: int = 0
