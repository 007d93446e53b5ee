"""``graphpack mcp``: a server for hosts of models, over standard streams or HTTP."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphpack.cli.speak import say
from graphpack.cli.surroundings import working_folder
from graphpack.cli.taking import text_of
from graphpack.errors import ReadError, UsageError
from graphpack.mcp.store import Store
from graphpack.settings import Settings, load

if TYPE_CHECKING:
    from graphpack.mcp.desk import Desk
    from graphpack.mcp.reach import Reach
    from graphpack.readers.sessions import Sessions


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a command line asks for.

    Args:
        store: A file; None keeps sessions in memory.
        roots: Folders whose transcripts may be ingested by their path.
        with_machine: Whether agents' sessions may be; None is by the transport.
        is_http: Listen instead of using the standard streams.
        host: Where.
        port: Where.
        token: What clients have to send; None makes one.
        token_file: Where it stands.
        names: By which clients call the server besides.
        max_body_bytes: Of one request.
    """

    store: str | None = None
    roots: tuple[str, ...] = ()
    with_machine: bool | None = None
    is_http: bool = False
    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = None
    token_file: str | None = None
    names: tuple[str, ...] = ()
    max_body_bytes: int = 32 << 20


def run_mcp(wanted: Wanted, arguments: Mapping[str, Any]) -> None:
    """Serve until the client or the system ends it.

    Args:
        wanted: What the command line asks for.
        arguments: From the flags, by setting name.
    """
    settings = load(arguments, environment=os.environ, folder=working_folder())
    _check(wanted)
    roots = tuple(map(_folder, wanted.roots))
    token = _token(wanted)
    store = Store(Path(wanted.store).expanduser() if wanted.store is not None else None)
    try:
        if wanted.is_http:
            _listen(_desk(store, settings, wanted, roots), wanted, token, is_quiet=settings.quiet)
        else:
            from graphpack.mcp.stdio import serve_stdio

            _end_at_signals()
            if _is_typed() and not settings.quiet:
                say("waiting for a client on standard input; hosts start this: see docs/mcp.md")
                say("Ctrl-C ends it; --http listens on a port")
            serve_stdio(lambda: _desk(store, settings, wanted, roots))
    finally:
        store.close()


def _is_typed() -> bool:
    """Whether somebody at a terminal started it: no host has one at its other end."""
    return sys.stdin is not None and sys.stdin.isatty()


def _end_at_signals() -> None:
    """Let signals end the process at once: nothing wakes the thread that waits for input.

    What was answered is in the store already, as it is where the process is killed.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: os._exit(128 + number))


def _listen(desk: Desk, wanted: Wanted, token: str | None, *, is_quiet: bool) -> None:
    from graphpack.mcp.listening import Address, new_token, serve_http

    address = Address(wanted.host, wanted.port, wanted.names, wanted.max_body_bytes)
    given = token or new_token()

    def ready(url: str) -> None:
        if not is_quiet:
            say(f"listening at {url}")
        if token is None:  # nobody could use the server without it, so quiet is no matter
            _show(f"token: {given}")
        if not address.is_loopback:
            say("warning: others can reach it, and nothing is encrypted: put a TLS proxy before it")

    serve_http(desk, address, given, ready=ready)


def _show(line: str) -> None:
    """Write a line to standard error as it is: ``say`` would hide the token as the secret it is."""
    if sys.stderr is not None:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def _check(wanted: Wanted) -> None:
    if wanted.store is not None and not wanted.store.strip():
        raise UsageError("--store: the name is empty")
    if wanted.token is not None and wanted.token_file is not None:
        raise UsageError("--token, --token-file: only one of them")
    if wanted.is_http:
        return
    given = {
        "--token": wanted.token,
        "--token-file": wanted.token_file,
        "--allow-host": wanted.names or None,
    }
    for flag, value in given.items():
        if value is not None:
            raise UsageError(f"{flag}: is for --http alone")


def _folder(name: str) -> Path:
    path = Path(name).expanduser()
    if not path.is_dir():
        raise UsageError(f"--root: {name}: is no folder")
    return path.resolve()


def _token(wanted: Wanted) -> str | None:
    if wanted.token_file is None:
        return wanted.token
    try:
        text = text_of(wanted.token_file).strip()
    except ReadError as error:
        raise ReadError(f"--token-file: {error}", hint=error.hint) from error
    if not text:
        raise ReadError(f"--token-file: {wanted.token_file}: is empty")
    return text


def _desk(store: Store, settings: Settings, wanted: Wanted, roots: tuple[Path, ...]) -> Desk:
    from graphpack.mcp.desk import Desk

    is_wanted = not wanted.is_http if wanted.with_machine is None else wanted.with_machine
    reach = _reach(roots, with_machine=is_wanted)
    return Desk(store, settings, reach, is_shared=wanted.is_http)


def _reach(roots: tuple[Path, ...], *, with_machine: bool) -> Reach:
    from graphpack.cli.sessions import Wanted as Which
    from graphpack.cli.sessions import look_for, this_machine
    from graphpack.mcp.reach import Reach

    if not with_machine:
        return Reach(roots)
    machine = this_machine()

    def look(limit: int) -> Sessions:
        """Find them by what the command line remembers of their files, too."""
        found, _ = look_for(Which(None, is_here=False, limit=limit), machine, is_quiet=True)
        return found

    return Reach(roots, machine, look)
