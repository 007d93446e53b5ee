"""The commands on packs that exist, from ``validate`` to ``merge``."""

from __future__ import annotations

from typing import Annotated

import typer

from graphpack.cli import manual
from graphpack.cli.grouping import grouped, settings_of
from graphpack.cli.options import (
    Cap,
    Counting,
    Debug,
    Hiding,
    Keep,
    Mode,
    ModeOption,
    NoEvidence,
    Now,
    OnePack,
    Output,
    Quiet,
    Selection,
)

AsJson = Annotated[bool, typer.Option("--json", help=manual.AS_JSON)]


def register(app: typer.Typer) -> None:
    """Add the commands to the program.

    Args:
        app: The program.
    """
    app.command(help=manual.VALIDATE)(validate)
    app.command(help=manual.CONVERT)(grouped(convert))
    app.command(help=manual.VERIFY)(grouped(verify))
    app.command(help=manual.EXPLAIN)(grouped(explain))
    app.command(help=manual.DIFF)(grouped(diff))
    app.command(help=manual.MERGE)(grouped(merge))


def validate(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help=manual.PACK)],
    strict: Annotated[bool, typer.Option("--strict", help=manual.STRICT)] = False,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Check packs; its help is in ``manual``.

    Raises:
        Exit: With the code of what was found.
    """
    from graphpack.cli.packs import run_validate

    raise typer.Exit(run_validate(tuple(files), is_strict=strict, is_quiet=bool(quiet)))


def convert(  # noqa: PLR0913  # typer reads a command's options off its parameters
    file: Annotated[str, typer.Argument(metavar="FILE", help=manual.PACK)],
    mode: Annotated[Mode, typer.Option(help=manual.CONVERT_MODE)],
    output: Output = None,
    sources: Annotated[
        bool | None, typer.Option("--sources/--no-sources", help=manual.CONVERT_SOURCES)
    ] = None,
    *,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Rewrite a pack in another form; its help is in ``manual``."""
    from graphpack.cli.packs import run_convert

    arguments = settings_of(hiding, quiet=quiet)
    run_convert(file, mode, arguments, output=output, with_sources=sources)


def verify(  # noqa: PLR0913  # typer reads a command's options off its parameters
    pack: OnePack,
    transcript: Annotated[str, typer.Argument(metavar="TRANSCRIPT", help=manual.TRANSCRIPT)],
    json: AsJson = False,
    *,
    selection: Selection,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Hold a pack against its transcript; its help is in ``manual``.

    Raises:
        Exit: With the code of what was found.
    """
    from graphpack.cli.verifying import run_verify

    arguments = settings_of(selection, hiding, quiet=quiet)
    raise typer.Exit(run_verify(pack, transcript, arguments, as_json=json))


def explain(  # noqa: PLR0913  # typer reads a command's options off its parameters
    pack: OnePack,
    node: Annotated[str, typer.Argument(metavar="NODE", help=manual.NODE)],
    transcript: Annotated[
        str | None, typer.Argument(metavar="TRANSCRIPT", help=manual.TRANSCRIPT)
    ] = None,
    json: AsJson = False,
    *,
    selection: Selection,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Show a node's evidence; its help is in ``manual``."""
    from graphpack.cli.verifying import run_explain

    arguments = settings_of(selection, hiding, quiet=quiet)
    run_explain(pack, node, transcript, arguments, as_json=json)


def diff(
    older: Annotated[str, typer.Argument(metavar="OLDER", help=manual.PACK)],
    newer: Annotated[str, typer.Argument(metavar="NEWER", help=manual.PACK)],
    json: AsJson = False,
    *,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Compare two packs; its help is in ``manual``."""
    from graphpack.cli.comparing import run_diff

    run_diff(older, newer, settings_of(hiding, quiet=quiet), as_json=json)


def merge(  # noqa: PLR0913  # typer reads a command's options off its parameters
    packs: Annotated[list[str], typer.Argument(metavar="PACK...", help=manual.PACK)],
    output: Output = None,
    by_date: Annotated[bool, typer.Option("--by-date", help=manual.BY_DATE)] = False,
    mode: ModeOption = None,
    budget: Annotated[int | None, typer.Option(metavar="TOKENS", help=manual.MERGE_BUDGET)] = None,
    cap: Cap = None,
    *,
    counting: Counting,
    hiding: Hiding,
    keep: Keep = None,
    no_evidence: NoEvidence = False,
    now: Now = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Make one pack of several; its help is in ``manual``.

    Raises:
        Exit: With the code of a pack over its cap, or 0.
    """
    from graphpack.cli.comparing import run_merge

    arguments = settings_of(
        counting,
        hiding,
        mode=mode,
        budget=budget,
        cap=cap,
        keep=keep,
        evidence=False if no_evidence else None,
        now=now,
        quiet=quiet,
    )
    raise typer.Exit(run_merge(tuple(packs), arguments, output=output, by_date=by_date))
