"""Records as rows of the store: JSON, and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphpack.context import Record

__all__ = ["record_of", "row_of"]


def row_of(record: Record) -> str:
    """Write a record as JSON; what is unknown is left out."""
    given = {key: value for key, value in asdict(record).items() if value is not None}
    if record.at is not None:
        given["at"] = record.at.isoformat()
    return json.dumps(given, ensure_ascii=False)


def record_of(row: str) -> Record:
    """Read a record that ``row_of`` has written."""
    from graphpack.context import Kind, Record

    given = json.loads(row)
    given["kind"] = Kind(given["kind"])
    if "at" in given:
        given["at"] = datetime.fromisoformat(given["at"])
    return Record(**given)
