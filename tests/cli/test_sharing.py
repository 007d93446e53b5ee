"""``graphpack share`` and ``graphpack brief --shared``: findings from agent to agent."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

TASK = ("--task", "Fix the hour in src/tide.py")
FINDING = b"local() in tide.py skips an hour in spring, see tide.py:40\n"
TOKEN = "ghp_" + "x7Qz9LmR2vTb4WcY6nKd8sFg1hJp3aVe5uXo"


@pytest.fixture
def reader(cli):
    """An agent that has found something."""
    ran = cli("share", "--agent", "reader", "--about", "src/tide.py", stdin=FINDING)
    assert ran.code == 0
    return ran.out.strip()


def test_a_finding_reaches_the_next_agent_with_who_found_it(cli, reader):
    ran = cli("brief", *TASK, "--shared", "--agent", "fixer")
    assert ran.code == 0
    assert f"see tide.py:40 (reader) [record {reader}]" in ran.out
    assert "1 of 1 finding of" in ran.err


def test_nothing_is_given_twice_nor_to_who_found_it(cli, reader):
    cli("brief", *TASK, "--shared", "--agent", "fixer")
    for agent in ("fixer", "reader"):
        ran = cli("brief", *TASK, "--agent", agent)
        assert "tide.py:40" not in ran.out
        assert "1 it knows already" in ran.err
    assert "tide.py:40" in cli("brief", *TASK, "--shared").out
    assert "tide.py:40" in cli("brief", *TASK, "--agent", "tester").out


def test_two_who_find_the_same_stand_beside_each_other(cli, reader):
    ran = cli("share", "--agent", "runner", "--about", "src/tide.py", stdin=FINDING.upper())
    assert ran.out.strip() == reader
    assert "found by reader before" in ran.err
    listed = cli("share", "--list").out
    assert "reader, runner: src/tide.py: local() in tide.py" in listed
    assert len(listed.splitlines()) == 1


def test_of_many_findings_those_on_the_task_are_given_and_the_others_stay_for_later(cli, clean):
    things = [
        "shed",
        "barn",
        "pier",
        "quay",
        "dock",
        "buoy",
        "crane",
        "lamp",
        "gate",
        "ramp",
        "mast",
        "hull",
        "keel",
        "rope",
    ]
    notes = [
        {"kind": "note", "text": f"The {thing} was painted in Danish blue."} for thing in things
    ]
    tide = {"kind": "note", "path": "src/tide.py", "text": FINDING.decode()}
    (clean / "found.json").write_text(json.dumps([*notes, tide]))
    cli("share", "found.json", "--records", "--agent", "reader")
    first = cli("brief", *TASK, "--agent", "fixer").out
    assert "tide.py:40" in first
    assert "Danish blue" not in first
    later = cli(
        "brief", "--task", "Which crane was painted in Danish blue?", "--agent", "fixer"
    ).out
    assert "The crane was painted" in later
    assert "tide.py:40" not in later


def test_records_are_findings_each(cli, clean):
    records = [
        {"kind": "test_result", "name": "pytest tests/test_tide.py", "exit_code": 1,
         "text": "FAILED tests/test_tide.py::test_dst - KeyError: 230"},
        {"kind": "note", "path": "src/tide.py", "text": "rows is a dict by minute"},
    ]  # fmt: skip
    (clean / "found.json").write_text(json.dumps(records))
    ran = cli("share", "found.json", "--records", "--agent", "runner")
    assert len(ran.out.split()) == 2
    out = cli("brief", *TASK, "--agent", "fixer").out
    assert "KeyError: 230" in out
    assert "dict by minute" in out


def test_all_of_a_finding_can_be_read(cli, reader):
    assert cli("share", "--show", reader).out == FINDING.decode()
    ran = cli("share", "--show", "s-00000000")
    assert (ran.code, ran.out) == (2, "")
    assert "graphpack share --list" in ran.err


def test_looking_makes_nothing(cli, clean):
    assert cli("share", "--list").out == ""
    assert cli("share", "--show", "s-00000000").code == 2
    assert cli("brief", *TASK, "--shared").code == 0
    assert list(clean.iterdir()) == []


def test_no_secret_is_kept(cli, clean):
    text = f"deploy.py logs in with {TOKEN} in src/tide.py".encode()
    cli("share", "--agent", "reader", stdin=text)
    for path in (clean / ".graphpack").rglob("*"):
        assert path.is_dir() or TOKEN.encode() not in path.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [((), b"x"), (("--agent", " "), b"x"), (("--agent", "a"), b" \n"),
     (("--agent", "a", "--records"), b"{")],
)  # fmt: skip
def test_nothing_and_nobody_is_refused(cli, clean, arguments, text):
    assert cli("share", *arguments, stdin=text).code in {2, 4}
    assert cli("share", "--list").out == ""


def test_a_store_that_came_with_a_repository_is_not_believed(cli, clean, reader):
    path = clean / ".graphpack" / "shared.json"
    path.write_text(path.read_text().replace("skips an hour", "is perfect"))
    ran = cli("brief", *TASK, "--shared")
    assert "perfect" not in ran.out
    assert "was not written here" in ran.err
    path.write_text("{")
    assert cli("share", "--list").out == ""


def test_agents_that_share_at_once_lose_nothing(clean):
    def share(number):
        command = [sys.executable, "-m", "graphpack", "share", "--agent", f"agent-{number}"]
        data = f"finding {number} of the tide table".encode()
        return subprocess.run(command, input=data, capture_output=True, check=False).returncode

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(share, range(6))) == {0}
    kept = json.loads((clean / ".graphpack" / "shared.json").read_text())["store"]["snapshots"]
    assert sorted(one["found_by"][0] for one in kept) == [f"agent-{n}" for n in range(6)]


def test_who_found_it_is_named_without_secrets(cli, clean):
    cli("share", "--agent", f"tracer {TOKEN}", stdin=b"The tide table is a day off.")
    assert TOKEN not in cli("share", "--list").out
    assert all(TOKEN not in file.read_text() for file in clean.rglob("shared.json"))
