"""Whether what is asked for is anything that an archive knows: a mistyped name finds nothing.

An answer «nothing» to a name that nobody bears would be taken for one about the archive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, Table, exists, select

from graphpack.archive import schema
from graphpack.archive.cited import Wanted
from graphpack.archive.listing import Chosen
from graphpack.model.codes import NodeType, Status

CODES = ("type", "status")
"""Of the fields, those whose values are not names."""

MOST_KNOWN = 1_000
"""So many of the names that there are are looked through for one that was meant."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something that is asked for and that nothing in the archive has.

    Args:
        field: Of ``Wanted`` or ``Chosen``, in the singular: ``project``, ``type``.
        value: As it was asked for.
        known: What there is instead, in alphabetical order, ``MOST_KNOWN`` at most.
    """

    field: str
    value: str
    known: tuple[str, ...]


def unknown(
    connection: Connection, asked: Wanted | Chosen, *, within: Sequence[str] | None = None
) -> Unknown | None:
    """Find the first thing asked for that there is not.

    Args:
        connection: Reads.
        asked: What.
        within: Names of the projects that who asks may see; of others nothing is told. None is
            all.

    Returns:
        It; None where each is known by itself, whether anything has all of it or not.
    """
    return next(_unknown(connection, asked, within), None)


def _unknown(
    connection: Connection, asked: Wanted | Chosen, within: Sequence[str] | None
) -> Iterator[Unknown]:
    if isinstance(asked, Wanted):
        projects: Sequence[str] = asked.projects or ()
        yield from _codes(connection, "type", asked.types, tuple(NodeType))
        yield from _codes(connection, "status", asked.statuses, tuple(Status))
    else:
        projects = () if asked.project is None else (asked.project,)
    names = schema.projects.c.name
    for project in projects:
        yield from _names(connection, "project", project, names, _named(names, within))
    sessions = schema.sessions.c
    if asked.author is not None:
        mine = exists().where(sessions.author_id == schema.authors.c.id, *_seen(within))
        name = schema.authors.c.name
        yield from _names(connection, "author", asked.author, name, mine)
    if asked.tag is not None:
        mine = exists().where(sessions.id == schema.tags.c.session_id, *_seen(within))
        yield from _names(connection, "tag", asked.tag, schema.tags.c.tag, mine)
    if isinstance(asked, Wanted) and asked.session is not None:
        begins = sessions.ref.startswith(asked.session.lower(), autoescape=True)
        if not _any(connection, select(sessions.id).where(begins, *_seen(within))):
            yield Unknown("session", asked.session, ())
    if isinstance(asked, Wanted) and asked.said_by is not None:
        yield from _speakers(connection, asked.said_by, within)


def _codes(
    connection: Connection, field: str, values: Sequence[str], usual: Sequence[str]
) -> Iterator[Unknown]:
    """A later version's pack may hold codes that this one does not know."""
    column = schema.nodes.c[field]
    for value in values:
        if value not in usual and not _any(connection, select(column).where(column == value)):
            yield Unknown(field, value, tuple(map(str, usual)))


def _names(
    connection: Connection,
    field: str,
    value: str,
    column: Column[Any],
    is_seen: ColumnElement[bool],
) -> Iterator[Unknown]:
    if not _any(connection, select(column).where(column == value, is_seen)):
        query = select(column).where(is_seen).distinct().order_by(column).limit(MOST_KNOWN)
        yield Unknown(field, value, tuple(connection.execute(query).scalars()))


def _speakers(
    connection: Connection, value: str, within: Sequence[str] | None
) -> Iterator[Unknown]:
    nodes, messages = schema.nodes.c, schema.messages.c
    # a name that somebody bears is found at once, and one that nobody bears is seldom asked for
    columns = ((nodes.said_by, schema.nodes), (messages.author, schema.messages))
    if any(
        _any(connection, _said(column, table, within).where(column == value))
        for column, table in (*columns, (messages.role, schema.messages))
    ):
        return
    known = {
        name
        for column, table in columns
        for name in connection.execute(
            _said(column, table, within).where(column.is_not(None)).distinct().limit(MOST_KNOWN)
        ).scalars()
    }
    yield Unknown("said_by", value, tuple(sorted(known)[:MOST_KNOWN]))


def _said(column: Column[Any], table: Table, within: Sequence[str] | None) -> Select[Any]:
    if within is None:
        return select(column)
    joined = table.join(schema.sessions, schema.sessions.c.id == table.c.session_id)
    return select(column).select_from(joined).where(*_seen(within))


def _seen(within: Sequence[str] | None) -> tuple[ColumnElement[bool], ...]:
    """Say to a query over ``sessions`` that they are of projects that may be seen."""
    if within is None:
        return ()
    names = schema.projects.c
    mine = exists().where(names.id == schema.sessions.c.project_id, names.name.in_(within))
    return (mine,)


def _named(name: Column[Any], within: Sequence[str] | None) -> ColumnElement[bool]:
    # a project without a session is none that anybody looks for
    mine = exists().where(schema.sessions.c.project_id == schema.projects.c.id)
    return mine if within is None else mine & name.in_(within)


def _any(connection: Connection, query: Select[Any]) -> bool:
    return connection.execute(query.limit(1)).first() is not None
