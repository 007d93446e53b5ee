"""Originals of shortened texts in the server's database: the latest ones, up to a bound."""

from __future__ import annotations

from graphpack.compress.originals import reference
from graphpack.mcp.database import Database
from graphpack.mcp.kept import Bounds

__all__ = ["StoredOriginals"]


class StoredOriginals:
    """Keeps texts, and gives them back; see ``compress.originals.Originals``.

    Args:
        database: Where.
        bounds: How many, and how much.
    """

    def __init__(self, database: Database, bounds: Bounds) -> None:
        self._database = database
        self._bounds = bounds

    def store(self, text: str) -> str:
        """Keep a text, redacted already; those that were stored longest ago make room."""
        ref = reference(text)
        with self._database.writing() as db:
            (last,) = db.execute("SELECT coalesce(max(used), 0) FROM originals").fetchone()
            db.execute("INSERT OR REPLACE INTO originals VALUES (?, ?, ?)", (ref, last + 1, text))
            db.execute(
                "DELETE FROM originals WHERE ref IN (SELECT ref FROM (SELECT ref,"
                " row_number() OVER (ORDER BY used DESC) AS place,"
                " sum(length(body)) OVER (ORDER BY used DESC) AS total FROM originals)"
                " WHERE place > 1 AND (place > ? OR total > ?))",
                (self._bounds.originals, self._bounds.originals_chars),
            )
        return ref

    def retrieve(self, ref: str) -> str | None:
        """Give a text back; None where it is not kept, or not any more."""
        with self._database.reading() as db:
            row = db.execute("SELECT body FROM originals WHERE ref = ?", (ref,)).fetchone()
        return None if row is None else str(row[0])

    def __len__(self) -> int:
        """Count the texts that are kept."""
        with self._database.reading() as db:
            return int(db.execute("SELECT count(*) FROM originals").fetchone()[0])
