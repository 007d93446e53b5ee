"""Contexts for tasks from the store."""

import pytest

from graphpack.mcp import building
from tests.mcp.conftest import RECORDS


@pytest.fixture
def fix(call):
    call("ingest_records", records=RECORDS, session="fix")
    return call


def test_a_context_holds_what_the_task_needs_with_its_sources(fix):
    made = fix("build_context", task="Fix login after the policy change", session="fix")
    assert "Policy checks must stay on the server [source: fr_" in made["context"]
    assert "| record r6" in made["context"]
    assert "summer party" not in made["context"]
    assert not made["is_over_budget"]
    assert made["tokens"] > 0
    assert "report" not in made
    assert made["left_out"][-1].endswith("detail=true")


def test_equal_calls_give_equal_answers(fix):
    task = {"task": "Fix login after the policy change", "detail": True}
    assert fix("build_context", **task) == fix("build_context", **task)


def test_detail_gives_the_report(fix):
    made = fix("build_context", task="Fix login", session="fix", detail=True)
    kept = {one["record"] for one in made["report"]["kept"]}
    gone = {one["record"] for one in made["report"]["omitted"]}
    assert kept | gone == {f"r{at}" for at in range(1, 9)}


def test_what_is_mandatory_is_written_and_the_conflict_said(fix):
    made = fix("build_context", task="Fix the policy check", session="fix", budget_tokens=10)
    assert made["is_over_budget"]
    assert any(line.startswith("BUDGET_CONFLICT") for line in made["notices"])


def test_records_of_two_sessions_keep_their_names_apart(fix):
    note = {"kind": "decision", "text": "Policy checks log no names", "status": "accepted"}
    fix("ingest_records", records=[note], session="audit [2]")
    made = fix("build_context", task="Policy checks")
    assert "record fix/r6" in made["context"]
    assert "record audit-2/r1" in made["context"]


def test_placeholders_of_two_sessions_do_not_collide(call):
    for session, secret in (("one", "Xk29fjLq88zzPq"), ("two", "Yv31gkMr99aaQr")):
        note = {"kind": "note", "text": f"The staging database password: {secret}"}
        call("ingest_records", records=[note], session=session)
    found = call("search_context", query="staging database password", detail=True)
    assert sorted(one["text"].rpartition(" ")[2] for one in found["items"]) == [
        "⟨one/secret:password:1⟩",
        "⟨two/secret:password:1⟩",
    ]


def test_of_very_many_records_those_that_matter_are_judged(fix, monkeypatch):
    monkeypatch.setattr(building, "MAX_JUDGED", 5)
    monkeypatch.setattr(building, "LATEST", 1)
    notes = [{"kind": "note", "text": f"Delivery {at} came late."} for at in range(20)]
    fix("ingest_records", records=notes, session="fix")
    made = fix("build_context", task="Fix login after the policy change", session="fix")
    assert made["left_out"][0].endswith("that share the least with the task were not judged")
    assert "Policy checks must stay on the server" in made["context"]
    assert made["records"] < 12


def test_weights_are_taken(fix):
    heavy = fix("build_context", task="login", weights={"recency": 50}, detail=True)
    parts = heavy["report"]["kept"][0]["score"]["parts"]
    assert parts["recency"]["weight"] == 50


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"task": " "}, "task: is empty"),
        ({"task": "x", "budget_tokens": 0}, "budget_tokens: less than 1"),
        ({"task": "x", "weights": {"luck": 1}}, "luck: no such signal"),
        ({"task": "x", "weights": {"recency": -1}}, "no number from 0 on"),
        ({"task": "x", "floor": -1}, "no number from 0 on"),
    ],
)
def test_bad_input_is_told_in_a_line(refused, arguments, words):
    assert words in refused("build_context", **arguments)


def test_a_context_that_is_larger_than_its_records_says_so(call):
    said = [{"kind": "message", "role": "user", "text": f"El faro {n} es rojo."} for n in "abcd"]
    call("ingest_records", records=said, session="faro")
    made = call("build_context", task="pintar el faro", session="faro")
    assert made["tokens"] > made["input_tokens"]
    assert made["notices"][-1].startswith("larger than the records")
    long = [{"kind": "message", "text": f"El faro {n} es rojo. " + "Nada más. " * 60} for n in "ab"]
    call("ingest_records", records=long, session="largo")
    less = call("build_context", task="pintar el faro", session="largo", budget_tokens=100)
    assert less["tokens"] < less["input_tokens"]
    assert not any(one.startswith("larger") for one in less["notices"])
