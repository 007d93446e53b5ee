"""Opens SQLite databases that belong to somebody else's program, and asks them little.

The file is never written and nothing is left beside it. Where the program is at work on it (a
write-ahead log, a journal, a lock) it is copied with what belongs to it into a private folder, as
is a database that comes out of a ZIP or as bytes. Nothing here knows a format.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from graphpack.errors import ReadError
from graphpack.files import open_regular, what_is
from graphpack.locks import temporary_folder
from graphpack.readers.base import SQLITE_MAGIC, Opened
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.opening import stream

MAGIC = SQLITE_MAGIC
"""What every database begins with, but for an empty file."""

MAX_VALUE_BYTES = 256 << 20
"""A longer value is refused by the library: no chat is that long."""

MAX_ROWS = 1_000_000
"""A query that gives more is refused."""

_WAL, _JOURNAL = "-wal", "-journal"
_WAL_VERSION = 2
_BUSY_TIMEOUT_S = 0.5
_COPY_TRIES = 3
# a damaged or hostile file can make a short query endless: steps of the library's machine
_STEPS, _MAX_STEPS = 10_000_000, 500_000_000
_CONTENTION = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PROTOCOL,
    }
)
# the library's message may quote bytes of a damaged file, which Python then fails to decode
_DB_FAULTS = (sqlite3.Error, UnicodeError, OverflowError)


class Database:
    """A database that can only be asked; see ``database``.

    Args:
        source: Where it lies.
        stack: Closes what is opened.
    """

    def __init__(self, source: Opened, stack: ExitStack) -> None:
        self._source = source
        self._stack = stack
        self._connection: sqlite3.Connection | None = None
        self._is_copy = False

    def rows(self, query: str, *arguments: str | int) -> list[tuple[Any, ...]]:
        """Ask the database; no lock is held afterwards.

        Args:
            query: One SELECT, small enough for its answer to be held in memory.
            arguments: For its question marks.

        Returns:
            The rows; text has U+FFFD for what is no UTF-8.

        Raises:
            ReadError: The database is damaged, or gives more than ``MAX_ROWS``.
        """
        while True:
            try:
                found = self._ask(query, arguments)
            except _DB_FAULTS as error:
                if self._is_copy or not _is_contention(error):
                    raise ReadError(
                        f"{self._source.name}: a damaged database ({_reason(error)})"
                    ) from error
            else:
                break
            self._open_copy()
        if len(found) > MAX_ROWS:
            raise ReadError(f"{self._source.name}: more than {MAX_ROWS} rows")
        return found

    def tables(self) -> dict[str, tuple[str, ...]]:
        """List the tables with their columns; a damaged database is a ReadError.

        Returns:
            By name; views and virtual tables, which can run anything, are left out.
        """
        found: dict[str, tuple[str, ...]] = {}
        for name, sql in self.rows(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ):
            is_plain = isinstance(sql, str) and sql[:40].upper().startswith("CREATE TABLE")
            if isinstance(name, str) and is_plain and not name.startswith("sqlite_"):
                columns = self.rows("SELECT name FROM pragma_table_info(?)", name)
                found[name] = tuple(column for (column,) in columns if isinstance(column, str))
        return found

    def _ask(self, query: str, arguments: tuple[str | int, ...]) -> list[tuple[Any, ...]]:
        if self._connection is None:
            self._open()
        connection = self._connection
        if connection is None:
            return []
        left = _MAX_STEPS // _STEPS

        def is_enough() -> int:
            nonlocal left
            left -= 1
            return left < 0

        connection.set_progress_handler(is_enough, _STEPS)
        cursor = connection.execute(query, arguments)
        try:
            return cursor.fetchmany(MAX_ROWS + 1)
        finally:
            cursor.close()

    def _open(self) -> None:
        path = self._source.path
        if path is not None:
            _check_beside(path)
        if path is None or self._source.member is not None or _is_in_use(path):
            self._open_copy()
            return
        # to read a file in WAL mode the library would write an index beside it
        flag = "immutable=1" if _is_wal(path) else "mode=ro"
        self._connect(f"{path.absolute().as_uri()}?{flag}")

    def _open_copy(self) -> None:
        try:
            folder = self._stack.enter_context(temporary_folder())
            copied = folder / "database"
            _copy(self._source, copied)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ReadError(f"{self._source.name}: cannot be copied ({reason})") from error
        self._is_copy = True
        self._connect(f"{copied.as_uri()}?mode=rw")

    def _connect(self, uri: str) -> None:
        connection = sqlite3.connect(
            uri, uri=True, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
        # closed before the folder of a copy goes
        self._stack.callback(connection.close)
        connection.text_factory = _decoded
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        self._connection = connection


@contextmanager
def database(source: Opened) -> Iterator[Database]:
    """Open a database for asking.

    Args:
        source: A file, bytes or a ZIP member that begins with ``MAGIC``.

    Yields:
        The database; it is opened at the first question, and a ``ReadError`` is raised there.
    """
    with ExitStack() as stack:
        yield Database(source, stack)


def json_of(value: Any, faults: Faults, place: str) -> Any:
    """Decode a JSON value that is stored in a cell.

    Args:
        value: Text or bytes; what is neither is no JSON.
        faults: Takes what is broken.
        place: Which cell, for the notice.

    Returns:
        The value; None where there is none, or nothing of it can be read.
    """
    raw = value.encode("utf-8", "replace") if isinstance(value, str) else value
    if not isinstance(raw, bytes) or not raw.strip():
        return None
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        pass
    damage = Faults(place)
    try:
        found = load_document(Opened(place, data=raw), damage)
    except ReadError:
        faults.add("broken-record", "not JSON; left out", place)
        return None
    for notice in damage.notices():
        faults.add(notice.code, notice.message, place)
    return found


def _decoded(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _is_contention(error: Exception) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in _CONTENTION


def _reason(error: Exception) -> str:
    return "its text is no UTF-8" if isinstance(error, UnicodeError) else str(error)


def _is_in_use(path: Path) -> bool:
    """Tell whether changes lie beside the file, or are to be taken back from it."""
    return any(_size(_beside(path, suffix)) for suffix in (_WAL, _JOURNAL))


def _beside(path: Path, suffix: str) -> Path:
    real = path.resolve()
    return real.with_name(real.name + suffix)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _check_beside(path: Path) -> None:
    """Refuse a database beside which a pipe lies in the place of its journal.

    Raises:
        ReadError: The library would wait for it.
    """
    for suffix in (_WAL, _JOURNAL):
        beside = _beside(path, suffix)
        if beside.exists() and (what := what_is(beside.stat().st_mode)):
            raise ReadError(f"{beside}: {what}, no file")


def _is_wal(path: Path) -> bool:
    try:
        with open_regular(path) as file:
            return _WAL_VERSION in file.read(20)[18:20]
    except OSError as error:
        raise ReadError(f"{path}: {(error.strerror or str(error)).lower()}") from error


def _copy(source: Opened, target: Path) -> None:
    if source.path is not None and source.member is None:
        _copy_files(source.path, target)
        return
    with stream(source) as file, target.open("wb") as out:
        shutil.copyfileobj(file, out)
    if source.member is None or source.archive is None:
        return
    with source.archive.opened() as archive:
        names = set(archive.namelist())
    for suffix in (_WAL, _JOURNAL):
        member = source.member + suffix
        if member in names:
            beside = replace(source, name=source.name + suffix, member=member)
            with stream(beside) as file, target.with_name(target.name + suffix).open("wb") as out:
                shutil.copyfileobj(file, out)


def _copy_files(path: Path, target: Path) -> None:
    """Copy a database and what lies beside it, until none changed meanwhile."""
    pairs = [(path, target)]
    for suffix in (_JOURNAL, _WAL):
        pairs.append((_beside(path, suffix), target.with_name(target.name + suffix)))
    for _ in range(_COPY_TRIES):
        before = [_state(file) for file, _ in pairs]
        for file, to in pairs:
            to.unlink(missing_ok=True)
            if file is path or _size(file):
                shutil.copyfile(file, to)
        if before == [_state(file) for file, _ in pairs]:
            break


def _state(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns
