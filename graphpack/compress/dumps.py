"""Finds what a person pasted into a message: the output of programs, between their own words."""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.compress.base import Kind
from graphpack.compress.line_kinds import line_kind
from graphpack.compress.lines import Lines
from graphpack.compress.regions import Region, split

__all__ = ["dumps"]

MIN_CHARS = 600

_LINED = frozenset(
    {Kind.TEST_RUN, Kind.BUILD, Kind.STACK_TRACE, Kind.LOG, Kind.DIFF, Kind.SEARCH_RESULTS}
)
_DATA = frozenset({Kind.JSON_ARRAY, Kind.JSON_LINES})


def dumps(text: str) -> Iterator[Region]:
    """Find the stretches of a message that nobody wrote.

    Args:
        text: The message, without terminal colours.

    Yields:
        Regions in order. A paragraph none of whose lines is known as a program's is somebody's
        words and in no region, nor are such lines at a region's ends.
    """
    if len(text) < MIN_CHARS:
        return
    for region in split(text):
        if region.kind in _DATA and region.end - region.start >= MIN_CHARS:
            yield region
        elif region.kind in _LINED:
            for start, end in _runs(Lines.of(text[region.start : region.end])):
                if end - start >= MIN_CHARS:
                    yield Region(region.start + start, region.start + end, region.kind)


def _runs(lines: Lines) -> Iterator[tuple[int, int]]:
    """Find the runs of paragraphs with a program's lines, from the first such line to the last."""
    first = last = -1
    for start, end in _paragraphs(lines):
        known = [at for at in range(start, end) if line_kind(lines.all[at])]
        if known:
            first = known[0] if first < 0 else first
            last = known[-1]
        elif first >= 0:
            yield lines.span(first, last)
            first = -1
    if first >= 0:
        yield lines.span(first, last)


def _paragraphs(lines: Lines) -> Iterator[tuple[int, int]]:
    start = 0
    for at, line in enumerate(lines.all):
        if not line.strip():
            if at > start:
                yield start, at
            start = at + 1
    if len(lines) > start:
        yield start, len(lines)
