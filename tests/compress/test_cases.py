"""What must survive of the outputs of many tools, at every level and however they are wrapped."""

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


@pytest.mark.parametrize("case", [param for param in NAMED if param.values[0].kind])
def test_the_output_of_a_tool_is_taken_for_what_it_is(case: Case):
    assert compress(case.text).kind == case.kind


def test_every_case_says_what_must_survive_of_it():
    for case in CASES:
        assert case.must
        # hits are written anew, with blanks round their numbers
        assert case.kind == Kind.SEARCH_RESULTS or not lost(case, case.text)
    assert len({case.name for case in CASES}) == len(CASES)
