"""What a new version of a text says that the old one did not: lines that stayed become a mark."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphpack.compress.base import Elision, mark
from graphpack.compress.lines import Lines
from graphpack.compress.severity import trouble

__all__ = ["UNCHANGED", "changes"]

UNCHANGED = "unchanged"
"""The reason of an elision of lines that an earlier version has as well."""

CONTEXT_LINES = 1
MIN_RUN_LINES = 4
MAX_GONE_LINES = 12
GONE_CHARS = 160


def changes(old: str, new: str, *, message: int) -> tuple[Elision, ...]:
    """Leave out of a new version what an earlier one has as well.

    Args:
        old: The earlier version.
        new: The new one.
        message: Where the earlier one stands.

    Returns:
        Elisions of the new version, each with a mark that names the message and, below it, the
        lines that are gone. Changed lines, those next to them and those of trouble stay.
    """
    before, lines = old.split("\n"), Lines.of(new)
    stays = set(trouble(lines.all))
    found: list[Elision] = []
    gone: list[str] = []
    for tag, first, last, start, end in _steps(before, lines.all):
        if tag != "equal":
            gone += before[first:last]
            continue
        edges = (start > 0, end < len(lines))
        for run in _runs(start + CONTEXT_LINES * edges[0], end - CONTEXT_LINES * edges[1], stays):
            found.append(_elision(lines, *run, message))
            found[-1] = _with_gone(found[-1], gone)
            gone = []
    if found and gone:
        found[-1] = _with_gone(found[-1], gone)
    return tuple(found)


_Step = tuple[str, int, int, int, int]


def _steps(old: Sequence[str], new: Sequence[str]) -> Iterator[_Step]:
    """Go through both versions: what is equal and what is not, in order, without gaps."""
    i = j = 0
    for first, start, size in [*_blocks(old, new), (len(old), len(new), 0)]:
        if first > i or start > j:
            yield "replace", i, first, j, start
        if size:
            yield "equal", first, first + size, start, start + size
        i, j = first + size, start + size


_Block = tuple[int, int, int]


def _blocks(old: Sequence[str], new: Sequence[str]) -> list[_Block]:
    """Match lines: place in the old version, place in the new one, how many.

    Both ends, and runs around the lines that stand once in either version and in the same order
    (patience diff). Linear but for a sort: what tries every pair needs seconds where a few lines
    repeat for ever.
    """
    limit = min(len(old), len(new))
    head = next((at for at in range(limit) if old[at] != new[at]), limit)
    limit -= head
    tail = next((at for at in range(limit) if old[-1 - at] != new[-1 - at]), limit)
    ends = len(old) - tail, len(new) - tail
    found: list[_Block] = [(0, 0, head)] if head else []
    reached = head, head
    for i, j in _anchors(old, new, head, ends):
        if i < reached[0] or j < reached[1]:
            continue
        first, start = i, j
        while first > reached[0] and start > reached[1] and old[first - 1] == new[start - 1]:
            first, start = first - 1, start - 1
        while i < ends[0] and j < ends[1] and old[i] == new[j]:
            i, j = i + 1, j + 1
        found.append((first, start, i - first))
        reached = i, j
    if tail:
        found.append((*ends, tail))
    return found


def _anchors(
    old: Sequence[str], new: Sequence[str], head: int, ends: tuple[int, int]
) -> list[tuple[int, int]]:
    """Find the lines that stand once in either middle, as far as they keep their order."""
    theirs = {line: at for at, line in _once(old, head, ends[0])}
    pairs = sorted((theirs[line], at) for at, line in _once(new, head, ends[1]) if line in theirs)
    return _rising(pairs)


def _once(lines: Sequence[str], start: int, end: int) -> Iterator[tuple[int, str]]:
    counts = Counter(lines[start:end])
    return ((at, lines[at]) for at in range(start, end) if counts[lines[at]] == 1)


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Take the longest run of pairs whose second places rise as well."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        at = bisect_left(tops, place)
        before.append(ends[at - 1] if at else -1)
        tops[at : at + 1], ends[at : at + 1] = [place], [number]
    chosen: list[tuple[int, int]] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]


def _runs(start: int, end: int, stays: set[int]) -> Iterator[tuple[int, int]]:
    """Cut a run of lines at those that stay; first line, line after."""
    at = start
    for index in [*sorted(one for one in stays if start <= one < end), end]:
        if index - at >= MIN_RUN_LINES:
            yield at, index
        at = index + 1


def _elision(lines: Lines, first: int, after: int, message: int) -> Elision:
    start, end = lines.span(first, after - 1)
    marker = mark(after - first, f"lines as in message {message}")
    return Elision(start, end, marker, after - first, "lines", UNCHANGED)


def _with_gone(one: Elision, gone: Sequence[str]) -> Elision:
    shown = [f"- {line[:GONE_CHARS]}" for line in gone[:MAX_GONE_LINES]]
    if len(gone) > MAX_GONE_LINES:
        shown.append(f"- [… {len(gone) - MAX_GONE_LINES} more lines gone]")
    return replace(one, marker="\n".join((one.marker, *shown)))
