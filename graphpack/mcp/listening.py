"""The server over streamable HTTP: this machine only unless told otherwise, and with a token.

A page in a browser can reach a port of this machine too. So each request has to carry the token,
name this server as its host, and come from no other page; and no request may be large.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from graphpack.errors import UsageError
from graphpack.mcp.server import make_server
from graphpack.mcp.working import end_by
from graphpack.sockets import bound, is_loopback, is_unspecified

if TYPE_CHECKING:
    from graphpack.mcp.desk import Desk

__all__ = ["Address", "application", "new_token", "serve_http"]

PATH = "/mcp"
MAX_BODY_BYTES = 32 << 20
MAX_SESSIONS = 200
MAX_CONNECTIONS = 256
IDLE_S = 1_800.0
_TOKEN_BYTES = 32
_MIN_TOKEN_CHARS = 16
_STOP_S = 1
_END_S = 1.8


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens, and who may ask.

    Args:
        host: An address or a name.
        port: 0 lets the system choose one.
        names: Further names by which clients may call the server, such as a proxy's.
        max_body_bytes: Of one request.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    names: tuple[str, ...] = ()
    max_body_bytes: int = MAX_BODY_BYTES

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)


def new_token() -> str:
    """Make a token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def application(desk: Desk, address: Address, token: str) -> ASGIApp:
    """Make the application that answers requests.

    Args:
        desk: What the server works with.
        address: Who may ask.
        token: What each request has to carry.

    Returns:
        An ASGI application.

    Raises:
        UsageError: The token is too short, or nobody could call the server by any name.
    """
    if len(token) < _MIN_TOKEN_CHARS or not token.isascii() or not token.isprintable():
        raise UsageError(
            f"--token: {_MIN_TOKEN_CHARS} printable ASCII characters or more",
            hint="leave it away, and one is made",
        )
    names = _names(address)
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[form for name in names for form in (name, f"{name}:*")],
        allowed_origins=[
            f"{scheme}://{form}"
            for scheme in ("http", "https")
            for name in names
            for form in (name, f"{name}:*")
        ],
    )
    server = make_server(lambda: desk).streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=address.max_body_bytes,
        session_idle_timeout=IDLE_S,
        max_sessions=MAX_SESSIONS,
        transport_security=security,
        host=address.host,
    )
    return _Guard(server, token)


def serve_http(desk: Desk, address: Address, token: str, *, ready: Callable[[str], None]) -> None:
    """Serve clients over HTTP until the process is told to end.

    Args:
        desk: What the server works with.
        address: Where it listens.
        token: What each request has to carry.
        ready: Told the server's URL once it listens.
    """
    app = application(desk, address, token)
    made = bound(address.host, address.port)
    with made:
        host = f"[{address.host}]" if ":" in address.host else address.host
        ready(f"http://{host}:{made.getsockname()[1]}{PATH}")
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="on",
            limit_concurrency=MAX_CONNECTIONS,
            timeout_graceful_shutdown=_STOP_S,
        )
        _Ending(config).run(sockets=[made])


class _Ending(uvicorn.Server):
    """Ends soon after it was told to, though a call may still be at work."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal."""
        super().handle_exit(sig, frame)
        end_by(_END_S, 128 + sig)


class _Guard:
    """Lets through what carries the token.

    Args:
        app: What is guarded.
        token: What is asked for.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token.encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._knows(scope):
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refusal = Response(
            json.dumps({"error": "invalid_token", "error_description": "a bearer token is needed"}),
            status_code=401,
            media_type="application/json",
            headers={"www-authenticate": 'Bearer realm="graphpack"', "connection": "close"},
        )
        await refusal(scope, receive, send)

    def _knows(self, scope: Scope) -> bool:
        given = Headers(scope=scope).getlist("authorization")
        if len(given) != 1:
            return False
        scheme, _, token = given[0].partition(" ")
        # compared in constant time: how far a guess fits must not show
        is_same = hmac.compare_digest(token.strip().encode("latin-1", "replace"), self._token)
        return scheme.lower() == "bearer" and is_same


def _names(address: Address) -> Sequence[str]:
    """List the names by which clients may call the server.

    Raises:
        UsageError: There are none.
    """
    own: list[str] = list(address.names)
    if address.is_loopback:
        own += ["127.0.0.1", "localhost", "[::1]"]
    elif not is_unspecified(address.host):
        own.append(f"[{address.host}]" if ":" in address.host else address.host)
    if not own:
        raise UsageError(
            f"--host: {address.host}: is every address; by which name do clients call it?",
            hint="--allow-host NAME",
        )
    return own
