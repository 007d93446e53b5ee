"""Ends that only a process of its own can show: signals, pipes, bugs."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

BROKEN = """
import os, signal
def bug(text):
    if text not in ("", "graphpack"):
        raise KeyError("the bug")
    return 1
def interrupted(text):
    if text not in ("", "graphpack"):
        os.kill(os.getpid(), signal.SIGINT)
    return 1
"""


@pytest.fixture
def process(clean, tmp_path, garden):
    (tmp_path / "broken_counter.py").write_text(BROKEN)
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}

    def start(*arguments, **options):
        command = [sys.executable, "-m", "graphpack", *arguments]
        return subprocess.run(
            command,
            env=environment,
            cwd=clean,
            check=False,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )

    return start


def test_a_bug_is_one_line_and_a_private_file(process, tmp_path):
    done = process(
        "export", "garden.json", "--tokenizer", "broken_counter:bug", stdout=subprocess.PIPE
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    (file,) = (tmp_path / "state" / "graphpack").iterdir()
    assert str(file) in done.stderr
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert re.search(r"Traceback.*KeyError: 'the bug'", file.read_text(), re.DOTALL)


def test_the_same_bug_again_replaces_its_file(process, tmp_path):
    for _ in range(2):
        process(
            "export", "garden.json", "--tokenizer", "broken_counter:bug", stdout=subprocess.PIPE
        )
    assert len(list((tmp_path / "state" / "graphpack").iterdir())) == 1


def test_debug_shows_the_traceback(process):
    done = process("export", "garden.json", "--tokenizer", "broken_counter:bug", "--debug")
    assert done.returncode == 1
    assert "Traceback" in done.stderr


def test_ctrl_c_is_130_and_silent(process):
    done = process("export", "garden.json", "--tokenizer", "broken_counter:interrupted")
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["export", "garden.json", "-q"], ["--help"], ["formats"]])
def test_a_closed_pipe_is_141_and_silent(process, arguments):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = process(*arguments, stdout=writing)
    finally:
        os.close(writing)
    assert done.returncode == 141
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_an_error_and_no_bug(process):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = process("export", "garden.json", "-q", stdout=full)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "error: standard output: cannot be written: no space left on device"
    ]


@pytest.mark.parametrize(
    ("shell", "code", "said"),
    [
        ("{} export garden.json -q >&-", 2, "standard output: is closed"),
        ("{} export - -q <&-", 2, "standard input is closed"),
        ("{} export garden.json 2>&- >/dev/null", 0, ""),
    ],
)
def test_closed_streams_are_no_bugs(clean, garden, shell, code, said):
    done = subprocess.run(
        ["sh", "-c", shell.format(f"{sys.executable} -m graphpack")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=clean,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert said in done.stderr


def test_output_is_utf_8_whatever_the_locale(clean, garden):
    garden.write_text(garden.read_text().replace('"Garden"', '"Garden of the café"'), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "graphpack", "export", "garden.json", "--mode", "readable"],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",
            "LC_ALL": "C",
        },
        cwd=clean,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert "café".encode() in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["export", "--help"]])
def test_help_for_a_full_disk_is_an_error_and_no_bug(process, arguments):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = process(*arguments, stdout=full)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "error: standard output: cannot be written: no space left on device"
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("option", ["--sources", "--no-such-option"])
def test_messages_for_a_full_disk_are_an_error_and_no_bug(clean, garden, tmp_path, option):
    command = f"{sys.executable} -m graphpack export garden.json {option} 2>/dev/full"
    done = subprocess.run(
        ["sh", "-c", command],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        stdout=subprocess.PIPE,
    )
    assert done.returncode == 2
    assert not (tmp_path / "state" / "graphpack").exists()
