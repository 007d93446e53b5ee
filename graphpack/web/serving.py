"""Runs the application at an address: this machine alone, or for who has a token."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import uvicorn

from graphpack.archive.store import Archive
from graphpack.errors import UsageError
from graphpack.settings import Settings
from graphpack.sockets import is_loopback, is_unspecified
from graphpack.web.access import Tokens
from graphpack.web.app import application
from graphpack.web.guard import Gate
from graphpack.web.rate import Limiter, Rate
from graphpack.web.sessions import Logins
from graphpack.web.site import Site

MAX_BODY_BYTES = 64 << 20
PER_S, BURST = 20.0, 120
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_STOP_S = 3


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens, and how it may be called.

    Args:
        host: An address or a name.
        port: 0 lets the system choose one.
        names: Further names, such as a proxy's.
        per_s: Requests for each second that one client may make.
        max_body_bytes: Of one request.
    """

    host: str = "127.0.0.1"
    port: int = 8766
    names: tuple[str, ...] = ()
    per_s: float = PER_S
    max_body_bytes: int = MAX_BODY_BYTES

    @property
    def is_loopback(self) -> bool:
        """Whether this machine alone can reach it."""
        return is_loopback(self.host)

    @property
    def hosts(self) -> frozenset[str]:
        """Every name it may be called by, lower case."""
        own = _LOOPBACK if self.is_loopback else (self.host,)
        return frozenset(name.lower() for name in (*own, *self.names))


def site_at(archive: Archive, address: Address, settings: Settings, tokens: Tokens | None) -> Site:
    """Put a server together.

    Args:
        archive: What it shows.
        address: Where it will listen.
        settings: How sessions that are brought are packed.
        tokens: None lets everybody in who can reach it.

    Returns:
        What its application works with.

    Raises:
        UsageError: Others could reach it without a token.
    """
    is_open = address.is_loopback and not address.names
    if tokens is None and not is_open:
        raise UsageError(
            f"--host: {address.host}: others can reach it, and nobody has a token",
            hint="graphpack token add NAME makes one",
        )
    if is_unspecified(address.host) and not address.names:
        raise UsageError(
            f"--host: {address.host}: is no name that anybody calls",
            hint="--allow-host NAME for each name that the machine is called by",
        )
    gate = Gate(
        hosts=address.hosts,
        tokens=tokens,
        logins=Logins(time.monotonic),
        limiter=Limiter(
            Rate(address.per_s, max(1, int(address.per_s * BURST / PER_S))), time.monotonic
        ),
        max_body_bytes=address.max_body_bytes,
    )
    return Site(archive, gate, settings, now=lambda: datetime.now(UTC))


def serve(site: Site, listening: socket.socket, *, ready: Callable[[], None]) -> None:
    """Answer until the process is told to end.

    Args:
        site: What is shown.
        listening: Where.
        ready: Called when requests are answered.
    """
    config = uvicorn.Config(
        application(site),
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        lifespan="off",
        timeout_graceful_shutdown=_STOP_S,
        limit_concurrency=256,
        proxy_headers=True,
    )
    server = uvicorn.Server(config)
    ready()
    server.run(sockets=[listening])
