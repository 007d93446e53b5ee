"""What every request passes: its host, its rate, its size, who asks; and what every answer says.

A page of another site can send requests to this machine, too. So the host has to be one of the
server's names, and a request that changes something has to come from the server's own pages, or
carry a token in its header, which no other page can make a browser send.
"""

from __future__ import annotations

import hmac
import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphpack.web.access import LOCAL, Tokens, Who
from graphpack.web.rate import Limiter
from graphpack.web.sessions import COOKIE, Logins

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAID: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
API = "/api/"
_SIZE_DIGITS = 18
_TOO_LARGE = "the body is too large"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, and how they showed it.

    Args:
        who: None where they have not.
        csrf: What their forms have to carry.
        is_bearer: Whether a token came in the header.
        client: Where from, for the rate.
    """

    who: Who | None
    csrf: str
    is_bearer: bool = False
    client: str = ""


@dataclass(slots=True)
class Gate:
    """What the guard knows of its server.

    Args:
        hosts: Names by which it may be called, lower case, without ports.
        tokens: None where who reaches it needs none.
        logins: Of browsers.
        limiter: Of requests.
        max_body_bytes: Of one request.
        secret: What forms carry where there are no logins.
    """

    hosts: frozenset[str]
    tokens: Tokens | None
    logins: Logins
    limiter: Limiter
    max_body_bytes: int
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)


class Guard:
    """The outermost application.

    Args:
        app: What answers.
        gate: What is known of the server.
    """

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        caller = self._caller(scope, headers)
        scope.setdefault("state", {})["caller"] = caller
        refused = self._refused(scope, headers, caller)
        saying = _said(send)
        if refused is not None:
            await refused(scope, receive, saying)
            return
        await self._app(scope, _limited(receive, self._gate.max_body_bytes), saying)

    def _caller(self, scope: Scope, headers: Headers) -> Caller:
        client = (scope.get("client") or ("?", 0))[0]
        tokens = self._gate.tokens
        if tokens is None:
            return Caller(LOCAL, self._gate.secret, client=client)
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return Caller(tokens.who(token.strip()), "", is_bearer=True, client=client)
        login = self._gate.logins.find(cookie_of(headers) or "")
        who = tokens.of_hash(login.token_sha256) if login else None
        return Caller(who, login.csrf if login and who else "", client=client)

    def _refused(self, scope: Scope, headers: Headers, caller: Caller) -> Response | None:
        if _host(headers.get("host", "")) not in self._gate.hosts:
            return _refusal(scope, 421, "this server is not called so")
        key = caller.who.name if caller.who and self._gate.tokens else caller.client
        wait_s = self._gate.limiter.wait_s(key)
        if wait_s:
            answer = _refusal(scope, 429, "too many requests")
            answer.headers["retry-after"] = str(math.ceil(wait_s))
            return answer
        if _length(headers) > self._gate.max_body_bytes:
            return _refusal(scope, 413, _TOO_LARGE)
        if scope["method"] not in SAFE and not caller.is_bearer and not _is_own(headers):
            return _refusal(scope, 403, "the request comes from another page")
        return None


def cookie_of(headers: Headers) -> str | None:
    """Read the login's cookie off a request."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return found.value if found else None


def is_formed(caller: Caller, given: str) -> bool:
    """Whether a form came from this server's own page."""
    return bool(caller.csrf) and hmac.compare_digest(caller.csrf.encode(), given.encode())


def _said(send: Send) -> Send:
    async def saying(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SAID.items():
                headers.setdefault(name, value)
        await send(message)

    return saying


def _limited(receive: Receive, most: int) -> Receive:
    come = 0

    async def receiving() -> Message:
        nonlocal come
        message = await receive()
        come += len(message.get("body", b""))
        if come > most:
            raise HTTPException(413, _TOO_LARGE)
        return message

    return receiving


def _refusal(scope: Scope, status: int, reason: str) -> Response:
    if scope["path"].startswith(API):
        return JSONResponse({"error": reason}, status)
    return PlainTextResponse(f"{reason}\n", status)


def _host(value: str) -> str:
    try:
        return (urlsplit(f"//{value}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _length(headers: Headers) -> int:
    value = headers.get("content-length", "0")
    return int(value[:_SIZE_DIGITS]) if value.isascii() and value.isdigit() else 0


def _is_own(headers: Headers) -> bool:
    """Whether a browser sent it from this server's own page; no browser sends neither header."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
