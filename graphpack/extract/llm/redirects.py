"""Keeps a server from sending requests on: key and prompt go to the host that was named.

httpx, which litellm sends with, follows a redirect to any host and drops one header of several
that may hold a key. Only requests of this package's own threads are watched; a program's others
go as they would.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["SentOnError", "install", "kept_home"]

MAX_REDIRECTS = 5
_DEFAULT_PORTS = {"http": 80, "https": 443}
_thread = threading.local()
_lock = threading.Lock()


class SentOnError(OSError):
    """A server wanted a request to go to another host.

    Args:
        host: Which.
    """

    def __init__(self, host: str) -> None:
        super().__init__(f"the server sends requests on to {host}: not followed")


@contextmanager
def kept_home() -> Iterator[None]:
    """Refuse redirects to another host in this thread.

    Raises:
        SentOnError: One was refused; whatever the libraries between made of that.
    """
    refused: list[str] = []
    _thread.refused = refused
    try:
        yield
    finally:
        _thread.refused = None
        if refused:
            raise SentOnError(refused[0])


def install() -> None:
    """Make httpx ask; done once, when it is imported with litellm."""
    import httpx  # noqa: PLC0415

    with _lock:
        if getattr(httpx.Client.send, "is_kept_home", False):
            return
        send = httpx.Client.send

        def asking(client: Any, request: Any, **given: Any) -> Any:
            refused: list[str] | None = getattr(_thread, "refused", None)
            if refused is None:
                return send(client, request, **given)
            given["follow_redirects"] = False
            response = send(client, request, **given)
            for _ in range(MAX_REDIRECTS):
                following = response.next_request
                if following is None:
                    break
                response.close()
                if not _is_home(request.url, following.url):
                    refused.append(following.url.host)
                    raise SentOnError(following.url.host)
                response = send(client, following, **given)
            return response

        asking.is_kept_home = True  # type: ignore[attr-defined]  # so that it is done once
        httpx.Client.send = asking  # type: ignore[method-assign,assignment]


def _is_home(asked: Any, following: Any) -> bool:
    """Whether a redirect stays with the server: its port, or from plain text to TLS."""
    if asked.host != following.host:
        return False
    ports = [url.port or _DEFAULT_PORTS.get(url.scheme) for url in (asked, following)]
    if asked.scheme == following.scheme:
        return ports[0] == ports[1]
    return following.scheme == "https" and ports == [80, 443]
