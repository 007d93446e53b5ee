"""Completions: a script for each of four shells, and the words behind them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graphpack.cli.completing import agent_names, format_names, setting_names

ROOT = Path(__file__).parents[2]
SHELLS = {"bash": "complete_bash", "zsh": "complete_zsh", "fish": "complete_fish",
          "powershell": "complete_powershell"}  # fmt: skip


@pytest.fixture
def program(tmp_path):
    """A folder with the command in it, as an installation puts it onto the path."""
    script = tmp_path / "bin" / "graphpack"
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m graphpack \"$@\"\n")
    script.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(tmp_path),
    }


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script_of_its_own(cli, shell):
    ran = cli("completions", shell)
    assert ran.code == 0
    assert SHELLS[shell].removesuffix("shell") in ran.out
    assert "graphpack" in ran.out


def test_another_shell_is_refused(cli):
    ran = cli("completions", "tcsh")
    assert ran.code == 2
    assert "one of bash, zsh, fish, powershell" in ran.err


def asked(program, line, words):
    done = subprocess.run(
        ["graphpack"],
        env=program | {"_GRAPHPACK_COMPLETE": "complete_bash", "COMP_WORDS": line,
                       "COMP_CWORD": str(words)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.split()


def test_commands_and_formats_are_completed(program):
    assert asked(program, "graphpack ex", 1) == ["export", "explain"]
    assert asked(program, "graphpack export --format claude-", 3) == ["claude-code", "claude-ai"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_the_script_completes_in_a_real_bash(program):
    lines = (
        'eval "$(graphpack completions bash)"; COMP_WORDS=(graphpack conf); COMP_CWORD=1;'
        ' _graphpack_completion graphpack; echo "${COMPREPLY[@]}"; complete -p graphpack'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", lines], env=program, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[0] == "config"
    assert "_graphpack_completion" in done.stdout.splitlines()[1], done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_script_is_one_the_shell_understands(program, cli, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    script = cli("completions", shell).out
    done = subprocess.run([shell, "-n"], input=script, env=program, text=True, check=False)
    assert done.returncode == 0


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish here")
def test_the_script_completes_in_a_real_fish(program):
    lines = 'graphpack completions fish | source; complete -C "graphpack export --format claude-"'
    done = subprocess.run(
        ["fish", "--no-config", "-c", lines],
        env=program,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["claude-ai", "claude-code"], done.stderr


def test_words_begin_as_what_stands_there():
    assert "chatgpt" in format_names("chat")
    assert all(name.startswith("chat") for name in format_names("chat"))
    assert setting_names("budg") == ["budget"]
    assert agent_names("cod") == ["codex"]
