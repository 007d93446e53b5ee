"""An export that somebody changed is refused by its file and field, and leaves nothing behind."""

import json
import os
import shutil

import pytest
from sqlalchemy import func, select

from graphpack.archive import schema
from graphpack.archive.fitting import differ, fitted
from graphpack.archive.leaving import export
from graphpack.archive.listing import Chosen
from graphpack.archive.returning import bring_in
from graphpack.archive.store import Archive
from graphpack.errors import ReadError

from .talks import LINES, filing, made, talk

BROKEN = "{"


@pytest.fixture(scope="module")
def exported(ready, tmp_path_factory):
    """Two sessions as open files."""
    folder = tmp_path_factory.mktemp("exported")
    with Archive(shutil.copy(ready, folder / "team.db")) as archive:
        archive.add(made(), filing())
        archive.add(made(talk("canal-0001-cccc-dddd-eeee", LINES[:4])), filing(project="canal"))
        export(archive, folder / "out", Chosen())
    return folder / "out"


@pytest.fixture
def out(exported, tmp_path):
    """The same, to be changed."""
    return shutil.copytree(exported, tmp_path / "out")


@pytest.fixture
def empty(ready, tmp_path):
    with Archive(shutil.copy(ready, tmp_path / "other.db")) as archive:
        yield archive


def _last(out, name):
    """The file of the session that comes last: those before it are whole."""
    return max((out / "sessions").iterdir()) / name


def _change(path, key, value):
    """Give a key of a file's first object another value, or take it out."""
    lines = path.read_text().split("\n")
    is_whole = path.suffix == ".json"
    found = json.loads(path.read_text() if is_whole else lines[0])
    found.pop(key) if value is None else found.update({key: value})
    text = json.dumps(found)
    path.write_text(text + "\n" if is_whole else "\n".join([text, *lines[1:]]))


def _refused(archive, out):
    """What an import says, after which there is nothing in any table."""
    with pytest.raises(ReadError) as told:
        bring_in(archive, out)
    with archive.reading() as connection:
        for table in schema.METADATA.sorted_tables:
            assert connection.execute(select(func.count()).select_from(table)).scalar() == 0
    assert told.value.hint
    return str(told.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("added_at", "last Tuesday"),
        ("added_at", "2026-03-02T10:00:00"),
        ("started_at", "0001-01-01T00:00:00+14:00"),
        ("updated_at", 20260302),
        ("message_count", 2**70),
        ("node_count", 2**31),
        ("input_tokens", "12"),
        ("input_tokens", 1.5),
        ("message_count", True),
        ("has_transcript", 1),
        ("format", ["a", "list"]),
        ("title", {"a": "dict"}),
        ("description", "half \ud83d of one"),
        ("description", "a NUL \x00"),
        ("first_sha256", "0" * 65),
        ("trail", "no hex"),
        ("trail", 12),
        ("project", 7),
        ("author", ["Ada"]),
        ("tags", "ledger"),
        ("tags", [1]),
        ("originals", []),
        ("originals", {"4/0": 9}),
        ("ref", "another"),
        ("colour", "red"),
        *((key, None) for key in ("ref", "project", "author", "trail", "tags", "originals",
                                  "added_at", "message_count", "has_transcript")),
    ],
)  # fmt: skip
def test_a_field_of_a_session_is_named(empty, out, key, value):
    path = _last(out, "session.json")
    _change(path, key, value)
    assert _refused(empty, out).startswith(f"{path}: {key}: ")


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("nodes.jsonl", "position", 2**70),
        ("nodes.jsonl", "confidence", 10**400),
        ("nodes.jsonl", "said_at", "noon"),
        ("nodes.jsonl", "text", None),
        ("nodes.jsonl", "is_cut", "no"),
        ("relationships.jsonl", "start", 4),
    ],
)
def test_a_field_of_a_line_is_named(empty, out, name, key, value):
    path = _last(out, name)
    if not path.read_text():
        path.write_text('{"position": 0, "start": "a", "end": "b", "type": "fixes"}\n')
    _change(path, key, value)
    assert _refused(empty, out).startswith(f"{path}:1: {key}: ")


@pytest.mark.parametrize(
    ("key", "value"), [("at", "noon"), ("role", 4), ("parts", [7]), ("parts", None), ("author", 3)]
)
def test_a_line_of_a_transcript_is_named(empty, out, key, value):
    path = _last(out, "transcript.jsonl")
    _change(path, key, value)
    assert _refused(empty, out).startswith(f"{path}:1: ")


@pytest.mark.parametrize("name", ["audit", "files"])
@pytest.mark.parametrize(
    ("key", "value"), [("at", "noon"), ("at", None), ("size", 3), ("session", 3), ("project", 3)]
)
def test_a_field_of_an_account_is_named(empty, out, name, key, value):
    path = out / f"{name}.jsonl"
    if name == "files":
        row = dict.fromkeys(("origin_sha256", "sha256", "settings_sha256", "generator", "name"), "")
        row |= {"project": "canal", "sessions": 1, "error": None, "at": "2026-03-02T10:00:00Z"}
        path.write_text(json.dumps(row) + "\n")
    _change(path, key, value)
    assert _refused(empty, out).startswith(f"{path}:1: {key}: ")


def test_a_node_that_is_there_twice_is_refused(empty, out):
    path = _last(out, "nodes.jsonl")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines, lines[0]]))
    assert _refused(empty, out) == f"{path}: position: 0 is there twice"


NAMES = [
    "archive.json", "audit.jsonl", "files.jsonl",
    "session.json", "pack.json", "nodes.jsonl", "relationships.jsonl", "transcript.jsonl",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", ["cut", "deep", "pipe", "folder", "gone"])
def test_a_file_that_is_none_is_named(empty, out, name, what):
    path = out / name if name in NAMES[:3] else _last(out, name)
    path.unlink()
    if what == "pipe":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    elif what != "gone":
        path.write_text(BROKEN if what == "cut" else '{"a": ' + "[" * 200_000)
    assert _refused(empty, out).startswith(str(path))


def test_a_folder_without_sessions_is_named(empty, out):
    shutil.rmtree(out / "sessions")
    assert _refused(empty, out).startswith(str(out / "sessions"))


def test_what_was_there_stays_and_the_mended_folder_comes_in(empty, out):
    put = empty.add(made(talk("lock-0001-cccc-dddd-eeee", LINES[:4])), filing(project="lock"))
    path = _last(out, "session.json")
    before = path.read_text()
    _change(path, "added_at", "last Tuesday")
    with pytest.raises(ReadError):
        bring_in(empty, out)
    assert [session.ref for session in empty.sessions()] == [put.ref]
    path.write_text(before)
    assert bring_in(empty, out) == (2, 0)


def test_a_broken_folder_makes_no_database(out, tmp_path):
    _change(_last(out, "session.json"), "added_at", "last Tuesday")
    with Archive(tmp_path / "new.db") as archive, pytest.raises(ReadError):
        bring_in(archive, out)
    assert not (tmp_path / "new.db").exists()


def test_what_may_be_null_may_be_missing():
    row = {"at": "2026-03-02T10:00:00+00:00", "action": "added", "detail": ""}
    assert fitted(schema.audit, row, "here")["actor"] is None
    differ([{"a": 1}, {"a": 2}], "a", "here")
