"""Makes the tables of an archive and brings them up to date, by the steps in ``migrations``."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine

from graphpack.archive.database import make_file, writing
from graphpack.archive.revision import HEAD, current


def config(connection: Connection | None = None) -> Config:
    """Say where the steps are.

    Args:
        connection: In a transaction, for what runs them.
    """
    found = Config()
    found.set_main_option("script_location", "graphpack.archive:migrations")
    found.attributes["connection"] = connection
    return found


def upgrade(engine: Engine) -> bool:
    """Bring the tables up to date, all of it or nothing.

    Args:
        engine: The database; it may be empty.

    Returns:
        Whether anything was to be done.
    """
    if current(engine) == HEAD:
        return False
    make_file(engine.url)
    writing(engine, lambda connection: command.upgrade(config(connection), "head"), alone=True)
    return True
