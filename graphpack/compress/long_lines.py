"""Very long lines, such as a page or an answer poured into a log: the ends, and trouble inside."""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.compress.base import Elision, mark
from graphpack.compress.lines import Lines
from graphpack.compress.severity import places

__all__ = ["LONG_CHARS", "middles"]

LONG_CHARS = 4_000
"""A longer line is no line that anybody wrote."""

_HEAD_CHARS = 800
_TAIL_CHARS = 300
_BEFORE_CHARS = 150
_AFTER_CHARS = 250
_MIN_GAP_CHARS = 200


def middles(lines: Lines, whole: set[int], *, long_chars: int = LONG_CHARS) -> Iterator[Elision]:
    """Leave out the middle of very long lines.

    Args:
        lines: Of the text.
        whole: Lines that stay as they are.
        long_chars: How long a line is that loses its middle.

    Yields:
        Elisions inside lines, none of which holds a word of trouble or what stands next to it.
    """
    for index, line in enumerate(lines.all):
        if len(line) < long_chars or index in whole:
            continue
        start = lines.starts[index]
        at = min(_HEAD_CHARS, long_chars // 3)
        stops = [(one - _BEFORE_CHARS, one + _AFTER_CHARS) for one in places(line)]
        for first, last in [*stops, (len(line) - _TAIL_CHARS, len(line))]:
            if first - at >= _MIN_GAP_CHARS:
                marker = mark(first - at, "characters")
                yield Elision(start + at, start + first, marker, first - at, "characters", "long")
            at = max(at, last)
