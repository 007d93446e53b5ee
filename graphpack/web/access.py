"""Who may see and change what: tokens with a role and projects, of which only hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from graphpack.atomic import write_private
from graphpack.errors import UsageError
from graphpack.files import read_regular

PREFIX = "gpk_"
_TOKEN_BYTES = 32
_VERSION = 1


class Role(StrEnum):
    """What a token is good for."""

    READER = "reader"
    WRITER = "writer"


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who asks.

    Args:
        name: As the audit log calls them.
        role: What they may do.
        projects: Where; None is everywhere.
    """

    name: str
    role: Role
    projects: tuple[str, ...] | None = None

    def sees(self, project: str) -> bool:
        """Whether they may look at a project."""
        return self.projects is None or project in self.projects

    def writes(self, project: str) -> bool:
        """Whether they may add to a project, and forget of it."""
        return self.role is Role.WRITER and self.sees(project)


LOCAL = Who("local", Role.WRITER)
"""Who sits at this machine, where it alone can reach the server."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A token as it is kept.

    Args:
        name: Whose it is; each name once.
        sha256: Of the token.
        role: What it is good for.
        projects: Where; None is everywhere.
        made_at: When, ISO-8601 UTC.
    """

    name: str
    sha256: str
    role: Role
    projects: tuple[str, ...] | None
    made_at: str

    @property
    def who(self) -> Who:
        """Who comes with it."""
        return Who(self.name, self.role, self.projects)


def new_token() -> str:
    """Make a token that nobody can guess."""
    return PREFIX + secrets.token_urlsafe(_TOKEN_BYTES)


def hashed(token: str) -> str:
    """Hash a token: it is random and long, so a fast hash gives nothing away."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Tokens:
    """The tokens of a server, in a file of its owner alone; what changes there holds at once.

    Args:
        path: Of the file; it may be missing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp: tuple[int, int] | None = None
        self._grants: tuple[Grant, ...] = ()

    def grants(self) -> tuple[Grant, ...]:
        """List what is there, in the order given; a file that is none raises UsageError."""
        try:
            stat = self.path.stat()
        except FileNotFoundError:
            return ()
        stamp = (stat.st_mtime_ns, stat.st_size)
        if stamp != self._stamp:
            self._grants = _read(self.path)
            self._stamp = stamp
        return self._grants

    def who(self, token: str) -> Who | None:
        """Find who a token belongs to; None where nobody has it."""
        return self.of_hash(hashed(token))

    def of_hash(self, sha256: str) -> Who | None:
        """Find who a token belongs to by its hash, in a time that tells nothing of the others."""
        found = [one for one in self.grants() if hmac.compare_digest(one.sha256, sha256)]
        return found[0].who if found else None

    def add(self, name: str, role: Role, projects: Sequence[str] | None, *, at: datetime) -> str:
        """Make a token.

        Args:
            name: Whose it is.
            role: What it is good for.
            projects: Where; None is everywhere.
            at: The time.

        Returns:
            The token, which is nowhere else.

        Raises:
            UsageError: The name is empty, or has one already.
        """
        grants = self.grants()
        if not name.strip() or not name.isprintable():
            raise UsageError("NAME: has to say whose token it is")
        if any(one.name == name for one in grants):
            raise UsageError(f"{name}: has a token", hint=f"graphpack token revoke {name}")
        token = new_token()
        made_at = at.strftime("%Y-%m-%dT%H:%M:%SZ")
        where = None if projects is None else tuple(projects)
        self._write((*grants, Grant(name, hashed(token), role, where, made_at)))
        return token

    def revoke(self, name: str) -> None:
        """Take a token away.

        Args:
            name: Whose it is.

        Raises:
            UsageError: Nobody is called so.
        """
        grants = self.grants()
        left = tuple(one for one in grants if one.name != name)
        if len(left) == len(grants):
            known = ", ".join(one.name for one in grants) or "nobody has one"
            raise UsageError(f"{name}: has no token", hint=f"there are: {known}")
        self._write(left)

    def _write(self, grants: Sequence[Grant]) -> None:
        document = {"v": _VERSION, "tokens": [asdict(one) for one in grants]}
        write_private(self.path, json.dumps(document, ensure_ascii=False, indent=1).encode())
        self._stamp = None


def _read(path: Path) -> tuple[Grant, ...]:
    try:
        document = json.loads(read_regular(path))
        found = tuple(_grant(one) for one in document["tokens"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        reason = f"{path}: not a file of tokens"
        raise UsageError(reason, hint="graphpack token add makes one") from error
    return found


def _grant(raw: dict[str, Any]) -> Grant:
    made = Grant(**raw)
    projects = None if made.projects is None else tuple(map(str, made.projects))
    return replace(made, role=Role(made.role), projects=projects)
