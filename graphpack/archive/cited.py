"""Statements and messages of an archive with where they come from, and which of them are wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, func, or_, select

from graphpack.archive import schema
from graphpack.archive.filing import batches
from graphpack.archive.listing import count_undated, has_tag
from graphpack.model.codes import Status

Kind = Literal["node", "message"]
TABLES: dict[Kind, Table] = {"node": schema.nodes, "message": schema.messages}


@dataclass(frozen=True, slots=True)
class Cited:
    """A statement of a session's graph, or a message, and where it comes from.

    Args:
        kind: Which of the two.
        session: The session's name in every archive.
        project: Name of its project.
        title: The conversation's; the name of its file where it has none.
        author: Who brought the session.
        text: The statement's words; what of a message is searched.
        message: 0-based; None for a statement without evidence.
        part: 0-based, of that message; None for a message as a whole.
        start: First character of the evidence in that part.
        end: Its end, exclusive.
        said_by: Who said so: a name, or a role.
        said_at: When; the session's time where the message has none, None where neither tells.
        node: The statement's id in the session's graph; None for a message, as what follows.
        heading: The statement's title.
        type: Of ``NodeType``.
        status: Of ``Status``.
        importance: Of ``Importance``.
        is_cut: Whether the session's pack had no room for it.
    """

    kind: Kind
    session: str
    project: str
    title: str | None
    author: str | None
    text: str
    message: int | None = None
    part: int | None = None
    start: int | None = None
    end: int | None = None
    said_by: str | None = None
    said_at: datetime | None = None
    node: str | None = None
    heading: str | None = None
    type: str | None = None
    status: str | None = None
    importance: str | None = None
    is_cut: bool = False

    @property
    def person(self) -> str | None:
        """Whose word it is: who said it by name, else who brought the session."""
        return self.author if self.said_by in _ROLES else self.said_by


_ROLES = frozenset([None, "user", "assistant", "system", "tool"])


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which statements and messages are meant; what is None is not asked for.

    Args:
        projects: Names of projects, of which it is in one; empty is none of them.
        session: Name of its session, or the beginning of it.
        author: Who brought the session.
        said_by: Who said so: a name, or a role.
        tag: One of the session's tags.
        types: Of statements; with any, messages are not meant.
        statuses: Of statements; with any, messages are not meant.
        after: Said then or later.
        before: Said earlier.
    """

    projects: tuple[str, ...] | None = None
    session: str | None = None
    author: str | None = None
    said_by: str | None = None
    tag: str | None = None
    types: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    after: datetime | None = None
    before: datetime | None = None

    @property
    def is_of_statements(self) -> bool:
        """Whether it asks for what only a statement has."""
        return bool(self.types or self.statuses)

    @property
    def is_anything(self) -> bool:
        """Whether nothing is asked for."""
        return self == Wanted()


def joined(kind: Kind) -> Any:
    """Give the tables that a statement or a message is told from."""
    sessions = schema.sessions
    return (
        TABLES[kind]
        .join(sessions, sessions.c.id == TABLES[kind].c.session_id)
        .join(schema.projects, schema.projects.c.id == sessions.c.project_id)
        .outerjoin(schema.authors, schema.authors.c.id == sessions.c.author_id)
    )


def said_at(kind: Kind) -> ColumnElement[Any]:
    """Give the time of a statement or a message, as well as it is known; null where it is not."""
    if kind == "node":
        return schema.nodes.c.said_at
    return func.coalesce(schema.messages.c.at, schema.sessions.c.last_at, type_=schema.Moment)


def conditions(wanted: Wanted, kind: Kind) -> Iterator[ColumnElement[bool]]:
    """Say what is wanted to a query over ``joined``.

    Args:
        wanted: What.
        kind: Of statements or of messages.

    Yields:
        Conditions that all hold.
    """
    own = TABLES[kind].c
    yield from _of_sessions(wanted)
    if wanted.said_by is not None:
        yield _is_said_by(kind, wanted.said_by)
    if wanted.types:
        yield own.type.in_(wanted.types)
    if wanted.statuses:
        yield own.status.in_(wanted.statuses)
    if wanted.after is not None:
        yield said_at(kind) >= wanted.after
    if wanted.before is not None:
        yield said_at(kind) < wanted.before


def _of_sessions(wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    if wanted.projects is not None:
        yield schema.projects.c.name.in_(wanted.projects)
    if wanted.session is not None:
        yield schema.sessions.c.ref.startswith(wanted.session.lower(), autoescape=True)
    if wanted.author is not None:
        yield schema.authors.c.name == wanted.author
    if wanted.tag is not None:
        yield has_tag(wanted.tag)


def without_time(connection: Connection, wanted: Wanted) -> int:
    """Count the sessions that are left out because a time is asked for and they have none."""
    if wanted.after is None and wanted.before is None:
        return 0
    return count_undated(connection, _of_sessions(wanted))


def _is_said_by(kind: Kind, name: str) -> ColumnElement[bool]:
    if kind == "node":
        return schema.nodes.c.said_by == name
    messages = schema.messages.c
    return or_(messages.author == name, messages.author.is_(None) & (messages.role == name))


def chosen(kind: Kind, wanted: Wanted) -> Select[Any]:
    """Ask for the columns of ``Cited``, and the number of the row, as ``id``.

    Args:
        kind: Of statements or of messages.
        wanted: Which.
    """
    sessions, own = schema.sessions.c, TABLES[kind].c
    where = [
        own.id,
        sessions.ref,
        schema.projects.c.name.label("project"),
        func.coalesce(sessions.title, sessions.source_name).label("session_title"),
        schema.authors.c.name.label("author"),
        own.text,
        said_at(kind).label("time"),
        sessions.added_at,
    ]
    if kind == "node":
        where += [
            own[name]
            for name in (
                "node", "title", "type", "status", "importance", "is_cut", "message", "part",
                "start", "end", "said_by", "parent", "session_id", "position",
            )
        ]  # fmt: skip
    else:
        speaker = func.coalesce(own.author, own.role)
        where += [own.position.label("message"), speaker.label("said_by")]
    return select(*where).select_from(joined(kind)).where(*conditions(wanted, kind))


def by_number(connection: Connection, kind: Kind, numbers: Sequence[int]) -> dict[int, Cited]:
    """Read statements or messages by the numbers of their rows.

    Args:
        connection: Reads.
        kind: Of statements or of messages.
        numbers: Of rows.

    Returns:
        Those that are there, by number.
    """
    found: dict[int, Cited] = {}
    own = TABLES[kind].c
    for some in batches(numbers):
        for row in connection.execute(chosen(kind, Wanted()).where(own.id.in_(some))):
            found[row.id] = cited(kind, row)
    return found


def given_up(connection: Connection, numbers: Sequence[int]) -> frozenset[int]:
    """Choose the statements that were given up, or that another took the place of.

    Args:
        connection: Reads.
        numbers: Of the rows of statements.
    """
    own = schema.nodes.c
    return frozenset(
        number
        for some in batches(numbers)
        for number in connection.execute(
            select(own.id).where(own.id.in_(some), own.status == Status.ABANDONED)
        ).scalars()
    )


def count_cut(connection: Connection, wanted: Wanted) -> int:
    """Count the statements that are wanted and that packs had no room for.

    Args:
        connection: Reads.
        wanted: Which.
    """
    own = schema.nodes.c
    which = chosen("node", wanted).where(own.is_cut.is_(True)).with_only_columns(own.id)
    return connection.execute(select(func.count()).select_from(which.subquery())).scalar_one()


def cited(kind: Kind, row: Row[Any]) -> Cited:
    """Read a row of ``chosen``.

    Args:
        kind: Of statements or of messages.
        row: Of the query.
    """
    session = (row.ref, row.project, row.session_title, row.author)
    if kind == "message":
        said = {"message": row.message, "said_by": row.said_by, "said_at": row.time}
        return Cited(kind, *session, row.text, **said)
    return Cited(
        kind,
        *session,
        row.text,
        message=row.message,
        part=row.part,
        start=row.start,
        end=row.end,
        said_by=row.said_by,
        said_at=row.time,
        node=row.node,
        heading=row.title,
        type=row.type,
        status=row.status,
        importance=row.importance,
        is_cut=bool(row.is_cut),
    )
