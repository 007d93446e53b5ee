"""What the columns of an archive's tables are made of: numbers, times, names of keys."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, Column, Dialect, ForeignKey, Integer, MetaData, String
from sqlalchemy.types import TypeDecorator

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"
MOMENT_CHARS = 27


class Moment(TypeDecorator[datetime]):
    """A time in UTC as text of fixed width, whose order is that of time on every database."""

    impl = String(MOMENT_CHARS)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write a time; it is aware."""
        if value is None:
            return None
        # strftime does not pad years before 1000 everywhere
        return value.astimezone(UTC).strftime(_MOMENT).rjust(MOMENT_CHARS, "0")

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Read a time."""
        return None if value is None else datetime.strptime(value, _MOMENT).replace(tzinfo=UTC)


# SQLite numbers rows itself only where the type is INTEGER
ID = BigInteger().with_variant(Integer, "sqlite")


def numbered() -> Column[int]:
    """Give the column of a row's number in this database."""
    return Column("id", ID, primary_key=True, autoincrement=True)


def of_session(*, is_key: bool = False) -> Column[int]:
    """Give the column of the session that a row goes with.

    Args:
        is_key: Whether it is part of the table's key.
    """
    target = ForeignKey("sessions.id", ondelete="CASCADE")
    return Column("session_id", ID, target, nullable=False, primary_key=is_key)


def one_for_each(what: str) -> Column[int]:
    """Give the key of a table that has one row at most for each row of another.

    Args:
        what: Of the other table, in the singular.
    """
    target = ForeignKey(f"{what}s.id", ondelete="CASCADE")
    return Column(f"{what}_id", ID, target, primary_key=True, autoincrement=False)
