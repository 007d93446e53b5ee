"""An input is cut into pieces that can be read apart, and together they are the input."""

import hashlib
import json
import zipfile

import pytest

from graphpack.errors import ReadError
from graphpack.readers import read
from graphpack.readers.limits import Limits
from graphpack.readers.units import read_unit, sha256_of, units_of

_SESSION = "0199ab42-1111-4222-8333-444455556666"


def _units(path, **options):
    return units_of(path, format=None, limits=Limits(), **options)


def _read(unit, *, subagents=False):
    return list(read_unit(unit, subagents=subagents, limits=Limits()))


def _chat(path, words="The lock opens at six."):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([{"role": "user", "content": words}]), encoding="utf-8")
    return path


def _log(path, words, **more):
    path.parent.mkdir(parents=True, exist_ok=True)
    said = {"role": "user", "content": words}
    row = {"type": "user", "uuid": words, "timestamp": "2026-01-02T03:04:05Z", "message": said}
    row |= {"sessionId": _SESSION, "cwd": "/home/mira/locks", **more}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    return path


def test_pieces_together_are_what_the_folder_holds(tmp_path):
    folder = tmp_path / "in"
    _chat(folder / "a.json")
    _chat(folder / "deep/b.json", "The quay is green.")
    with zipfile.ZipFile(folder / "c.zip", "w") as packed:
        packed.writestr("c.json", json.dumps([{"role": "user", "content": "The ferry waits."}]))
    (folder / "photo.bin").write_bytes(b"\x00\x01")
    found = _units(folder)
    assert [unit.name for unit in found.units] == ["a.json", "c.zip", "deep/b.json"]
    assert [notice.code for notice in found.notices] == ["unknown-file"]
    apart = [(c.id, c.messages) for unit in found.units for c in _read(unit)]
    assert sorted(apart, key=str) == sorted(((c.id, c.messages) for c in read(folder)), key=str)


def test_what_belongs_together_is_one_piece(tmp_path):
    folder = tmp_path / "in"
    _log(folder / f"{_SESSION}.jsonl", "Open the lock.")
    child = {"isSidechain": True, "agentId": "a1"}
    _log(folder / _SESSION / "subagents" / "agent-a1.jsonl", "I look at the lock.", **child)
    (unit,) = _units(folder).units
    (without,), (whole,) = _read(unit), _read(unit, subagents=True)
    assert len(without.messages) == 1
    assert len(whole.messages) == 2
    before = sha256_of(unit)
    _log(folder / _SESSION / "subagents" / "agent-a1.jsonl", "I look at the quay.", **child)
    assert sha256_of(_units(folder).units[0]) != before


def test_a_file_is_named_by_its_bytes(tmp_path):
    path = _chat(tmp_path / "a.json")
    (unit,) = _units(path).units
    assert sha256_of(unit) == hashlib.sha256(path.read_bytes()).hexdigest()
    assert unit.size_bytes == path.stat().st_size
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.write(path, "a.json")
    (unit,) = _units(tmp_path / "a.zip").units
    assert sha256_of(unit) == hashlib.sha256((tmp_path / "a.zip").read_bytes()).hexdigest()


def test_what_is_gone_is_a_read_error(tmp_path):
    _chat(tmp_path / "in/a.json")
    _chat(tmp_path / "in/b.json")
    units = _units(tmp_path / "in").units
    (tmp_path / "in/a.json").unlink()
    with pytest.raises(ReadError):
        sha256_of(units[0])
    with pytest.raises(ReadError):
        _read(units[0])
    assert _read(units[1])
    with pytest.raises(ReadError):
        _units(tmp_path / "none")
