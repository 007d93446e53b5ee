"""Which version the tables of an archive have, and whether this program is the one for them."""

from __future__ import annotations

from sqlalchemy import Engine, inspect, text

from graphpack.archive.database import command, is_missing, reading, shown
from graphpack.errors import ArchiveError

HEAD = "0004"
"""The newest of ``migrations/versions``; a test compares."""


def current(engine: Engine) -> str | None:
    """Give the version of the tables; None where there are none. Nothing is made by asking."""
    if is_missing(engine.url):
        return None
    with reading(engine) as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def check(engine: Engine) -> None:
    """Refuse an archive without tables, or with those of another version.

    Args:
        engine: The database.

    Raises:
        ArchiveError: It is not ready.
    """
    found = current(engine)
    if found == HEAD:
        return
    name, make = shown(engine.url), command(engine.url, "init")
    if found is None:
        raise ArchiveError(f"{name}: no archive yet", hint=f"{make} makes one")
    if found > HEAD:
        raise ArchiveError(
            f"{name}: its tables are of version {found}, newer than {HEAD}",
            hint="use the graphpack that made them, or a newer one",
        )
    raise ArchiveError(
        f"{name}: its tables are of version {found}, older than {HEAD}",
        hint=f"{make} brings them up to date",
    )
