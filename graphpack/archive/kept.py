"""What holds in each project, kept from one question to the next; numbers of rows, no words.

It is good for one state of a project's sessions. Weaving takes seconds for thousands of statements;
telling the state takes one row for each session.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, insert, select

from graphpack.archive import schema
from graphpack.archive.entry import GENERATOR
from graphpack.archive.packed import as_bytes, as_text, pack, unpack
from graphpack.archive.store import Archive
from graphpack.errors import ArchiveError

WEAVING = 2
"""Of the rules by which statements are woven: another number where they change."""

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The sessions of a project as they are.

    Args:
        project: Its number.
        name: Its name.
        version: A hash that is the same as long as nothing of them changes.
    """

    project: int
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Holding:
    """A decision that holds, by the numbers of the rows of its statements.

    Args:
        said: The one whose words it has, then the others that say the same.
        replaced: What it took the place of.
        disputed: What is said against it.
    """

    said: Numbers
    replaced: Numbers = ()
    disputed: Numbers = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """What holds in a project.

    Args:
        holding: What holds.
        dropped: What was given up, or put off.
        statements: How many were looked at.
    """

    holding: tuple[Holding, ...]
    dropped: Numbers
    statements: int

    @property
    def numbers(self) -> frozenset[int]:
        """The rows of all statements that are told of."""
        said = (one.said + one.replaced + one.disputed for one in self.holding)
        return frozenset(self.dropped).union(*said)


def states(connection: Connection, projects: Sequence[str] | None) -> list[State]:
    """Tell the state of projects.

    Args:
        connection: Reads.
        projects: Their names; None is all.

    Returns:
        One for each that has a session, by their names.
    """
    sessions, names, uses = schema.sessions, schema.projects, schema.blob_uses
    is_pack = (uses.c.session_id == sessions.c.id) & (uses.c.purpose == "pack")
    query = (
        select(
            names.c.id, names.c.name, sessions.c.id.label("session"), sessions.c.ref,
            sessions.c.trail, sessions.c.last_at, sessions.c.updated_at, uses.c.sha256,
            schema.authors.c.name.label("author"),
        )
        .select_from(sessions.join(names).outerjoin(schema.authors).outerjoin(uses, is_pack))
        .order_by(names.c.name, sessions.c.ref)
    )  # fmt: skip
    if projects is not None:
        query = query.where(names.c.name.in_(projects))
    hashes: dict[tuple[int, str], hashlib._Hash] = {}
    for row in connection.execute(query):
        key = (row.id, row.name)
        if key not in hashes:
            hashes[key] = hashlib.sha256(as_bytes(f"{GENERATOR} {WEAVING}"))
        hashes[key].update(row.trail)
        told = (row.session, row.ref, row.last_at, row.updated_at, row.sha256, row.author)
        hashes[key].update(as_bytes(repr(told)))
    return [State(*key, found.hexdigest()) for key, found in hashes.items()]


def recall(connection: Connection, found: Sequence[State]) -> dict[int, Standing]:
    """Give what is kept of projects as they are now, by their numbers."""
    wanted = {one.project: one.version for one in found}
    table = schema.woven
    rows = connection.execute(select(table).where(table.c.project_id.in_(wanted)))
    return {
        row.project_id: _read(row.content) for row in rows if row.version == wanted[row.project_id]
    }


def keep(archive: Archive, found: Mapping[State, Standing]) -> None:
    """Keep what was woven; where the archive may only be read, it is woven again."""
    table = schema.woven

    def write(connection: Connection) -> None:
        for state, standing in found.items():
            connection.execute(delete(table).where(table.c.project_id == state.project))
            row = {"project_id": state.project, "version": state.version}
            connection.execute(insert(table).values(row | {"content": _written(standing)}))

    with suppress(ArchiveError):
        archive.writing(write)


def _written(standing: Standing) -> bytes:
    return pack(as_bytes(json.dumps(asdict(standing), separators=(",", ":"))))


def _read(content: bytes) -> Standing:
    whole = json.loads(as_text(unpack(content)))
    return Standing(
        tuple(_holdings(whole["holding"])), tuple(whole["dropped"]), whole["statements"]
    )


def _holdings(rows: Sequence[Mapping[str, Sequence[int]]]) -> Iterator[Holding]:
    for row in rows:
        yield Holding(**{name: tuple(numbers) for name, numbers in row.items()})
