"""The texts that the tasks of a programmer are about: a module, and what tools say of it."""

from __future__ import annotations

MODULE = '''"""Who may read the gauges."""

from __future__ import annotations

import hashlib
import hmac
import time

from tide.errors import DeniedError
from tide.store import Store

LIFETIME_S = 3600


class Session:
    """One keeper at one pier."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self.store = store
        self.secret = secret
        self.seen: dict[str, float] = {}

    def login(self, name: str, word: str) -> str:
        """Check a keeper's word and give a token.

        The token is good for ``LIFETIME_S``.
        """
        keeper = self.store.keeper(name)
        if keeper is None or not self.check_word(keeper, word):
            raise DeniedError(f"{name}: wrong name or word")
        token = self.sign(name, time.time() + LIFETIME_S)
        self.seen[token] = time.time()
        return token

    def check_word(self, keeper: dict[str, str], word: str) -> bool:
        """Compare a word with the hash that is kept."""
        salt, wanted = keeper["hash"].split("$")
        found = hashlib.scrypt(word.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1)
        return hmac.compare_digest(found.hex(), wanted)

    def sign(self, name: str, until: float) -> str:
        """Write a token."""
        said = f"{name}:{until:.0f}"
        proof = hmac.new(self.secret, said.encode(), "sha256").hexdigest()
        return f"{said}:{proof}"

    def verify(self, token: str) -> str:
        """Give the name in a token.

        Raises DeniedError where it is forged or too old.
        """
        name, until, proof = token.split(":")
        if not hmac.compare_digest(self.sign(name, float(until)).split(":")[2], proof):
            raise DeniedError("forged token")
        if float(until) < time.time():
            raise DeniedError("old token")
        return name

    def logout(self, token: str) -> None:
        """Forget a token."""
        self.seen.pop(token, None)


def routes(session: Session) -> dict[str, object]:
    """List what can be asked for."""
    return {
        "/login": session.login,
        "/logout": session.logout,
        "/whoami": session.verify,
    }
'''

READ = "\n".join(f"{at + 1:6}→{line}" for at, line in enumerate(MODULE.split("\n")))


def grep(found: str, files: int, each: int) -> str:
    return "\n".join(
        f"src/tide/part{n}/mod{n}.py:{k * 17 + n + 3}:    " + found.format(n=n, k=k)
        for n in range(files)
        for k in range(each)
    )


def places(files: int, each: int) -> tuple[str, ...]:
    return (
        *(f"src/tide/part{n}/mod{n}.py" for n in range(files)),
        *(f"{k * 17 + n + 3}" for n in range(files) for k in range(each)),
    )


PASSED = "\n".join(f"tests/test_gauge.py::test_read[{n}] PASSED  [ {n}%]" for n in range(60))
