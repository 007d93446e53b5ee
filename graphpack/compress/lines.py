"""A text as lines with their places, and the elision of those that nobody needs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from graphpack.compress.base import Elision, mark

__all__ = ["Lines", "apart", "gaps", "names_focus"]

_MIN_SAVED_CHARS = 6


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a text, without their ends.

    Args:
        text: The text.
        all: Its lines, as line feeds part them.
        starts: First character of each, and the place after the last one's end.
    """

    text: str
    all: tuple[str, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Lines:
        """Part a text into its lines."""
        lines = tuple(text.split("\n"))
        return cls(text, lines, tuple(accumulate((len(line) + 1 for line in lines), initial=0)))

    def __len__(self) -> int:
        return len(self.all)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Give the characters of a run of lines, without the end of the last one."""
        return self.starts[first], self.starts[last] + len(self.all[last])


def gaps(
    lines: Lines,
    keep: Sequence[int],
    *,
    reason: str,
    what: Callable[[int, int], str] = lambda first, last: "lines" if last > first else "line",
) -> Iterator[Elision]:
    """Leave out each run of lines that is not kept, where that saves anything.

    Args:
        lines: Of the text.
        keep: For each line, whether it stays.
        reason: Why the others can go.
        what: Words the mark of a run, from its first and last line.

    Yields:
        One elision for each run.
    """
    for first, last in _runs(lines, keep):
        count = sum(1 for line in lines.all[first : last + 1] if line and not line.isspace())
        marker = mark(count, what(first, last))
        while first > 0 and not lines.all[first - 1].strip():
            first -= 1
        while last + 2 < len(lines) and not lines.all[last + 1].strip():
            last += 1
        start, end = lines.span(first, last)
        if end - start >= len(marker) + _MIN_SAVED_CHARS:
            yield Elision(start, end, marker, count, "lines", reason)


def _runs(lines: Lines, keep: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Find the runs of lines that go; blank ones do not part them."""
    first = last = -1
    for index, line in enumerate(lines.all):
        if not line or line.isspace():
            continue
        if not keep[index]:
            first = index if first < 0 else first
            last = index
        elif first >= 0:
            yield first, last
            first = -1
    if first >= 0:
        yield first, last


def names_focus(lines: Lines, focus: Sequence[str]) -> Iterator[int]:
    """Find the lines that speak of what is being worked on.

    Args:
        lines: Of the text.
        focus: Paths; a line that ends one with its name, such as ``app.py`` for ``src/app.py``,
            speaks of it as well.

    Yields:
        Their indices.
    """
    wanted = {path.strip() for path in focus} | {path.strip().rpartition("/")[2] for path in focus}
    wanted.discard("")
    for index, line in enumerate(lines.all) if wanted else ():
        if any(path in line for path in wanted):
            yield index


def apart(first: Sequence[Elision], second: Iterable[Elision]) -> list[Elision]:
    """Join elisions, without those of the second that reach into one of the first.

    Args:
        first: In any order, none overlapping another.
        second: None overlapping another.
    """
    first = sorted(first, key=lambda one: one.start)
    ends = [one.start for one in first]
    joined = list(first)
    for one in second:
        at = bisect_right(ends, one.start)
        is_free = (at == 0 or first[at - 1].end <= one.start) and (
            at == len(first) or one.end <= first[at].start
        )
        if is_free:
            joined.append(one)
    return joined
