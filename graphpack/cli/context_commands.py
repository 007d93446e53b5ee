"""The commands that hand a session on: ``context``, ``brief``, ``resume``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from graphpack.cli import context_manual as words
from graphpack.cli.grouping import grouped, settings_of
from graphpack.cli.options import Debug, Hiding, OnePack, Output, Quiet, Selection

Into = Literal["claude", "codex", "gemini", "clipboard", "stdout"]
Transcripts = Annotated[
    list[str] | None, typer.Argument(metavar="TRANSCRIPT...", help=words.TRANSCRIPTS)
]
Records = Annotated[list[str] | None, typer.Option(metavar="FILE", help=words.RECORDS)]
Tokenizer = Annotated[str | None, typer.Option(metavar="NAME", help=words.TOKENIZER)]


def register(app: typer.Typer) -> None:
    """Add the commands to the program.

    Args:
        app: The program.
    """
    app.command(help=words.CONTEXT)(grouped(context))
    app.command(help=words.BRIEF)(grouped(brief))
    app.command(help=words.RESUME)(grouped(resume))


def context(  # noqa: PLR0913  # typer reads a command's options off its parameters
    transcripts: Transcripts = None,
    task: Annotated[str | None, typer.Option(metavar="TEXT", help=words.TASK)] = None,
    records: Records = None,
    budget: Annotated[int | None, typer.Option(metavar="TOKENS", help=words.BUDGET)] = None,
    output: Output = None,
    report: Annotated[str | None, typer.Option(metavar="FILE", help=words.REPORT)] = None,
    json: Annotated[bool, typer.Option("--json", help=words.JSON)] = False,
    weight: Annotated[list[str] | None, typer.Option(metavar="SIGNAL=N", help=words.WEIGHT)] = None,
    floor: Annotated[float, typer.Option(metavar="N", help=words.FLOOR)] = 1.0,
    tokenizer: Tokenizer = None,
    *,
    selection: Selection,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Build a context; its help is in ``context_manual``.

    Raises:
        Exit: With 3 where what is mandatory does not fit.
    """
    from graphpack.cli.contexts import Asked, run_context

    arguments = settings_of(selection, hiding, tokenizer=tokenizer, quiet=quiet)
    asked = Asked(
        task=task,
        records=tuple(records or ()),
        transcripts=tuple(transcripts or ()),
        budget_tokens=budget,
        weights=tuple(weight or ()),
        floor=floor,
        output=output,
        report=report,
        is_json=json,
    )
    raise typer.Exit(run_context(asked, arguments))


def brief(  # noqa: PLR0913  # typer reads a command's options off its parameters
    transcripts: Transcripts = None,
    task: Annotated[str | None, typer.Option(metavar="TEXT", help=words.BRIEF_TASK)] = None,
    records: Records = None,
    budget: Annotated[int | None, typer.Option(metavar="TOKENS", help=words.BRIEF_BUDGET)] = None,
    output: Output = None,
    tokenizer: Tokenizer = None,
    shared: Annotated[bool, typer.Option("--shared", help=words.SHARED)] = False,
    agent: Annotated[str | None, typer.Option(metavar="NAME", help=words.AGENT)] = None,
    *,
    selection: Selection,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Write a brief; its help is in ``context_manual``.

    Raises:
        Exit: With 3 where rules and decisions alone do not fit.
    """
    from graphpack.cli.contexts import Asked, run_brief

    arguments = settings_of(selection, hiding, tokenizer=tokenizer, quiet=quiet)
    asked = Asked(
        task=task,
        records=tuple(records or ()),
        transcripts=tuple(transcripts or ()),
        budget_tokens=budget,
        output=output,
        is_shared=shared or agent is not None,
        agent=agent,
    )
    raise typer.Exit(run_brief(asked, arguments))


def resume(
    pack: OnePack,
    into: Annotated[Into, typer.Option(help=words.INTO)] = "stdout",
    *,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Hand a pack to a new session; its help is in ``context_manual``.

    Raises:
        Exit: With the host's own code.
    """
    from graphpack.cli.resuming import run_resume

    raise typer.Exit(run_resume(pack, into, settings_of(hiding, quiet=quiet)))
