"""Test runs: every failure with its assertion and its place, and the totals; passes are counted.

A test that passed is left out whatever its name says; nothing else is, but the runner's greeting.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphpack.compress.base import Elision, Kind, Level, Shortened, shorten
from graphpack.compress.lines import Lines, apart, gaps, names_focus
from graphpack.compress.long_lines import middles
from graphpack.compress.runners import GREETING, PASSED
from graphpack.compress.severity import trouble
from graphpack.compress.shapes import shapes
from graphpack.compress.stack_traces import fold
from graphpack.patterns import compiled

__all__ = ["COMPRESSOR"]

_UNDERLINE = compiled(r"_ (?:_ )+_? ?$|[ \t]*\^+[ \t]*$")
# what an assertion shows of two values, and the source round a failure
_SHOWN = compiled(r"[ \t]*(?:E\b|[-+>|│])|[ \t]*\d+ *[|│]")
_REPEATS = 20
_PLAIN = compiled(r"\[… [1-5] lines?\]")
_SOURCE = compiled(r" {4,}\S")
# as jest and vitest show it: the line that failed begins with ">", or is underlined
_NUMBERED = compiled(r"[ \t]{2,}\d{1,6} ?[|│]")
_PLACE = compiled(r"\S{1,300}:\d{1,7}: in ")
_CARET = compiled(r"[ \t]*[|│][ \t]*\^")
_SECTION = compiled(r"_{3,} .{1,300} _{3,}$|=+ .{1,200} =+$|-{3,} .{1,200} -{3,}$")


class _TestRuns:
    name = "test runs"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        lines = Lines.of(text)
        keep = bytearray(b"\1" * len(lines))
        passed = bytearray(len(lines))
        for index, line in enumerate(lines.all):
            if PASSED.match(line):
                keep[index], passed[index] = 0, 1
            elif GREETING.match(line):
                keep[index] = 0
        _leave_source(lines, keep)
        for index in _alike(lines, keep):
            keep[index] = 0
        whole = set(names_focus(lines, focus))
        for index in whole:
            keep[index] = 1

        def what(first: int, last: int) -> str:
            tests = sum(passed[first : last + 1])
            noun = "lines" if last > first else "line"
            return f"{noun}: passed or skipped" if tests * 2 > last - first else noun

        said = list(gaps(lines, keep, reason="passed, or the runner's own words", what=what))
        # a word for each few lines of source would cost what they do
        said[1:] = [
            replace(one, marker="…") if _PLAIN.fullmatch(one.marker) else one for one in said[1:]
        ]
        traces = fold(lines, 0, len(lines), level=level, whole=whole)
        made = apart(apart(apart(said, traces), _drawn(lines)), middles(lines, whole))
        return shorten(text, made, kind=Kind.TEST_RUN, level=level)


def _alike(lines: Lines, keep: Sequence[int]) -> Iterator[int]:
    """Find lines that come again and again, such as the names of tests that nothing marks."""
    troubled = set(trouble(lines.all))
    others = [
        index
        for index, line in enumerate(lines.all)
        if keep[index] and index not in troubled and line.strip() and not _SHOWN.match(line)
    ]
    alike: dict[str, list[int]] = defaultdict(list)
    for index, shape in zip(others, shapes([lines.all[at] for at in others]), strict=True):
        alike[shape].append(index)
    for places in alike.values():
        if len(places) >= _REPEATS:
            yield from places[1:-1]


def _leave_source(lines: Lines, keep: bytearray) -> None:
    """Leave out the source around the line that failed; that line itself is marked, and stays."""
    inside = False
    size = len(lines)
    for index, line in enumerate(lines.all):
        if _SECTION.match(line):
            inside = line.startswith("_")
        elif inside and line and _SOURCE.match(line):
            # below a place stands the statement that failed there
            keep[index] &= index > 0 and _PLACE.match(lines.all[index - 1]) is not None
        elif _NUMBERED.match(line):
            below = lines.all[index + 1] if index + 1 < size else ""
            keep[index] &= _CARET.match(below) is not None


def _drawn(lines: Lines) -> Iterator[Elision]:
    """Leave out what is only drawn: what underlines a place, what rules off a frame."""
    for index, line in enumerate(lines.all[:-1]):
        if _UNDERLINE.match(line):
            start, end = lines.starts[index], lines.starts[index + 1]
            yield Elision(start, end, "", 1, "lines", "drawn, says nothing")


COMPRESSOR = _TestRuns()
