"""Messages in the making, for logs whose later records decide about earlier ones.

An agent log is read line by line, and a line may lengthen, replace or take back what came before;
only the end of the file makes messages of the drafts. Nothing here knows a format.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from graphpack.model.conversation import Branch, Message, Origin, Part, Role, Text, ToolCall
from graphpack.readers.loose import time_of

MAX_TITLE_CHARS = 80
"""How much of the first prompt serves as a title where a log has none."""


@dataclass(slots=True, eq=False)
class Draft:
    """A message that may still grow, or be dropped.

    Args:
        role: As in ``Message``.
        parts: So far.
        at: ISO 8601 time, as the log has it.
        author: As in ``Message``.
        origin: As in ``Message``.
        source_id: As in ``Message``.
        is_interruption: As in ``Message``.
        is_dropped: It is not to become a message.
        agent: Id of the sub-agent whose answer this is.
    """

    role: Role
    parts: list[Part]
    at: str | None = None
    author: str | None = None
    origin: Origin = Origin.MAIN
    source_id: str | None = None
    is_interruption: bool = False
    is_dropped: bool = False
    agent: str | None = None


@dataclass(slots=True, eq=False)
class Abandoned:
    """A branch in the making.

    Args:
        after: The last draft it shares with the path; None where it shares none.
        drafts: What follows there.
    """

    after: Draft | None
    drafts: list[Draft]


def branches_of(abandoned: Iterable[Abandoned], drafts: Iterable[Draft]) -> tuple[Branch, ...]:
    """Make branches of what was abandoned.

    Args:
        abandoned: In the log's order.
        drafts: Those that became the messages, in their order.

    Returns:
        The branches that hold something, no two of one id.
    """
    places = {id(draft): index for index, draft in enumerate(drafts)}
    branches: dict[str, Branch] = {}
    for number, one in enumerate(abandoned, start=1):
        after = places.get(id(one.after), -1)
        messages = messages_of(one.drafts, after + 1)
        if messages:
            name = messages[-1].source_id
            key = name if name and name not in branches else f"b{number}"
            branches[key] = Branch(key, after, messages)
    return tuple(branches.values())


def messages_of(drafts: Iterable[Draft], first: int = 0) -> tuple[Message, ...]:
    """Make messages of drafts that all stay, numbered in their order from ``first``."""
    return tuple(
        Message(
            index,
            draft.role,
            tuple(draft.parts),
            time_of(draft.at),
            draft.author,
            draft.origin,
            draft.source_id,
            draft.is_interruption,
        )
        for index, draft in enumerate(drafts, start=first)
    )


def title_of(drafts: Iterable[Draft]) -> str | None:
    """Make a title of the first line of the first prompt; None where nobody says anything."""
    for draft in drafts:
        if draft.role is Role.USER and draft.origin is Origin.MAIN:
            for part in draft.parts:
                if isinstance(part, Text) and part.text.strip():
                    return _shorten(part.text)
    return None


def content_id(drafts: Iterable[Draft]) -> str:
    """Derive an id from what is said, where a log has none."""
    digest = hashlib.sha256()
    for draft in drafts:
        for part in draft.parts:
            if not isinstance(part, ToolCall):  # arguments may be nested beyond writing them out
                digest.update(part.text.encode("utf-8", "replace"))
    return digest.hexdigest()[:16]


def insert_thread(drafts: list[Draft], thread: list[Draft], *, agent: str | None) -> None:
    """Put a sub-agent's messages into its parent's, whose own order stays.

    Args:
        drafts: The parent's messages; changed.
        thread: The sub-agent's; their origin becomes ``subagent``.
        agent: Its id: its messages go before the message that holds its answer, else to the time
            of its start.
    """
    started = next((draft.at for draft in thread if draft.at), "")
    by_time = len(drafts)
    place = None
    for index, draft in enumerate(drafts):
        if agent and draft.agent == agent:
            place = index
            break
        if by_time == len(drafts) and started and draft.at and draft.at > started:
            by_time = index
    for draft in thread:
        draft.origin = Origin.SUBAGENT
    at = by_time if place is None else place
    drafts[at:at] = thread


def _shorten(text: str) -> str:
    line = text.strip().split("\n", 1)[0].strip()
    if len(line) <= MAX_TITLE_CHARS:
        return line
    return line[:MAX_TITLE_CHARS].rsplit(" ", 1)[0].rstrip() + "…"
