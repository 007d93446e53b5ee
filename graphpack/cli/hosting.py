"""``graphpack serve`` and ``token``: the archive's pages, and who may see them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from graphpack.cli.archiving import where_of
from graphpack.cli.speak import put, say
from graphpack.cli.surroundings import working_folder
from graphpack.errors import UsageError
from graphpack.settings import load
from graphpack.sockets import bound
from graphpack.web.access import Role, Tokens
from graphpack.web.serving import Address, serve, site_at

TOKENS_FILE = "tokens.json"


def run_serve(address: Address, arguments: Mapping[str, Any], *, tokens_file: str | None) -> None:
    """Show an archive until the process is told to end.

    Args:
        address: Where.
        arguments: From the flags, by setting name.
        tokens_file: Of the tokens; None is the user's own.

    Raises:
        UsageError: Others may reach it, and nobody has a token.
    """
    from graphpack.archive.store import Archive

    settings = load(arguments, environment=os.environ, folder=working_folder())
    tokens = _tokens(tokens_file)
    is_open = address.is_loopback and not address.names and tokens_file is None
    if not is_open and not tokens.grants():
        raise UsageError(
            f"{tokens.path}: nobody has a token, and others may reach the server",
            hint="graphpack token add NAME",
        )
    needed = None if is_open else tokens
    with Archive(where_of(settings)) as archive:
        archive.check()
        site = site_at(archive, address, settings, needed)
        with bound(address.host, address.port) as listening:
            port = listening.getsockname()[1]

            def ready() -> None:
                if not settings.quiet:
                    say(f"{archive.name}: at http://{_spelled(address.host)}:{port}/ until Ctrl-C")

            serve(site, listening, ready=ready)


def run_token_add(
    name: str, role: str, projects: Sequence[str] | None, *, tokens_file: str | None
) -> None:
    """Make a token and print it.

    Args:
        name: Whose.
        role: Of ``Role``.
        projects: Where it is good; None is everywhere.
        tokens_file: None is the user's own.
    """
    tokens = _tokens(tokens_file)
    put(tokens.add(name, Role(role), projects, at=datetime.now(UTC)))
    say(f"{tokens.path}: keeps its hash; the token itself is shown this once")


def run_token_list(*, tokens_file: str | None) -> None:
    """List whose tokens there are.

    Args:
        tokens_file: None is the user's own.
    """
    for one in _tokens(tokens_file).grants():
        where = "all projects" if one.projects is None else ", ".join(one.projects)
        put(f"{one.name}\t{one.role}\t{where}\t{one.made_at}")


def run_token_revoke(name: str, *, tokens_file: str | None) -> None:
    """Take a token away.

    Args:
        name: Whose.
        tokens_file: None is the user's own.
    """
    _tokens(tokens_file).revoke(name)
    say(f"{name}: has no token any more")


def _tokens(name: str | None) -> Tokens:
    return Tokens(Path(name) if name else user_config_path("graphpack") / TOKENS_FILE)


def _spelled(host: str) -> str:
    return f"[{host}]" if ":" in host else host
