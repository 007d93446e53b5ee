"""The way from a shortened text back into its original, character by character."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from graphpack.compress.base import Elision

__all__ = ["Kept", "Places"]


class Kept(NamedTuple):
    """A stretch that stands in both texts.

    Args:
        short: Its first character in the shortened text.
        start: Its first character in the original.
        end: The character after its last, in the original.
    """

    short: int
    start: int
    end: int


class Places:
    """What stands where.

    Args:
        elisions: Of the shortened text, in order, none overlapping another.
        size_chars: Of the original.
    """

    def __init__(self, elisions: Iterable[Elision], size_chars: int) -> None:
        self.kept = tuple(_kept(elisions, size_chars))
        self._shorts = [one.short for one in self.kept]

    def pieces(self, start: int, end: int) -> list[tuple[int, int]]:
        """Find what a stretch of the shortened text is in the original.

        Args:
            start: Its first character in the shortened text.
            end: The character after its last.

        Returns:
            Spans in the original, in order; between two of them something was left out. What
            stands in marks is nowhere in the original.
        """
        found: list[tuple[int, int]] = []
        for index in range(max(0, bisect_right(self._shorts, start) - 1), len(self.kept)):
            one = self.kept[index]
            if one.short >= end:
                break
            first = one.start + max(0, start - one.short)
            last = min(one.end, one.start + end - one.short)
            if first < last:
                found.append((first, last))
        return found

    def longest(self, text: str, start: int, end: int) -> tuple[int, int] | None:
        """Find the longest stretch of an original that a span of the shortened text shows whole.

        Args:
            text: The original.
            start: First character of the span, in the shortened text.
            end: The character after its last.

        Returns:
            A span of the original without white space at its ends; None where there is none.
        """
        best: tuple[int, int] | None = None
        for piece in self.pieces(start, end):
            first, last = _trimmed(text, *piece)
            if first < last and (best is None or last - first > best[1] - best[0]):
                best = (first, last)
        return best


def _kept(elisions: Iterable[Elision], size: int) -> Iterator[Kept]:
    at = short = 0
    for one in elisions:
        if one.start > at:
            yield Kept(short, at, one.start)
        short += one.start - at + len(one.marker)
        at = one.end
    if at < size:
        yield Kept(short, at, size)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
