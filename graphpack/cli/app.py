"""The commands and their options. Imports typer and nothing else that takes time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from graphpack.cli import (
    archive_commands,
    bench_commands,
    context_commands,
    hook_commands,
    input_commands,
    manual,
    mcp_commands,
    pack_commands,
    serve_commands,
    setup_commands,
    text_commands,
    view_commands,
)
from graphpack.errors import GraphpackError, UsageError

PIPE_CLOSED = 141
UNWRITABLE = 2
_DEBUG = "graphpack.debug"
# typer keeps its parser to itself; this parent of what it does show is what all of it raises
WRONG_LINE: type[Exception] = typer.BadParameter.__mro__[1]


class ErrorGroup(TyperGroup):
    """Turns what was raised on purpose into one line, a hint and an exit code."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Parse; ``--help`` is written here, perhaps into a pipe that closes."""
        try:
            return super().make_context(*args, **kwargs)
        except WRONG_LINE as error:
            leave = _not_understood(error)
            raise leave from error
        except BrokenPipeError as error:
            leave = _not_read()
            raise leave from error

    def parse_args(self, ctx: Any, args: Any) -> Any:
        """Parse, and note what an error has to know before a command has run."""
        ctx.meta[_DEBUG] = "--debug" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run a command.

        Raises:
            Exit: With the code of what went wrong.
        """
        try:
            return super().invoke(ctx)
        except WRONG_LINE as error:
            leave = _not_understood(error)
            raise leave from error
        except GraphpackError as error:
            from graphpack.cli.speak import say_error

            say_error(error, is_debug=bool(ctx.meta.get(_DEBUG)))
            raise typer.Exit(error.exit_code) from error
        except BrokenPipeError as error:
            leave = _not_read()
            raise leave from error


def _not_read() -> Exception:
    """End where the reader of standard output has gone away."""
    # imported here: what cleans an error's text takes as long to load as --help to be written
    from graphpack.cli.speak import swallow

    swallow()
    return typer.Exit(PIPE_CLOSED)


def _not_understood(error: Exception) -> Exception:
    """Say what is wrong with a command line; what asks for help gets it as ever."""
    from graphpack.cli.guessing import is_help, said
    from graphpack.cli.speak import say

    if is_help(error):
        return error
    what, hint = said(error)
    say(f"error: {what}")
    say(f"hint: {hint}")
    return typer.Exit(UsageError.exit_code)


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


for commands in (
    input_commands,
    pack_commands,
    view_commands,
    serve_commands,
    archive_commands,
    text_commands,
    context_commands,
    hook_commands,
    mcp_commands,
    setup_commands,
    bench_commands,
):
    commands.register(app)
