"""Puts the rows of a session where they belong: a new one, one that grew, one that changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from sqlalchemy import (
    Connection,
    Row,
    Select,
    Table,
    and_,
    delete,
    exists,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from graphpack.archive import schema
from graphpack.archive.entry import MARK_BYTES, Entry, Filing
from graphpack.archive.packed import as_bytes, pack, sha256, storable

Outcome = Literal["added", "grown", "updated", "unchanged", "older"]

UNIQUE_CHARS = 20
"""From this length on an id is taken for one that no other conversation has."""
REF_CHARS = 16
BATCH = 500

_SAME_MESSAGES = 2
"""So many messages in common make two conversations one where their ids say little."""

Item = TypeVar("Item")


class Put(NamedTuple):
    """What became of a session; see ``store.Added``."""

    id: int
    ref: str
    outcome: Outcome
    new_messages: int


def put(connection: Connection, entry: Entry) -> Put:
    """Write a session; see ``store.Archive.add``.

    Args:
        connection: In a transaction that writes.
        entry: Its rows.

    Returns:
        What became of it.
    """
    about, new = entry.filing, entry.session
    project = number_of(connection, schema.projects, about.project)
    author = number_of(connection, schema.authors, about.author) if about.author else None
    _hold(connection, project, new)
    old = _same(connection, project, new)
    columns = new | {"author_id": author, "updated_at": about.at}
    if old is None:
        columns |= {"project_id": project, "added_at": about.at}
        columns["ref"] = ref = _free_ref(connection, about.project, new)
        done = connection.execute(insert(schema.sessions).values(columns))
        session = int(done.inserted_primary_key[0])  # type: ignore[index]
        fill(connection, session, _rows(entry, kept=0))
        tag(connection, session, about.tags)
        _note(connection, session, about, "added")
        return Put(session, ref, "added", new["message_count"])
    tag(connection, old.id, about.tags)
    outcome = _outcome(old, new)
    if outcome in {"unchanged", "older"}:
        return Put(old.id, old.ref, outcome, 0)
    if about.author is None:
        del columns["author_id"]
    this = schema.sessions.c.id == old.id
    connection.execute(update(schema.sessions).where(this).values(columns))
    used = _empty(connection, old.id)
    kept = _keep_messages(connection, old.id, entry)
    fill(connection, old.id, _rows(entry, kept=kept))
    drop_unused_blobs(connection, used)
    _note(connection, old.id, about, outcome)
    more = new["message_count"] - common_messages(old.trail, new["trail"])
    return Put(old.id, old.ref, outcome, more)


def number_of(connection: Connection, table: Table, name: str) -> int:
    """Give a name's number in a table of names; it gets one where it has none."""
    name = storable(name)
    query = select(table.c.id).where(table.c.name == name)
    found = connection.execute(query).scalar()
    if found is None:
        insert_new(connection, table, [{"name": name}])
        found = connection.execute(query).scalar_one()
    return int(found)


def insert_new(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, but for those whose key is there already."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


def batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """Cut a list into pieces that a statement takes."""
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]


def common_messages(one: bytes, other: bytes) -> int:
    """Count the messages at the beginning that two trails have in common."""
    low, high = 0, min(len(one), len(other)) // MARK_BYTES
    while low < high:  # marks are chained: where one is the same, all before it are
        middle = (low + high + 1) // 2
        place = slice((middle - 1) * MARK_BYTES, middle * MARK_BYTES)
        low, high = (middle, high) if one[place] == other[place] else (low, middle - 1)
    return low


def _hold(connection: Connection, project: int, new: Mapping[str, Any]) -> None:
    """Let no other bring the same session at this moment; SQLite has one writer anyway."""
    if connection.dialect.name != "postgresql":
        return
    number = int(sha256(as_bytes(f"{project}\0{new['conversation']}"))[:15], 16)
    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})


def _same(connection: Connection, project: int, new: Mapping[str, Any]) -> Row[Any] | None:
    """Find the session that a new one is a state of."""
    table = schema.sessions
    query = select(table).where(
        table.c.project_id == project,
        table.c.format == new["format"],
        table.c.conversation == new["conversation"],
    )
    found = connection.execute(query.order_by(table.c.id)).all()
    ranked = [(rank, -row.id, row) for row in found if (rank := _sameness(row, new))]
    return max(ranked, key=lambda each: each[:2])[2] if ranked else None


def _sameness(old: Row[Any], new: Mapping[str, Any]) -> int:
    """Say how surely two of one id are states of one session; 0 where they are not."""
    if old.origin_sha256 == new["origin_sha256"]:
        return 3
    if len(new["conversation"]) >= UNIQUE_CHARS:
        return 2
    # an id that was made of the first message, or numbers what one program holds
    common = common_messages(old.trail, new["trail"])
    is_longer = common in {old.message_count, new["message_count"]}
    return int(is_longer and (common >= _SAME_MESSAGES or old.trail == new["trail"]))


def _outcome(old: Row[Any], new: Mapping[str, Any]) -> Outcome:
    common = common_messages(old.trail, new["trail"])
    same = ("settings_sha256", "generator", "title", "has_transcript")
    is_same = all(old._mapping[name] == new[name] for name in same)
    if old.trail == new["trail"]:
        return "unchanged" if is_same else "updated"
    if common == new["message_count"] or _is_earlier(new["last_at"], old.last_at):
        return "older"
    return "grown" if common == old.message_count else "updated"


def _is_earlier(new: Any, old: Any) -> bool:
    return new is not None and old is not None and new < old


def _free_ref(connection: Connection, project: str, new: Mapping[str, Any]) -> str:
    """Name a session so that another archive names it so, too."""
    key = (project, new["format"], new["conversation"], new["first_sha256"])
    number, ref = 0, ""
    while not ref or connection.execute(_called(ref)).first() is not None:
        ref = sha256(as_bytes("\0".join((*key, str(number)))))[:REF_CHARS]
        number += 1
    return ref


def _called(ref: str) -> Select[Any]:
    return select(schema.sessions.c.id).where(schema.sessions.c.ref == ref)


def _empty(connection: Connection, session: int) -> list[str]:
    """Take away what is made anew with each pack; gives the contents that it had."""
    uses = schema.blob_uses.c
    query = select(uses.sha256).where(uses.session_id == session)
    used = sorted(set(connection.execute(query).scalars()))
    for table in (schema.nodes, schema.relationships, schema.blob_uses):
        connection.execute(delete(table).where(table.c.session_id == session))
    return used


def _keep_messages(connection: Connection, session: int, entry: Entry) -> int:
    """Take away the messages that are not in the new state; gives how many stay."""
    table = schema.messages
    query = select(table.c.sha256).where(table.c.session_id == session).order_by(table.c.position)
    old = connection.execute(query).scalars().all()
    kept = 0
    for known, row in zip(old, entry.messages, strict=False):
        if known != row["sha256"]:
            break
        kept += 1
    if kept < len(old):
        gone = and_(table.c.session_id == session, table.c.position >= kept)
        connection.execute(delete(table).where(gone))
    return kept


def fill(connection: Connection, session: int, rows: Mapping[str, Any]) -> None:
    """Write what belongs to a session.

    Args:
        connection: In a transaction that writes.
        session: Its number.
        rows: By table: ``nodes``, ``relationships``, ``messages``, ``blob_uses``; and ``blobs``,
            contents by their hash.
    """
    _store(connection, rows["blobs"])
    for table in (schema.nodes, schema.relationships, schema.messages, schema.blob_uses):
        for batch in batches(rows[table.name]):
            connection.execute(insert(table), [row | {"session_id": session} for row in batch])


def _rows(entry: Entry, *, kept: int) -> dict[str, Any]:
    """Give the rows of a session whose first ``kept`` messages are there."""
    return {
        "nodes": entry.nodes,
        "relationships": entry.relationships,
        "messages": entry.messages[kept:],
        "blob_uses": entry.uses,
        "blobs": entry.blobs,
    }


def _store(connection: Connection, blobs: Mapping[str, bytes]) -> None:
    table = schema.blobs
    # in one order, so that two writers never wait for each other
    for names in batches(sorted(blobs)):
        query = select(table.c.sha256).where(table.c.sha256.in_(names))
        there = set(connection.execute(query).scalars())
        rows = [
            {"sha256": name, "size_bytes": len(blobs[name]), "content": pack(blobs[name])}
            for name in names
            if name not in there
        ]
        if rows:
            insert_new(connection, table, rows)


def drop_unused_blobs(connection: Connection, among: Sequence[str] | None = None) -> int:
    """Delete the contents that no session uses any more.

    Args:
        connection: In a transaction that writes.
        among: The hashes that are looked at; None is all, and takes longer with each session.

    Returns:
        How many there were.
    """
    blobs, uses = schema.blobs, schema.blob_uses
    unused = delete(blobs).where(~exists().where(uses.c.sha256 == blobs.c.sha256))
    if among is None:
        return connection.execute(unused).rowcount
    own = blobs.c.sha256
    return sum(connection.execute(unused.where(own.in_(n))).rowcount for n in batches(among))


def tag(connection: Connection, session: int, tags: Iterable[str]) -> None:
    """Give a session tags; those it has already stay."""
    rows = [{"session_id": session, "tag": storable(tag)} for tag in dict.fromkeys(tags)]
    if rows:
        insert_new(connection, schema.tags, rows)


def _note(connection: Connection, session: int, about: Filing, action: str) -> None:
    row = {"at": about.at, "actor": about.author, "action": action, "session_id": session}
    connection.execute(insert(schema.audit).values(row | {"detail": ""}))


def is_there(
    connection: Connection, conversation: str, about: Filing, settings: str, generator: str
) -> bool:
    """Say whether a conversation of a file was archived with the same settings."""
    table, projects = schema.sessions, schema.projects
    query = (
        select(table.c.id)
        .join(projects, projects.c.id == table.c.project_id)
        .where(
            projects.c.name == about.project,
            table.c.source_sha256 == about.source_sha256,
            table.c.conversation == storable(conversation),
            table.c.settings_sha256 == settings,
            table.c.generator == generator,
            table.c.has_transcript == about.keeps_transcript,
        )
    )
    return connection.execute(query).first() is not None
