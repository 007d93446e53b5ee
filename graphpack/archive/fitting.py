"""Checks rows that come from files against the tables they go into, before anything is written."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, String, Table

from graphpack.archive.entry import Row
from graphpack.archive.packed import storable
from graphpack.archive.schema import Moment
from graphpack.errors import ReadError

__all__ = ["HINT", "differ", "fitted"]

HINT = "graphpack archive export writes it anew, into another folder"
"""What to do about an export that was damaged or changed."""

_INTEGER_BITS = 31
_GIVEN_LATER = frozenset({"id", "session_id", "project_id", "author_id"})


def fitted(table: Table, row: Row, where: str, *, later: Collection[str] = ()) -> Row:
    """Make a row of what stands for it in JSON: times of their texts; all else stays.

    Args:
        table: Where it goes.
        row: By column; one that may be null may be missing.
        where: The file and line, for people.
        later: Columns that are added later, besides the numbers that a database gives.

    Returns:
        Every column but those, in the order of the table.

    Raises:
        ReadError: A column is missing, is not known, or holds what the table does not take.
    """
    columns = {
        column.name: column
        for column in table.c
        if column.name not in _GIVEN_LATER and column.name not in later
    }
    for name in row.keys() - columns.keys():
        raise ReadError(f"{where}: {name}: is not known", hint=HINT)
    return {name: _value(column, row, f"{where}: {name}") for name, column in columns.items()}


def differ(rows: Iterable[Row], key: str, where: str) -> None:
    """Refuse rows that have the same value where each has its own.

    Args:
        rows: As ``fitted`` gives them.
        key: The column.
        where: The file, for people.

    Raises:
        ReadError: Two have the same.
    """
    seen = set()
    for row in rows:
        if row[key] in seen:
            raise ReadError(f"{where}: {key}: {row[key]} is there twice", hint=HINT)
        seen.add(row[key])


def _value(column: Column[Any], row: Row, where: str) -> Any:
    value = row.get(column.name)
    if value is None:
        if not column.nullable:
            what = "may not be null" if column.name in row else "is missing"
            raise ReadError(f"{where}: {what}", hint=HINT)
        return None
    for kind, take, what in _KINDS:
        if isinstance(column.type, kind):
            try:
                return take(value, column.type)
            except (TypeError, ValueError, OverflowError):
                raise ReadError(f"{where}: is not {what}", hint=HINT) from None
    raise TypeError(f"{column}: nobody knows what it takes")


def _moment(value: Any, _: Any) -> datetime:
    time = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    if time.tzinfo is None:
        raise ValueError("no zone")
    time.astimezone(UTC)  # near the first year and the last there may be none
    return time


def _whole(value: Any, _: Any) -> int:
    if type(value) is not int or value.bit_length() > _INTEGER_BITS:
        raise ValueError("none, or too large")
    return value


def _number(value: Any, _: Any) -> float:
    if type(value) not in {int, float} or not math.isfinite(value):
        raise ValueError("none")
    return float(value)


def _text(value: Any, kind: Any) -> str:
    if not isinstance(value, str) or value != storable(value):
        raise ValueError("none, or one that no database takes")
    if kind.length is not None and len(value) > kind.length:
        raise ValueError("too long")
    return value


def _of(wanted: type) -> Callable[[Any, Any], Any]:
    def take(value: Any, _: Any) -> Any:
        if not isinstance(value, wanted):
            raise TypeError("another")
        return value

    return take


# the first that fits: a Boolean is no Integer here, and a Moment no String
_KINDS: tuple[tuple[type, Callable[[Any, Any], Any], str], ...] = (
    (Moment, _moment, "a time with its zone"),
    (Boolean, _of(bool), "true or false"),
    (Integer, _whole, f"a whole number of at most {_INTEGER_BITS} bits"),
    (Float, _number, "a number"),
    (LargeBinary, _of(bytes), "bytes"),
    (String, _text, "a text that fits"),
)
