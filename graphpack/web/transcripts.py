"""A session's transcript as a page shows it: each part is one text, so that spans can be marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

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
from graphpack.model.graph import Node, Source
from graphpack.patterns import compiled
from graphpack.verify.places import shown

AROUND = 3
"""Of a long transcript the cited messages are shown, and so many before and after each."""
MOST_WHOLE = 400
"""A transcript of so many messages is shown whole."""
MOST_CHARS = 6_000
"""Of a text that nothing is quoted from."""

_CONTROLS = compiled("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Piece:
    """One part of a message.

    Args:
        place: Its number in the message.
        label: What it is, where it is not simply said.
        text: With the same offsets as in the transcript.
        left: How many characters of it are not shown.
        kind: ``text``, ``tool``, ``error`` or ``reasoning``.
    """

    place: int
    label: str
    text: str
    left: int
    kind: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One message, or a gap of several.

    Args:
        index: Of the message, or the first of the gap.
        who: Author and role.
        at: When.
        pieces: What was said.
        gap: How many messages are left out here; 0 where it is a message.
    """

    index: int
    who: str
    at: datetime | None = None
    pieces: tuple[Piece, ...] = ()
    gap: int = 0


def turns(
    conversation: Conversation, nodes: Iterable[Node], *, is_whole: bool = False
) -> Iterator[Turn]:
    """Show a transcript, whole where it is short, else around what is cited of it.

    Args:
        conversation: Redacted.
        nodes: Whose sources cite it.
        is_whole: True to leave nothing out.

    Yields:
        Messages in order, and gaps.
    """
    cited = _cited(nodes)
    messages = conversation.messages
    is_whole = is_whole or len(messages) <= MOST_WHOLE
    near = {at for index, _ in cited for at in range(index - AROUND, index + AROUND + 1)}
    gap: list[int] = []
    for message in messages:
        if not is_whole and message.index not in near:
            gap.append(message.index)
            continue
        if gap:
            yield Turn(gap[0], "", gap=len(gap))
            gap = []
        yield _turn(message, cited)
    if gap:
        yield Turn(gap[0], "", gap=len(gap))


def in_place(text: str) -> str:
    """Give a text as it can be shown, character for character at its place."""
    return _CONTROLS.sub(_replaced, shown(text))


def _replaced(found: re.Match[str]) -> str:
    return " " if found[0] == "\r" else "\ufffd"


def _cited(nodes: Iterable[Node]) -> Mapping[tuple[int, int], Sequence[Source]]:
    found: dict[tuple[int, int], list[Source]] = {}
    for node in nodes:
        for source in node.sources:
            found.setdefault((source.message, source.part), []).append(source)
    return found


def _turn(message: Message, cited: Mapping[tuple[int, int], Sequence[Source]]) -> Turn:
    who = f"{message.author} ({message.role})" if message.author else str(message.role)
    pieces = (
        _piece(place, part, cited.get((message.index, place), ()))
        for place, part in enumerate(message.parts)
    )
    return Turn(message.index, who, message.at, tuple(piece for piece in pieces if piece))


def _piece(place: int, part: Part, sources: Sequence[Source]) -> Piece | None:
    label, kind = _labelled(part)
    text = in_place(part.text)
    if not text.strip() and not label:
        return None
    end = max((source.end for source in sources), default=0)
    most = max(MOST_CHARS, end)
    return Piece(place, label, text[:most], max(0, len(text) - most), kind)


def _labelled(part: Part) -> tuple[str, str]:
    match part:
        case Text():
            return "", "text"
        case Reasoning():
            return "reasoning", "reasoning"
        case ToolCall():
            return f"call: {part.name}", "tool"
        case ToolResult():
            kind = "error" if part.is_error or part.is_rejected else "tool"
            verdict = "refused" if part.is_rejected else "error" if part.is_error else "result"
            return f"{verdict}: {part.name}" if part.name else verdict, kind
        case Attachment():
            return f"attachment: {part.name}", "tool"
        case Image():
            return f"image: {part.name or part.media_type or 'picture'}", "tool"
