"""Stack traces: every message and cause stays, and the frames of one's own code.

Frames of runtimes and frameworks become their number. Where no frame is one's own, all stay: then
nobody can tell which of them matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphpack.compress.base import Elision, Kind, Level, Shortened, mark, shorten
from graphpack.compress.frames import Frame, frames
from graphpack.compress.lines import Lines, apart, names_focus
from graphpack.compress.long_lines import middles

__all__ = ["COMPRESSOR", "fold"]


class _StackTraces:
    name = "stack traces"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        lines = Lines.of(text)
        whole = set(names_focus(lines, focus))
        folded = fold(lines, 0, len(lines), level=level, whole=whole)
        elisions = apart(list(folded), middles(lines, whole))
        return shorten(text, elisions, kind=Kind.STACK_TRACE, level=level)


@dataclass(slots=True)
class _Run:
    """Frames next to each other, one section of a trace."""

    frames: list[Frame]
    kept: list[bool]


def fold(lines: Lines, first: int, end: int, *, level: Level, whole: set[int]) -> Iterator[Elision]:
    """Leave out what a trace can do without.

    Args:
        lines: Of the text.
        first: The trace's first line.
        end: The line after its last.
        level: How much goes.
        whole: Lines whose frames stay as they are.

    Yields:
        Elisions of frames, and of the source below frames.
    """
    found = list(frames(lines.all, first, end))
    if not found or all(frame.is_foreign for frame in found):
        return
    for run in _runs(found):
        _choose(run, whole)
        yield from _elisions(lines, run, level, whole)


def _runs(found: Sequence[Frame]) -> Iterator[_Run]:
    run: list[Frame] = []
    for frame in found:
        if run and frame.first > run[-1].last + 1:
            yield _Run(run, [])
            run = []
        run.append(frame)
    if run:
        yield _Run(run, [])


def _choose(run: _Run, whole: set[int]) -> None:
    seen: set[str] = set()
    for frame in run.frames:
        is_new = frame.key not in seen and not frame.is_foreign
        seen.add(frame.key)
        run.kept.append(is_new or frame.first in whole)


def _elisions(lines: Lines, run: _Run, level: Level, whole: set[int]) -> Iterator[Elision]:
    at = 0
    while at < len(run.frames):
        frame = run.frames[at]
        if run.kept[at]:
            is_last = at == len(run.frames) - 1
            if frame.is_split and frame.first not in whole:
                yield from _source(lines, frame, is_innermost=is_last)
            at += 1
            continue
        first = at
        while at < len(run.frames) and not run.kept[at]:
            at += 1
        gone = run.frames[first:at]
        count = sum(one.weight for one in gone)
        is_foreign = all(one.is_foreign for one in gone)
        what = ("library " if is_foreign else "") + ("frames" if count > 1 else "frame")
        start, end = lines.span(frame.first, run.frames[at - 1].last)
        marker = mark(count, what)
        if end - start > len(marker):
            yield Elision(start, end, marker, count, "frames", "of libraries, or repeated")


def _source(lines: Lines, frame: Frame, *, is_innermost: bool) -> Iterator[Elision]:
    """Leave out the source below a frame, which its file has; that of the innermost one stays."""
    first = frame.first + 1
    if is_innermost and not lines.all[first].lstrip().startswith("raise "):
        first += 1  # the statement stays, what underlines it goes
    if first <= frame.last:
        start, end = lines.starts[first] - 1, lines.span(first, frame.last)[1]
        yield Elision(start, end, "", frame.last - first + 1, "lines", "source of a frame")


COMPRESSOR = _StackTraces()
