"""What must survive of the outputs of many tools, at every level and however they are wrapped."""

import re

import pytest

from graphpack.compress import LEVELS, Kind, compress

from .cases import CASES, Case, lost

NAMED = [pytest.param(case, id=case.name.replace(" ", "_")) for case in CASES]

# how a line is written, and what to take away again to compare
BEFORE = (
    (lambda at: f"2026-03-01T10:{at // 60:02}:{at % 60:02}.{at:07}Z ", r"2026-03-01T\S{17} ?"),
    (lambda at: "web-1  | ", r"web-1  \| ?"),
    (lambda at: f"{at + 1:6}→", r"(?m)^ *\d+→"),
    (lambda at: f"\x1b[3{at % 7}m", r"\x1b\[\d*m"),
)
AROUND = (
    "$ run it\n{}\n$ echo $?\n1",
    "Here is what it said:\n\n```\n{}\n```\n\nWhat now?",
    "<stdout>\n{}\n</stdout>\n<exit>1</exit>",
)


@pytest.mark.parametrize("case", NAMED)
def test_what_must_survive_survives_at_every_level(case: Case):
    for level in LEVELS[1:]:
        made = compress(case.text, level=level)
        assert not made.failures
        assert not lost(case, made.text)
        assert compress(made.text, level=level).text == made.text


@pytest.mark.parametrize("turn", range(len(BEFORE)))
def test_what_must_survive_survives_whatever_stands_before_every_line(turn):
    # each case meets one of them, so that all of them meet cases of every kind
    write, before = BEFORE[turn]
    for case in CASES[turn :: len(BEFORE)]:
        if case.text[:1] in {"{", "["}:
            continue
        lines = [f"{write(at)}{line}" for at, line in enumerate(case.text.split("\n"))]
        for end in ("\n", "\r\n"):
            made = compress(end.join(lines)).text
            assert not lost(case, re.sub(before, "", made)), case.name


@pytest.mark.parametrize("turn", range(len(AROUND)))
def test_what_must_survive_survives_inside_another_text(turn):
    for case in CASES[turn :: len(AROUND)]:
        made = compress(AROUND[turn].replace("{}", case.text)).text
        assert not lost(case, made), case.name


@pytest.mark.parametrize("case", [param for param in NAMED if param.values[0].kind])
def test_the_output_of_a_tool_is_taken_for_what_it_is(case: Case):
    assert compress(case.text).kind == case.kind


def test_every_case_says_what_must_survive_of_it():
    for case in CASES:
        assert case.must
        # hits are written anew, with blanks round their numbers
        assert case.kind == Kind.SEARCH_RESULTS or not lost(case, case.text)
    assert len({case.name for case in CASES}) == len(CASES)
