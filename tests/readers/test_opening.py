from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.readers import read
from graphpack.readers.opening import open_source, read_bytes, stream


def zipped(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return buffer.getvalue()


def names(source) -> list[str]:
    return [member.name for member in source.members]


def test_a_file_and_bytes_give_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"tide")
    for opened in (open_source(tmp_path / "a.txt"), open_source(b"tide", name="a.txt")):
        assert opened.name == "a.txt"
        assert read_bytes(opened) == b"tide"
        assert read_bytes(opened, 2) == b"ti"
        with stream(opened) as file:
            assert file.read() == b"tide"


def test_bytes_without_a_name_are_the_standard_input() -> None:
    assert open_source(b"x").name == "-"


def test_a_zip_lists_its_members_wherever_it_comes_from(tmp_path: Path) -> None:
    raw = zipped(**{"b/two.json": b"2", "a.json": b"1", "__MACOSX/a.json": b"?", "c/": b""})
    (tmp_path / "export.bin").write_bytes(raw)
    for opened in (open_source(tmp_path / "export.bin"), open_source(raw)):
        assert names(opened) == ["a.json", "b/two.json"]
        assert [read_bytes(member) for member in opened.members] == [b"1", b"2"]
        assert read_bytes(opened.members[1], 0) == b""


def test_a_directory_lists_its_files_at_any_depth(tmp_path: Path) -> None:
    for name in ("z.md", "a/b/c.jsonl", ".git/config", "a/.DS_Store", ".hidden.md", "q/x.zip"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(zipped(inner=b"i") if name.endswith("zip") else b"x")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    opened = open_source(tmp_path)
    assert names(opened) == [".hidden.md", "a/b/c.jsonl", "q/x.zip", "z.md"]
    assert names(opened.members[2]) == ["inner"]
    assert read_bytes(opened.members[2].members[0]) == b"i"


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no such file"):
        open_source(tmp_path / "none.json")
    with pytest.raises(ReadError, match="a damaged zip"):
        open_source(zipped(a=b"1")[:-30], name="cut.zip")


def test_a_damaged_member_is_a_read_error() -> None:
    raw = bytearray(zipped(**{"a.json": b"hello tide, hello gauge"}))
    at = raw.index(b"hello tide")
    raw[at : at + 5] = b"HELLO"
    (member,) = open_source(bytes(raw)).members
    with pytest.raises(ReadError, match=r"a\.json: cannot be unpacked"):
        read_bytes(member)


def test_a_reader_fault_is_not_taken_for_a_zips() -> None:
    with pytest.raises(RuntimeError), stream(open_source(b"x")):
        raise RuntimeError


def test_a_corrupt_lzma_member_is_a_read_error() -> None:
    pytest.importorskip("lzma")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.json", b"tide " * 400)
    raw = bytearray(buffer.getvalue())
    start = 30 + len("a.json") + 4  # behind the local header: the filter's properties
    raw[start : start + 5] = b"\xff" * 5
    (member,) = open_source(bytes(raw)).members
    with pytest.raises(ReadError, match=r"a\.json: cannot be unpacked"):
        read_bytes(member)


@pytest.mark.parametrize(
    ("offsets", "value", "why"), [((6, 8), 1, "encrypted"), ((8, 10), 77, "compression")]
)
def test_a_zip_that_cannot_be_unpacked_says_why(offsets, value: int, why: str) -> None:
    raw = bytearray(zipped(**{"a.json": b"[1]"}))
    raw[offsets[0]] = value
    raw[raw.index(b"PK\x01\x02") + offsets[1]] = value
    with pytest.raises(ReadError, match=why):
        list(read(bytes(raw)))


def test_a_zip_that_lost_bytes_before_its_directory_is_a_read_error() -> None:
    raw = zipped(**{"a.json": b"[1]", "b.json": b"[2]"})
    (first, _) = open_source(raw[:10] + raw[20:]).members
    with pytest.raises(ReadError, match=r"a\.json: cannot be unpacked"):
        read_bytes(first)


@pytest.mark.parametrize("is_file", [True, False])
def test_a_zip_of_many_members_is_not_opened_for_each(
    is_file: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = zipped(**{f"{n}.md": b"## User\n\nTide?\n\n## Assistant\n\nHigh.\n" for n in range(9)})
    (tmp_path / "m.zip").write_bytes(raw)
    made: list[zipfile.ZipFile] = []

    class Counted(zipfile.ZipFile):
        def __init__(self, *args) -> None:
            super().__init__(*args)
            made.append(self)

    monkeypatch.setattr(zipfile, "ZipFile", Counted)
    assert len(list(read(tmp_path / "m.zip" if is_file else raw))) == 9
    assert len(made) <= 3
    assert all(archive.fp is None for archive in made)
    half = read(raw)
    next(half)
    half.close()
    assert all(archive.fp is None for archive in made)
