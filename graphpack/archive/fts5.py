"""Full text on SQLite: the newest rows that match, then their rank by BM25."""

from __future__ import annotations

import json

from sqlalchemy import Connection, TextClause, select, text

from graphpack.archive.cited import TABLES, Kind, Wanted, conditions, joined
from graphpack.archive.matching import COMMON, RANKED, Match

# of title, text and terms
_WEIGHTS: dict[Kind, str] = {"node": "4.0, 2.0, 1.0", "message": "2.0, 1.0"}


def best(
    connection: Connection, kind: Kind, match: Match, wanted: Wanted, *, limit: int
) -> list[int]:
    """Find rows; see ``ranking.best``."""
    numbers = _newest(connection, kind, match, wanted)
    if not numbers:
        return []
    name = f"{TABLES[kind].name}_fts"
    # the plus keeps the table from being searched anew for each number
    statement = (
        f"SELECT rowid AS id, bm25({name}, {_WEIGHTS[kind]}) AS rank FROM {name}"
        f" WHERE {name} MATCH :query AND rowid >= :least"
        " AND +rowid IN (SELECT value FROM json_each(:numbers)) ORDER BY rank, id DESC LIMIT :limit"
    )
    asked = text(statement).bindparams(
        query=match.for_sqlite(), least=min(numbers), numbers=json.dumps(numbers), limit=limit
    )
    return [row.id for row in connection.execute(asked)]


def common(connection: Connection, kind: Kind, terms: tuple[str, ...]) -> frozenset[str]:
    """Tell the words that too many rows hold; see ``ranking.common``."""

    def is_common(term: str) -> bool:
        hits = _hits(kind, Match((term,))).columns(TABLES[kind].c.id).cte("hits")
        query = select(hits.c.id).limit(1).offset(COMMON)
        return connection.execute(query).first() is not None

    return frozenset(filter(is_common, terms))


def _newest(connection: Connection, kind: Kind, match: Match, wanted: Wanted) -> list[int]:
    """Number the newest rows that match and are wanted."""
    own = TABLES[kind]
    hits = _hits(kind, match).columns(own.c.id).cte("hits")
    statement = select(hits.c.id)
    if not wanted.is_anything:
        tables = joined(kind).join(hits, hits.c.id == own.c.id)
        statement = statement.select_from(tables).where(*conditions(wanted, kind))
    return list(connection.execute(statement.order_by(hits.c.id.desc()).limit(RANKED)).scalars())


def _hits(kind: Kind, match: Match) -> TextClause:
    name = f"{TABLES[kind].name}_fts"
    statement = f"SELECT rowid AS id FROM {name} WHERE {name} MATCH :query ORDER BY rowid DESC"
    return text(statement).bindparams(query=match.for_sqlite())
