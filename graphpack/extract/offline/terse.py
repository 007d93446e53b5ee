"""Talk in which a person answers an assistant in a few words and settles something each time.

There everything that is decided stands in short lines, while the assistant's designs and lists are
long. Style decides: sessions in which an agent works on its own, and people who paste or explain at
length, are read as they always were.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphpack.extract.offline.turns import Turn, turns
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import width
from graphpack.model.conversation import Message, Origin, Role, Text, ToolResult
from graphpack.patterns import compiled
from graphpack.text import is_abbreviated

MIN_TURNS = 8
"""Of fewer messages a person's style cannot be told."""

MIN_TURN_SHARE = 0.35
"""People and assistant speak by turns: so much of the messages is people's."""

MIN_SAID_SHARE = 0.1
"""So much of all that is said, tool output included, is people's."""

LEAST_CHARS = 5_000
"""A talk in which less is said has room in a pack."""

MAX_CHARS, USUAL_CHARS = 420, 220
"""Nearly all of a person's messages are shorter than the first, half of them than the second."""

NEARLY_ALL = 0.9

LEAST_LOWER_SHARE = 0.5
"""Who begins so many messages with a small letter begins sentences so as well."""

# (blanks are entered at their start alone: else a long run takes the square of its length)
_BREAK = compiled(r"(?:(?<![^\S\n])[^\S\n]++)?+\n\s*+")
_STOP = compiled(r"(?<![.!?])[.!?]++[)\"'”’]?\s++|(?:(?<![^\S\n])[^\S\n]++)?+\n\s*+")
_NUMBER = compiled(r"(?:^|\s)\d{1,2}\.$")


def is_terse(messages: Sequence[Message], placed: Sequence[Turn] | None = None) -> bool:
    """Tell whether a person settles things by the way, in short answers to an assistant.

    Args:
        messages: A conversation's messages.
        placed: One turn per message; None where the caller has not placed them.

    Returns:
        True where people and an assistant speak by turns and people's messages are short.
    """
    placed = turns(messages) if placed is None else placed
    said = [message for message, turn in zip(messages, placed, strict=True) if turn.is_human]
    main = [message for message in messages if message.origin == Origin.MAIN]
    if len(said) < MIN_TURNS or len(said) < MIN_TURN_SHARE * len(main):
        return False
    if all(message.role != Role.ASSISTANT for message in main):
        return False
    sizes = sorted(width(message.text) for message in said)
    nearly = sizes[int(NEARLY_ALL * len(sizes))]
    if nearly > MAX_CHARS or sizes[len(sizes) // 2] > USUAL_CHARS:
        return False
    whole = sum(_size(message) for message in main)
    return whole >= LEAST_CHARS and sum(sizes) >= MIN_SAID_SHARE * whole


def _size(message: Message) -> int:
    return sum(width(part.text) for part in message.parts if isinstance(part, Text | ToolResult))


def parted(
    units: Sequence[Unit], messages: Sequence[Message], placed: Sequence[Turn]
) -> list[Unit]:
    """Cut what people say in such talk at the ends of lines, and before small letters.

    Args:
        units: All units, in order.
        messages: The conversation's messages, of terse talk.
        placed: One turn per message.

    Returns:
        The units, a person's sentences cut where that person ends them.
    """
    said = [
        message.text.lstrip()
        for message, turn in zip(messages, placed, strict=True)
        if turn.is_human
    ]
    lower = sum(text[:1].islower() for text in said)
    cased = sum(text[:1].isalpha() and text[:1].lower() != text[:1].upper() for text in said)
    stop = _STOP if lower >= LEAST_LOWER_SHARE * max(cased, 1) else _BREAK
    found: list[Unit] = []
    shift = 0
    message = -1
    for unit in units:
        if unit.message != message:
            message, shift = unit.message, 0
        is_said = placed[unit.message].is_human and not unit.is_borrowed
        pieces = [*_pieces(unit, stop)] if is_said and unit.kind in _PROSE else [unit]
        for piece in pieces:
            found.append(replace(piece, place=piece.place + shift))
            shift += 1
        shift -= 1
    return found


_PROSE = frozenset({Kind.SENTENCE, Kind.ITEM})


def _pieces(unit: Unit, stop: re.Pattern[str]) -> Iterator[Unit]:
    at = 0
    ends = [match for match in stop.finditer(unit.text) if not _is_inner(unit.text, match)]
    spans = []
    for match in ends:
        spans.append((at, match.end()))
        at = match.end()
    spans.append((at, len(unit.text)))
    found = False
    for start, end in spans:
        text = unit.text[start:end]
        lead = len(text) - len(text.lstrip(" \t\n.,;"))
        start, text = start + lead, text[lead:].rstrip()
        if not any(map(str.isalnum, text)):
            continue
        found = True
        yield replace(unit, start=unit.start + start, end=unit.start + start + len(text), text=text)
    if not found:
        yield unit


def _is_inner(text: str, stop: re.Match[str]) -> bool:
    """Tell whether a full stop belongs to an abbreviation or a number."""
    if "\n" in stop[0] or not stop[0].startswith("."):
        return False
    head = text[: stop.start() + 1]
    return is_abbreviated(head) or _NUMBER.search(head) is not None
