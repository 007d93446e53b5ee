"""Everything goes out as open files, and comes back identically, on any database."""

import json
import shutil
from pathlib import Path

import pytest
from sqlalchemy import select

from graphpack.archive import schema
from graphpack.archive.forgetting import forget
from graphpack.archive.health import faults
from graphpack.archive.leaving import export
from graphpack.archive.listing import Chosen
from graphpack.archive.returning import bring_in
from graphpack.archive.store import Archive
from graphpack.errors import ReadError, UsageError
from graphpack.packs.loading import load_pack
from graphpack.readers import read

from .talks import LINES, NOW, filing, made, talk


def _filled(archive):
    archive.add(made(), filing())
    odd = "A NUL \x00, half a surrogate \ud83d, and 𝄞 «Ünïcode» \u2028 stand here."
    archive.add(
        made(talk("canal-0001-cccc-dddd-eeee", (("user", odd), *LINES))), filing(project="canal")
    )
    bare = filing(project="lock", author=None, tags=(), keeps_transcript=False)
    archive.add(made(talk("lock-0001-cccc-dddd-eeee", LINES[:4], title=None)), bare)
    gone = archive.add(made(talk("gone-0001-cccc-dddd-eeee", LINES[:2])), filing())
    forget(archive, Chosen(refs=(gone.ref,)), at=NOW, actor="Ben Okoro")


def _contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _rows(archive):
    """All that is in the tables, but for numbers that a database gives."""
    found = {}
    with archive.reading() as connection:
        names = dict(connection.execute(select(schema.sessions.c.id, schema.sessions.c.ref)).all())
        for table in schema.METADATA.sorted_tables:
            rows = [
                {
                    key: names.get(value) if key == "session_id" else value
                    for key, value in row.items()
                    if key not in {"id", "project_id", "author_id"}
                }
                for row in connection.execute(select(table)).mappings()
            ]
            found[table.name] = sorted(map(repr, rows))
    return found


def test_what_goes_out_comes_back_identically(archive, tmp_path, ready):
    _filled(archive)
    assert export(archive, tmp_path / "out", Chosen()) == 3
    copy = shutil.copy(ready, tmp_path / "copy.db")
    with Archive(copy) as other:
        assert bring_in(other, tmp_path / "out") == (3, 0)
        assert _rows(other) == _rows(archive)
        assert list(faults(other)) == []
        export(other, tmp_path / "again", Chosen())
        assert _contents(tmp_path / "again") == _contents(tmp_path / "out")
        # twice is once
        assert bring_in(other, tmp_path / "out") == (0, 3)
        assert _rows(other) == _rows(archive)


def test_it_comes_back_on_a_server(tmp_path, ready, database):
    with Archive(shutil.copy(ready, tmp_path / "team.db")) as archive:
        _filled(archive)
        export(archive, tmp_path / "out", Chosen())
        with Archive(database) as other:
            other.init()
            bring_in(other, tmp_path / "out")
            plain = {name: rows for name, rows in _rows(archive).items() if name != "nodes"}
            assert {name: rows for name, rows in _rows(other).items() if name != "nodes"} == plain
            export(other, tmp_path / "again", Chosen())
    assert _contents(tmp_path / "again") == _contents(tmp_path / "out")


def test_the_files_are_open_ones(archive, tmp_path):
    put = archive.add(made(), filing())
    export(archive, tmp_path / "out", Chosen())
    folder = tmp_path / "out" / "sessions" / put.ref
    assert load_pack(folder / "pack.json").graph.nodes
    (conversation,) = read(folder / "transcript.jsonl")
    assert [m.text for m in conversation.messages if m.text] == [t for r, t in LINES if r != "tool"]
    assert json.loads((folder / "session.json").read_text())["tags"] == ["ledger"]
    for path in (tmp_path / "out").rglob("*.json*"):
        assert path.stat().st_mode & 0o077 == 0


def test_what_was_not_kept_in_a_transcript_is_a_file(archive, tmp_path):
    from graphpack.archive.entry import entry_of
    from graphpack.archive.packed import sha256

    one = entry_of(made(), filing(keeps_transcript=False))
    text = b"the whole of a long log"
    use = {"purpose": "original", "name": "4/0", "sha256": sha256(text)}
    put = archive.put(type(one)(
        one.filing, one.session, one.nodes, one.relationships, (), (*one.uses, use),
        {**one.blobs, sha256(text): text},
    ))  # fmt: skip
    export(archive, tmp_path / "out", Chosen())
    path = tmp_path / "out" / "sessions" / put.ref / "originals" / f"{sha256(text)}.txt"
    assert path.read_bytes() == text
    path.write_bytes(b"another")
    with Archive(tmp_path / "other.db") as other:
        other.init()
        with pytest.raises(ReadError, match="not as it was written"):
            bring_in(other, tmp_path / "out")


def test_some_go_out_alone(archive, tmp_path):
    _filled(archive)
    assert export(archive, tmp_path / "out", Chosen(project="canal")) == 1
    words = b"".join(_contents(tmp_path / "out").values())
    assert b"Ben Okoro" not in words
    assert b'"lock"' not in words


def test_a_folder_with_something_in_it_is_left_alone(archive, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("x")
    with pytest.raises(UsageError, match="not empty"):
        export(archive, tmp_path / "out", Chosen())
    assert _contents(tmp_path / "out") == {"mine": b"x"}


@pytest.mark.parametrize(
    "name", ["archive.json", "session.json", "nodes.jsonl", "transcript.jsonl"]
)
@pytest.mark.parametrize("damage", ["gone", "cut", "other"])
def test_a_damaged_folder_is_refused(ready, tmp_path, name, damage):
    with Archive(shutil.copy(ready, tmp_path / "team.db")) as archive:
        archive.add(made(), filing())
        export(archive, tmp_path / "out", Chosen())
        path: Path = next((tmp_path / "out").rglob(name))
        if damage == "gone":
            path.unlink()
        else:
            path.write_bytes(path.read_bytes()[:-9] if damage == "cut" else b'{"v": 7}\n')
        forget(archive, Chosen(project="harbour"), at=NOW, actor=None)
        with pytest.raises(ReadError):
            bring_in(archive, tmp_path / "out")
        assert archive.sessions() == ()
