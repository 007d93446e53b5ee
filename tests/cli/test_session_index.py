"""What is remembered of session files: private, whole or not at all, never trusted too far."""

import json
import stat
from pathlib import Path

import pytest

from graphpack.cli.session_index import NAME, DiskIndex
from graphpack.readers.discover import session_files
from graphpack.readers.sessions import find
from tests.readers import homes
from tests.readers.homes import machine, touch


@pytest.fixture
def home(tmp_path):
    homes.claude(tmp_path, "c1", "Hello", day=3)
    homes.codex(tmp_path, "0199", "Which gauge?", day=4)
    (tmp_path / ".claude" / "projects" / "-x").mkdir()
    (tmp_path / ".claude" / "projects" / "-x" / "torn.jsonl").write_text("no JSON")
    return tmp_path


def files(home):
    return session_files(machine(home))


def filled(home, release="1.0"):
    index = DiskIndex(home / "cache", release=release)
    found = find(files(home), index=index)
    index.save()
    return index, found


def known(home, release="1.0"):
    """How many of the files another process would not have to read."""
    index = DiskIndex(home / "cache", release=release)
    return sum(index.get(file) is not None for file in files(home))


def test_another_process_gets_the_same_without_reading(home, monkeypatch):
    _, before = filled(home)
    monkeypatch.setattr("graphpack.readers.sessions.summarise", None)
    after = find(files(home), index=DiskIndex(home / "cache", release="1.0"))
    assert after == before
    assert len(after.sessions) == 2
    assert len(after.broken) == 1


def test_it_is_its_owners_alone(home):
    filled(home)
    assert stat.S_IMODE((home / "cache").stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "cache" / NAME).stat().st_mode) == 0o600
    assert [path.name for path in (home / "cache").iterdir()] == [NAME]


def test_a_changed_file_is_forgotten_alone(home):
    filled(home)
    touch(home / ".claude" / "projects" / "-home-mira-tidemark" / "c1.jsonl", 9)
    assert known(home) == 2


def test_another_release_begins_anew(home):
    filled(home)
    assert known(home, release="1.1") == 0
    assert known(home, release="1.0") == 3


def test_it_may_be_deleted(home):
    filled(home)
    (home / "cache" / NAME).unlink()
    assert known(home) == 0
    filled(home)
    assert known(home) == 3


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b"null", b'{"stamp":"1/1.0","files":[]}', b"\xff"]
)
def test_a_damaged_one_is_made_anew_without_a_word(home, damage):
    filled(home)
    (home / "cache" / NAME).write_bytes(damage)
    assert known(home) == 0
    _, found = filled(home)
    assert len(found.sessions) == 2
    assert known(home) == 3


def _changed(value, path, new):
    *inner, last = path
    for key in inner:
        value = value[key]
    if new is None:
        del value[last]
    else:
        value[last] = new


FIELDS = [
    "id", "title", "project", "project_hash", "started_at", "last_at", "messages", "tokens",
    "is_alone",
]  # fmt: skip


@pytest.mark.parametrize("new", [7.5, [], {"a": 1}, "", None], ids=repr)
@pytest.mark.parametrize("field", [*FIELDS, "fate", "sessions", "size", "modified"])
def test_a_damaged_entry_is_as_good_as_none(home, field, new):
    filled(home)
    path = home / "cache" / NAME
    stored = json.loads(path.read_text())
    key = next(key for key in stored["files"] if key.startswith("codex:"))
    inner = ["sessions", 0, field] if field in FIELDS else [field]
    is_text = field in ("id", "title", "project", "project_hash")
    _changed(stored, ["files", key, *inner], new)
    path.write_text(json.dumps(stored))
    index = DiskIndex(home / "cache", release="1.0")
    (file,) = (file for file in files(home) if file.place.agent == "codex")
    if (is_text or field == "started_at") and new == "":
        assert index.get(file) is not None  # of the right type: cannot be told from a true one
    else:
        assert index.get(file) is None


def test_files_that_are_gone_are_forgotten_those_not_asked_for_are_kept(home):
    filled(home)
    (home / ".codex" / "sessions" / "2026" / "10" / "04").rename(home / "gone")
    homes.claude(home, "c2", "Hello", day=5)
    index = DiskIndex(home / "cache", release="1.0")
    find(session_files(machine(home), agent="claude-code"), index=index)
    index.save()
    stored = json.loads((home / "cache" / NAME).read_text())["files"]
    assert sorted(Path(key).stem for key in stored) == ["c1", "c2", "torn"]


def test_nothing_is_written_where_nothing_is_new(home):
    filled(home)
    before = (home / "cache" / NAME).stat().st_mtime_ns
    filled(home)
    assert (home / "cache" / NAME).stat().st_mtime_ns == before


def test_a_long_run_is_saved_on_the_way(home, monkeypatch):
    monkeypatch.setattr("graphpack.cli.session_index.SAVED_EVERY", 2)
    find(files(home), index=DiskIndex(home / "cache", release="1.0"))  # and then it is killed
    assert known(home) == 2


def test_a_link_in_its_place_is_replaced_not_followed(home):
    (home / "cache").mkdir()
    theirs = home / "theirs"
    theirs.write_text("untouched")
    (home / "cache" / NAME).symlink_to(theirs)
    filled(home)
    assert theirs.read_text() == "untouched"
    assert known(home) == 3


def test_a_folder_that_cannot_be_written_is_an_error_and_leaves_nothing(home):
    (home / "cache").write_text("a file")
    with pytest.raises(OSError, match=r"cache"):
        filled(home)
