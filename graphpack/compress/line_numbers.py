"""Line numbers before the lines, as ``cat -n`` and the file tools of agents write them.

They are set aside before a text is judged, and stand again before every line that stays: what is
left out can be found by them in the file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from graphpack.compress.base import Elision
from graphpack.patterns import compiled

__all__ = ["Numbered"]

_NUMBER = compiled(r"[ \t]{0,12}(\d{1,7})(?:→|\t|: | ?[|│] ?|\.(?: |$))")
_LIST = compiled(r"[ \t]{0,12}\d{1,7}\.(?: |$)")
_EMPTY_ITEM = compiled(r"[ \t]{0,12}\d{1,7}\. ?$")
_LEAST_LINES = 8
_BARS = ("|", "│")


class Numbered:
    """A text without the numbers of its lines, and the way back.

    Args:
        text: The text; where its lines are not numbered one after the other, it stays as it is.
    """

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._sizes: list[int] = []
        lines = text.split("\n")
        found = [_NUMBER.match(line) for line in lines] if _NUMBER.search(text[:400]) else []
        self.text = text
        if not _is_numbered(lines, [int(hit[1]) for hit in found if hit]):
            return
        gone = at = 0
        for line, hit in zip(lines, found, strict=True):
            if hit:
                self._starts.append(at)
                gone += hit.end()
                self._sizes.append(gone)
            at += len(line) + 1 - (hit.end() if hit else 0)
        self.text = "\n".join(
            line[hit.end() :] if hit else line for line, hit in zip(lines, found, strict=True)
        )

    def back(self, elisions: Iterable[Elision]) -> Iterator[Elision]:
        """Give elisions of the text without numbers as those of the text with them.

        Args:
            elisions: In order, none overlapping another.

        Yields:
            The same in order; a mark that takes the place of lines keeps the first one's number.
        """
        if not self._starts:
            yield from elisions
            return
        for one in elisions:
            end = self._back(one.end - 1) + 1
            begins_line = one.start == 0 or self.text[one.start - 1] == "\n"
            ends_whole = self.text[one.end - 1] == "\n" or not one.marker
            start = self._before(one.start) if begins_line and ends_whole else self._back(one.start)
            yield replace(one, start=start, end=end)

    def _back(self, place: int) -> int:
        index = bisect_right(self._starts, place)
        return place + (self._sizes[index - 1] if index else 0)

    def _before(self, place: int) -> int:
        index = bisect_right(self._starts, place - 1)
        return place + (self._sizes[index - 1] if index else 0)


def _is_numbered(lines: list[str], numbers: list[int]) -> bool:
    full = sum(1 for line in lines if line.strip())
    if len(numbers) < _LEAST_LINES or len(numbers) * 10 < full * 8:
        return False
    if _LIST.match(lines[0]) and not any(_EMPTY_ITEM.match(line) for line in lines):
        return False  # a list, whose items all say something
    if any(bar in line for line in lines if not _NUMBER.match(line) for bar in _BARS):
        return False  # a table whose first column counts its rows
    steps = sum(1 for one, other in pairwise(numbers) if other == one + 1)
    return steps * 10 >= (len(numbers) - 1) * 9
