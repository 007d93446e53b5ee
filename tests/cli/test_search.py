"""The commands that find things in an archive, and docs/archive-search.md, which shows them."""

import json
import re
import shlex
from pathlib import Path

import pytest

from graphpack.archive.store import Archive
from graphpack.packs import load_pack
from tests.archive.stated import BEN, MIRA, harbour
from tests.services import need_package

from .test_archive import graphpack  # noqa: F401  # runs a command line in an empty home

PAGE = (Path(__file__).parents[2] / "docs" / "archive-search.md").read_text(encoding="utf-8")
NOW = "2026-03-04T05:06:07Z"


@pytest.fixture
def team(graphpack, tmp_path, monkeypatch):  # noqa: F811
    """Four sessions of two people."""
    with Archive(tmp_path / "team.db") as archive:
        archive.init()
        harbour(archive)
    monkeypatch.setenv("GRAPHPACK_DB", "team.db")
    return graphpack


def _json(team, *arguments):
    code, out, _ = team(*arguments, "--json")
    assert code == 0
    return json.loads(out)


def _blocks():
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        command, _, shown = block.partition("\n")
        yield command.removeprefix("$ graphpack archive "), shown


def test_every_command_of_the_page_runs_and_says_what_it_shows(team):
    need_package("wordllama")
    blocks = list(_blocks())
    assert len(blocks) >= 6
    for command, shown in blocks:
        code, out, _ = team(*shlex.split(command))
        assert (code, out) == (0, shown), command


def test_every_option_the_page_names_is_there(team):
    named = set(re.findall(r"`(--[a-z-]+)", PAGE))
    known = set()
    for command in ("search", "decisions", "timeline", "merge"):
        known |= set(re.findall(r"--[a-z-]+", team(command, "--help")[1]))
    assert named
    assert named <= known


def test_a_hit_tells_where_it_comes_from(team):
    (hit, *_) = _json(team, "search", "berth records", "--project", "harbour")["hits"]
    assert hit["text"] == "Berth records are kept for 7 years."
    assert (hit["said_by"], hit["author"], hit["project"]) == (BEN, BEN, "harbour")
    assert (hit["message"], hit["part"], hit["start"], hit["end"]) == (0, 0, 0, len(hit["text"]))
    assert hit["said_at"].startswith("2026-02-11T")
    assert [hit["snippet"][start:end] for start, end in hit["marks"]] == ["Berth", "records"]
    assert hit["by"] == ["words"]


def test_filters_are_taken(team):
    texts = lambda *arguments: [one["text"] for one in _json(team, "search", *arguments)["hits"]]  # noqa: E731
    assert texts("--status", "open") == ["The berth import times out."]
    assert texts("ledger", "--before", "2026-02-03", "--in", "nodes") == [
        "The harbour ledger is kept in PostgreSQL."
    ]
    assert texts("ledger", "--author", BEN) == []
    assert texts("quay", "--said-by", MIRA, "--type", "decision") == [
        "All quay names are written in English."
    ]
    assert team("search", "ledger", "--project", "lock")[:2] == (2, "")
    assert len(texts("--after", "20d", "--now", NOW)) < len(texts("--after", "60d", "--now", NOW))


def test_nothing_found_is_said(team):
    assert team("search", "lighthouse") == (0, "", "nothing found\n")
    assert team("timeline", "lighthouse") == (0, "", "nothing found\n")
    assert team("search", "lighthouse", "--quiet") == (0, "", "")


def test_a_timeline_says_what_a_search_finds_besides(team):
    code, _, err = team("timeline", "berth records", "--limit", "1")
    assert (code, err.splitlines()[0]) == (0, "1 told")
    assert "hint: " in err
    assert "archive search 'berth records' --in nodes" in err
    assert "hint: " not in team("timeline", "lantern")[2]
    assert _json(team, "timeline", "berth records", "--limit", "1")["others_found_by_search"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("search", "?!"), "holds no word"),
        (("timeline", "…"), "holds no word"),
        (("search", "berth", "--after", "soon"), "--after"),
        (("search", "berth", "--in", "letters"), "letters"),
        (("merge", "--project", "lock"), "--project: lock: nothing in the archive has it"),
        (("merge", "--project", "harbour", "--before", "2020-01-01"), "no session fits"),
        (("merge",), "--project"),
    ],
)
def test_what_cannot_be_asked_is_said(team, arguments, message):
    code, out, err = team(*arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_decisions_as_json_name_what_they_replaced(team):
    found = _json(team, "decisions", "--project", "harbour", "--dropped")
    (switch,) = (one for one in found["decisions"] if "SQLite" in one["text"])
    assert [old["text"] for old in switch["replaced"]] == [
        "The harbour ledger is kept in PostgreSQL."
    ]
    disputed = {one["person"] if "person" in one else one["said_by"]: one["disputed"][0]["said_by"]
                for one in found["decisions"] if one["disputed"]}  # fmt: skip
    assert disputed == {MIRA: BEN, BEN: MIRA}
    assert [one["status"] for one in found["dropped"]] == ["deferred"]


def test_a_timeline_as_json_is_in_order(team):
    events = _json(team, "timeline", "the ledger")["events"]
    assert [event["is_over"] for event in events] == [True, False]
    assert [event["said_at"] for event in events] == sorted(event["said_at"] for event in events)
    assert events[1]["replaces"][0]["text"] == events[0]["text"]


def test_one_pack_with_its_evidence(team, tmp_path):
    code, out, err = team("merge", "--project", "harbour", "-o", "all.json", "--now", NOW)
    assert (code, out) == (0, "")
    assert "merged: 4 packs | 1 duplicate folded | 1 superseded" in err
    assert f"disputed: {BEN}: Berth records are kept for 7 years. | {MIRA}: " in err
    loaded = load_pack(tmp_path / "all.json")
    assert loaded.has_evidence
    assert {source.session for node in loaded.graph.walk() for source in node.sources} == {
        session.name for session in loaded.record.sessions
    }
    account = _json(team, "merge", "--project", "harbour", "--author", BEN)
    assert len(account["sessions"]) == 1
    assert account["contradictions"] == []


def test_what_steers_a_terminal_is_taken_out(graphpack, tmp_path):  # noqa: F811
    from tests.archive.stated import bring

    with Archive(tmp_path / "team.db") as archive:
        archive.init()
        bring(archive, 1, MIRA, 0, [("decision", "The lamp is \x1b[31mred\x1b[0m.")])
    for command in (("search", "lamp"), ("decisions",), ("timeline", "lamp")):
        code, out, _ = graphpack(*command, "--db", "team.db")
        assert code == 0
        assert "lamp" in out
        assert "\x1b" not in out
