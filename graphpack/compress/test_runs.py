"""Test runs: every failure with its assertion and its place, and the totals; passes are counted.

A test that passed is left out whatever its name says; nothing else is, but the runner's greeting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphpack.compress.base import Elision, Kind, Level, Shortened, shorten
from graphpack.compress.lines import Lines, apart, gaps, names_focus
from graphpack.compress.long_lines import middles
from graphpack.compress.stack_traces import fold

__all__ = ["COMPRESSOR", "PASSED", "TEST_RUN"]

PASSED = re.compile(
    r"\S.{0,400}::.{1,400} (?:PASSED|SKIPPED|XFAIL)\b.{0,400}$"  # pytest -v
    r"|[\w./\\-]{1,300}\.py(?:::\S+)? [.sxX]+ *(?:\[ *\d+%\])?$|[.sxX]{20,}(?: *\[ *\d+%\])?$"
    r"|\[gw\d+\] \[ *\d+%\] (?:PASSED|SKIPPED|XFAIL) "
    r"|\s*[✓✔√○↓] |PASS (?:\[.{1,20}\] )?\S|\s*PASS +\[ *[\d.]+s\] "  # jest, vitest, nextest
    r"|test .{1,400} \.\.\. (?:ok|ignored)(?:, .{0,100})?$|running \d+ tests?$"  # cargo
    r"|test result: ok\. 0 passed; 0 failed; 0 ignored|\s*Running (?:unittests |tests/)"
    r"|\s*--- (?:PASS|SKIP): |\s*=== (?:RUN|PAUSE|CONT|NAME) |ok +\t?\S|\?   \t"  # go
    r"|\w+ \([\w.]+\)(?: \.\.\.)? ok$|ok \d+ "  # unittest, TAP
    r"|\[INFO\] Tests run: \d+, Failures: 0, Errors: 0,.{0,200} -+ in |\[INFO\] Running "
    r"|Tests run: \d+, Failures: 0, Errors: 0,.{0,200}Time elapsed|Running [\w.]+$"  # JUnit
    r"|[\w.$]+ > .{1,300} (?:PASSED|SKIPPED)$|\s*\[OK\] |.{1,300} ✔$"
)
"""A line that says of one test, or one file of tests, that it passed or was skipped."""

TEST_RUN = re.compile(
    r"=+ (?:test session starts|FAILURES|ERRORS|short test summary info|\d+ (?:passed|failed)"
    r"|no tests ran|\d+ errors?|.{0,80}\d+ (?:passed|failed|error)) ?.{0,80}=*$"
    r"|\S+::\S.{0,300} (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b|(?:FAILED|ERROR) \S+\.py\b"
    r"|[\w./\\-]+\.py [.FEsxX]+ *\[ *\d+%\]$"
    r"|\d+ (?:passed|failed)(?:, \d+ \w+)* in [\d.]+s"
    r"|Test(?: Suite)?s: +\d|Test Files +\d|\s*Tests +\d+ (?:passed|failed)"
    r"|(?:PASS|FAIL) +\S+\.[jt]sx?"
    r"|\s*[✓✔√×✕✗] .{1,200}(?:\(?\d+ ?ms\)?)?$|\s*● .{1,200} › "
    r"|test .{1,300} \.\.\. (?:ok|FAILED|ignored)|test result: |running \d+ tests?$|failures:$"
    r"|\s*--- (?:PASS|FAIL|SKIP): |=== (?:RUN|CONT|PAUSE) |(?:ok|FAIL) {0,4}\t\S+"
    r"|(?:\[\w+\] )?Tests run: \d+, Failures: |Ran \d+ tests? in |\d+ tests completed"
    r"|[\w.$]+ > .{1,200} (?:PASSED|FAILED|SKIPPED)$|(?:not )?ok \d+ - |TAP version"
    r"|\w+ \([\w.]+\)(?: \.\.\.)? (?:ok|FAIL|ERROR)$"
)
"""A line that nothing but a test runner writes."""

_GREETING = re.compile(
    r"platform \w+ -- |cachedir: |rootdir: |plugins: |configfile: |testpaths: |hypothesis profile"
    r"|asyncio: |Using --random|collecting \.\.\.\s*$|scheduling tests via|created: \d+/\d+ workers"
    r"|\d+ workers \[|PASS$|Browserslist|Snapshots: +0 |Duration +|\s*Start at |Ran all test"
    r"|> \S+@\S+ \S+$|> [\w./ -]+$|\s*RUN +v[\d.]+ "
)
_UNDERLINE = re.compile(r"_ (?:_ )+_? ?$|[ \t]*\^+[ \t]*$")
_SOURCE = re.compile(r" {4,}\S")
_SECTION = re.compile(r"_{3,} .{1,300} _{3,}$|=+ .{1,200} =+$")


class _TestRuns:
    name = "test runs"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        lines = Lines.of(text)
        keep = bytearray(b"\1" * len(lines))
        passed = bytearray(len(lines))
        for index, line in enumerate(lines.all):
            if PASSED.match(line):
                keep[index], passed[index] = 0, 1
            elif _GREETING.match(line):
                keep[index] = 0
        if level != "summary":
            _leave_source(lines, keep)
        whole = set(names_focus(lines, focus))
        for index in whole:
            keep[index] = 1

        def what(first: int, last: int) -> str:
            tests = sum(passed[first : last + 1])
            noun = "lines" if last > first else "line"
            return f"{noun}: passed or skipped" if tests * 2 > last - first else noun

        said = list(gaps(lines, keep, reason="passed, or the runner's own words", what=what))
        traces = fold(lines, 0, len(lines), level=level, whole=whole)
        made = apart(apart(apart(said, traces), _drawn(lines)), middles(lines, whole))
        return shorten(text, made, kind=Kind.TEST_RUN, level=level)


def _leave_source(lines: Lines, keep: bytearray) -> None:
    """Leave out the source that pytest shows around the line that failed."""
    inside = False
    for index, line in enumerate(lines.all):
        if _SECTION.match(line):
            inside = line.startswith("_")
        elif inside and line and _SOURCE.match(line):
            keep[index] = 0


def _drawn(lines: Lines) -> Iterator[Elision]:
    """Leave out what is only drawn: what underlines a place, what rules off a frame."""
    for index, line in enumerate(lines.all[:-1]):
        if _UNDERLINE.match(line):
            start, end = lines.starts[index], lines.starts[index + 1]
            yield Elision(start, end, "", 1, "lines", "drawn, says nothing")


COMPRESSOR = _TestRuns()
