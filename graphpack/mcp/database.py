"""The database of the server's store: its tables, how it is opened, and its transactions.

A file is in WAL mode, each change is one transaction, and what was answered is on the disk: a
killed server loses nothing, and several servers may share one.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphpack.errors import ReadError, UsageError

__all__ = ["Database"]

_VERSION = 1
_APPLICATION = 0x67706B31
"""Marks a database as this one: ``gpk1``."""
_WAIT_S = 10.0
_SCHEMA = """
CREATE TABLE sessions(
    name TEXT PRIMARY KEY, place INTEGER NOT NULL, used INTEGER NOT NULL, next INTEGER NOT NULL,
    chars INTEGER NOT NULL, title TEXT) WITHOUT ROWID;
CREATE TABLE records(
    session TEXT NOT NULL, id TEXT NOT NULL, place INTEGER NOT NULL, chars INTEGER NOT NULL,
    is_told INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY(session, id));
CREATE INDEX in_order ON records(session, place);
CREATE TABLE transcripts(session TEXT PRIMARY KEY, id TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE packs(
    session TEXT NOT NULL, mode TEXT NOT NULL, about TEXT NOT NULL, tokens INTEGER NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY(session, mode));
CREATE TABLE originals(ref TEXT PRIMARY KEY, used INTEGER NOT NULL, body TEXT NOT NULL);
"""


class Database:
    """One connection, which several threads may use.

    Args:
        path: Its file; None is one in memory.

    Attributes:
        name: For people.
    """

    def __init__(self, path: Path | None) -> None:
        self.name = "store" if path is None else str(path)
        self._lock = threading.RLock()
        self._db = _opened(path, self.name)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Ask something of it; may stand inside of ``writing``."""
        with self._lock, _told(self.name):
            yield self._db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Change something in it, all of it or nothing."""
        with self._lock, _told(self.name):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:  # whatever it is: half a change is never kept
                if self._db.in_transaction:  # a full disk may have ended it already
                    self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def close(self) -> None:
        """Close it; nothing may be asked of it afterwards."""
        with self._lock:
            self._db.close()


def _opened(path: Path | None, name: str) -> sqlite3.Connection:
    """Open the database, and make it where it is not there."""
    if path is not None:
        _make_private(path)
    with _told(name):
        db = sqlite3.connect(
            ":memory:" if path is None else path,
            timeout=_WAIT_S,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            _prepare(db, name)
        except BaseException:  # whatever it is: the file is not left open
            db.close()
            raise
    return db


def _prepare(db: sqlite3.Connection, name: str) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("BEGIN IMMEDIATE")
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application != _APPLICATION:
        raise UsageError(f"{name}: is another program's database")
    if version > _VERSION:
        raise UsageError(f"{name}: was written by a newer graphpack", hint="upgrade graphpack")
    if not tables:
        for statement in _SCHEMA.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {_APPLICATION}")
        db.execute(f"PRAGMA user_version = {_VERSION}")
    db.execute("COMMIT")


def _make_private(path: Path) -> None:
    """Make the file its owner's alone, before anything is in it.

    Raises:
        UsageError: It cannot be made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"--store: {path}: {reason}") from error


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Say in the project's own terms what the database says.

    Args:
        name: Of the store, for people.

    Raises:
        ReadError: The database failed.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise ReadError(f"{name}: {error}") from error
