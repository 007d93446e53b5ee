"""What a killed run leaves in the shared temporary folder is removed, and nothing else is."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from graphpack import locks
from graphpack.locks import temporary_folder

pytestmark = pytest.mark.skipif(not locks.HAS_LOCKS, reason="no file locks here")

HOLDING = """
import os, sys
from graphpack.locks import temporary_folder
with temporary_folder() as folder:
    (folder / "database").write_text("what somebody said")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def root(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    locks._sweep.cache_clear()
    yield tmp_path
    locks._sweep.cache_clear()


def holder(root):
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDING],
        env={**os.environ, "TMPDIR": str(root), "PYTHONPATH": str(Path(__file__).parents[1])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    return child, Path(child.stdout.readline().strip())


def end(child):
    child.communicate()


def test_a_folder_is_private_and_gone_at_the_end(root):
    with temporary_folder() as folder:
        (folder / "database").write_text("x")
        assert folder.stat().st_mode & 0o777 == 0o700
    assert list(root.iterdir()) == []


def test_a_killed_runs_copy_goes_and_a_living_ones_stays(root):
    killed, left = holder(root)
    killed.send_signal(signal.SIGKILL)
    end(killed)
    living, kept = holder(root)  # sweeps, too
    try:
        assert not left.exists()
        with temporary_folder():
            assert (kept / "database").read_text() == "what somebody said"
    finally:
        end(living)
    assert list(root.iterdir()) == []


def test_what_is_not_ones_own_stays(root):
    elsewhere = root / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "held").write_text("")
    (root / "graphpack-held-link").symlink_to(elsewhere)
    (root / "graphpack-held-file").write_text("a file")
    full = root / "graphpack-held-full"
    full.mkdir()
    (full / "letter").write_text("no lock was ever here")
    with temporary_folder():
        pass
    assert (elsewhere / "held").exists()
    assert {path.name for path in root.iterdir()} == {
        "elsewhere", "graphpack-held-link", "graphpack-held-file", "graphpack-held-full",
    }  # fmt: skip


def test_one_that_was_killed_before_it_was_held_goes(root):
    (root / "graphpack-held-empty").mkdir()
    with temporary_folder():
        pass
    assert list(root.iterdir()) == []
