"""Where the server keeps what it was given: one SQLite database, in memory or in a file.

It is a ``ContextStore`` for records, and holds a session's transcript and packs besides, and the
originals of shortened texts. Texts are redacted before they come here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphpack.errors import UsageError
from graphpack.mcp.database import Database
from graphpack.mcp.filing import Room, account, add, forget, open_session
from graphpack.mcp.kept import ON_DISK, Bounds, Session, StoredPack, StoredTranscript
from graphpack.mcp.originals import StoredOriginals
from graphpack.mcp.rows import record_of

if TYPE_CHECKING:
    from graphpack.context import Record

__all__ = ["Store"]


class Store:
    """Keeps sessions; may be used from several threads, and a file by several servers.

    Args:
        path: The database's file; None keeps everything in memory.
        bounds: None is by the place.

    Attributes:
        originals: Those of shortened texts.
    """

    def __init__(self, path: Path | None = None, bounds: Bounds | None = None) -> None:
        self._is_on_disk = path is not None
        self._bounds = bounds or (Bounds() if path is None else ON_DISK)
        self._database = Database(path)
        self._room = Room(self._database.name, self._bounds.chars, is_fixed=self._is_on_disk)
        self.originals = StoredOriginals(self._database, self._bounds)

    @property
    def is_on_disk(self) -> bool:
        """Whether it outlives the process."""
        return self._is_on_disk

    def close(self) -> None:
        """Close it; nothing may be asked of it afterwards."""
        self._database.close()

    # ------------------------------------------------------------------ records

    def add(self, records: Iterable[Record], *, session: str = "") -> int:
        """Keep records; one whose id is there already takes its place.

        Args:
            records: In their order.
            session: Whose they are.

        Returns:
            How many are new.
        """
        with self._database.writing() as db:
            return add(db, session, records, is_told=False, room=self._room)

    def put_transcript(
        self, transcript: StoredTranscript, records: Iterable[Record], *, session: str
    ) -> int:
        """Keep a transcript with the records made of it, in place of an earlier state of it.

        Args:
            transcript: The conversation.
            records: Made of it.
            session: Whose.

        Returns:
            How many of the records were not there before.

        Raises:
            UsageError: The session has the transcript of another conversation.
        """
        with self._database.writing() as db:
            found = db.execute("SELECT id FROM transcripts WHERE session = ?", (session,))
            before = found.fetchone()
            if before is not None and before[0] != transcript.id:
                raise UsageError(
                    f"session: {session!r} has the transcript of another conversation",
                    hint="give another name for the session",
                )
            open_session(db, session)
            had = db.execute(
                "SELECT count(*) FROM records WHERE session = ? AND is_told", (session,)
            ).fetchone()[0]
            db.execute("DELETE FROM records WHERE session = ? AND is_told", (session,))
            db.execute(
                "INSERT OR REPLACE INTO transcripts VALUES (?, ?, ?)",
                (session, transcript.id, transcript.text),
            )
            db.execute("UPDATE sessions SET title = ? WHERE name = ?", (transcript.title, session))
            added = add(db, session, records, is_told=True, room=self._room)
            return max(0, added - int(had))

    def records(self, *, session: str | None = None) -> Sequence[Record]:
        """Give records in the order in which they came.

        Args:
            session: Whose; None for all.
        """
        return tuple(record for _, record in self.located(session=session))

    def located(
        self, *, session: str | None = None, is_told: bool | None = None, chars: int | None = None
    ) -> tuple[tuple[str, Record], ...]:
        """Give records with the sessions they are of, in the order in which they came.

        Args:
            session: Whose; None for all.
            is_told: True for those that were made of transcripts, False for the others.
            chars: Only the latest ones, up to so many characters; None gives all.
        """
        wanted, values = _where(session=session, is_told=is_told)
        sql = (
            "SELECT r.session, r.body, r.chars FROM records r JOIN sessions s ON s.name = r.session"
            f"{wanted} ORDER BY s.place DESC, r.place DESC"
        )
        found: list[tuple[str, Record]] = []
        room = chars
        with self._database.reading() as db:
            for name, body, size in db.execute(sql, values):
                if room is not None:
                    if size > room and found:
                        break
                    room -= size
                found.append((name, record_of(body)))
        return tuple(reversed(found))

    def last_number(self, session: str) -> int:
        """Give the highest number of a session's records that are called ``r`` and a number."""
        with self._database.reading() as db:
            return _last_number(db, session)

    def add_numbered(self, records: Sequence[Record], *, session: str, after: int) -> int | None:
        """Keep records of which some were given ids by number.

        Args:
            records: In their order.
            session: Whose they are.
            after: The ``last_number`` from which on they were numbered.

        Returns:
            How many are new; None where another server was faster, and nothing was kept.
        """
        with self._database.writing() as db:
            if _last_number(db, session) != after:
                return None
            return add(db, session, records, is_told=False, room=self._room)

    def count(self, *, session: str | None = None) -> int:
        """Count records."""
        wanted, values = _where(session=session)
        with self._database.reading() as db:
            row = db.execute(f"SELECT count(*) FROM records r{wanted}", values).fetchone()
        return int(row[0])

    def sessions(self) -> Sequence[str]:
        """List the sessions in the order in which they came."""
        with self._database.reading() as db:
            return tuple(row[0] for row in db.execute("SELECT name FROM sessions ORDER BY place"))

    def clear(self, *, session: str | None = None) -> int:
        """Forget records, and the transcript and packs of their sessions.

        Args:
            session: Whose; None for all.

        Returns:
            How many records there were.
        """
        with self._database.writing() as db:
            names = self.sessions() if session is None else [session]
            gone = sum(self.count(session=name) for name in names)
            for name in names:
                forget(db, name)
            return gone

    # ------------------------------------------------------------------ sessions, packs

    def about(self) -> tuple[Session, ...]:
        """Tell of the sessions, in the order in which they came."""
        sql = (
            "SELECT name, title, (SELECT count(*) FROM records r WHERE r.session = s.name), chars,"
            " EXISTS(SELECT 1 FROM transcripts t WHERE t.session = s.name),"
            " (SELECT group_concat(mode) FROM (SELECT mode FROM packs p WHERE p.session = s.name"
            " ORDER BY mode)) FROM sessions s ORDER BY place"
        )
        with self._database.reading() as db:
            rows = db.execute(sql).fetchall()
        return tuple(
            Session(name, title, count, chars, bool(has), tuple(modes.split(",") if modes else ()))
            for name, title, count, chars, has, modes in rows
        )

    def transcript(self, session: str) -> StoredTranscript | None:
        """Give a session's transcript; None where it has none."""
        sql = (
            "SELECT t.id, t.body, s.title FROM transcripts t JOIN sessions s ON s.name = t.session"
            " WHERE t.session = ?"
        )
        with self._database.reading() as db:
            row = db.execute(sql, (session,)).fetchone()
        return None if row is None else StoredTranscript(row[0], row[1], row[2])

    def put_pack(self, pack: StoredPack) -> bool:
        """Keep a pack in place of the session's earlier one of that form.

        Args:
            pack: Of a session that is there.

        Returns:
            Whether it is a new one.
        """
        with self._database.writing() as db:
            is_new = self.pack(pack.session, pack.mode) is None
            row = (pack.session, pack.mode, pack.about, pack.tokens, pack.text)
            db.execute("INSERT OR REPLACE INTO packs VALUES (?, ?, ?, ?, ?)", row)
            account(db, pack.session, self._room)
            return is_new

    def pack(self, session: str, mode: str) -> StoredPack | None:
        """Give a pack; None where the session was not packed so."""
        with self._database.reading() as db:
            sql = "SELECT * FROM packs WHERE session = ? AND mode = ?"
            row = db.execute(sql, (session, mode)).fetchone()
        return None if row is None else StoredPack(*row)

    def packs(self) -> tuple[StoredPack, ...]:
        """List the packs without their texts, in the order of their sessions."""
        sql = (
            "SELECT session, mode, about, tokens, '' FROM packs p JOIN sessions s"
            " ON s.name = p.session ORDER BY s.place, mode"
        )
        with self._database.reading() as db:
            return tuple(StoredPack(*row) for row in db.execute(sql))


def _last_number(db: sqlite3.Connection, session: str) -> int:
    sql = (
        "SELECT coalesce(max(CAST(substr(id, 2) AS INTEGER)), 0) FROM records WHERE session = ?"
        " AND id GLOB 'r[0-9]*' AND NOT substr(id, 2) GLOB '*[^0-9]*' AND length(id) < 12"
    )
    return int(db.execute(sql, (session,)).fetchone()[0])


def _where(*, session: str | None, is_told: bool | None = None) -> tuple[str, tuple[object, ...]]:
    tests = {"r.session = ?": session, "r.is_told = ?": is_told}
    found = {test: value for test, value in tests.items() if value is not None}
    text = f" WHERE {' AND '.join(found)}" if found else ""
    return text, tuple(found.values())
