"""Files are written whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from graphpack.cli.writing import evidence_path, write_files
from graphpack.errors import UsageError


def test_a_file_gets_the_text_and_a_final_newline(tmp_path):
    write_files({tmp_path / "a.json": "größe"})
    assert (tmp_path / "a.json").read_bytes() == "größe\n".encode()


def test_no_file_changes_where_one_of_them_cannot_be_written(tmp_path):
    old = tmp_path / "a.json"
    old.write_text("old")
    with pytest.raises(UsageError, match="cannot be written"):
        write_files({old: "new", tmp_path / "no" / "b.json": "new"})
    assert old.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_an_interruption_leaves_the_old_file_and_no_scraps(tmp_path, monkeypatch):
    old = tmp_path / "a.json"
    old.write_text("old")

    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_files({old: "new"})
    assert old.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_permissions_are_kept_and_a_new_file_is_its_owners_alone(tmp_path):
    kept, fresh = tmp_path / "kept", tmp_path / "fresh"
    kept.write_text("old")
    kept.chmod(0o640)
    mask = os.umask(0o022)
    try:
        write_files({kept: "new", fresh: "new"})
    finally:
        os.umask(mask)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o600


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_files({link: "new"})
    assert link.is_symlink()
    assert target.read_text() == "new\n"


def test_a_device_is_written_to_and_not_replaced():
    write_files({Path(os.devnull): "new"})
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@pytest.mark.parametrize(
    ("pack", "evidence"),
    [
        ("pack.json", "pack.evidence.json"),
        ("pack", "pack.evidence.json"),
        ("a.b.json", "a.b.evidence.json"),
    ],
)
def test_the_evidence_lies_beside_the_pack(tmp_path, pack, evidence):
    assert evidence_path(tmp_path / pack) == tmp_path / evidence


def test_a_link_to_itself_is_refused(tmp_path):
    link = tmp_path / "self"
    link.symlink_to("self")
    with pytest.raises(UsageError, match="cannot be written"):
        write_files({link: "new"})
    assert link.is_symlink()


def test_a_name_as_long_as_allowed_is_written(tmp_path):
    path = tmp_path / ("n" * 240 + ".json")
    write_files({path: "new"})
    assert path.read_text() == "new\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no names for open files")
def test_a_pipe_behind_a_link_is_written_to():
    end, start = os.pipe()
    try:
        write_files({Path(f"/proc/self/fd/{start}"): "new"})
        assert os.read(end, 9) == b"new\n"
    finally:
        os.close(end)
        os.close(start)
