"""The last resort for a text that is too long: the lines that tell, with marks for the others.

Only where no compressor makes it small enough: a failure whose output does not fit is worth more by
its error alone than left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.compress import Kind as TextKind
from graphpack.compress.base import shorten
from graphpack.compress.lines import Lines, gaps
from graphpack.compress.severity import trouble
from graphpack.context.terms import terms

__all__ = ["telling"]

MAX_LINES = 24
"""So many lines are kept at most; those of trouble first, the last of them first of all."""
_AROUND = 1
_ENDING = 3
_LINE_CHARS = 400


def telling(text: str, wanted: frozenset[str], *, is_run: bool) -> str:
    """Keep the lines that speak of trouble or of what is wanted, and how a run ended.

    Args:
        text: Any; a run's output, or a file.
        wanted: Terms of the task.
        is_run: Whether it is a run's output, whose last lines say how it ended.

    Returns:
        A shorter text with a mark for each run of lines that is left out; the text itself where
        that makes it no shorter.
    """
    lines = Lines.of(text)
    keep = bytearray(len(lines))
    for index in _ranked(lines, wanted, is_run=is_run):
        keep[index] = 1
    made = shorten(
        text, gaps(lines, keep, reason="not telling"), kind=TextKind.TEXT, level="minimal"
    )
    return made.text if len(made.text) < len(text) else text


def _ranked(lines: Lines, wanted: frozenset[str], *, is_run: bool) -> Iterator[int]:
    """Choose the lines that stay."""
    written = [index for index, line in enumerate(lines.all) if line.strip()]
    bad = set(trouble(lines.all)) if is_run else set()
    about = [index for index in written if terms(lines.all[index][:_LINE_CHARS]) & wanted]
    order = [*sorted(bad, reverse=True), *(written[-_ENDING:] if is_run else []), *about]
    if is_run:
        order += [near for index in sorted(bad) for near in _beside(index, len(lines))]
    else:
        order += [near for index in about for near in _beside(index, len(lines))]
    yield from list(dict.fromkeys(order))[:MAX_LINES]


def _beside(index: int, count: int) -> Iterator[int]:
    for near in range(index - _AROUND, index + _AROUND + 1):
        if 0 <= near < count:
            yield near
