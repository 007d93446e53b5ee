"""How the server's database takes records in: their places, their names, and the room they need.

Each function runs within a transaction of its caller's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphpack.errors import UsageError
from graphpack.mcp.rows import record_of, row_of

if TYPE_CHECKING:
    from graphpack.context import Record

__all__ = ["Room", "account", "add", "forget", "open_session"]

_GIVEN = "~"
"""Ends the id of a record that was given, where a transcript's message has that id."""


@dataclass(frozen=True, slots=True)
class Room:
    """How much a store holds, and what becomes of it when it is full.

    Args:
        name: Of the store, for people.
        chars: Of all records, transcripts and packs.
        is_fixed: Whether it says that it is full; else what was longest not added to makes room.
    """

    name: str
    chars: int
    is_fixed: bool


def add(
    db: sqlite3.Connection, session: str, records: Iterable[Record], *, is_told: bool, room: Room
) -> int:
    """Keep records; one whose id is there already takes its place.

    Args:
        db: The database.
        session: Whose they are; it is made where it is not there.
        records: In their order.
        is_told: Whether a transcript tells them.
        room: How much may be there.

    Returns:
        How many are new.
    """
    place = open_session(db, session)
    new = 0
    for given in records:
        record = _apart(db, session, given, is_told=is_told)
        key = (session, record.id)
        found = db.execute("SELECT place FROM records WHERE session = ? AND id = ?", key)
        row = found.fetchone()
        body = row_of(record)
        db.execute(
            "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?)",
            (*key, place if row is None else row[0], len(body), is_told, body),
        )
        if row is None:
            new, place = new + 1, place + 1
    db.execute("UPDATE sessions SET next = ? WHERE name = ?", (place, session))
    account(db, session, room)
    return new


def open_session(db: sqlite3.Connection, session: str) -> int:
    """Make a session where it is not there; give the place of its next record."""
    db.execute(
        "INSERT OR IGNORE INTO sessions SELECT ?, coalesce(max(place), 0) + 1, 0, 0, 0, NULL"
        " FROM sessions",
        (session,),
    )
    row = db.execute("SELECT next FROM sessions WHERE name = ?", (session,)).fetchone()
    return int(row[0])


def account(db: sqlite3.Connection, session: str, room: Room) -> None:
    """Note how much a session holds and that it was used last, and make room for it."""
    db.execute(
        "UPDATE sessions SET used = (SELECT max(used) + 1 FROM sessions), chars ="
        " (SELECT coalesce(sum(chars), 0) FROM records WHERE session = name) +"
        " (SELECT coalesce(sum(length(body)), 0) FROM transcripts WHERE session = name) +"
        " (SELECT coalesce(sum(length(body)), 0) FROM packs WHERE session = name)"
        " WHERE name = ?",
        (session,),
    )
    _make_room(db, session, room)


def forget(db: sqlite3.Connection, session: str) -> None:
    """Let a session go, with all that it holds."""
    for table in ("records", "transcripts", "packs"):
        db.execute(f"DELETE FROM {table} WHERE session = ?", (session,))
    db.execute("DELETE FROM sessions WHERE name = ?", (session,))


def _make_room(db: sqlite3.Connection, session: str, room: Room) -> None:
    """Make room by what was longest not added to, where that may be.

    Raises:
        UsageError: There is no room.
    """
    while True:
        (held,) = db.execute("SELECT sum(chars) FROM sessions").fetchone()
        if held <= room.chars:
            return
        oldest = db.execute(
            "SELECT name FROM sessions WHERE name != ? ORDER BY used LIMIT 1", (session,)
        ).fetchone()
        if room.is_fixed or oldest is None:
            raise UsageError(
                f"{room.name}: full: it would hold {held:,} characters of {room.chars:,}",
                hint="start the server with another --store file, or give less at once",
            )
        forget(db, oldest[0])


def _apart(db: sqlite3.Connection, session: str, record: Record, *, is_told: bool) -> Record:
    """Keep a record and a transcript's message apart where both are called the same.

    Returns:
        The record as it is to be kept: it is the given one's name that changes, whichever came
        first.
    """
    sql = "SELECT body FROM records WHERE session = ? AND id = ? AND is_told != ?"
    row = db.execute(sql, (session, record.id, is_told)).fetchone()
    if row is None:
        return record
    name = f"{record.id}{_GIVEN}"
    if not is_told:
        return replace(record, id=name)
    body = row_of(replace(record_of(row[0]), id=name))
    db.execute("DELETE FROM records WHERE session = ? AND id = ?", (session, name))
    db.execute(
        "UPDATE records SET id = ?, body = ?, chars = ? WHERE session = ? AND id = ?",
        (name, body, len(body), session, record.id),
    )
    return record
