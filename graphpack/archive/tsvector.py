"""Full text on PostgreSQL: the newest rows that match, then their rank.

Its index gives all rows that match, which takes the longest for the words that most rows hold; but
those are soon met where the newest rows are looked through one by one. How many of the newest
``SAMPLE`` rows match tells which of the two is less work. Both find the same. The server's own
estimate is of no use here: it keeps no statistics of texts, which would hold samples of what may
be forgotten.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    Select,
    and_,
    cast,
    func,
    literal,
    literal_column,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import ARRAY, REAL

from graphpack.archive.cited import TABLES, Kind, Wanted, conditions, joined
from graphpack.archive.matching import COMMON, RANKED, Match

SAMPLE = 2_000
_SPARE = 1.3
"""So much more is looked through than the sample says is needed."""
# of D, C, B and A
_WEIGHTS = cast([0.25, 0.25, 0.5, 1.0], ARRAY(REAL))
_DIVIDED_BY_LENGTH = 1


class _Sampled(NamedTuple):
    """What the newest rows say of a query: how many match, and how many of these are wanted."""

    matching: int
    wanted: int


def best(
    connection: Connection, kind: Kind, match: Match, wanted: Wanted, *, limit: int
) -> list[int]:
    """Find rows; see ``ranking.best``."""
    own, query = TABLES[kind], _query(match)
    last = _last(connection, kind)
    ahead = _ahead(connection, kind, match, wanted, last) if last > SAMPLE else None
    if ahead is not None:
        # the server does not take the index for what is said so
        where = and_(own.c.id > last - ahead, _matches(kind, query).is_(true()))
        found = _ranked(connection, _newest(kind, wanted, where, own.c.id), query, limit)
        if found.among >= RANKED or ahead >= last:
            return found.numbers
    # nor does it go through the rows from the newest on where they are sorted by a sum
    newest = _newest(kind, wanted, _matches(kind, query), own.c.id + 0)
    return _ranked(connection, newest, query, limit).numbers


def common(connection: Connection, kind: Kind, terms: tuple[str, ...]) -> frozenset[str]:
    """Tell the words that too many rows hold; see ``ranking.common``."""
    own, last = TABLES[kind], _last(connection, kind)
    if last <= COMMON:
        return frozenset()
    counts = [
        func.count().filter(_matches(kind, _query(Match((term,)))).is_(true())) for term in terms
    ]
    sampled = select(*counts).select_from(own).where(own.c.id > last - SAMPLE)
    found = connection.execute(sampled).one()
    pairs = zip(terms, found, strict=True)
    return frozenset(term for term, count in pairs if count * last > COMMON * SAMPLE)


def _last(connection: Connection, kind: Kind) -> int:
    return connection.execute(select(func.max(TABLES[kind].c.id))).scalar() or 0


def _ahead(
    connection: Connection, kind: Kind, match: Match, wanted: Wanted, last: int
) -> int | None:
    """Say how far to look through the rows from the newest on; None where the index is better."""
    own = TABLES[kind]
    is_wanted = and_(true(), *conditions(wanted, kind))
    query = (
        select(func.count(), func.count().filter(is_wanted))
        .select_from(own if wanted.is_anything else joined(kind))
        .where(own.c.id > last - SAMPLE, _matches(kind, _query(match)).is_(true()))
    )
    sampled = _Sampled(*connection.execute(query).one())
    if not sampled.wanted:
        return None
    ahead = min(last, int(_SPARE * RANKED * SAMPLE / sampled.wanted))
    return ahead if ahead * SAMPLE < sampled.matching * last else None


def _newest(
    kind: Kind, wanted: Wanted, where: ColumnElement[bool], order: ColumnElement[Any]
) -> Select[Any]:
    own = TABLES[kind]
    return (
        select(own.c.id, _search(kind).label("search"))
        .select_from(own if wanted.is_anything else joined(kind))
        .where(where, *conditions(wanted, kind))
        .order_by(order.desc())
        .limit(RANKED)
    )


class _Found(NamedTuple):
    """The best rows, and among how many they were chosen."""

    numbers: list[int]
    among: int


def _ranked(
    connection: Connection, newest: Select[Any], query: ColumnElement[Any], limit: int
) -> _Found:
    rows = newest.subquery("newest")
    rank = func.ts_rank(
        _WEIGHTS, rows.c.search, query, literal(_DIVIDED_BY_LENGTH), type_=Float
    ).desc()
    statement = select(rows.c.id, func.count().over()).order_by(rank, rows.c.id.desc())
    found = connection.execute(statement.limit(limit)).all()
    return _Found([row[0] for row in found], found[0][1] if found else 0)


def _query(match: Match) -> ColumnElement[Any]:
    return func.to_tsquery(literal_column("'simple'"), match.for_postgresql())


def _matches(kind: Kind, query: ColumnElement[Any]) -> ColumnElement[bool]:
    return _search(kind).bool_op("@@")(query)


def _search(kind: Kind) -> ColumnElement[Any]:
    # made by the server, and so no column of the table here
    return literal_column(f"{TABLES[kind].name}.search")
