"""Runs that begin where little is as it should be: no folder, no streams, files of brackets."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TALK = {"messages": [{"role": "user", "content": "We decided to use Postgres 16."}]}

# runs the command with the folder and the streams that the first argument asks for
START = """
import os, sys
how, *arguments = sys.argv[1:]
if how == "gone":
    os.mkdir("gone"); os.chdir("gone"); os.rmdir("../gone")
for name, number in (("in", 0), ("out", 1), ("err", 2)):
    if f"no-{name}" in how:
        os.close(number)
if how == "deaf":
    os.dup2(os.open(os.devnull, os.O_RDONLY), 2)
os.execv(sys.executable, [sys.executable, "-m", "graphpack", *arguments])
"""


@pytest.fixture
def start(tmp_path):
    (tmp_path / "talk.json").write_text(json.dumps(TALK))
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }

    def run(how, *arguments, **variables):
        done = subprocess.run(
            [sys.executable, "-c", START, how, *arguments],
            cwd=tmp_path,
            env=environment | variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert not (tmp_path / "state").exists(), done.stderr  # a crash file
        return done

    return run


def test_a_folder_that_is_gone_is_no_hindrance_to_a_whole_path(start, tmp_path):
    done = start("gone", "export", str(tmp_path / "talk.json"))
    assert done.returncode == 0
    assert "Postgres 16" in done.stdout


def test_a_folder_that_is_gone_is_said_where_it_is_needed(start, tmp_path):
    done = start("gone", "export", str(tmp_path / "talk.json"), "-o", "pack.json")
    assert done.returncode == 2
    assert "error: " in done.stderr


@pytest.mark.parametrize("how", ["no-err", "deaf", "no-in no-err"])
def test_a_pack_is_written_where_nobody_hears_of_it(start, tmp_path, how):
    done = start(how, "export", "talk.json", "-o", "pack.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert json.loads((tmp_path / "pack.json").read_text())["n"]


@pytest.mark.parametrize("how", ["no-err", "deaf"])
def test_an_error_keeps_its_code_where_nobody_hears_of_it(start, how):
    assert start(how, "export", "no.json").returncode == 4


def test_without_any_stream_a_run_ends(start):
    assert start("no-in no-out no-err", "export", "talk.json").returncode == 2


@pytest.mark.parametrize("text", ["allow = " + "[" * 100_000, "allow = " + "{a=" * 50_000])
def test_rules_of_nothing_but_brackets_are_an_error(start, tmp_path, text):
    (tmp_path / "rules.toml").write_text(text)
    done = start("", "export", "talk.json", "--redact-rules", "rules.toml")
    assert (done.returncode, done.stderr) == (2, "error: rules.toml: nested too deeply\n")


def test_a_project_file_of_nothing_but_brackets_is_an_error(start, tmp_path):
    (tmp_path / ".graphpack.toml").write_text("budget = " + "[" * 100_000)
    done = start("", "export", "talk.json")
    assert done.returncode == 2
    assert "nested too deeply" in done.stderr


def test_a_variable_of_nothing_but_brackets_is_an_error(start):
    done = start("", "export", "talk.json", GRAPHPACK_MODEL_ARGUMENTS="[" * 100_000)
    assert done.returncode == 2
    assert "nested too deeply" in done.stderr
