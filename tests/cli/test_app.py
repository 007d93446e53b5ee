"""The program is put together of what a command line needs, and is whole for everything else."""

import pytest
import typer.main

from graphpack.cli import app as under_test
from graphpack.cli.app import program


def _names(made):
    return set(typer.main.get_command(made).commands)


EVERY = _names(program())


def test_each_command_stands_in_the_table():
    told = [name for names in under_test._COMMANDS.values() for name in names]
    assert sorted(told) == sorted(EVERY)


@pytest.mark.parametrize("name", sorted(EVERY))
def test_a_command_is_the_same_alone(name):
    alone = typer.main.get_command(program(name)).commands[name]
    whole = typer.main.get_command(program()).commands[name]
    assert [each.opts for each in alone.params] == [each.opts for each in whole.params]
    assert alone.help == whole.help
    assert set(getattr(alone, "commands", ())) == set(getattr(whole, "commands", ()))


def test_only_the_command_that_runs_is_read():
    assert _names(program("export")) == {"export"}


@pytest.mark.parametrize("name", ["", "exprot", "--help", "-"])
def test_for_anything_else_the_program_is_whole(name):
    assert _names(program(name)) == EVERY


def test_a_wrong_name_is_answered_with_the_near_ones(cli):
    ran = cli("exprot")
    assert (ran.code, "export" in ran.err) == (2, True)


def test_help_names_each_command_as_ever_without_reading_its_options():
    named = typer.main.get_command(program("--help"))
    whole = typer.main.get_command(program())
    assert list(named.commands) == list(whole.commands)
    for name, command in named.commands.items():
        assert command.get_short_help_str(200) == whole.commands[name].get_short_help_str(200)
    assert not named.commands["export"].params
