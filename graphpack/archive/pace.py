"""One limit on requests to a model for all who fill an archive: kept where all of them come by.

Each takes the next free moment out of the database and waits for it, so that no request goes out
earlier than an interval after the one before, whichever process or machine sends it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection, select, text, update

from graphpack.archive import schema
from graphpack.archive.filing import insert_new
from graphpack.archive.store import Archive

MODEL = "model"
_SERVER_NOW = text("SELECT extract(epoch FROM clock_timestamp())")


def wait_turn(
    archive: Archive,
    *,
    per_minute: int,
    clock: Callable[[], float] = time.time,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Wait until a request may go out.

    Args:
        archive: Which all of them fill.
        per_minute: How many requests may.
        clock: Seconds since 1970, of this machine; a server's own clock counts for all that it
            serves.
        sleep: Waits, seconds.
    """
    wait_s = archive.writing(partial(_take, interval_s=60 / per_minute, clock=clock))
    if wait_s > 0:
        sleep(wait_s)


def _take(connection: Connection, *, interval_s: float, clock: Callable[[], float]) -> float:
    """Take the next free moment; gives how long it is until then, in seconds."""
    pace = schema.pace
    is_server = connection.dialect.name == "postgresql"
    query = select(pace.c.next_s).where(pace.c.name == MODEL).with_for_update()
    found = connection.execute(query).scalar()
    if found is None:
        insert_new(connection, pace, [{"name": MODEL, "next_s": 0.0}])
        found = connection.execute(query).scalar_one()
    now = float(connection.execute(_SERVER_NOW).scalar_one()) if is_server else clock()
    turn = max(now, found)
    connection.execute(update(pace).where(pace.c.name == MODEL).values(next_s=turn + interval_s))
    return float(turn - now)
