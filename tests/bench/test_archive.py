"""The benchmark of the archive: made-up sessions are sound, its killing finds what is lost."""

import json
import sys

import pytest

from .conftest import BENCH, load


@pytest.fixture(scope="module")
def bench():
    sys.path.insert(0, str(BENCH))
    try:
        yield load("archive")
    finally:
        sys.path.remove(str(BENCH))


def _row(**changes):
    row = {
        "database": "PostgreSQL", "nodes": 100_000, "messages": 80_000, "sessions": 2000,
        "sessions_per_s": 50.0, "put_cpu_ms": 20.0, "search_p50_ms": 9.0, "search_p95_ms": 30.0,
        "search_cpu_p50_ms": 5.0, "search_cpu_p95_ms": 7.0, "bytes": 200_000_000,
        "search_bytes": 40_000_000,
    }  # fmt: skip
    return row | changes


def test_the_same_number_makes_the_same_session(bench):
    one, again = bench.entry(7), bench.entry(7)
    assert one == again
    assert one != bench.entry(8)
    assert (len(one.nodes), len(one.messages)) == (bench.NODES, bench.MESSAGES)


def test_it_grows_and_measures(bench, tmp_path):
    rows = bench.sizes(str(tmp_path / "team.db"), [100, 200])
    assert [(row["nodes"], row["sessions"]) for row in rows] == [(100, 2), (200, 4)]
    assert all(row["search_p95_ms"] >= row["search_p50_ms"] > 0 for row in rows)
    assert all(0 < row["search_bytes"] < row["bytes"] for row in rows)


def test_who_is_killed_begins_again(bench, tmp_path):
    done = bench.killed(str(tmp_path / "team.db"), processes=3, sessions=6, kills=2)
    assert done["kills"] <= 2  # one may have ended by itself
    assert (done["once"], done["lost_messages"], done["faults"]) == (True, 0, 0)


def test_the_far_figures_are_carried_on_from_the_measured(bench):
    text = bench.reckoned([_row(database="SQLite"), _row()])
    assert "200 GB, of which 40 GB" in text
    assert "11 hours of one writer" in text
    assert bench.reckoned([_row(database="SQLite")]) == ""


def test_the_table_goes_between_its_marks(bench, tmp_path, monkeypatch, capsys):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{bench.MARKS[0]}\nold\n{bench.MARKS[1]}\nafter\n")
    monkeypatch.setattr(bench, "sizes", lambda *_: [_row()])
    monkeypatch.setattr(sys, "argv", ["archive.py", "--only", "sqlite", "--write", str(page)])
    assert bench.main() == 0
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert "| PostgreSQL | 100,000 | 50 | 20 ms | 9.0 ms | 30.0 ms |" in text
    assert json.loads(capsys.readouterr().out)[0]["nodes"] == 100_000
