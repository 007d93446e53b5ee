"""Forgets sessions without a trace in the database: not in a row, an index, a log or a free page.

A copy that was made before (a backup, an export, a replica, the server's own log) is out of reach;
``docs/archive.md`` says what to do about each.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, Table, delete, exists, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from graphpack.archive import schema
from graphpack.archive.database import told
from graphpack.archive.filing import batches, drop_unused_blobs
from graphpack.archive.listing import Chosen, to_forget
from graphpack.archive.store import Archive
from graphpack.errors import UsageError
from graphpack.text.counted import counted

WAIT_S = 30.0
_PAUSE_S = 0.25


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was forgotten.

    Args:
        sessions: How many sessions.
        nodes: How many statements.
        messages: How many messages.
        blobs: How many packs and long texts that no other session uses.
        is_scrubbed: Whether the database holds no trace any more; False where others read it
            all the while, or the server did not allow it. ``scrub`` tries again.
    """

    sessions: int
    nodes: int
    messages: int
    blobs: int
    is_scrubbed: bool


def forget(archive: Archive, chosen: Chosen, *, at: datetime, actor: str | None) -> Forgotten:
    """Forget sessions, and what only they brought: names of projects and people, tags, texts.

    Args:
        archive: Where.
        chosen: Which.
        at: The time, for the account.
        actor: Who forgets, for the account; it does not say whose sessions they were.

    Returns:
        What was forgotten.

    Raises:
        UsageError: Nothing is asked for: all is never forgotten by accident.
    """
    if chosen == Chosen():
        raise UsageError(
            "forget: which sessions?",
            hint="name one, or give --project, --author, --tag, --before or --after",
        )
    if chosen.author is not None and chosen.author == actor:
        actor = None

    def job(connection: Connection) -> tuple[int, int, int, int]:
        ids = to_forget(connection, chosen)
        counts = [_delete(connection, ids, table) for table in (schema.nodes, schema.messages)]
        _delete_files(connection, ids, chosen)
        connection.execute(delete(schema.woven))
        sessions = sum(_each(connection, ids))
        blobs = drop_unused_blobs(connection)
        _delete_names(connection, chosen)
        row = {
            "at": at,
            "actor": actor,
            "action": "forgotten",
            "detail": counted(sessions, "session"),
        }
        connection.execute(insert(schema.audit).values(row))
        return sessions, counts[0], counts[1], blobs

    done = archive.writing(job, alone=True)
    return Forgotten(*done, is_scrubbed=scrub(archive))


def count_to_forget(archive: Archive, chosen: Chosen) -> int:
    """Count the sessions that ``forget`` would forget."""
    with archive.reading() as connection:
        return len(to_forget(connection, chosen))


def scrub(archive: Archive) -> bool:
    """Write the database anew, so that nothing is left where rows have been.

    Args:
        archive: The same that was forgotten in.

    Returns:
        Whether it was done; what the database refuses for good is an ``ArchiveError``.
    """
    with told(archive.engine):
        return _scrub_sqlite(archive) if archive.is_sqlite else _scrub_postgresql(archive)


def _scrub_sqlite(archive: Archive) -> bool:
    for table in schema.FULL_TEXT:
        # what is deleted from an index stays in it until its parts are made one
        statement = text(f"INSERT INTO {table}_fts({table}_fts) VALUES ('optimize')")
        archive.writing(partial(Connection.execute, statement=statement))
    connection = archive.engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA busy_timeout=0")
        until = time.monotonic() + WAIT_S
        while True:
            # one who reads an older state keeps the log from being emptied
            is_busy = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            if not is_busy or time.monotonic() > until:
                return not is_busy
            time.sleep(_PAUSE_S)
    finally:
        connection.close()


def _scrub_postgresql(archive: Archive) -> bool:
    engine = archive.engine.execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"SET lock_timeout = '{int(WAIT_S)}s'"))
        try:
            for table in schema.METADATA.sorted_tables:
                connection.execute(text(f'VACUUM (FULL, ANALYZE) "{table.name}"'))
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != "55P03":  # others hold a table
                raise
            return False
        finally:
            connection.execute(text("RESET lock_timeout"))
        with suppress(DBAPIError):  # an administrator's right; the server does so by itself later
            connection.execute(text("CHECKPOINT"))
    return True


def _delete(connection: Connection, ids: Sequence[int], table: Table) -> int:
    return sum(
        connection.execute(delete(table).where(table.c.session_id.in_(batch))).rowcount
        for batch in batches(ids)
    )


def _each(connection: Connection, ids: Sequence[int]) -> Iterator[int]:
    table = schema.sessions
    for batch in batches(ids):
        yield connection.execute(delete(table).where(table.c.id.in_(batch))).rowcount


def _delete_files(connection: Connection, ids: Sequence[int], chosen: Chosen) -> None:
    """Delete the account of the files they came from, and of a project's that gave none."""
    files, sessions = schema.files, schema.sessions
    for batch in batches(ids):
        hashes = select(sessions.c.source_sha256).where(sessions.c.id.in_(batch))
        connection.execute(delete(files).where(files.c.sha256.in_(hashes)))
    if chosen == Chosen(project=chosen.project):
        projects = schema.projects
        number = select(projects.c.id).where(projects.c.name == chosen.project)
        connection.execute(delete(files).where(files.c.project_id.in_(number)))
    if chosen.before is not None:
        connection.execute(delete(files).where(files.c.at < chosen.before))


def _delete_names(connection: Connection, chosen: Chosen) -> None:
    """Delete the names that nothing bears any more."""
    for table, column in (
        (schema.projects, schema.sessions.c.project_id),
        (schema.authors, schema.sessions.c.author_id),
    ):
        is_borne: Any = exists().where(column == table.c.id)
        if table is schema.projects:
            is_borne |= exists().where(schema.files.c.project_id == table.c.id)
        connection.execute(delete(table).where(~is_borne))
    if chosen.author is not None:
        audit = schema.audit
        nobody = update(audit).where(audit.c.actor == chosen.author).values(actor=None)
        connection.execute(nobody)
