"""The runs against a bad server find nothing here, and would find what they look for."""

import json

import pytest

from tests.bench.conftest import load

SEEDS = [5, 15, 18, 20]


@pytest.fixture(scope="module")
def faults():
    return load("faults")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_run_loses_nothing_without_a_word(faults, seed, tmp_path):
    assert faults.run(faults.plan(seed), tmp_path) == []


def test_the_seeds_are_of_every_mode(faults):
    assert {faults.plan(seed).mode for seed in range(60)} == {
        "always", "gone", "mixed", "once", "refused",
    }  # fmt: skip
    assert {faults.plan(seed).fault for seed in range(60)} == set(faults.FAULTS[1:])


def pack(summary):
    node = {"id": "n1", "t": "F", "i": "h", "s": summary}
    return json.dumps({"v": 2, "mode": "compact", "desc": "x", "n": [node], "handoff": ""})


def test_what_is_neither_in_the_pack_nor_in_the_report_is_found(faults):
    given = faults.Plan(0, "once", "good", True, False)
    gap = {"first_message": 1, "last_message": 10, "reason": "down"}
    cut = {"node": "n2", "action": "dropped", "reason": "r", "text": "Ticket 7011", "tokens": 1}
    told = {"gaps": [gap], "cuts": [cut], "notices": []}
    assert faults.losses(pack("Ticket 7000"), told, 0, given) == []
    found = faults.losses(pack("Ticket 7000"), {**told, "cuts": []}, 0, given)
    assert found == ["the statement of message 11 is lost without a word"]
    repaired = {
        "code": "reply-repaired",
        "where": "chunk A, messages 0-11",
        "message": "",
        "count": 1,
    }
    assert len(faults.losses(pack("no"), {"notices": [repaired]}, 0, given)) == faults.MESSAGES


def test_a_wrong_exit_code_is_found(faults):
    strict = faults.Plan(0, "once", "good", True, True)
    lost = {"notices": [{"code": "read-offline", "where": "messages 0-11", "message": ""}]}
    assert faults.losses(pack("x"), lost, 50, strict) == []
    assert "exit code 0, not 50" in faults.losses(pack("x"), lost, 0, strict)
    assert faults.expected_failure(faults.Plan(0, "refused", "", True, False), 11, "error: x") == []
    assert faults.expected_failure(faults.Plan(0, "once", "cut", True, False), 13, "error: x")


def test_what_nobody_said_is_found_in_a_pack(faults):
    assert faults.untrue(pack("Ticket 7000 is never refunded")) == []
    assert len(faults.untrue(pack("Captain Holmgren sold the lighthouse"))) == 1
    assert len(faults.untrue(pack("Ticket 7000 <script>go()</script>"))) == 1
