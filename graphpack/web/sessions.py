"""Browsers that have shown a token: a random name in a cookie, and what it stands for here.

Kept in memory alone. A restart asks for the token again; a token that was revoked ends its logins.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from graphpack.web.access import hashed

COOKIE = "graphpack"
IDLE_S = 12 * 3600.0
MOST = 10_000


@dataclass(frozen=True, slots=True)
class Login:
    """One browser's login.

    Args:
        token_sha256: Of the token that was shown.
        csrf: What its forms have to carry.
        until_s: When it ends, by the clock that is handed in.
    """

    token_sha256: str
    csrf: str
    until_s: float


class Logins:
    """The logins of a server.

    Args:
        clock: Gives seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        # by the hash of the cookie's value: what is in memory is no key
        self._known: OrderedDict[str, Login] = OrderedDict()

    def open(self, token_sha256: str) -> str:
        """Begin a login; gives the cookie's value."""
        value = secrets.token_urlsafe(32)
        login = Login(token_sha256, secrets.token_urlsafe(24), self._clock() + IDLE_S)
        with self._lock:
            self._known[hashed(value)] = login
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return value

    def find(self, value: str) -> Login | None:
        """Find a login by its cookie; None where it has ended."""
        with self._lock:
            login = self._known.get(hashed(value))
            if login is not None and login.until_s < self._clock():
                del self._known[hashed(value)]
                return None
        return login

    def close(self, value: str) -> None:
        """End a login."""
        with self._lock:
            self._known.pop(hashed(value), None)
