"""What is no part of the text: terminal colours, overwritten progress, times before every line."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from graphpack.compress.base import Elision
from graphpack.compress.severity import is_trouble
from graphpack.compress.stamps import stamps
from graphpack.patterns import compiled

__all__ = ["Plain"]

_CODE = compiled(
    "\x1b(?:\\[[0-?]{0,64}[ -/]{0,8}[@-~]|\\][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\\\)|[@-Z\\\\^_=>])"
)


# a bar, a share or a rate that a carriage return wrote over; other text with lone ones stays
_OVERWRITTEN = compiled(r"(?<![^\r\n])[^\r\n]{1,400}\r(?=[^\r\n])")
_RETURN = compiled(r"\r(?=\n)")
_PROGRESS = compiled(r"\d ?%|\d/\d|/s\b|[█▏━#=.]{4}|\[[# =>-]{4}")


class Plain:
    """A text as a terminal would leave it, and the way back to the places of the original.

    Args:
        text: The original.
    """

    def __init__(self, text: str) -> None:
        self._gone = list(_gone(text))
        self._starts = [start for start, _, _ in self._gone]
        pieces = []
        at = 0
        for start, end, _ in self._gone:
            pieces.append(text[at:start])
            at = end
        self.text = "".join((*pieces, text[at:]))
        self._before = list(accumulate((end - start for start, end, _ in self._gone), initial=0))
        before = self._before[:-1]
        self._places = [start - gone for start, gone in zip(self._starts, before, strict=True)]

    def back(self, elisions: Iterable[Elision]) -> Iterator[Elision]:
        """Give elisions of the plain text, and of the codes, as elisions of the original.

        Args:
            elisions: In order, none overlapping another.

        Yields:
            Elisions of the original, in order.
        """
        if not self._gone:
            yield from elisions
            return
        at = 0
        for one in elisions:
            start, end = self._back(one.start), self._back(one.end - 1) + 1
            yield from self._codes(at, start)
            yield Elision(start, end, one.marker, one.count, one.unit, one.reason)
            at = end
        yield from self._codes(at, None)

    def _back(self, place: int) -> int:
        # what stands right before a place belongs to what comes before it
        return place + self._before[bisect_right(self._places, place)]

    def _codes(self, start: int, end: int | None) -> Iterator[Elision]:
        for index in range(bisect_left(self._starts, start), len(self._gone)):
            first, last, reason = self._gone[index]
            if end is not None and first >= end:
                return
            if reason:
                yield Elision(first, last, "", 1, "codes", reason)


def _gone(text: str) -> Iterator[tuple[int, int, str]]:
    found = (
        [(*hit.span(), "terminal codes") for hit in _CODE.finditer(text)] if "\x1b" in text else []
    )
    if "\r" in text.replace("\r\n", ""):
        found += [
            (*hit.span(), "overwritten progress")
            for hit in _OVERWRITTEN.finditer(text)
            if _PROGRESS.search(hit[0]) and not is_trouble(hit[0])
        ]
    # what stays is set aside for judging only
    found += [(a, b, "" if stays else "before every line") for a, b, stays in stamps(text)]
    if "\r\n" in text:
        found += [(*hit.span(), "") for hit in _RETURN.finditer(text)]
    end = 0
    for one in sorted(found, key=lambda one: (one[0], -one[1])):
        if one[0] >= end:
            yield one
            end = one[1]
