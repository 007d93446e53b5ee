"""Which sessions an archive has, those that are meant of them, and the projects they make.

A session whose source tells no time has none: it stands behind those that have, and what asks for
a time leaves it out. ``without_time`` says how many were.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    exists,
    func,
    or_,
    select,
)

from graphpack.archive import schema
from graphpack.archive.filing import batches


@dataclass(frozen=True, slots=True)
class Session:
    """A session as it is listed.

    Args:
        id: Its number in this database.
        ref: Its name in every archive: 16 hexadecimal digits.
        project: Name of its project.
        author: Who brought it.
        format: The reader's name.
        conversation: The conversation's id in its source.
        title: The conversation's title.
        description: What its graph says of it in one sentence.
        source_name: Name of its file.
        source_sha256: Of that file.
        started_at: Time of its start, where known.
        last_at: Time of its last message, where known.
        added_at: When it came.
        updated_at: When it was last changed.
        messages: How many it has.
        nodes: How many its graph has.
        input_tokens: Its size.
        has_transcript: Whether what was said is kept.
        tags: In alphabetical order.
    """

    id: int
    ref: str
    project: str
    author: str | None
    format: str
    conversation: str
    title: str | None
    description: str
    source_name: str
    source_sha256: str
    started_at: datetime | None
    last_at: datetime | None
    added_at: datetime
    updated_at: datetime
    messages: int
    nodes: int
    input_tokens: int
    has_transcript: bool
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which sessions are meant; what is None is not asked for.

    Args:
        refs: Their names, or the beginnings of them; empty is any.
        project: Name of the project.
        author: Who brought them.
        tag: One of their tags.
        before: Those whose last message is earlier than that.
        after: Those whose last message is not earlier than that.
    """

    refs: tuple[str, ...] = ()
    project: str | None = None
    author: str | None = None
    tag: str | None = None
    before: datetime | None = None
    after: datetime | None = None


@dataclass(frozen=True, slots=True)
class Project:
    """A project as it is listed.

    Args:
        name: Of it.
        sessions: How many it has.
        nodes: How many statements the graphs of these hold.
        messages: How many messages these have.
        last_at: When somebody last said something in one; None where none tells.
    """

    name: str
    sessions: int
    nodes: int
    messages: int
    last_at: datetime | None


def listed(chosen: Chosen) -> Select[Any]:
    """Ask for sessions with the columns of ``Session``, the newest first."""
    table, projects, authors = schema.sessions, schema.projects, schema.authors
    own = (
        "id", "ref", "format", "conversation", "title", "description", "source_name",
        "source_sha256", "started_at", "last_at", "added_at", "updated_at", "input_tokens",
        "has_transcript",
    )  # fmt: skip
    columns = (
        *(table.c[name] for name in own),
        table.c.message_count.label("messages"),
        table.c.node_count.label("nodes"),
        projects.c.name.label("project"),
        authors.c.name.label("author"),
    )
    query = select(*columns).select_from(_joined()).where(*_wanted(chosen), *_in_time(chosen))
    return query.order_by(table.c.last_at.desc().nulls_last(), table.c.added_at.desc(), table.c.ref)


def _joined() -> Any:
    return schema.sessions.join(schema.projects).outerjoin(schema.authors)


def _wanted(chosen: Chosen) -> Iterator[ColumnElement[bool]]:
    table = schema.sessions
    if chosen.refs:
        yield or_(*(table.c.ref.startswith(ref.lower(), autoescape=True) for ref in chosen.refs))
    if chosen.project is not None:
        yield schema.projects.c.name == chosen.project
    if chosen.author is not None:
        yield schema.authors.c.name == chosen.author
    if chosen.tag is not None:
        yield has_tag(chosen.tag)


def has_tag(tag: str) -> ColumnElement[bool]:
    """Say to a query over ``sessions`` that they have a tag."""
    tags = schema.tags.c
    return exists().where(tags.session_id == schema.sessions.c.id, tags.tag == tag)


def _in_time(chosen: Chosen) -> Iterator[ColumnElement[bool]]:
    if chosen.before is not None:
        yield schema.sessions.c.last_at < chosen.before
    if chosen.after is not None:
        yield schema.sessions.c.last_at >= chosen.after


def without_time(connection: Connection, chosen: Chosen) -> int:
    """Count the sessions that are left out because a time is asked for and they have none."""
    if chosen.before is None and chosen.after is None:
        return 0
    return count_undated(connection, _wanted(chosen))


def count_undated(connection: Connection, wanted: Iterator[ColumnElement[bool]]) -> int:
    """Count the sessions that have no time, of those that are wanted else."""
    is_undated = schema.sessions.c.last_at.is_(None)
    query = select(func.count()).select_from(_joined()).where(is_undated, *wanted)
    return int(connection.execute(query).scalar_one())


def tags_of(connection: Connection, sessions: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Give the tags of sessions, in alphabetical order."""
    table = schema.tags
    found: dict[int, tuple[str, ...]] = {}
    for numbers in batches(sessions):
        query = select(table).where(table.c.session_id.in_(numbers)).order_by(table.c.tag)
        for row in connection.execute(query):
            found[row.session_id] = (*found.get(row.session_id, ()), row.tag)
    return found


def to_forget(connection: Connection, chosen: Chosen) -> list[int]:
    """Give the numbers of the sessions that are to go, in order.

    Args:
        connection: Reads.
        chosen: Which. One without a time is as old as its coming here at least, so that what asks
            for those before some time has it by that.
    """
    table = schema.sessions
    in_time = list(_in_time(chosen))
    if chosen.before is not None and chosen.after is None:
        came = and_(table.c.last_at.is_(None), table.c.added_at < chosen.before)
        in_time = [or_(*in_time, came)]
    query = select(table.c.id).select_from(_joined()).where(*_wanted(chosen), *in_time)
    return list(connection.execute(query.order_by(table.c.id)).scalars())


def projects(connection: Connection) -> tuple[Project, ...]:
    """List the projects, those without a session too, in alphabetical order."""
    table, names = schema.sessions, schema.projects
    query = (
        select(
            names.c.name,
            func.count(table.c.id).label("sessions"),
            func.coalesce(func.sum(table.c.node_count), 0).label("nodes"),
            func.coalesce(func.sum(table.c.message_count), 0).label("messages"),
            func.max(table.c.last_at).label("last_at"),
        )
        .select_from(names.outerjoin(table))
        .group_by(names.c.name)
        .order_by(names.c.name)
    )
    return tuple(
        Project(row.name, row.sessions, int(row.nodes), int(row.messages), row.last_at)
        for row in connection.execute(query)
    )
