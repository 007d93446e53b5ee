"""Options that travel together: what typer is shown, and what a command is handed."""

import inspect
from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from graphpack.cli.grouping import grouped, settings_of


@dataclass(frozen=True)
class Berth:
    pier: Annotated[str, typer.Option(help="Where.")]
    ropes: Annotated[list[str] | None, typer.Option(metavar="NAME", help="With what.")] = None


def moor(
    boat: Annotated[str, typer.Argument(help="Which.")],
    *,
    berth: Berth,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing.")] = False,
) -> None:
    """Moor a boat."""
    print(boat, berth, quiet)


@pytest.fixture
def harbour():
    app = typer.Typer()
    app.command()(grouped(moor))
    return lambda *arguments: CliRunner().invoke(app, arguments)


def test_a_groups_fields_stand_where_the_group_stood():
    assert list(inspect.signature(grouped(moor)).parameters) == ["boat", "pier", "ropes", "quiet"]


def test_a_command_is_handed_one_value(harbour):
    given = harbour("Tern", "--pier", "3", "--ropes", "a", "--ropes", "b", "--quiet")
    assert given.output == "Tern Berth(pier='3', ropes=['a', 'b']) True\n"
    assert harbour("Tern", "--pier", "3").output == "Tern Berth(pier='3', ropes=None) False\n"


def test_a_field_without_a_default_is_a_flag_that_is_needed(harbour):
    missing = harbour("Tern")
    assert missing.exit_code == 2
    assert "--pier" in missing.output


def test_settings_are_the_fields_and_what_stands_beside_them():
    given = settings_of(Berth("3", ["a"]), quiet=None, keep=["x", "y"], only=[])
    assert given == {"pier": "3", "ropes": ("a",), "quiet": None, "keep": ("x", "y"), "only": None}
