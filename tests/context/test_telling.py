"""What is left of a text that fits in no other way."""

from graphpack.context import build_context, records_of
from graphpack.context.telling import MAX_LINES, telling
from graphpack.context.terms import terms

NOISE = [f"loaded buoy {name} from the register" for name in "abcdefghijklmnopqrstuvwxyz" * 3]
RUN = "\n".join([*NOISE, "tide.c:40: error: no row for noon", *NOISE, "make: *** [tide] Error 2"])


def test_of_a_run_the_error_its_neighbours_and_the_end_stay():
    lines = telling(RUN, frozenset(), is_run=True).split("\n")
    assert "tide.c:40: error: no row for noon" in lines
    assert lines[-1] == "make: *** [tide] Error 2"
    assert len(lines) < MAX_LINES + 6
    assert any(line.startswith("[… ") and line.endswith(" lines]") for line in lines)


def test_of_a_file_what_the_task_names_stays():
    text = "\n".join([*NOISE, "def ebb(hour):", "    return -flood(hour)", *NOISE])
    made = telling(text, terms("why is ebb wrong"), is_run=False)
    assert "def ebb(hour):\n    return -flood(hour)" in made
    assert len(made) < len(text) / 4


def test_what_cannot_become_shorter_stays():
    assert telling("error: one", frozenset(), is_run=True) == "error: one"


def test_a_failure_that_does_not_fit_is_written_by_its_error():
    record = {"kind": "tool_call", "name": "make tide", "exit_code": 2, "text": RUN}
    made = build_context("Fix the tide build", records_of([record]).records, budget_tokens=200)
    assert "tide.c:40: error: no row for noon" in made.context
    assert made.stats.output_tokens <= 200
