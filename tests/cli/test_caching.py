"""The cache folder: private, named by hashes, bounded, and emptied without touching others."""

import os
import stat

import pytest

from graphpack.cli import caching
from graphpack.cli.caching import KeyedFolder, clear, size_bytes
from graphpack.errors import UsageError

KEY = "ab" * 16


@pytest.fixture
def cache(clean, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return caching.cache_folder()


def test_what_is_put_comes_back_and_is_private(tmp_path):
    kept = KeyedFolder(tmp_path / "things")
    kept.put(KEY, b"\x00\xff text")
    assert kept.get(KEY) == b"\x00\xff text"
    assert kept.get("cd" * 16) is None
    (path,) = (path for path in (tmp_path / "things").rglob("*") if path.is_file())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "things").stat().st_mode) == 0o700
    kept.drop(KEY)
    assert kept.get(KEY) is None


@pytest.mark.parametrize("key", ["", "../../secret", "AB" * 16, "ab/" * 8, "ab" * 40, KEY + "\n"])
def test_a_key_is_never_a_path(tmp_path, key):
    kept = KeyedFolder(tmp_path)
    with pytest.raises(UsageError):
        kept.get(key)
    with pytest.raises(UsageError):
        kept.put(key, b"")


def test_what_was_longest_not_asked_for_goes_first(tmp_path):
    kept = KeyedFolder(tmp_path, max_bytes=25)
    keys = [f"{number:032x}" for number in range(4)]
    for number, key in enumerate(keys):
        kept.put(key, b"x" * 10)
        os.utime(tmp_path / key[:2] / key, (1000 + number, 1000 + number))
    assert kept.get(keys[0]) == b"x" * 10  # asked for: now the newest
    assert kept.trim() == 2
    assert [kept.get(key) is not None for key in keys] == [True, False, False, True]


def test_emptying_removes_what_is_graphpacks_alone(cache):
    KeyedFolder(cache / caching.ORIGINALS).put(KEY, b"one")
    KeyedFolder(cache / caching.ANSWERS).put(KEY, b"three")
    (cache / "somebody.txt").write_text("else's", encoding="utf-8")
    assert size_bytes(cache) == {"answers": (1, 5), "originals": (1, 3)}
    assert clear(cache) == 2
    assert [path.name for path in cache.iterdir()] == ["somebody.txt"]
    assert clear(cache) == 0


def test_emptying_does_not_follow_a_link(cache, tmp_path):
    target = tmp_path / "elsewhere"
    target.mkdir()
    (target / "file").write_text("kept", encoding="utf-8")
    cache.mkdir(parents=True)
    (cache / caching.ORIGINALS).symlink_to(target)
    clear(cache)
    assert (target / "file").read_text(encoding="utf-8") == "kept"
    assert not (cache / caching.ORIGINALS).exists()


def test_the_command_says_where_and_how_much_and_empties(cli, cache):
    assert cli("cache", "path").out == f"{cache}\n"
    assert cli("cache", "size").out == ""
    KeyedFolder(cache / caching.ORIGINALS).put(KEY, b"one")
    assert cli("cache", "size").out == "originals  1 file  3 bytes\n"
    ran = cli("cache", "clear")
    assert (ran.code, ran.err) == (0, "1 file removed\n")
    assert cli("cache", "size").out == ""
    assert cli("cache", "burn").code == 2
