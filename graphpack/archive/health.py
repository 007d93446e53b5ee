"""Counts what an archive holds, and looks whether all of it is whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, and_, exists, func, select, text
from sqlalchemy.exc import DBAPIError

from graphpack.archive import schema
from graphpack.archive.filing import batches
from graphpack.archive.listing import Project, projects
from graphpack.archive.packed import as_text, sha256, unpack
from graphpack.archive.store import Archive
from graphpack.errors import GraphError
from graphpack.packs.loading import load_pack


@dataclass(frozen=True, slots=True)
class Stats:
    """What an archive holds.

    Args:
        projects: In alphabetical order.
        authors: How many people brought something.
        nodes: Statements, those that found no room in their pack among them.
        messages: Of which the words are kept.
        blobs: Packs and long texts, each content once.
        blob_bytes: Of these, as they were.
        kept_bytes: Of these, as they are kept.
        shared_bytes: What would be added if no content were shared.
        database_bytes: All that the database takes; None where it does not say.
        failed_files: Files that could not be read or packed.
    """

    projects: tuple[Project, ...]
    authors: int
    nodes: int
    messages: int
    blobs: int
    blob_bytes: int
    kept_bytes: int
    shared_bytes: int
    database_bytes: int | None
    failed_files: int

    @property
    def sessions(self) -> int:
        """How many sessions there are in all projects."""
        return sum(project.sessions for project in self.projects)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is not as it should be.

    Args:
        where: A table, a session's ref or a content's hash.
        what: What is wrong there.
    """

    where: str
    what: str


def stats(archive: Archive) -> Stats:
    """Count what an archive holds."""
    blobs, uses, files = schema.blobs, schema.blob_uses, schema.files
    with archive.reading() as connection:
        sums = select(
            func.count(),
            func.coalesce(func.sum(blobs.c.size_bytes), 0),
            func.coalesce(func.sum(func.length(blobs.c.content)), 0),
        ).select_from(blobs)
        count, size, kept = connection.execute(sums).one()
        used = select(func.coalesce(func.sum(blobs.c.size_bytes), 0)).select_from(uses.join(blobs))
        failed = select(func.count()).select_from(files).where(files.c.error.is_not(None))
        return Stats(
            projects=projects(connection),
            authors=_count(connection, schema.authors),
            nodes=_count(connection, schema.nodes),
            messages=_count(connection, schema.messages),
            blobs=count,
            blob_bytes=int(size),
            kept_bytes=int(kept),
            shared_bytes=int(connection.execute(used).scalar_one()) - int(size),
            database_bytes=_database_bytes(archive, connection),
            failed_files=int(connection.execute(failed).scalar_one()),
        )


def failures(archive: Archive) -> tuple[tuple[str, str], ...]:
    """List the files that could not be read or packed, with the reason."""
    files = schema.files
    query = select(files.c.name, files.c.error).where(files.c.error.is_not(None))
    with archive.reading() as connection:
        rows = connection.execute(query.order_by(files.c.name, files.c.error)).all()
    return tuple((row.name, row.error) for row in rows)


def faults(archive: Archive) -> Iterator[Fault]:
    """Look through a whole archive.

    Args:
        archive: Its tables are of this version.

    Yields:
        What is wrong; nothing of a sound one.
    """
    yield from _database_faults(archive)
    with archive.reading() as connection:
        yield from _loose_ends(connection)
        yield from _counts(connection)
        names = list(connection.execute(select(schema.blobs.c.sha256)).scalars())
    for batch in batches(sorted(names)):
        with archive.reading() as connection:
            yield from _contents(connection, batch)
    with archive.reading() as connection:
        query = select(schema.sessions.c.id, schema.sessions.c.ref).order_by(schema.sessions.c.ref)
        found = connection.execute(query).all()
    for row in found:
        yield from _pack_faults(archive, row.id, row.ref)


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _database_bytes(archive: Archive, connection: Connection) -> int | None:
    if not archive.is_sqlite:
        query = "SELECT pg_database_size(current_database())"
        return int(connection.execute(text(query)).scalar_one())
    name = archive.url.database
    if not name or name == ":memory:":
        return None
    sides = (Path(name), Path(f"{name}-wal"))
    return sum(path.stat().st_size for path in sides if path.exists())


def _database_faults(archive: Archive) -> Iterator[Fault]:
    if not archive.is_sqlite:
        return
    with archive.reading() as connection:
        for row in connection.execute(text("PRAGMA integrity_check")):
            if row[0] != "ok":
                yield Fault("database", row[0])
        for row in connection.execute(text("PRAGMA foreign_key_check")):
            yield Fault(row[0], f"row {row[1]} names a row of {row[2]} that is not there")
    for table in schema.FULL_TEXT:
        check = text(f"INSERT INTO {table}_fts({table}_fts, rank) VALUES ('integrity-check', 1)")
        try:
            with archive.engine.connect() as connection, connection.begin():
                connection.execute(check)
        except DBAPIError:
            yield Fault(f"{table}_fts", "does not hold what the table holds; rebuild it")


def _loose_ends(connection: Connection) -> Iterator[Fault]:
    uses, blobs, sessions = schema.blob_uses, schema.blobs, schema.sessions
    unused = select(blobs.c.sha256).where(~exists().where(uses.c.sha256 == blobs.c.sha256))
    for name in connection.execute(unused.order_by(blobs.c.sha256)).scalars():
        yield Fault(name[:16], "no session uses it")
    pack = and_(uses.c.session_id == sessions.c.id, uses.c.purpose == "pack")
    bare = select(sessions.c.ref).where(~exists().where(pack)).order_by(sessions.c.ref)
    for ref in connection.execute(bare).scalars():
        yield Fault(ref, "has no pack")


def _counts(connection: Connection) -> Iterator[Fault]:
    sessions = schema.sessions
    pairs: tuple[tuple[Table, Any, Any, str], ...] = (
        (schema.nodes, sessions.c.node_count, ~schema.nodes.c.is_cut, "nodes"),
        (schema.messages, sessions.c.message_count, True, "messages"),
    )
    for table, said, wanted, what in pairs:
        ours = and_(table.c.session_id == sessions.c.id, wanted)
        there = select(func.count()).select_from(table).where(ours).scalar_subquery()
        query = select(sessions.c.ref, said.label("said"), there.label("there"))
        if table is schema.messages:
            query = query.where(sessions.c.has_transcript)
        for row in connection.execute(query.where(said != there).order_by(sessions.c.ref)):
            yield Fault(row.ref, f"says {row.said} {what}, and has {row.there}")


def _contents(connection: Connection, names: Any) -> Iterator[Fault]:
    blobs = schema.blobs
    query = select(blobs).where(blobs.c.sha256.in_(names)).order_by(blobs.c.sha256)
    for row in connection.execute(query):
        try:
            content = unpack(row.content)
        except ValueError as error:
            yield Fault(row.sha256[:16], str(error))
            continue
        if sha256(content) != row.sha256 or len(content) != row.size_bytes:
            yield Fault(row.sha256[:16], "does not hold what its name says")


def _pack_faults(archive: Archive, session: int, ref: str) -> Iterator[Fault]:
    blobs, uses = schema.blobs, schema.blob_uses
    query = select(blobs.c.content).join(uses, uses.c.sha256 == blobs.c.sha256)
    wanted = query.where(uses.c.session_id == session, uses.c.purpose == "pack")
    with archive.reading() as connection:
        content = connection.execute(wanted).scalar()
    if content is None:
        return  # said above
    try:
        load_pack(as_text(unpack(content)).encode("utf-8", "surrogatepass"), name=ref)
    except GraphError as error:
        yield Fault(ref, str(error))
    except ValueError:
        return  # said of the content
