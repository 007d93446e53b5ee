"""The commands on packs that exist: ``verify``, ``explain``, ``diff``, ``merge``."""

from __future__ import annotations

from typing import Annotated

import typer

from graphpack.cli import manual
from graphpack.cli.options import (
    BranchOption,
    Debug,
    Format,
    Mode,
    Output,
    Pick,
    Quiet,
    Redact,
    RedactAllow,
    RedactRules,
    Subagents,
)

OnePack = Annotated[str, typer.Argument(metavar="PACK", help=manual.PACK)]
AsJson = Annotated[bool, typer.Option("--json", help=manual.AS_JSON)]


def register(app: typer.Typer) -> None:
    """Add the commands to the program.

    Args:
        app: The program.
    """
    app.command(help=manual.VERIFY)(verify)
    app.command(help=manual.EXPLAIN)(explain)
    app.command(help=manual.DIFF)(diff)
    app.command(help=manual.MERGE)(merge)


def verify(  # noqa: PLR0913  # typer reads a command's options off its parameters
    pack: OnePack,
    transcript: Annotated[str, typer.Argument(metavar="TRANSCRIPT", help=manual.TRANSCRIPT)],
    json: AsJson = False,
    pick: Pick = None,
    format: Format = None,
    branch: BranchOption = None,
    subagents: Subagents = None,
    redact: Redact = None,
    redact_allow: RedactAllow = None,
    redact_rules: RedactRules = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Hold a pack against its transcript; its help is in ``manual``.

    Raises:
        Exit: With the code of what was found.
    """
    from graphpack.cli.verifying import run_verify

    arguments = {
        "pick": pick,
        "format": format,
        "branch": branch,
        "subagents": subagents,
        "redact": redact,
        "redact_allow": tuple(redact_allow) if redact_allow else None,
        "redact_rules": redact_rules,
        "quiet": quiet,
    }
    raise typer.Exit(run_verify(pack, transcript, arguments, as_json=json))


def explain(  # noqa: PLR0913  # typer reads a command's options off its parameters
    pack: OnePack,
    node: Annotated[str, typer.Argument(metavar="NODE", help=manual.NODE)],
    transcript: Annotated[
        str | None, typer.Argument(metavar="TRANSCRIPT", help=manual.TRANSCRIPT)
    ] = None,
    json: AsJson = False,
    pick: Pick = None,
    format: Format = None,
    branch: BranchOption = None,
    subagents: Subagents = None,
    redact: Redact = None,
    redact_allow: RedactAllow = None,
    redact_rules: RedactRules = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Show a node's evidence; its help is in ``manual``."""
    from graphpack.cli.verifying import run_explain

    arguments = {
        "pick": pick,
        "format": format,
        "branch": branch,
        "subagents": subagents,
        "redact": redact,
        "redact_allow": tuple(redact_allow) if redact_allow else None,
        "redact_rules": redact_rules,
        "quiet": quiet,
    }
    run_explain(pack, node, transcript, arguments, as_json=json)


def diff(
    older: Annotated[str, typer.Argument(metavar="OLDER", help=manual.PACK)],
    newer: Annotated[str, typer.Argument(metavar="NEWER", help=manual.PACK)],
    json: AsJson = False,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Compare two packs; its help is in ``manual``."""
    from graphpack.cli.comparing import run_diff

    run_diff(older, newer, as_json=json, is_quiet=bool(quiet))


def merge(  # noqa: PLR0913  # typer reads a command's options off its parameters
    packs: Annotated[list[str], typer.Argument(metavar="PACK...", help=manual.PACK)],
    output: Output = None,
    by_date: Annotated[bool, typer.Option("--by-date", help=manual.BY_DATE)] = False,
    mode: Annotated[Mode | None, typer.Option(help=manual.MODE)] = None,
    budget: Annotated[int | None, typer.Option(metavar="TOKENS", help=manual.MERGE_BUDGET)] = None,
    cap: Annotated[int | None, typer.Option(metavar="TOKENS", help=manual.CAP)] = None,
    tokenizer: Annotated[str | None, typer.Option(metavar="NAME", help=manual.TOKENIZER)] = None,
    sources: Annotated[bool | None, typer.Option("--sources", help=manual.SOURCES)] = None,
    paste: Annotated[bool | None, typer.Option("--paste", help=manual.PASTE)] = None,
    redact: Redact = None,
    redact_allow: RedactAllow = None,
    redact_rules: RedactRules = None,
    keep: Annotated[list[str] | None, typer.Option(metavar="PATTERN", help=manual.KEEP)] = None,
    no_evidence: Annotated[bool, typer.Option("--no-evidence", help=manual.EVIDENCE)] = False,
    now: Annotated[str | None, typer.Option(metavar="TIME", help=manual.NOW)] = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Make one pack of several; its help is in ``manual``.

    Raises:
        Exit: With the code of a pack over its cap, or 0.
    """
    from graphpack.cli.comparing import run_merge

    arguments = {
        "mode": mode,
        "budget": budget,
        "cap": cap,
        "tokenizer": tokenizer,
        "sources": sources,
        "paste": paste,
        "redact": redact,
        "redact_allow": tuple(redact_allow) if redact_allow else None,
        "redact_rules": redact_rules,
        "keep": tuple(keep) if keep else None,
        "evidence": False if no_evidence else None,
        "now": now,
        "quiet": quiet,
    }
    raise typer.Exit(run_merge(tuple(packs), arguments, output=output, by_date=by_date))
