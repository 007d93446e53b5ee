"""Makes the SQLite databases that the tests are about."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path


def make(path: Path, schema: str, rows: dict[str, Sequence[tuple]] | None = None) -> Path:
    """Write a database: its tables, and rows by table."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(schema)
        for table, values in (rows or {}).items():
            for value in values:
                db.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(value))})", value)
        db.commit()
    return path


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """What lies in a folder, so that a change can be seen."""
    return {p.name: (p.stat().st_size, p.stat().st_mtime_ns) for p in sorted(folder.iterdir())}
