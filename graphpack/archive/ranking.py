"""Which rows match, and in what order, on either database; and which are the newest."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from sqlalchemy import Connection

from graphpack.archive import fts5, tsvector
from graphpack.archive.cited import TABLES, Kind, Wanted, chosen, said_at
from graphpack.archive.matching import Match


def best(
    connection: Connection, kind: Kind, match: Match, wanted: Wanted, *, limit: int
) -> list[int]:
    """Find the rows that match and are wanted.

    Args:
        connection: Reads.
        kind: Of statements or of messages.
        match: What they hold.
        wanted: What they are.
        limit: How many at most.

    Returns:
        Their numbers, the best first; of equal ones the newest. Of very many the newest
        ``matching.RANKED`` are ranked.
    """
    found: list[int] = _text_of(connection).best(connection, kind, match, wanted, limit=limit)
    return found


def common(connection: Connection, kind: Kind, terms: Sequence[str]) -> frozenset[str]:
    """Tell the words that about ``matching.COMMON`` rows hold, or more."""
    found: frozenset[str] = _text_of(connection).common(connection, kind, tuple(terms))
    return found


def _text_of(connection: Connection) -> ModuleType:
    return fts5 if connection.dialect.name == "sqlite" else tsvector


def newest(connection: Connection, wanted: Wanted, *, limit: int) -> list[int]:
    """List statements, the last said first; those of no time come after them.

    Args:
        connection: Reads.
        wanted: Which.
        limit: How many at most.

    Returns:
        The numbers of their rows.
    """
    own = TABLES["node"].c
    order = (said_at("node").desc().nulls_last(), own.id.desc())
    statement = chosen("node", wanted).with_only_columns(own.id, maintain_column_froms=True)
    return list(connection.execute(statement.order_by(*order).limit(limit)).scalars())
