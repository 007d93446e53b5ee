"""The page on the archive names commands and options that there are, and measured figures."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

from graphpack.cli.app import app

PAGE = (Path(__file__).parents[2] / "docs" / "archive.md").read_text(encoding="utf-8")
COMMANDS = get_command(app).commands["archive"].commands


def test_its_commands_are_there():
    named = set(re.findall(r"graphpack archive ([a-z]+)", PAGE))
    assert {"add", "doctor", "export", "forget", "import", "init", "list", "show"} <= named
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("option", sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE))))
def test_its_options_are_there(option):
    others = {"--format", "--file", "--dbname", "--to", "--kills", "--postgresql"}
    known = {name for command in COMMANDS.values() for each in command.params for name in each.opts}
    assert option in known | others
