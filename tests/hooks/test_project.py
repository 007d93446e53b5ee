"""A project's folder: where it is, whose it is, and how much it holds."""

import os
import sys

import pytest

from graphpack.errors import UsageError
from graphpack.hooks import project
from graphpack.hooks.notes import MAX_BYTES, note
from graphpack.hooks.project import (
    MAX_PACKS,
    check_own,
    kept,
    name_of,
    newest,
    project_of,
    ready_folder,
    write_pack,
)

TEXTS = {".json": "{}", ".evidence.json": "{}", ".paste.txt": "the block"}


def test_the_project_is_what_the_host_names(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    named = {"CLAUDE_PROJECT_DIR": str(tmp_path / "a")}
    assert project_of(tmp_path / "a" / "b", named) == tmp_path / "a"
    assert project_of(tmp_path / "a" / "b", {"CLAUDE_PROJECT_DIR": "/not/there"}) != "/not/there"


def test_the_project_is_the_nearest_repository_or_the_folder_itself(tmp_path):
    inner = tmp_path / "a" / "b" / "c"
    inner.mkdir(parents=True)
    assert project_of(inner, {}) == inner
    (tmp_path / "a" / ".git").mkdir()
    assert project_of(inner, {}) == tmp_path / "a"
    (tmp_path / "a" / "b" / ".graphpack").mkdir()
    assert project_of(inner, {}) == tmp_path / "a" / "b"


@pytest.mark.parametrize("session", ["../../etc", "a/b", "", "a.b", "x" * 200, "ü", "-x", "a\0b"])
def test_no_id_of_a_session_leads_out_of_the_folder(session):
    name = name_of(session)
    assert name.isalnum()
    assert len(name) == 16
    assert name != name_of(session + "x")


def test_a_plain_id_is_its_own_name():
    assert name_of("3f6c1a52-7c0e-4b5d") == "3f6c1a52-7c0e-4b5d"


def test_only_so_many_packs_are_kept_and_the_oldest_go(places):
    folder = ready_folder(places.project)
    for number in range(MAX_PACKS + 3):
        write_pack(folder, f"s{number}", TEXTS)
        for path in folder.glob(f"s{number}.*"):
            os.utime(path, (number, number))
    names = {path.name.split(".")[0] for path in folder.iterdir()}
    assert len(names) == MAX_PACKS
    assert "s0" not in names
    assert newest(folder).session == f"s{MAX_PACKS + 2}"


def test_a_pack_reads_back_as_written_and_a_longer_one_does_not(places):
    folder = ready_folder(places.project)
    write_pack(folder, "one", TEXTS)
    assert kept(folder, "one").text == "the block"
    assert kept(folder, "two") is None
    write_pack(folder, "one", TEXTS | {".paste.txt": "x" * (project.MAX_TEXT_BYTES + 1)})
    assert kept(folder, "one") is None


def test_a_pack_that_another_user_signed_is_none_of_ours(places, monkeypatch, tmp_path):
    folder = ready_folder(places.project)
    write_pack(folder, "one", TEXTS)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another"))
    assert kept(folder, "one") is None
    write_pack(folder, "two", TEXTS)
    assert kept(folder, "one") is None
    assert kept(folder, "two") is not None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users there")
def test_somebody_elses_folder_is_not_written_to(places, monkeypatch):
    folder = places.project / ".graphpack"
    folder.mkdir()
    owner = folder.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    if owner == 0:  # what belongs to the administrator is nobody's trap
        check_own(folder)
        return
    with pytest.raises(UsageError, match="another user"):
        ready_folder(places.project)


def test_an_ignore_file_of_ones_own_stays(places):
    (places.project / ".graphpack").mkdir()
    (places.project / ".graphpack" / ".gitignore").write_text("packs/\n")
    ready_folder(places.project)
    assert (places.project / ".graphpack" / ".gitignore").read_text() == "packs/\n"


def test_the_log_stays_small(places):
    ready_folder(places.project)
    for _ in range(MAX_BYTES // 400 + 50):
        path = note(places.project, "x" * 1_000)
    assert path == places.project / ".graphpack" / "hooks.log"
    assert MAX_BYTES // 3 < path.stat().st_size <= MAX_BYTES + 600
    assert all(line.endswith("x") for line in path.read_text().splitlines())


def test_a_note_about_no_project_goes_to_the_user(places):
    assert note(None, "a\nb") == places.state / "hooks.log"
    assert places.log.endswith(" a b\n")
    assert note(places.project, "c") == places.state / "hooks.log"
    assert list(places.project.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_log_that_is_a_link_is_not_followed(places, tmp_path):
    ready_folder(places.project)
    (places.project / ".graphpack" / "hooks.log").symlink_to(tmp_path / "target")
    assert note(places.project, "x") == places.state / "hooks.log"
    assert not (tmp_path / "target").exists()


def test_a_folder_that_anybody_writes_to_is_no_project_of_those_below(tmp_path):
    inner = tmp_path / "a"
    inner.mkdir()
    (tmp_path / ".graphpack").mkdir()
    assert project_of(inner, {}) == tmp_path
    tmp_path.chmod(0o777)
    assert project_of(inner, {}) == inner
    assert project_of(tmp_path, {}) == tmp_path
