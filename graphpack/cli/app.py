"""The commands and their options. Imports typer and nothing else that takes time."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from graphpack.cli import manual
from graphpack.errors import GraphpackError, UsageError

PIPE_CLOSED = 141
UNWRITABLE = 2
_DEBUG = "graphpack.debug"
_HELP = ("-h", "--help")
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


def run(arguments: Sequence[str]) -> int:
    """Run one command line.

    Args:
        arguments: Without the program's name.

    Returns:
        The exit code; a bug is said in one line and gives 1.
    """
    command = typer.main.get_command(program(*arguments[:1]))
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


def graphpack(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Hold the options of the program itself; its help is in ``manual``."""


# in the order in which --help lists them
_COMMANDS: dict[str, tuple[str, ...]] = {
    "input_commands": ("export", "read", "sessions", "scan", "formats"),
    "pack_commands": ("validate", "convert", "verify", "explain", "diff", "merge"),
    "view_commands": ("view", "show", "render"),
    "serve_commands": ("serve", "token"),
    "archive_commands": ("archive",),
    "text_commands": ("compress", "retrieve", "stats", "cache"),
    "context_commands": ("context", "brief", "resume"),
    "hook_commands": ("share", "audit-compact", "hooks", "skill"),
    "mcp_commands": ("mcp",),
    "setup_commands": ("config", "doctor", "completions"),
    "bench_commands": ("bench",),
}


def program(name: str = "") -> typer.Typer:
    """Put the program together.

    Args:
        name: The command that is to run: the others are then left out, which saves the time that it
            takes to read their options. With ``--help`` they are only named. Anything else, such as
            a wrong name, is all of them.

    Returns:
        The program with its commands.
    """
    made = typer.Typer(
        cls=ErrorGroup,
        name="graphpack",
        help=manual.GRAPHPACK,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": [*_HELP], "max_content_width": 96},
    )
    made.callback()(graphpack)
    is_known = any(name in names for names in _COMMANDS.values())
    for module, names in _COMMANDS.items():
        if name in names or not is_known:
            import_module(f"graphpack.cli.{module}").register(made)
    if is_known:
        own = [each for each in made.registered_commands if _name_of(each) == name]
        made.registered_commands = own
    elif name in _HELP:
        _list_only(made)
    return made


def _name_of(command: Any) -> str:
    return str(command.name or command.callback.__name__)


def _list_only(made: typer.Typer) -> None:
    """Leave out the options of all commands: the program's own help names none."""
    for group in made.registered_groups:
        if group.typer_instance is not None:
            _list_only(group.typer_instance)
    for command in made.registered_commands:
        command.name, command.callback = _name_of(command), _listed


def _listed() -> None:
    """Stand for a command that is only named."""


def __getattr__(name: str) -> typer.Typer:
    """Give ``app``, the program with all its commands, when it is asked for.

    Raises:
        AttributeError: There is nothing else of the kind.
    """
    if name == "app":
        return program()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
