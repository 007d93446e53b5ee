"""What `--help` says of every command: whole, once, and all exit codes."""

from __future__ import annotations

import re

import pytest
import typer.main

from graphpack import errors
from graphpack.cli import manual
from graphpack.cli.app import PIPE_CLOSED, app
from graphpack.cli.comparing import OVER_CAP


def walk(command, name):
    yield name, command
    for inner in getattr(command, "commands", {}).values():
        yield from walk(inner, f"{name} {inner.name}")


COMMANDS = dict(walk(typer.main.get_command(app), "graphpack"))


def rows(name):
    """What the help says of each argument and option."""
    command = COMMANDS[name]
    context = command.context_class(command, info_name=name)
    for param in command.params:
        row = param.get_help_record(context)
        if row is not None:
            yield row


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_told_and_its_default_once(name):
    assert COMMANDS[name].help.strip()
    for option, told in rows(name):
        assert told.strip(), f"{name} {option}: nothing is said of it"
        assert told.count("[default") <= 1, f"{name} {option}: {told}"
        assert re.search(r"[.\])]$", told), f"{name} {option}: {told}"


def test_every_exit_code_is_listed():
    listed = set()
    for first, last in re.findall(
        r"(?:^| {4}| {2})(\d+)(?:-(\d+))? [a-zA-Z-]", manual.GRAPHPACK.partition("Exit status:")[2]
    ):
        listed.update(range(int(first), int(last or first) + 1))
    raised = {
        value.exit_code
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, errors.GraphpackError)
    }
    ended = {0, OVER_CAP, 128 + 1, 128 + 2, PIPE_CLOSED, 128 + 15}
    assert raised | ended <= listed
