"""Patterns are the same whether they are compiled or taken from where they are kept."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import graphpack
from graphpack import patterns
from graphpack.patterns import Shelf

ROOT = Path(graphpack.__file__).parent
CASES = [
    (r"a(?P<word>b+)|(c)", re.IGNORECASE),
    (r"(?i:ÄÖ|ß)\b[à-ü]{2,4}", re.MULTILINE),
    (rb"\x00+(?=x)", re.DOTALL),
    (r"[一-鿿]++", 0),
    (r"(?x) a  # what", 0),
    ("", 0),
]
# what a user or a conversation gave is compiled, and never kept
OF_A_USER = {
    "compress/prefix.py",
    "readers/cline_calls.py",
    "readers/elements.py",
    "redact/policy.py",
    "text/details.py",
    "text/lifted.py",
}


@pytest.fixture(autouse=True)
def bytecode(monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "patterns"
    shelf = Shelf(path)
    for pattern, flags in CASES:
        shelf.compiled(pattern, flags)
    assert shelf.keep()
    return path


def _no_compiling(*_):
    raise AssertionError("compiled anew")


def test_what_is_kept_is_equal_to_what_is_compiled(kept, monkeypatch):
    expected = [re.compile(pattern, flags) for pattern, flags in CASES]
    monkeypatch.setattr(patterns.re, "compile", _no_compiling)
    shelf = Shelf(kept)
    found = [shelf.compiled(pattern, flags) for pattern, flags in CASES]
    assert found == expected  # which compares the code, too
    assert [each.groupindex for each in found] == [each.groupindex for each in expected]
    assert [each.groups for each in found] == [each.groups for each in expected]
    assert found[0].fullmatch("ABB")["word"] == "BB"
    assert found[0].fullmatch("ABB").lastgroup == "word"


def test_nothing_is_written_where_nothing_is_new(kept):
    before = kept.stat().st_mtime_ns
    shelf = Shelf(kept)
    shelf.compiled(*CASES[0])
    assert not shelf.keep()
    assert kept.stat().st_mtime_ns == before


def test_what_is_new_is_kept_beside_the_rest(kept, monkeypatch):
    shelf = Shelf(kept)
    shelf.compiled("new")
    assert shelf.keep()
    monkeypatch.setattr(patterns.re, "compile", _no_compiling)
    shelf = Shelf(kept)
    assert shelf.compiled("new").search("a new one")
    assert shelf.compiled(*CASES[0])
    assert [path.name for path in kept.parent.iterdir()] == ["patterns"]


@pytest.mark.parametrize("spoil", ["cut", "changed", "other", "empty", "gone", "folder"])
def test_a_file_that_is_broken_is_left_aside(kept, spoil):
    whole = kept.read_bytes()
    kept.unlink()
    if spoil == "folder":
        kept.mkdir()
    elif spoil != "gone":
        spoilt = {
            "cut": whole[:-7],
            "changed": whole[:-7] + b"1234567",
            "other": whole.replace(b"patterns 1 ", b"patterns 0 "),
            "empty": b"",
        }
        kept.write_bytes(spoilt[spoil])
    shelf = Shelf(kept)
    assert [shelf.compiled(*case) for case in CASES] == [re.compile(*case) for case in CASES]
    shelf.keep()  # over it where it can
    assert sorted(path.name for path in kept.parent.iterdir()) == ["patterns"]


def test_code_that_this_python_refuses_is_compiled_anew(kept, monkeypatch):
    shelf = Shelf(kept)
    shelf.compiled("")
    entry = shelf._kept[CASES[0][0], int(CASES[0][1])]
    flags, _, *rest = patterns.marshal.loads(entry)
    shelf._kept["odd", 0] = patterns.marshal.dumps((flags, b"\xff" * 8, *rest))
    assert shelf.compiled("odd") == re.compile("odd")


def test_no_bytecode_means_nothing_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    shelf = Shelf(tmp_path / "patterns")
    shelf.compiled("a")
    assert not shelf.keep()
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_no_fault(tmp_path):
    shelf = Shelf(tmp_path / "none" / "patterns")
    assert shelf.compiled("a").match("a")
    shelf.keep()
    assert not (tmp_path / "none").exists()


def test_what_is_kept_is_bounded(kept, monkeypatch):
    monkeypatch.setattr(patterns, "MOST", len(CASES))
    shelf = Shelf(kept)
    shelf.compiled("one more")
    shelf.keep()
    assert len(patterns._read(kept)) == 1


def test_a_command_keeps_what_it_compiled_where_python_keeps_modules(tmp_path):
    environment = {
        **{k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPYCACHEPREFIX": str(tmp_path),
    }
    command = [sys.executable, "-m", "graphpack", "formats"]
    first = subprocess.run(command, env=environment, check=True, capture_output=True)
    (kept,) = tmp_path.rglob(f"*{patterns.SUFFIX}")
    assert kept.parent.name == "graphpack"
    before = kept.stat().st_mtime_ns
    second = subprocess.run(command, env=environment, check=True, capture_output=True)
    assert first.stdout == second.stdout
    assert kept.stat().st_mtime_ns == before
    assert all(entry for entry in patterns._read(kept).values())


def test_what_is_made_of_a_users_words_is_not_kept():
    compiling = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        if re.search(r"(?<!`)\bre\.compile\(", path.read_text(encoding="utf-8"))
    }
    assert compiling >= OF_A_USER
