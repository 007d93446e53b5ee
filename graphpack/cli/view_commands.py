"""The commands that show a pack: ``view``, ``show``, ``render``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from graphpack.cli import manual
from graphpack.cli import view_manual as words
from graphpack.cli.grouping import grouped, settings_of
from graphpack.cli.options import (
    Debug,
    Hiding,
    Now,
    OnePack,
    Output,
    Quiet,
    Selection,
    output_option,
)

ViewForm = Literal["markdown", "mermaid", "graphml", "dot", "json", "html", "handoff", "paste"]


def register(app: typer.Typer) -> None:
    """Add the commands to the program.

    Args:
        app: The program.
    """
    app.command(help=words.VIEW)(grouped(view))
    app.command(help=words.SHOW)(grouped(show))
    app.command(help=words.RENDER)(grouped(render))


def view(  # noqa: PLR0913  # typer reads a command's options off its parameters
    input: Annotated[str, typer.Argument(metavar="INPUT", help=words.VIEW_INPUT)],
    transcript: Annotated[
        str | None, typer.Argument(metavar="TRANSCRIPT", help=manual.TRANSCRIPT)
    ] = None,
    output: Annotated[str | None, output_option(words.VIEW_OUTPUT)] = None,
    model: Annotated[str | None, typer.Option(metavar="NAME", help=manual.MODEL)] = None,
    *,
    selection: Selection,
    hiding: Hiding,
    now: Now = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Write a page; its help is in ``view_manual``."""
    from graphpack.cli.viewing import run_view

    arguments = settings_of(selection, hiding, model=model, now=now, quiet=quiet)
    run_view(input, transcript, arguments, output=output)


def show(
    pack: OnePack,
    plain: Annotated[bool, typer.Option("--plain", help=words.PLAIN)] = False,
    *,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Show a pack; its help is in ``view_manual``."""
    from graphpack.cli.showing import run_show

    run_show(pack, settings_of(hiding, quiet=quiet), is_plain=plain)


def render(  # noqa: PLR0913  # typer reads a command's options off its parameters
    pack: OnePack,
    to: Annotated[ViewForm, typer.Option(help=words.TO)],
    output: Output = None,
    sources: Annotated[bool, typer.Option("--sources", help=words.SOURCES)] = False,
    *,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Write a pack in another program's form; its help is in ``view_manual``."""
    from graphpack.cli.viewing import run_render

    arguments = settings_of(hiding, quiet=quiet)
    run_render(pack, to, arguments, output=output, with_sources=sources)
