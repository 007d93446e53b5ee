"""Lines that know their place, for compressors that leave out parts of lines and whole runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Line", "in_focus", "lines_of"]


class Line(NamedTuple):
    """One line.

    Args:
        start: Its first character in the text.
        end: The character after its line break, or the end of the text.
        text: The line without its line break (and without a carriage return before that).
    """

    start: int
    end: int
    text: str


def lines_of(text: str, start: int = 0) -> list[Line]:
    r"""Cut a text at its ``\n``; other separators stay inside the lines.

    Args:
        text: A text, or one region of it.
        start: Where the region begins in the whole text.
    """
    found: list[Line] = []
    at = start
    stop = start + len(text)
    for piece in text.split("\n"):
        end = min(at + len(piece) + 1, stop)
        if end > at:
            found.append(Line(at, end, piece.removesuffix("\r")))
        at = end
    return found


def in_focus(text: str, focus: Sequence[str]) -> bool:
    """Tell whether a text names a path that is being worked on, or the file that ends one."""
    return any(path and (path in text or path.rpartition("/")[2] in text) for path in focus)
