"""The benchmark of the archive: made-up sessions are sound, its killing finds what is lost."""

import json
import sys

import pytest

from graphpack.archive.health import faults

from .conftest import BENCH, load

MESSAGES = 40


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
        "adding_mib": 90.0, "searching_mib": 95.0,
    }  # fmt: skip
    return row | changes


def test_the_same_number_makes_the_same_session(bench):
    one, again = bench.entry(7), bench.entry(7)
    assert one == again
    assert one != bench.entry(8)
    assert (len(one.nodes), len(one.messages)) == (bench.NODES, MESSAGES)


def test_it_grows_and_measures(bench, tmp_path, monkeypatch):
    for name, value in (("FIRST", 2), ("TIMED", 2), ("TOGETHER", 2), ("QUERIES", 4)):
        monkeypatch.setattr(bench, name, value)
    row, timed = bench.sized(str(tmp_path / "team.db"), 8 * bench.NODES)
    assert (row["nodes"], row["sessions"], timed) == (8 * bench.NODES, 8, {})
    assert row["messages"] == 8 * MESSAGES
    assert row["search_p95_ms"] >= row["search_p50_ms"] > 0
    assert 0 < row["search_bytes"] < row["bytes"]
    assert min(row["adding_mib"], row["searching_mib"]) > 10
    with bench.Archive(tmp_path / "team.db") as archive, archive.reading() as connection:
        texts = connection.exec_driver_sql("SELECT text FROM nodes").scalars().all()
        assert len(set(texts)) == len(texts)
        words = connection.exec_driver_sql("SELECT text FROM nodes WHERE id IN (1, 101)").scalars()
        first, third = (text.split() for text in words)
        assert first[:7] == third[:7]
        assert len(first) == len(third) == 15
    with bench.Archive(tmp_path / "team.db") as archive:
        # made-up packs are none and bear made-up names, and are said to; nothing else is wrong
        found = {fault.what for fault in faults(archive)}
        assert {each for each in found if "context graph" not in each} <= {
            "does not hold what its name says"
        }


def test_who_is_killed_begins_again(bench, tmp_path):
    done = bench.killed(str(tmp_path / "team.db"), processes=3, sessions=6, kills=2)
    assert done["kills"] <= 2  # one may have ended by itself
    assert (done["once"], done["lost_messages"], done["faults"]) == (True, 0, 0)


def test_the_far_figures_are_carried_on_from_the_measured(bench):
    text = bench.reckoned([_row(database="SQLite"), _row()])
    assert "200 GB, of which 40 GB" in text
    assert "11 hours of one processor" in text
    assert bench.reckoned([_row(database="SQLite")]) == ""


def test_growth_is_told_from_the_smallest_to_the_largest(bench):
    rows = [_row(nodes=10_000, put_cpu_ms=16.0, search_cpu_p50_ms=4.0), _row()]
    told = bench.growth(rows)
    assert "(10 times as many)" in told
    assert "takes 1.2 times as long, the median search 1.2 times" in told
    assert bench.growth(rows[:1]) == ""


def test_the_table_goes_between_its_marks_and_earlier_figures_stay(bench, tmp_path, monkeypatch):
    page, kept = tmp_path / "page.md", tmp_path / "kept.json"
    page.write_text(f"before\n{bench.MARKS[0]}\nold\n{bench.MARKS[1]}\nafter\n")
    kept.write_text(json.dumps({"rows": [_row()], "pages": {"projects": [12.4, 3.6]}}))
    small = _row(database="SQLite", nodes=10_000)
    monkeypatch.setattr(bench, "sized", lambda *_: (small, {}))
    where = ["--only", "sqlite", "--nodes", "10000", "--json", str(kept), "--write", str(page)]
    monkeypatch.setattr(sys, "argv", ["archive.py", *where])
    assert bench.main() == 0
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert "| PostgreSQL | 100,000 | 50 | 50.0 | 9.0 ms | 30.0 ms |" in text
    assert text.index("| SQLite | 10,000 |") < text.index("| PostgreSQL |")
    assert "| projects | 12 ms | 4 ms |" in text
    assert [row["nodes"] for row in json.loads(kept.read_text())["rows"]] == [10_000, 100_000]


def test_a_small_run_leaves_the_figures_of_other_sizes_in_the_document(
    bench, tmp_path, monkeypatch
):
    page = tmp_path / "page.md"
    page.write_text(f"{bench.MARKS[0]}\n{bench.MARKS[1]}\n")
    big = [_row(database="SQLite", nodes=1_000_000, put_cpu_ms=25.0), _row()]
    bench._write(page, {"rows": big, "pages": {"projects": [12.4, 3.6], "search": [9, 5]}})
    before = page.read_text()
    bench._write(page, {"rows": [], "pages": {}})
    assert page.read_text() == before
    small = _row(database="SQLite", nodes=10_000)
    bench._write(page, {"rows": [small | {"sessions_per_s": 7}], "pages": {}})
    bench._write(page, {"rows": [small], "pages": {}})
    lines = page.read_text().splitlines()
    assert [line for line in before.splitlines() if line not in lines] == []
    assert sum(line.startswith("| SQLite | 10,000 | 50 |") for line in lines) == 1
    assert any("from 10,000 to 1,000,000 statements" in line for line in lines)
