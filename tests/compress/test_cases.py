"""What must survive of the outputs of many tools, at every level and however they are wrapped."""

import re

import pytest

from graphpack.compress import LEVELS, Kind, compress

from .cases import CASES, Case, lost

NAMED = [pytest.param(case, id=case.name.replace(" ", "_")) for case in CASES]


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize("case", NAMED)
def test_what_must_survive_survives_at_every_level(case: Case, level):
    made = compress(case.text, level=level)
    assert not made.failures
    assert not lost(case, made.text)
    assert compress(made.text, level=level).text == made.text


def _wrapped(text: str, write) -> str:
    return "\n".join(write(at, line) for at, line in enumerate(text.split("\n")))


@pytest.mark.parametrize(
    ("write", "before"),
    [
        pytest.param(
            lambda at, line: f"2026-03-01T10:{at // 60:02}:{at % 60:02}.{at:07}Z {line}",
            r"2026-03-01T10:\d\d:\d\d\.\d{7}Z ?",
            id="times_of_a_build_server",
        ),
        pytest.param(lambda at, line: f"web-1  | {line}", r"web-1  \| ?", id="name_of_a_service"),
        pytest.param(lambda at, line: f"{at + 1:6}→{line}", r"(?m)^ *\d+→", id="line_numbers"),
        pytest.param(lambda at, line: f"\x1b[3{at % 7}m{line}\x1b[0m", r"\x1b\[\d*m", id="colours"),
        pytest.param(lambda at, line: line + "\r", "\r", id="carriage_returns"),
    ],
)
def test_what_must_survive_survives_whatever_stands_before_every_line(write, before):
    for case in CASES:
        if not case.text.startswith(("{", "[{", "[4", "[[")):
            made = compress(_wrapped(case.text, write)).text
            assert not lost(case, re.sub(before, "", made)), case.name


@pytest.mark.parametrize(
    "around",
    [
        "$ run it\n{}\n$ echo $?\n1",
        "Here is what it said:\n\n```\n{}\n```\n\nWhat now?",
        "<stdout>\n{}\n</stdout>\n<exit>1</exit>",
    ],
)
def test_what_must_survive_survives_inside_another_text(around):
    for case in CASES:
        assert not lost(case, compress(around.replace("{}", case.text)).text), case.name


@pytest.mark.parametrize("case", [param for param in NAMED if param.values[0].kind])
def test_the_output_of_a_tool_is_taken_for_what_it_is(case: Case):
    assert compress(case.text).kind == case.kind


def test_every_case_says_what_must_survive_of_it():
    for case in CASES:
        assert case.must
        # hits are written anew, with blanks round their numbers
        assert case.kind == Kind.SEARCH_RESULTS or not lost(case, case.text)
    assert len({case.name for case in CASES}) == len(CASES)
