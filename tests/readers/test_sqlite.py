from __future__ import annotations

import io
import random
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.readers import sqlite
from graphpack.readers.base import Opened
from graphpack.readers.faults import Faults
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe
from graphpack.readers.sqlite import database, json_of

from .databases import listing, make

SCHEMA = "CREATE TABLE tide (id TEXT, data TEXT); CREATE VIEW seen AS SELECT id FROM tide;"


@pytest.fixture(autouse=True)
def temporary(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where copies are made; nothing may be left there."""
    folder = tmp_path_factory.mktemp("copies")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def ids(source: Opened) -> list[str]:
    with database(source) as db:
        return [name for (name,) in db.rows("SELECT id FROM tide ORDER BY id")]


def test_a_database_is_read_and_left_alone(tmp_path: Path, temporary: Path) -> None:
    path = make(tmp_path / "a?b#c%20 é.db", SCHEMA, {"tide": [("ebb", "1"), ("flood", "2")]})
    before = listing(tmp_path)
    assert ids(open_source(path)) == ["ebb", "flood"]
    assert probe(open_source(path)).tables == ("tide",)
    assert probe(open_source(path)).columns == ("tide.id", "tide.data")
    assert not probe(open_source(path)).is_text
    assert listing(tmp_path) == before
    assert list(temporary.iterdir()) == []


def test_it_cannot_be_written(tmp_path: Path) -> None:
    path = make(tmp_path / "a.db", SCHEMA, {"tide": [("ebb", "1")]})
    for source in (open_source(path), open_source(path.read_bytes())):
        with database(source) as db, pytest.raises(ReadError):
            db.rows("DELETE FROM tide RETURNING id")
    assert ids(open_source(path)) == ["ebb"]


def test_a_write_ahead_log_is_read_and_stays(tmp_path: Path, temporary: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("CREATE TABLE tide (id TEXT, data TEXT)")
        writer.execute("INSERT INTO tide VALUES ('ebb', '1')")
        writer.commit()
        before = listing(tmp_path)
        assert before["a.db-wal"][0] > 0
        assert ids(open_source(path)) == ["ebb"]
        assert probe(open_source(path)).tables == ("tide",)
        assert listing(tmp_path) == before
    assert list(temporary.iterdir()) == []


def test_a_quiet_database_in_wal_mode_gets_no_files_beside_it(tmp_path: Path) -> None:
    path = make(tmp_path / "a.db", "PRAGMA journal_mode = WAL;" + SCHEMA, {"tide": [("ebb", "1")]})
    before = listing(tmp_path)
    assert list(before) == ["a.db"]
    assert ids(open_source(path)) == ["ebb"]
    assert listing(tmp_path) == before


def test_a_link_finds_what_lies_beside_its_target(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    path = tmp_path / "real" / "a.db"
    (tmp_path / "link.db").symlink_to(path)
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.executescript(SCHEMA + "INSERT INTO tide VALUES ('ebb', '1')")
        assert ids(open_source(tmp_path / "link.db")) == ["ebb"]


def test_a_locked_database_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_BUSY_TIMEOUT_S", 0)
    path = make(tmp_path / "a.db", SCHEMA, {"tide": [("ebb", "1")]})
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        assert ids(open_source(path)) == ["ebb"]
        writer.execute("INSERT INTO tide VALUES ('flood', '2')")
        assert ids(open_source(path)) == ["ebb"]  # not committed: the journal takes it back
        writer.execute("COMMIT")
    assert ids(open_source(path)) == ["ebb", "flood"]


def test_a_lock_that_comes_later_is_met_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_BUSY_TIMEOUT_S", 0)
    path = make(tmp_path / "a.db", SCHEMA, {"tide": [("ebb", "1")]})
    with (
        database(open_source(path)) as db,
        closing(sqlite3.connect(path, isolation_level=None)) as writer,
    ):
        assert db.rows("SELECT id FROM tide") == [("ebb",)]
        writer.execute("BEGIN EXCLUSIVE")  # nothing of ours is in its way
        assert db.rows("SELECT id FROM tide") == [("ebb",)]


def test_a_hot_journal_is_taken_back_in_the_copy_alone(tmp_path: Path) -> None:
    origin, crashed = tmp_path / "origin", tmp_path / "crashed"
    origin.mkdir()
    crashed.mkdir()
    rows = [(f"tide-{number:04}", "x" * 500) for number in range(200)]
    path = make(origin / "a.db", SCHEMA, {"tide": rows})
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 2")
        writer.execute("BEGIN")
        writer.execute("UPDATE tide SET id = 'lost'")
        for file in origin.iterdir():
            (crashed / file.name).write_bytes(file.read_bytes())
    before = listing(crashed)
    assert before["a.db-journal"][0] > 512
    assert ids(open_source(crashed / "a.db")) == [name for name, _ in rows]
    assert listing(crashed) == before


def test_bytes_and_zip_members_are_read(tmp_path: Path, temporary: Path) -> None:
    path = make(tmp_path / "a.db", SCHEMA, {"tide": [("ebb", "1")]})
    assert ids(open_source(path.read_bytes())) == ["ebb"]
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path, "in/a.db")
    (member,) = open_source(held.getvalue()).members
    assert probe(member).tables == ("tide",)
    assert ids(member) == ["ebb"]
    assert list(temporary.iterdir()) == []


def test_a_zip_member_has_its_log_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    held = io.BytesIO()
    with closing(sqlite3.connect(path)) as writer, zipfile.ZipFile(held, "w") as archive:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.executescript(SCHEMA + "INSERT INTO tide VALUES ('ebb', '1')")
        for file in tmp_path.iterdir():
            archive.write(file, f"in/{file.name}")
    members = {member.name: member for member in open_source(held.getvalue()).members}
    assert ids(members["in/a.db"]) == ["ebb"]


def test_damage_is_a_read_error(tmp_path: Path, temporary: Path) -> None:
    raw = make(tmp_path / "a.db", SCHEMA, {"tide": [("ebb", "x" * 9000)]}).read_bytes()
    damaged = [raw[:100], raw[:16], raw[:16] + b"\xff" * 4096, raw.replace(b"CREATE", b"\xff" * 6)]
    random.seed(1)
    for _ in range(60):
        mutant = bytearray(raw)
        for _ in range(20):
            mutant[random.randrange(16, len(raw))] = random.randrange(256)
        damaged.append(bytes(mutant))
    errors = 0
    for number, data in enumerate(damaged):
        path = tmp_path / f"{number}.db"
        path.write_bytes(data)
        for source in (open_source(data), open_source(path)):
            try:
                probe(source)
                ids(source)
            except ReadError:
                errors += 1
    assert errors >= 8
    assert list(temporary.iterdir()) == []


def test_an_endless_query_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_MAX_STEPS", 20_000_000)
    path = make(tmp_path / "a.db", SCHEMA)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    with database(open_source(path)) as db, pytest.raises(ReadError):
        db.rows(endless)


def test_more_rows_than_memory_should_hold_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "MAX_ROWS", 2)
    path = make(tmp_path / "a.db", SCHEMA, {"tide": [("a", ""), ("b", ""), ("c", "")]})
    with database(open_source(path)) as db, pytest.raises(ReadError, match="more than 2 rows"):
        db.rows("SELECT id FROM tide")


def test_text_that_is_no_utf8_is_read(tmp_path: Path) -> None:
    path = make(tmp_path / "a.db", SCHEMA + "INSERT INTO tide VALUES (CAST(x'41ff' AS TEXT), '')")
    assert ids(open_source(path)) == ["A\ufffd"]


@pytest.mark.parametrize(
    ("value", "expected", "code"),
    [
        ('{"a": 1}', {"a": 1}, None),
        (b'{"a": 1}', {"a": 1}, None),
        (None, None, None),
        ("", None, None),
        (7, None, None),
        ('{"a": {"b": 1}, "c": [1, 2', {"a": {"b": 1}}, "broken-document"),
        ("no", None, "broken-record"),
        ('{"a": "\\ud800"}', {"a": "\ufffd"}, "bad-escape"),
    ],
)
def test_cells_of_json(value: object, expected: object, code: str | None) -> None:
    faults = Faults("a.db")
    assert json_of(value, faults, "tide:ebb") == expected
    assert [notice.code for notice in faults.notices()] == ([code] if code else [])
