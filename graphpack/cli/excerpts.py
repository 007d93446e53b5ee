"""What is shown of texts that are too long for a line: the part that a person has to see."""

from __future__ import annotations

from collections.abc import Iterable

_BEFORE_CHARS = 40
"""How much of what two texts share stands before the place where they part."""


def differing(before: str, after: str, most_chars: int) -> tuple[str, str]:
    """Cut two texts so that what differs is seen in both.

    Args:
        before: One text.
        after: The other.
        most_chars: How long each may become.

    Returns:
        Both on one line each, whole where they are short; cut, they show where they first differ.
    """
    was, now = " ".join(before.split()), " ".join(after.split())
    parting = _parting(was, now)
    return shown(was, parting, most_chars), shown(now, parting, most_chars)


def apart(text: str, others: Iterable[str], most_chars: int) -> str:
    """Cut a text so that it is not taken for another one that begins alike.

    Args:
        text: What is shown.
        others: What is shown beside it.
        most_chars: How long the result may be.

    Returns:
        One line; where another text begins alike for longer than that, the part where they differ.
    """
    line = " ".join(text.split())
    lines = [" ".join(other.split()) for other in others] if len(line) > most_chars else []
    place = max((_parting(line, other) for other in lines if other != line), default=0)
    return shown(line, place, most_chars)


def shown(line: str, place: int, most_chars: int) -> str:
    """Cut a line around a place.

    Args:
        line: A text without line breaks.
        place: Which character is to be seen; the line's end where it is beyond.
        most_chars: How long the result may be, marks of what is left out and all.

    Returns:
        The line, or a part of it with ``…`` where something was left out.
    """
    if len(line) <= most_chars:
        return line
    if place < most_chars - 1 - _BEFORE_CHARS:
        return f"{line[: most_chars - 1]}…"
    start = min(place - _BEFORE_CHARS, len(line) - most_chars + 1)
    # at the start of a word, so that no half one is read as a whole one
    gap = line.find(" ", start, min(place, start + _BEFORE_CHARS // 2))
    start = start if gap < 0 else gap + 1
    end = start + most_chars - 2
    return f"…{line[start:]}" if end >= len(line) - 1 else f"…{line[start:end]}…"


def _parting(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
