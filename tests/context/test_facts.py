"""What a record says outright."""

import pytest

from graphpack.context import Kind, Record
from graphpack.context.facts import Outcome, facts_of


def facts(text, kind=Kind.NOTE, **more):
    return facts_of(Record("r1", kind, text, **more))


def test_paths_of_both_worlds_without_line_numbers_and_addresses():
    found = facts(
        r"see src/tide/table.ts:41:7 and lib\moon\phase.c, not https://a.example/b/c.html"
    )
    assert found.paths == ("src/tide/table.ts", "lib/moon/phase.c")


def test_a_date_is_no_path_and_no_name():
    found = facts("2026-03-01T08:30:11Z INFO tide rising on 2026/03/01")
    assert found.paths == ()
    assert found.symbols == ()


def test_symbols_are_names_calls_definitions_and_quoted_words():
    found = facts('readTable() gives None; def moon_phase and `ebbTide`, "Neap" too')
    assert {"readTable", "moon_phase", "ebbTide", "Neap"} <= set(found.symbols)
    assert "moon_phase" in found.declared


def test_places_are_those_of_ones_own_frames():
    text = (
        "TypeError: no tide\n    at read (src/tide.ts:41:19)\n"
        "    at next (node_modules/express/lib/router.js:9:5)"
    )
    found = facts(text, Kind.ERROR)
    assert found.places == ("src/tide.ts:41",)
    assert found.signatures[0].startswith("TypeError: no tide")


def test_failing_tests_have_names():
    text = "FAILED tests/test_tide.py::test_ebb - assert 1\n--- FAIL: TestFlood (0.1s)\n"
    found = facts(text, Kind.TEST_RESULT)
    assert found.failures[:2] == ("tests/test_tide.py::test_ebb", "TestFlood (0.1s)")


@pytest.mark.parametrize(
    ("text", "code", "outcome"),
    [
        ("1 failed", 0, Outcome.PASSED),
        ("all is well", 1, Outcome.FAILED),
        ("3 passed in 0.1s", None, Outcome.PASSED),
        ("1 failed, 3 passed in 0.1s", None, Outcome.FAILED),
        ("tide rising", None, Outcome.UNKNOWN),
    ],
)
def test_how_a_run_ended_is_told_by_its_code_then_by_its_totals(text, code, outcome):
    assert facts(text, Kind.TOOL_CALL, exit_code=code).outcome is outcome


def test_a_claim_is_no_outcome():
    found = facts("I fixed it, all 12 passed", Kind.MESSAGE, role="assistant")
    assert found.outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(
    "text",
    [
        "Tried a second anchor: it did not help",
        "A longer rope made no difference.",
        "Waiting for the flood was not enough, the ship sat down again",
        "The pump was tried on a branch: slower, dropped",
    ],
)
def test_what_was_tried_in_vain_is_known(text):
    assert facts(text, Kind.MESSAGE, role="assistant").is_failed_attempt


def test_a_plan_is_no_failed_attempt():
    assert not facts("I will try a second anchor", Kind.MESSAGE, role="assistant").is_failed_attempt


def test_requirements_are_sentences_of_people():
    found = facts("The quay is long. Ships must moor at the stern.", Kind.MESSAGE, role="user")
    assert found.requirements == ("Ships must moor at the stern.",)
    assert facts("Ships must moor.", Kind.TOOL_OUTPUT).requirements == ()
