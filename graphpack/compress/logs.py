"""Logs: trouble stays, the rest becomes counts of the shapes its lines have.

Kept are errors, warnings and exit codes with what is indented below them, the first and the last
line, and what is rare. It does not read values out of the lines, and sums nothing up but lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from graphpack.compress.base import Elision, Kind, Level, Shortened, shorten
from graphpack.compress.lines import Lines, apart, gaps, names_focus
from graphpack.compress.long_lines import middles
from graphpack.compress.severity import trouble
from graphpack.compress.shapes import shapes
from graphpack.compress.stack_traces import fold
from graphpack.patterns import compiled

__all__ = ["COMPRESSOR", "STAMP"]

STAMP = compiled(
    r"\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d| UTC)?"
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
    r"|\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})\]?:?\s*"
)
"""A time at the start of a line."""

_BELOW = compiled(
    r"[ \t]+\S|\t|(?:Caused by|Traceback|During handling|The above exception|goroutine )"
    r"|[)}\]]|\.\.\. \d|[\w.$]{1,200}(?:Error|Exception)\b"
)
_FIELDS = compiled(r"\"(?:ts|time|timestamp|@timestamp)\": ?(?:\"[^\"]{1,40}\"|[\d.]{1,30}),? ?")
_QUIET = compiled(
    r"\b(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE|FINE)\b|\[(?:info|debug|trace)\]"
    r"|\b(?:info|debug|trace): |^[ID]\d{4} \d|(?:^|[ \t])[DIV]/[\w.]"
    r"|(?:level|lvl|severity|levelname)\"?[=:] ?\"?(?i:info|debug|trace|notice|[1-3]0\b)"
)
"""A line that says itself that nothing is wrong."""

_REPEATS = 4
_COMMON = 5
_TRACE_LINES = 4
_FEW = 2
_HEAD_CHARS = 300
_EXTRA_RATIO: dict[Level, float] = {"summary": 0.03, "aggressive": 0.015, "minimal": 0.005}
_MIN_EXTRA_CHARS: dict[Level, int] = {"summary": 130, "aggressive": 100, "minimal": 0}
_MAX_SHAPE_CHARS = 90


class _Logs:
    name = "logs"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        lines = Lines.of(text)
        keep = bytearray(len(lines))
        found = trouble(lines.all)
        for index in found:
            keep[index] = 1
        traces = _keep_below(lines, keep, found)
        repeated = _fold_repeats(lines, keep, found, traces)
        whole = set(names_focus(lines, focus))
        for index in whole:
            keep[index] = 1
            repeated.discard(index)
        shape_of = _Shapes(lines, keep, repeated)
        shape_of.keep_unknown()
        room = max(int(len(text) * _EXTRA_RATIO[level]), _MIN_EXTRA_CHARS[level])
        room = shape_of.keep_telling(room)
        elisions = apart(shape_of.elisions(room), middles(lines, whole))
        for first, end in (run for run in traces if run[0] not in repeated):
            elisions = apart(elisions, fold(lines, first, end, level=level, whole=whole))
        return shorten(text, elisions, kind=Kind.LOG, level=level)


def _keep_below(lines: Lines, keep: bytearray, found: Iterable[int]) -> list[tuple[int, int]]:
    """Keep what continues a line of trouble: traces, fields, wrapped text.

    Returns:
        Where these runs begin, and the line after each; long enough to be traces.
    """
    size = len(lines)
    runs: list[tuple[int, int]] = []
    done = 0
    for index in found:
        if index < done:
            continue
        at = index + 1
        while at < size and (keep[at] or _BELOW.match(lines.all[at])):
            if STAMP.match(lines.all[at]):
                break
            keep[at] = 1
            at += 1
        done = at
        if at - index >= _TRACE_LINES:
            runs.append((index, at))
    return runs


def _fold_repeats(
    lines: Lines, keep: bytearray, found: Sequence[int], runs: Sequence[tuple[int, int]]
) -> set[int]:
    """Leave out trouble that only repeats other trouble, its time aside: first and last stay."""
    places: dict[str, list[int]] = {}
    for index in found:
        places.setdefault(_core(lines.all[index]), []).append(index)
    folded = {index for same in places.values() if len(same) >= _REPEATS for index in same[1:-1]}
    blocks: dict[tuple[str, ...], list[range]] = {}
    for first, end in runs:
        block = tuple(_core(line) for line in lines.all[first:end])
        blocks.setdefault(block, []).append(range(first, end))
    for alike in blocks.values():
        if len(alike) >= _REPEATS:
            folded.update(index for run in alike[1:-1] for index in run)
    for index in folded:
        keep[index] = 0
    return folded


def _core(line: str) -> str:
    return _FIELDS.sub("", STAMP.sub("", line, count=1), count=1).strip()


class _Shapes:
    """The lines that go, by their shape."""

    def __init__(self, lines: Lines, keep: bytearray, repeated: set[int]) -> None:
        self.lines = lines
        self.keep = keep
        self.repeated = repeated
        self.others = [
            index for index, line in enumerate(lines.all) if not keep[index] and line.strip()
        ]
        self.shape = dict(
            zip(
                self.others, shapes([_core(lines.all[index]) for index in self.others]), strict=True
            )
        )
        self.counts = Counter(shape for index, shape in self.shape.items() if index not in repeated)

    def keep_unknown(self) -> None:
        """Keep lines that neither call themselves quiet nor come again and again."""
        seen: set[str] = set()
        for index in self.others:
            shape = self.shape[index]
            if index in self.repeated or _QUIET.search(self.lines.all[index][:_HEAD_CHARS]):
                continue
            if shape not in seen or self.counts[shape] < _COMMON:
                self.keep[index] = 1
            seen.add(shape)
        for index in self.others:
            self.counts[self.shape[index]] -= self.keep[index]

    def keep_telling(self, room_chars: int) -> int:
        """Keep first and last, then rare lines, while there is room.

        Returns:
            The room that is left.
        """
        if not self.others:
            return room_chars
        full = [index for index, line in enumerate(self.lines.all) if line.strip()]
        ends = (full[0], full[-1])
        rare = (index for index in self.others if self.counts[self.shape[index]] <= _FEW)
        for index in (*ends, *rare):
            size = len(self.lines.all[index]) + 1
            if self.keep[index] or index in self.repeated or size > room_chars:
                continue
            self.keep[index] = 1
            self.counts[self.shape[index]] -= 1
            room_chars -= size
        return room_chars

    def elisions(self, room_chars: int) -> list[Elision]:
        """Leave out what is not kept; the first mark lists the shapes there were."""
        listed: list[str] = []
        for shape, count in sorted(self.counts.items(), key=lambda one: (-one[1], one[0])):
            line = f"{count} × {shape[:_MAX_SHAPE_CHARS]}"
            room_chars -= len(line) + 2
            if not count or room_chars < 0:
                break
            listed.append(line)
        legend = f"; in all: {'; '.join(listed)}" if listed else ""

        def what(first: int, last: int) -> str:
            nonlocal legend
            said, legend = legend, ""
            same = sum(1 for index in range(first, last + 1) if index in self.repeated)
            noun = "lines" if last > first else "line"
            return noun + (f", {same} repeat trouble shown" if same else "") + said

        return list(gaps(self.lines, self.keep, reason="no trouble in them", what=what))


COMPRESSOR = _Logs()
