"""Full text on both databases: which rows match, and in what order. Nothing else knows of either.

Two steps: which rows match and are wanted, the newest first and so many at most; then the rank of
those. The second step costs the most for a row, so it never sees more than ``RANKED``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Select, TextClause, select, text

from graphpack.archive.cited import TABLES, Kind, Wanted, chosen, conditions, joined, said_at

RANKED = 5_000
"""Of so many rows that match, the newest, the rank is worked out."""
COMMON = 5_000
"""A word in more rows than that tells nothing where other words were asked for as well."""

_LEAST_CHARS = 3
_ENDINGS = ("ies", "ing", "es", "ed", "s", "y", "e")
_LEAST_STEM_CHARS = 4
# of title, text and terms; those of PostgreSQL are its weights D, C, B and A
_SQLITE_WEIGHTS: dict[Kind, str] = {"node": "4.0, 2.0, 1.0", "message": "2.0, 1.0"}
_POSTGRESQL_WEIGHTS = "{0.25, 0.25, 0.5, 1.0}"


@dataclass(frozen=True, slots=True)
class Match:
    """What a row has to hold.

    Args:
        terms: As ``query_terms`` gives them, at least one.
        is_prefix: Words that begin so count, but for their endings.
        is_any: One of them is enough.
    """

    terms: tuple[str, ...]
    is_prefix: bool = False
    is_any: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The terms, without their endings where beginnings count."""
        return tuple(map(_stem, self.terms)) if self.is_prefix else self.terms

    def written(self, *, is_sqlite: bool) -> str:
        """Write it as a database reads it; terms are letters and digits, so none can steer it."""
        if is_sqlite:
            told = (f'"{word}"{" *" * self._is_open(word)}' for word in self.words)
            return (" OR " if self.is_any else " AND ").join(told)
        told = (f"'{word}'{':*' * self._is_open(word)}" for word in self.words)
        return (" | " if self.is_any else " & ").join(told)

    def _is_open(self, word: str) -> bool:
        return self.is_prefix and len(word) >= _LEAST_CHARS

    def is_common(self, connection: Connection, kind: Kind) -> bool:
        """Whether more than ``COMMON`` rows match."""
        statement = _matched(connection, kind, self).limit(1).offset(COMMON)
        return connection.execute(statement).first() is not None


def _stem(term: str) -> str:
    if not term.isascii() or not term.isalpha():
        return term
    for ending in _ENDINGS:
        if term.endswith(ending) and len(term) - len(ending) >= _LEAST_STEM_CHARS:
            return term[: -len(ending)]
    return term


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"


def _matched(connection: Connection, kind: Kind, match: Match) -> Select[tuple[int]]:
    """Ask for the numbers of the rows that match, as ``id``, the newest first on SQLite."""
    return select(_hits(connection, kind, match).columns(TABLES[kind].c.id).cte("hits").c.id)


def _hits(connection: Connection, kind: Kind, match: Match) -> TextClause:
    name = TABLES[kind].name
    query = match.written(is_sqlite=_is_sqlite(connection))
    if _is_sqlite(connection):
        statement = (
            f"SELECT rowid AS id FROM {name}_fts WHERE {name}_fts MATCH :query ORDER BY rowid DESC"
        )
    else:
        statement = f"SELECT id FROM {name} WHERE search @@ to_tsquery('simple', :query)"
    return text(statement).bindparams(query=query)


def matching(connection: Connection, kind: Kind, match: Match, wanted: Wanted) -> list[int]:
    """Find the rows that match and are wanted.

    Args:
        connection: Reads.
        kind: Of statements or of messages.
        match: What they hold.
        wanted: What they are.

    Returns:
        Their numbers, the newest row first, ``RANKED`` at most.
    """
    hits = _hits(connection, kind, match).columns(TABLES[kind].c.id).cte("hits")
    if wanted.is_anything:
        statement = select(hits.c.id)
    else:
        own = TABLES[kind]
        tables = joined(kind).join(hits, hits.c.id == own.c.id)
        statement = select(hits.c.id).select_from(tables).where(*conditions(wanted, kind))
    return list(connection.execute(statement.order_by(hits.c.id.desc()).limit(RANKED)).scalars())


def ranked(
    connection: Connection, kind: Kind, match: Match, numbers: Sequence[int], *, limit: int
) -> list[int]:
    """Put rows in order.

    Args:
        connection: Reads.
        kind: Of statements or of messages.
        match: What they hold.
        numbers: Of rows, as ``matching`` gives them.
        limit: How many at most.

    Returns:
        The best first; of equal ones the newest.
    """
    if not numbers:
        return []
    name = TABLES[kind].name
    if _is_sqlite(connection):
        # the plus keeps the table from being searched anew for each number
        statement = (
            f"SELECT rowid AS id, bm25({name}_fts, {_SQLITE_WEIGHTS[kind]}) AS rank FROM {name}_fts"
            f" WHERE {name}_fts MATCH :query AND rowid >= :least"
            " AND +rowid IN (SELECT value FROM json_each(:numbers)) ORDER BY rank, id DESC"
        )
        known = {"least": min(numbers), "numbers": json.dumps(list(numbers))}
    else:
        statement = (
            f"SELECT id FROM {name}, to_tsquery('simple', :query) AS asked WHERE id = ANY(:numbers)"
            f" ORDER BY ts_rank('{_POSTGRESQL_WEIGHTS}', search, asked, 1) DESC, id DESC"
        )
        known = {"numbers": list(numbers)}
    query = match.written(is_sqlite=_is_sqlite(connection))
    asked = text(f"{statement} LIMIT :limit").bindparams(query=query, limit=limit, **known)
    return [row.id for row in connection.execute(asked)]


def newest(connection: Connection, wanted: Wanted, *, limit: int) -> list[int]:
    """List statements, the last said first.

    Args:
        connection: Reads.
        wanted: Which.
        limit: How many at most.

    Returns:
        The numbers of their rows.
    """
    own = TABLES["node"].c
    order = (said_at("node").desc(), own.id.desc())
    statement = chosen("node", wanted).with_only_columns(own.id, maintain_column_froms=True)
    return list(connection.execute(statement.order_by(*order).limit(limit)).scalars())
