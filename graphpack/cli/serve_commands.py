"""The commands of the archive's pages: ``serve``, and ``token`` for who may see them."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from graphpack.cli import serve_manual as words
from graphpack.cli.grouping import grouped, settings_of
from graphpack.cli.options import Debug, Hiding, Quiet

RoleName = Literal["reader", "writer"]
TokensFile = Annotated[str | None, typer.Option("--tokens", metavar="FILE", help=words.TOKENS)]
Name = Annotated[str, typer.Argument(metavar="NAME", help=words.NAME)]


def register(app: typer.Typer) -> None:
    """Add the commands to the program.

    Args:
        app: The program.
    """
    app.command(help=words.SERVE)(grouped(serve))
    token = typer.Typer(help=words.TOKEN, no_args_is_help=True, rich_markup_mode=None)
    token.command(name="add", help=words.TOKEN_ADD)(token_add)
    token.command(name="list", help=words.TOKEN_LIST)(token_list)
    token.command(name="revoke", help=words.TOKEN_REVOKE)(token_revoke)
    app.add_typer(token, name="token")


def serve(  # noqa: PLR0913  # typer reads a command's options off its parameters
    db: Annotated[str | None, typer.Option(metavar="URL", help=words.DB)] = None,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help=words.HOST)] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="NUMBER", min=0, max=65_535, help=words.PORT)] = 8766,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=words.ALLOW_HOST)
    ] = None,
    rate: Annotated[float, typer.Option(metavar="N", min=0.1, help=words.RATE)] = 20.0,
    tokens: TokensFile = None,
    *,
    hiding: Hiding,
    quiet: Quiet = None,
    debug: Debug = False,
) -> None:
    """Serve; its help is in ``serve_manual``."""
    from graphpack.cli.hosting import run_serve
    from graphpack.web.serving import Address

    address = Address(host, port, tuple(allow_host or ()), per_s=rate)
    run_serve(address, settings_of(hiding, db=db, quiet=quiet), tokens_file=tokens)


def token_add(
    name: Name,
    role: Annotated[RoleName, typer.Option(help=words.ROLE)] = "reader",
    project: Annotated[list[str] | None, typer.Option(metavar="NAME", help=words.PROJECT)] = None,
    tokens: TokensFile = None,
    debug: Debug = False,
) -> None:
    """Make a token; its help is in ``serve_manual``."""
    from graphpack.cli.hosting import run_token_add

    run_token_add(name, role, tuple(project) if project else None, tokens_file=tokens)


def token_list(tokens: TokensFile = None, debug: Debug = False) -> None:
    """List tokens; its help is in ``serve_manual``."""
    from graphpack.cli.hosting import run_token_list

    run_token_list(tokens_file=tokens)


def token_revoke(name: Name, tokens: TokensFile = None, debug: Debug = False) -> None:
    """Revoke a token; its help is in ``serve_manual``."""
    from graphpack.cli.hosting import run_token_revoke

    run_token_revoke(name, tokens_file=tokens)
