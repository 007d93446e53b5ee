"""The commands and their options. Imports typer and nothing else that takes time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from graphpack.cli import context_commands, manual, pack_commands, text_commands
from graphpack.cli.options import (
    BranchOption,
    CompressionLevel,
    Debug,
    FailOnNotice,
    Form,
    Format,
    Mode,
    Output,
    Pick,
    Quiet,
    Redact,
    RedactAllow,
    RedactRules,
    ReportForm,
    Subagents,
)
from graphpack.errors import GraphpackError

PIPE_CLOSED = 141
UNWRITABLE = 2
_DEBUG = "graphpack.debug"


class ErrorGroup(TyperGroup):
    """Turns what was raised on purpose into one line, a hint and an exit code."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Parse; ``--help`` is written here, perhaps into a pipe that closes.

        Raises:
            Exit: The pipe was closed.
        """
        from graphpack.cli.speak import swallow

        try:
            return super().make_context(*args, **kwargs)
        except BrokenPipeError as error:
            swallow()
            raise typer.Exit(PIPE_CLOSED) from error

    def parse_args(self, ctx: Any, args: Any) -> Any:
        """Parse, and note what an error has to know before a command has run."""
        ctx.meta[_DEBUG] = "--debug" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run a command.

        Raises:
            Exit: With the code of what went wrong.
        """
        from graphpack.cli.speak import say_error, swallow

        try:
            return super().invoke(ctx)
        except GraphpackError as error:
            say_error(error, is_debug=bool(ctx.meta.get(_DEBUG)))
            raise typer.Exit(error.exit_code) from error
        except BrokenPipeError as error:
            swallow()
            raise typer.Exit(PIPE_CLOSED) from error


def _leave(code: int) -> NoReturn:
    raise typer.Exit(code)


app = typer.Typer(
    cls=ErrorGroup,
    name="graphpack",
    help=manual.GRAPHPACK,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)


def run(arguments: Sequence[str]) -> int:
    """Run one command line.

    Args:
        arguments: Without the program's name.

    Returns:
        The exit code; a bug is said in one line and gives 1.
    """
    command = typer.main.get_command(app)
    try:
        command.main(args=list(arguments), prog_name="graphpack")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else int(done.code is not None)
    except Exception as error:  # noqa: BLE001  # the last door: what comes here is a bug
        from graphpack.cli.crash import report
        from graphpack.cli.speak import say, unwritable
        from graphpack.cli.surroundings import working_folder

        if unwritable(error):
            return UNWRITABLE
        if isinstance(error, FileNotFoundError) and working_folder() is None:
            say("error: the current folder is gone")
            say("hint: change into one that is there, or name files by their whole path")
            return UNWRITABLE
        return report(error, is_debug="--debug" in arguments)
    return 0


def _version(is_asked: bool) -> None:
    if is_asked:
        from graphpack import __version__

        typer.echo(f"graphpack {__version__}")
        raise typer.Exit


@app.callback()
def graphpack(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Hold the options of the program itself; its help is in ``manual``."""


@app.command(help=manual.EXPORT)
def export(  # noqa: PLR0913  # typer reads a command's options off its parameters
    inputs: Annotated[
        list[str] | None, typer.Argument(metavar="INPUT...", help=manual.INPUT)
    ] = None,
    here: Annotated[bool, typer.Option("--here", help=manual.HERE)] = False,
    mode: Annotated[Mode | None, typer.Option(help=manual.MODE)] = None,
    output: Output = None,
    model: Annotated[str | None, typer.Option(metavar="NAME", help=manual.MODEL)] = None,
    budget: Annotated[int | None, typer.Option(metavar="TOKENS", help=manual.BUDGET)] = None,
    cap: Annotated[int | None, typer.Option(metavar="TOKENS", help=manual.CAP)] = None,
    tokenizer: Annotated[str | None, typer.Option(metavar="NAME", help=manual.TOKENIZER)] = None,
    sources: Annotated[bool | None, typer.Option("--sources", help=manual.SOURCES)] = None,
    paste: Annotated[bool | None, typer.Option("--paste", help=manual.PASTE)] = None,
    copy: Annotated[bool, typer.Option("--copy", help=manual.COPY)] = False,
    pick: Pick = None,
    all: Annotated[bool, typer.Option("--all", help=manual.ALL)] = False,
    format: Format = None,
    branch: BranchOption = None,
    subagents: Subagents = None,
    redact: Redact = None,
    redact_allow: RedactAllow = None,
    redact_rules: RedactRules = None,
    keep: Annotated[list[str] | None, typer.Option(metavar="PATTERN", help=manual.KEEP)] = None,
    no_evidence: Annotated[bool, typer.Option("--no-evidence", help=manual.EVIDENCE)] = False,
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
    metrics: Annotated[str | None, typer.Option(metavar="FILE", help=manual.METRICS)] = None,
    fail_on_notice: FailOnNotice = None,
    now: Annotated[str | None, typer.Option(metavar="TIME", help=manual.NOW)] = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Pack conversations; its help is in ``manual``."""
    from graphpack.cli.exporting import Delivery, run_export

    arguments = {
        "mode": mode,
        "model": model,
        "budget": budget,
        "cap": cap,
        "tokenizer": tokenizer,
        "sources": sources,
        "paste": paste,
        "pick": pick,
        "format": format,
        "branch": branch,
        "subagents": subagents,
        "redact": redact,
        "redact_allow": tuple(redact_allow) if redact_allow else None,
        "redact_rules": redact_rules,
        "keep": tuple(keep) if keep else None,
        "evidence": False if no_evidence else None,
        "max_cost_usd": max_cost_usd,
        "cache": False if no_cache else None,
        "compression": _table(level=compression, metrics=metrics),
        "fail_on_notice": fail_on_notice,
        "now": now,
        "quiet": quiet,
    }
    names = _inputs(inputs, is_here=here)
    delivery = Delivery(
        output,
        is_copied=copy,
        is_all=all,
        is_estimate=estimate,
        since=since,
        report=report,
        report_as=report_as,
    )
    _leave(run_export(names, arguments, delivery))


def _table(**keys: str | None) -> dict[str, str] | None:
    """Make a table of the settings of those of its keys that were given."""
    return {key: value for key, value in keys.items() if value is not None} or None


def _inputs(inputs: list[str] | None, *, is_here: bool) -> tuple[str, ...]:
    from graphpack.cli.inputs import given

    return given(inputs or (), is_here=is_here)


@app.command(help=manual.READ)
def read(  # noqa: PLR0913  # typer reads a command's options off its parameters
    input: Annotated[str, typer.Argument(metavar="INPUT", help=manual.READ_INPUT)],
    to: Annotated[Form, typer.Option(help=manual.TO)] = "markdown",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help=manual.READ_OUTPUT)
    ] = None,
    is_listed: Annotated[bool, typer.Option("--list", help=manual.LIST)] = False,
    json: Annotated[bool, typer.Option("--json", help=manual.LIST_JSON)] = False,
    pick: Pick = None,
    format: Format = None,
    branch: BranchOption = None,
    subagents: Subagents = None,
    redact: Redact = None,
    redact_allow: RedactAllow = None,
    redact_rules: RedactRules = None,
    fail_on_notice: FailOnNotice = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Write a transcript; its help is in ``manual``."""
    from graphpack.cli.transcribing import Wanted, run_read

    arguments = {
        "pick": pick,
        "format": format,
        "branch": branch,
        "subagents": subagents,
        "redact": redact,
        "redact_allow": tuple(redact_allow) if redact_allow else None,
        "redact_rules": redact_rules,
        "fail_on_notice": fail_on_notice,
        "quiet": quiet,
    }
    wanted = Wanted(to, output, is_listed=is_listed or json, is_json=json)
    run_read(input, arguments, wanted)


@app.command(help=manual.SESSIONS)
def sessions(  # noqa: PLR0913  # typer reads a command's options off its parameters
    agent: Annotated[str | None, typer.Option(metavar="NAME", help=manual.AGENT)] = None,
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


@app.command(help=manual.SCAN)
def scan(  # noqa: PLR0913  # typer reads a command's options off its parameters
    inputs: Annotated[list[str], typer.Argument(metavar="INPUT...", help=manual.INPUT)],
    redact: Redact = None,
    redact_allow: RedactAllow = None,
    redact_rules: RedactRules = None,
    format: Format = None,
    json: Annotated[bool, typer.Option("--json", help=manual.SCAN_JSON)] = False,
    fail_on_notice: FailOnNotice = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Say where secrets are; its help is in ``manual``."""
    from graphpack.cli.scanning import run_scan

    arguments = {
        "redact": redact,
        "redact_allow": tuple(redact_allow) if redact_allow else None,
        "redact_rules": redact_rules,
        "format": format,
        "subagents": True,
        "fail_on_notice": fail_on_notice,
        "quiet": quiet,
    }
    run_scan(tuple(inputs), arguments, as_json=json)


@app.command(help=manual.VALIDATE)
def validate(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help=manual.PACK)],
    strict: Annotated[bool, typer.Option("--strict", help=manual.STRICT)] = False,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Check packs; its help is in ``manual``."""
    from graphpack.cli.packs import run_validate

    _leave(run_validate(tuple(files), is_strict=strict, is_quiet=bool(quiet)))


@app.command(help=manual.CONVERT)
def convert(
    file: Annotated[str, typer.Argument(metavar="FILE", help=manual.PACK)],
    mode: Annotated[Mode, typer.Option(help=manual.CONVERT_MODE)],
    output: Output = None,
    sources: Annotated[
        bool | None, typer.Option("--sources/--no-sources", help=manual.CONVERT_SOURCES)
    ] = None,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Rewrite a pack in another form; its help is in ``manual``."""
    from graphpack.cli.packs import run_convert

    run_convert(file, mode, output=output, with_sources=sources, is_quiet=bool(quiet))


@app.command(help=manual.FORMATS)
def formats(debug: Debug = False) -> None:
    """List the formats; its help is in ``manual``."""
    from graphpack.cli.packs import run_formats

    run_formats()


text_commands.register(app)
pack_commands.register(app)
context_commands.register(app)
