"""An archive: sessions go in whole or not at all, each once, and come out as they went in.

For a search on top: ``reading()`` gives a connection, ``schema`` the tables, and the docstring of
``schema`` the columns that full text is searched in (``nodes_fts`` and ``messages_fts`` on SQLite,
``nodes.search`` and ``messages.search`` on PostgreSQL; ``terms.query_terms`` cuts a query into
words). ``archive.is_sqlite`` tells which it is. A node is cited by its session's ``ref``, its own
``node`` id there, and ``message``, ``part``, ``start``, ``end``. ``pack`` gives a session's graph
with all its evidence, ``conversation`` its transcript as a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar

from sqlalchemy import Connection, RowMapping, Select, select

from graphpack.archive import database, filing, schema
from graphpack.archive.documents import transcript_lines
from graphpack.archive.entry import GENERATOR, Entry, Filing, entry_of
from graphpack.archive.listing import Chosen, Project, Session, listed, projects, tags_of
from graphpack.archive.packed import as_text, unpack
from graphpack.errors import ArchiveError, UsageError
from graphpack.model.conversation import Conversation
from graphpack.packs.loading import Loaded, load_pack
from graphpack.pipeline import Export
from graphpack.readers import read

Outcome = Literal["added", "grown", "updated", "unchanged", "older"]
Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a session that was brought.

    Args:
        id: Its number in this database.
        ref: Its name in every archive.
        outcome: ``grown`` where it has new messages at its end, ``unchanged`` where all is there
            already, ``older`` where the archive has a later state of it, which stays.
        new_messages: How many messages were not there before.
    """

    id: int
    ref: str
    outcome: Outcome
    new_messages: int


class Archive:
    """A team's sessions in one database; use it in a ``with`` block.

    Args:
        where: A file, or an address such as ``postgresql://USER@HOST/NAME``.
    """

    def __init__(self, where: str | Path) -> None:
        self.url = database.url_of(where)
        self.engine = database.connect(self.url)

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        place: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self.engine.dispose()

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file on this machine."""
        return self.engine.dialect.name == database.SQLITE

    @property
    def name(self) -> str:
        """Where it is, without a password."""
        return database.shown(self.url)

    def command(self, words: str) -> str:
        """Write a command about it as a person would type it."""
        return database.command(self.url, words)

    def reading(self) -> AbstractContextManager[Connection]:
        """Read in one transaction; what the database refuses becomes an ``ArchiveError``."""
        return database.reading(self.engine)

    def writing(self, job: Callable[[Connection], Done], *, alone: bool = False) -> Done:
        """Write in one transaction; see ``database.writing``."""
        return database.writing(self.engine, job, alone=alone)

    def init(self) -> bool:
        """Make the tables, or bring those of an earlier version up to date.

        Returns:
            Whether anything was to be done. A database that refuses raises an ``ArchiveError``.
        """
        from graphpack.archive.migrating import upgrade  # noqa: PLC0415  # takes a while

        return upgrade(self.engine)

    def check(self) -> None:
        """Refuse an archive without tables, or one of another version.

        A database that cannot be opened, or holds no archive of this version, is an
        ``ArchiveError`` that says what to do.
        """
        from graphpack.archive.revision import check  # noqa: PLC0415  # knows the tables of alembic

        check(self.engine)

    def add(self, made: Export, about: Filing) -> Added:
        """Archive a session; the same again changes nothing, a grown one adds its new messages.

        Args:
            made: Its pack.
            about: Where it is filed.

        Returns:
            What became of it. A secret that cannot be hidden is a ``RedactionError``, a database
            that refuses an ``ArchiveError``; then nothing of it is written.
        """
        return self.put(entry_of(made, about))

    def put(self, entry: Entry) -> Added:
        """Archive a session that was made into rows, by whoever and wherever."""
        row = self.writing(lambda connection: filing.put(connection, entry))
        return Added(row.id, row.ref, row.outcome, row.new_messages)

    def has(self, conversation: Conversation, about: Filing, settings_sha256: str) -> bool:
        """Say whether a session needs no packing: it is there from the same file and settings.

        Args:
            conversation: As it was read.
            about: Where it is to be filed.
            settings_sha256: Of the settings that shape its pack.
        """
        with self.reading() as connection:
            return filing.is_there(connection, conversation.id, about, settings_sha256, GENERATOR)

    def sessions(
        self, chosen: Chosen | None = None, *, limit: int | None = None, offset: int = 0
    ) -> tuple[Session, ...]:
        """List sessions, the newest first.

        Args:
            chosen: Which; None is all.
            limit: How many at most.
            offset: How many to leave out before.
        """
        with self.reading() as connection:
            query = listed(chosen or Chosen()).limit(limit).offset(offset)
            rows = connection.execute(query).mappings().all()
            tags = tags_of(connection, [row["id"] for row in rows])
        return tuple(_session(row, tags.get(row["id"], ())) for row in rows)

    def session(self, ref: str) -> Session:
        """Find one session.

        Args:
            ref: Its name, or as much of the beginning of it as no other has.

        Returns:
            The session.

        Raises:
            UsageError: None is called so, or several.
        """
        found = self.sessions(Chosen(refs=(ref,)), limit=2)
        if len(found) != 1:
            what = "several sessions begin so" if found else "no session is called so"
            raise UsageError(f"{ref}: {what}", hint=f"{self.command('list')} shows their names")
        return found[0]

    def projects(self) -> tuple[Project, ...]:
        """List the projects, those without a session too, in alphabetical order."""
        with self.reading() as connection:
            return projects(connection)

    def pack(self, session: int) -> str:
        """Give the archive form of a session's graph, as it was written."""
        query = _used(session).where(schema.blob_uses.c.purpose == "pack")
        with self.reading() as connection:
            row = connection.execute(query).mappings().one()
        return as_text(_whole(row))

    def graph(self, session: Session) -> Loaded:
        """Give a session's graph as a value, with its evidence and its record."""
        return load_pack(self.pack(session.id).encode("utf-8"), name=session.ref)

    def transcript(self, session: Session) -> Iterator[str]:
        """Give what was said, redacted, as ``graphpack read --to jsonl`` writes it.

        Args:
            session: With a transcript.

        Returns:
            One line for each message, without line ends; all of one moment.

        Raises:
            UsageError: No transcript was kept.
        """
        if not session.has_transcript:
            raise UsageError(f"{session.ref}: was archived without its transcript")
        messages = schema.messages
        query = select(messages.c.document).where(messages.c.session_id == session.id)
        with self.reading() as connection:
            documents = (
                unpack(row[0])
                for row in connection.execute(query.order_by(messages.c.position)).all()
            )
            lines = transcript_lines(
                head_of(session), documents, lambda name: as_text(_blob(connection, name))
            )
            # read to the end: one who stops half-way would keep the connection
            return iter(list(lines))

    def conversation(self, session: Session) -> Conversation:
        """Give what was said as a value; without a transcript it is a ``UsageError``."""
        text = "\n".join(self.transcript(session))
        return next(read(text.encode("utf-8", "surrogatepass"), format="graphpack-messages"))

    def originals(self, session: int) -> dict[str, str]:
        """Name the long texts that are kept of a session.

        Returns:
            Their hash by ``message/part``.
        """
        uses = schema.blob_uses
        query = select(uses.c.name, uses.c.sha256).where(
            uses.c.session_id == session, uses.c.purpose == "original"
        )
        with self.reading() as connection:
            return {row.name: row.sha256 for row in connection.execute(query.order_by(uses.c.name))}

    def original(self, sha256: str) -> str:
        """Give a long text by its hash; where none has it, that is a ``UsageError``."""
        with self.reading() as connection:
            return as_text(_blob(connection, sha256))


def head_of(session: Session) -> dict[str, Any]:
    """Give what the first line of a transcript says of the whole."""
    return {
        "conversation": session.conversation,
        "title": session.title,
        "source": session.source_name,
        "format": session.format,
        "started_at": session.started_at.isoformat() if session.started_at else None,
    }


def _session(row: RowMapping, tags: Sequence[str]) -> Session:
    return Session(**row, tags=tuple(tags))


def _used(session: int) -> Select[Any]:
    blobs, uses = schema.blobs, schema.blob_uses
    return (
        select(blobs.c.sha256, blobs.c.content)
        .join(uses, uses.c.sha256 == blobs.c.sha256)
        .where(uses.c.session_id == session)
    )


def _blob(connection: Connection, sha256: str) -> bytes:
    blobs = schema.blobs
    query = select(blobs.c.sha256, blobs.c.content).where(blobs.c.sha256 == sha256)
    row = connection.execute(query).mappings().first()
    if row is None:
        raise UsageError(f"{sha256}: no text is called so")
    return _whole(row)


def _whole(row: RowMapping) -> bytes:
    try:
        return unpack(row["content"])
    except ValueError as error:
        raise ArchiveError(
            f"{row['sha256'][:16]}: {error}", hint="graphpack archive doctor says what else is"
        ) from error
