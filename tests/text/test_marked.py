"""Lines looked for by their marks are those that the pattern alone would find."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.extract.offline.phrases import LINES
from graphpack.text.marked import MarkedLines

TOTAL = r"^.*(?:\b\d+ (?:passed|failed)\b|^Tests?:).*$"
PIECES = (
    "3 passed", "12 FAILED", "Tests:", "teſts:", "İ", "é", " ", "\n", "\n", "\r\n", "x", "test:",
    "4 paſſed", "→", "test PASSED", " passed", "٣ passed", "²", "7",
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.integers(0, 30), st.integers(0, 60))
def test_the_lines_are_those_of_the_pattern(pieces, start, size):
    text = "".join(pieces)
    marked = MarkedLines(TOTAL, ("test:", "tests:"), counted=("passed", "failed"), is_cased=False)
    alone = re.compile(TOTAL, re.MULTILINE | re.IGNORECASE)
    for begins, ends in ((0, len(text)), (min(start, len(text)), min(start + size, len(text)))):
        expected = [found.span() for found in alone.finditer(text, begins, ends)]
        assert [found.span() for found in marked.finditer(text, begins, ends)] == expected


def test_case_counts_where_it_is_to():
    marked = MarkedLines("^.*Error:.*$", ("Error:",))
    text = "ValueError: no\nerror: no\nan OSError: yes"
    found = [match[0] for match in marked.finditer(text, 0, len(text))]
    assert found == ["ValueError: no", "an OSError: yes"]


def test_every_kind_of_telling_line_is_known_by_its_marks():
    told = {
        "error": ("TypeError: x", "error: x", "error[E1]: x", "fatal: x", "panic: x", "FAIL x",
                  "E   assert x", "npm ERR! x", "Traceback (most recent call last)"),
        "total": ("3 passed", "1 failed", "2 failing", "2 passing", "1 error", "7 warnings",
                  "1 issue", "Test: x", "Tests: x", "test result: ok", "BUILD SUCCESS",
                  "build failed"),
    }  # fmt: skip
    for label, lines in told.items():
        for line in lines:
            assert next(LINES[label].finditer(line, 0, len(line)), None), line
