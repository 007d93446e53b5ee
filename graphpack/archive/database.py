"""Opens the database of an archive, and runs what is read and written in transactions.

Two are known. SQLite is a file on this machine: WAL, so that readers never wait; one writer at a
time, the others wait in line. PostgreSQL is a server: writers of different sessions do not wait
for each other, and a transaction that lost a race is run again.
"""

from __future__ import annotations

import os
import re
import shlex
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import NullPool

from graphpack.atomic import make_folder
from graphpack.errors import ArchiveError, UsageError

SQLITE, POSTGRESQL = "sqlite", "postgresql"

_WAIT_S = 60.0
_TRIES = 8
_PAUSE_S = 0.05
_WRITES = "graphpack_writes"
# of SQLSTATE: serialization failure, deadlock, and a row that another transaction made first
_RACES = frozenset({"40001", "40P01", "23505", "23503"})
_GROUPS = ("08", "57P", "53")  # connection lost, server going down, no room for connections

Done = TypeVar("Done")


def url_of(where: str | Path) -> URL:
    """Read the address of an archive.

    Args:
        where: A file, ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``.

    Returns:
        The address with the driver that is used.

    Raises:
        UsageError: It is of no database that is known.
    """
    if isinstance(where, Path) or "://" not in where:
        return URL.create(SQLITE, database=str(where))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):  # its message shows the address, which may hold a password
        raise UsageError("--db: not an address of a database", hint=_KNOWN) from None
    backend = {"postgres": POSTGRESQL}.get(url.get_backend_name(), url.get_backend_name())
    if backend == POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if backend != SQLITE:
        raise UsageError(f"--db: {backend} is not known", hint=_KNOWN)
    return url.set(drivername=SQLITE)


_KNOWN = "a file such as team.db, or postgresql://USER@HOST/NAME"


def shown(url: URL) -> str:
    """Write an address for people: a file's path, a server's address without its password."""
    if url.get_backend_name() == SQLITE:
        return url.database or ":memory:"
    plain = url.set(drivername=POSTGRESQL, password=None)
    return plain.render_as_string(hide_password=True).partition("?")[0]


def command(url: URL, words: str) -> str:
    """Write a command about an archive as a person would type it, which names the archive."""
    return f"graphpack archive {words} --db {shlex.quote(shown(url))}"


def connect(url: URL) -> Engine:
    """Prepare the connections to a database; none is made yet.

    Args:
        url: As ``url_of`` gives it.

    Returns:
        The engine; to be disposed of by who called.

    Raises:
        UsageError: The driver of PostgreSQL is not installed.
    """
    if url.get_backend_name() == SQLITE:
        # no pool: a connection that stays open would keep a checkpoint from emptying the log
        engine = create_engine(url, poolclass=NullPool, creator=partial(_open_sqlite, url))
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        # nothing is prepared: the server would plan a search once for all words, common or rare
        options = {"prepare_threshold": None}
        return create_engine(
            url, pool_size=2, max_overflow=4, pool_pre_ping=True, connect_args=options
        )
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise UsageError(
            "--db: PostgreSQL needs its driver, which is not installed",
            hint="pip install 'graphpack-context[postgres]'",
        ) from error


def is_missing(url: URL) -> bool:
    """Whether the file of an archive is not there; a server is not asked."""
    is_file = url.get_backend_name() == SQLITE and url.database not in (None, "", ":memory:")
    return is_file and not Path(url.database or "").exists()


def make_file(url: URL) -> None:
    """Make the file of an archive where there is none; it is its owner's alone.

    Args:
        url: Of a file or a server.

    Raises:
        ArchiveError: It cannot be made.
    """
    if not is_missing(url):
        return
    path = Path(url.database or "")
    try:
        make_folder(path.parent)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise ArchiveError(f"{path}: {(error.strerror or str(error)).lower()}") from error


def _open_sqlite(url: URL) -> sqlite3.Connection:
    """Open a file that is there; only ``make_file`` makes one, so that no reading does."""
    if url.database in (None, "", ":memory:"):
        return sqlite3.connect(":memory:", check_same_thread=False)
    where = f"file:{quote(str(Path(url.database or '').absolute()))}?mode=rw"
    return sqlite3.connect(where, uri=True, timeout=_WAIT_S, check_same_thread=False)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where ``_begin_sqlite`` says so
    # a file of somebody else's stays as it is
    ours = "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
    if connection.execute(ours).fetchone()[0] or not _holds_anything(connection):
        connection.execute("PRAGMA journal_mode=WAL")
    for pragma in (
        "foreign_keys=ON",
        "synchronous=FULL",  # what was said to be archived is there after a power cut
        "secure_delete=ON",
        "temp_store=MEMORY",  # no temporary file keeps what was forgotten
        "cache_size=-65536",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _holds_anything(connection: Any) -> bool:
    return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Read in one transaction: all of it is of one moment.

    Args:
        engine: The database.

    Yields:
        The connection; what the database refuses becomes an ``ArchiveError``.
    """
    # SQLite's are so by themselves
    level = {} if engine.dialect.name == SQLITE else {"isolation_level": "REPEATABLE READ"}
    with (
        told(engine),
        engine.connect().execution_options(**level) as connection,
        connection.begin(),
    ):
        yield connection


def writing(engine: Engine, job: Callable[[Connection], Done], *, alone: bool = False) -> Done:
    """Write in one transaction: all of it or nothing; again where another came first.

    Args:
        engine: The database.
        job: Is given the connection; it may be called more than once, so it changes nothing else.
        alone: True where no other may write meanwhile.

    Returns:
        What the job gives.

    Raises:
        DBAPIError: Never: what the database refuses becomes an ``ArchiveError``.
    """
    with told(engine):
        for number in range(1, _TRIES):
            try:
                return _once(engine, job, alone=alone)
            except DBAPIError as error:
                if not _is_race(error):
                    raise
                time.sleep(_PAUSE_S * 2**number)
        return _once(engine, job, alone=alone)


def _once(engine: Engine, job: Callable[[Connection], Done], *, alone: bool) -> Done:
    with (
        engine.connect().execution_options(**{_WRITES: True}) as connection,
        connection.begin(),
    ):
        if connection.dialect.name == POSTGRESQL:
            # what is added holds this lock with others, what is forgotten holds it alone
            kind = "" if alone else "_shared"
            connection.execute(text(f"SELECT pg_advisory_xact_lock{kind}({_LOCK})"))
        return job(connection)


_LOCK = 0x6772617068  # "graph": one of the server's numbered locks


def _is_race(error: DBAPIError) -> bool:
    if error.connection_invalidated:
        return True
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return state in _RACES or str(state).startswith(_GROUPS)
    # SQLite: the line of writers was longer than the wait
    return "locked" in str(error.orig) or "busy" in str(error.orig)


@contextmanager
def told(engine: Engine) -> Iterator[None]:
    """Say what a database refused without its statement, which may hold what is archived.

    Args:
        engine: The database.

    Raises:
        ArchiveError: It refused.
    """
    try:
        yield
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0] or type(error.orig).__name__
        what = f"{shown(engine.url)}: {_lower(reason)}"
        raise ArchiveError(what, hint=_hint(error, engine)) from None


def _lower(reason: str) -> str:
    return reason[:1].lower() + reason[1:]


def _hint(error: DBAPIError, engine: Engine) -> str | None:
    reason = str(error.orig)
    if re.search(r'\b(database|role) ".*" does not exist', reason):
        return "an empty database, and a user who owns it, are made with createdb and createuser"
    if "password" in reason:
        return "a password belongs into PGPASSFILE or PGPASSWORD"
    if "connection failed" in reason or "resolve host" in reason:
        return "is the server running, and is the address right?"
    if "no such table" in reason or "does not exist" in reason:
        return f"{command(engine.url, 'init')} makes the tables"
    if "unable to open" in reason:
        return "is the folder there, and may it be written to?"
    if "not a database" in reason:
        return "name a file that graphpack archive init made"
    return None
