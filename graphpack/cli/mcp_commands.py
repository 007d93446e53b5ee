"""The command that serves hosts of models: ``mcp``."""

from __future__ import annotations

from typing import Annotated

import typer

from graphpack.cli import mcp_manual as words
from graphpack.cli.grouping import grouped, settings_of
from graphpack.cli.options import Debug, Hiding, LiveLevel, Quiet


def register(app: typer.Typer) -> None:
    """Add the command to the program.

    Args:
        app: The program.
    """
    app.command(help=words.MCP)(grouped(mcp))


def mcp(  # noqa: PLR0913  # typer reads a command's options off its parameters
    store: Annotated[str | None, typer.Option(metavar="PATH", help=words.STORE)] = None,
    root: Annotated[list[str] | None, typer.Option(metavar="FOLDER", help=words.ROOT)] = None,
    machine: Annotated[
        bool | None, typer.Option("--machine/--no-machine", help=words.MACHINE)
    ] = None,
    compression: Annotated[
        LiveLevel | None, typer.Option(metavar="LEVEL", help=words.COMPRESSION)
    ] = None,
    http: Annotated[bool, typer.Option("--http", help=words.HTTP)] = False,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help=words.HOST)] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="NUMBER", min=0, max=65_535, help=words.PORT)] = 8765,
    token: Annotated[str | None, typer.Option(metavar="TEXT", help=words.TOKEN)] = None,
    token_file: Annotated[str | None, typer.Option(metavar="FILE", help=words.TOKEN_FILE)] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=words.ALLOW_HOST)
    ] = None,
    max_body: Annotated[int, typer.Option(metavar="BYTES", min=1_024, help=words.MAX_BODY)] = 32
    << 20,
    *,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Serve; its help is in ``mcp_manual``."""
    from graphpack.cli.serving import Wanted, run_mcp

    level = {"level": compression} if compression else None
    arguments = settings_of(hiding, compression=level, quiet=quiet)
    wanted = Wanted(
        store=store,
        roots=tuple(root or ()),
        with_machine=machine,
        is_http=http,
        host=host,
        port=port,
        token=token,
        token_file=token_file,
        names=tuple(allow_host or ()),
        max_body_bytes=max_body,
    )
    run_mcp(wanted, arguments)
