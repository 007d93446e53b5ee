"""What a new version of a text says that the old one did not: lines that stayed become a mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from graphpack.compress.base import Elision, mark
from graphpack.compress.lines import Lines
from graphpack.compress.severity import trouble

__all__ = ["changes"]

CONTEXT_LINES = 1
MIN_RUN_LINES = 4
MAX_COMPARED = 1_000_000
"""Pairs of lines; between longer texts only their common ends are told."""
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
    """Compare line by line; as ``SequenceMatcher.get_opcodes`` words it."""
    size = min(len(old), len(new))
    head = next((at for at in range(size) if old[at] != new[at]), size)
    tail = next((at for at in range(size - head) if old[-1 - at] != new[-1 - at]), size - head)
    if head:
        yield "equal", 0, head, 0, head
    middle, other = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(middle) * len(other) > MAX_COMPARED:
        yield "replace", head, len(old) - tail, head, len(new) - tail
    else:
        matcher = SequenceMatcher(None, middle, other, autojunk=False)
        for tag, a, b, c, d in matcher.get_opcodes():
            yield tag, a + head, b + head, c + head, d + head
    if tail:
        yield "equal", len(old) - tail, len(old), len(new) - tail, len(new)


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
    return Elision(start, end, marker, after - first, "lines", "unchanged")


def _with_gone(one: Elision, gone: Sequence[str]) -> Elision:
    shown = [f"- {line[:GONE_CHARS]}" for line in gone[:MAX_GONE_LINES]]
    if len(gone) > MAX_GONE_LINES:
        shown.append(f"- [… {len(gone) - MAX_GONE_LINES} more lines gone]")
    return replace(one, marker="\n".join((one.marker, *shown)))
