"""The commands on graphpack itself: ``config``, ``doctor``, ``completions``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from graphpack.cli import setup_manual as words
from graphpack.cli.completing import setting_names
from graphpack.cli.options import Debug

Shell = Literal["bash", "zsh", "fish", "powershell"]


def register(app: typer.Typer) -> None:
    """Add the commands to the program.

    Args:
        app: The program.
    """
    config = typer.Typer(help=words.CONFIG, no_args_is_help=True, rich_markup_mode=None)
    config.command("show", help=words.CONFIG_SHOW)(show)
    config.command("path", help=words.CONFIG_PATH)(path)
    config.command("set", help=words.CONFIG_SET)(put)
    app.add_typer(config, name="config")
    app.command(help=words.DOCTOR)(doctor)
    app.command(help=words.COMPLETIONS)(completions)


def show(
    keys: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY...", help=words.KEYS, autocompletion=setting_names),
    ] = None,
    is_set: Annotated[bool, typer.Option("--set", help=words.ONLY_SET)] = False,
    json: Annotated[bool, typer.Option("--json", help=words.SHOW_JSON)] = False,
    debug: Debug = False,
) -> None:
    """Show settings; its help is in ``setup_manual``."""
    from graphpack.cli.configuring import run_show

    run_show(tuple(keys or ()), only_set=is_set, as_json=json)


def path(debug: Debug = False) -> None:
    """Name the user's file; its help is in ``setup_manual``."""
    from graphpack.cli.configuring import run_path

    run_path()


def put(
    key: Annotated[
        str, typer.Argument(metavar="KEY", help=words.KEY, autocompletion=setting_names)
    ],
    values: Annotated[
        list[str] | None, typer.Argument(metavar="VALUE...", help=words.VALUE)
    ] = None,
    debug: Debug = False,
) -> None:
    """Write a setting; its help is in ``setup_manual``."""
    from graphpack.cli.configuring import run_set

    run_set(key, tuple(values or ()))


def doctor(
    ask_model: Annotated[bool, typer.Option("--ask-model", help=words.ASK_MODEL)] = False,
    json: Annotated[bool, typer.Option("--json", help=words.DOCTOR_JSON)] = False,
    debug: Debug = False,
) -> None:
    """Look at the installation; its help is in ``setup_manual``.

    Raises:
        Exit: With 1 where something does not work.
    """
    from graphpack.cli.examining import run_doctor

    raise typer.Exit(run_doctor(asks_model=ask_model, as_json=json))


def completions(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help=words.SHELL)],
    debug: Debug = False,
) -> None:
    """Write a completion script; its help is in ``setup_manual``."""
    from graphpack.cli.completing import run_completions

    run_completions(shell)
