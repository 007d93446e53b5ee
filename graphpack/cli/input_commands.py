"""The commands on conversations: ``export``, ``read``, ``sessions``, ``scan``, ``formats``."""

from __future__ import annotations

from typing import Annotated

import typer

from graphpack.cli import manual
from graphpack.cli.completing import agent_names
from graphpack.cli.grouping import grouped, settings_of
from graphpack.cli.options import (
    Cap,
    CompressionLevel,
    Counting,
    Debug,
    FailOnNotice,
    Form,
    Format,
    Hiding,
    Keep,
    Metrics,
    ModeOption,
    NoEvidence,
    Now,
    Output,
    Quiet,
    ReportForm,
    Selection,
    output_option,
)


def register(app: typer.Typer) -> None:
    """Add the commands to the program.

    Args:
        app: The program.
    """
    app.command(help=manual.EXPORT)(grouped(export))
    app.command(help=manual.READ)(grouped(read))
    app.command(help=manual.SESSIONS)(sessions)
    app.command(help=manual.SCAN)(grouped(scan))
    app.command(help=manual.FORMATS)(formats)


def export(  # noqa: PLR0913  # typer reads a command's options off its parameters
    inputs: Annotated[
        list[str] | None, typer.Argument(metavar="INPUT...", help=manual.INPUT)
    ] = None,
    here: Annotated[bool, typer.Option("--here", help=manual.HERE)] = False,
    mode: ModeOption = None,
    output: Output = None,
    model: Annotated[str | None, typer.Option(metavar="NAME", help=manual.MODEL)] = None,
    budget: Annotated[int | None, typer.Option(metavar="TOKENS", help=manual.BUDGET)] = None,
    cap: Cap = None,
    *,
    counting: Counting,
    copy: Annotated[bool, typer.Option("--copy", help=manual.COPY)] = False,
    all: Annotated[bool, typer.Option("--all", help=manual.ALL)] = False,
    selection: Selection,
    hiding: Hiding,
    keep: Keep = None,
    no_evidence: NoEvidence = False,
    estimate: Annotated[bool, typer.Option("--estimate", help=manual.ESTIMATE)] = False,
    max_cost_usd: Annotated[
        float | None, typer.Option(metavar="USD", help=manual.MAX_COST_USD)
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help=manual.NO_CACHE)] = False,
    since: Annotated[str | None, typer.Option(metavar="PACK", help=manual.SINCE_PACK)] = None,
    report: Annotated[str | None, typer.Option(metavar="FILE", help=manual.REPORT)] = None,
    report_as: Annotated[ReportForm | None, typer.Option(help=manual.REPORT_AS)] = None,
    compression: Annotated[
        CompressionLevel | None, typer.Option(metavar="LEVEL", help=manual.COMPRESSION)
    ] = None,
    metrics: Metrics = None,
    fail_on_notice: FailOnNotice = None,
    now: Now = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Pack conversations; its help is in ``manual``.

    Raises:
        Exit: With the code of a pack over its cap, or 0.
    """
    from graphpack.cli.exporting import Delivery, run_export
    from graphpack.cli.inputs import given

    table = {"level": compression, "metrics": metrics}
    arguments = settings_of(
        counting,
        selection,
        hiding,
        mode=mode,
        model=model,
        budget=budget,
        cap=cap,
        keep=keep,
        evidence=False if no_evidence else None,
        max_cost_usd=max_cost_usd,
        cache=False if no_cache else None,
        compression={key: value for key, value in table.items() if value is not None} or None,
        fail_on_notice=fail_on_notice,
        now=now,
        quiet=quiet,
    )
    delivery = Delivery(
        output,
        is_copied=copy,
        is_all=all,
        is_estimate=estimate,
        since=since,
        report=report,
        report_as=report_as,
    )
    raise typer.Exit(run_export(given(inputs or (), is_here=here), arguments, delivery))


def read(  # noqa: PLR0913  # typer reads a command's options off its parameters
    input: Annotated[str, typer.Argument(metavar="INPUT", help=manual.READ_INPUT)],
    to: Annotated[Form, typer.Option(help=manual.TO)] = "markdown",
    output: Annotated[str | None, output_option(manual.READ_OUTPUT)] = None,
    is_listed: Annotated[bool, typer.Option("--list", help=manual.LIST)] = False,
    json: Annotated[bool, typer.Option("--json", help=manual.LIST_JSON)] = False,
    *,
    selection: Selection,
    hiding: Hiding,
    fail_on_notice: FailOnNotice = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Write a transcript; its help is in ``manual``."""
    from graphpack.cli.transcribing import Wanted, run_read

    arguments = settings_of(selection, hiding, fail_on_notice=fail_on_notice, quiet=quiet)
    wanted = Wanted(to, output, is_listed=is_listed or json, is_json=json)
    run_read(input, arguments, wanted)


def sessions(  # noqa: PLR0913  # typer reads a command's options off its parameters
    agent: Annotated[
        str | None, typer.Option(metavar="NAME", help=manual.AGENT, autocompletion=agent_names)
    ] = None,
    here: Annotated[bool, typer.Option("--here", help=manual.SESSIONS_HERE)] = False,
    since: Annotated[str | None, typer.Option(metavar="TIME", help=manual.SINCE)] = None,
    limit: Annotated[int, typer.Option(metavar="N", help=manual.LIMIT)] = 20,
    json: Annotated[bool, typer.Option("--json", help=manual.JSON)] = False,
    now: Annotated[str | None, typer.Option(metavar="TIME", help=manual.SESSIONS_NOW)] = None,
    debug: Debug = False,
) -> None:
    """List sessions; its help is in ``manual``."""
    from graphpack.cli.sessions import Wanted, run_sessions

    wanted = Wanted(agent, is_here=here, limit=limit)
    run_sessions(wanted, since=since, now=now, as_json=json)


def scan(  # noqa: PLR0913  # typer reads a command's options off its parameters
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT...", help=manual.INPUT)],
    *,
    hiding: Hiding,
    format: Format = None,
    json: Annotated[bool, typer.Option("--json", help=manual.SCAN_JSON)] = False,
    fail_on_notice: FailOnNotice = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Say where secrets are; its help is in ``manual``."""
    from graphpack.cli.scanning import run_scan

    arguments = settings_of(
        hiding, format=format, subagents=True, fail_on_notice=fail_on_notice, quiet=quiet
    )
    run_scan(tuple(inputs), arguments, as_json=json)


def formats(debug: Debug = False) -> None:
    """List the formats; its help is in ``manual``."""
    from graphpack.cli.packs import run_formats

    run_formats()
