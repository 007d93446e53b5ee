"""Lays statements of an archive out for weaving: a part for each session, in the order of time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from graphpack.archive import schema
from graphpack.archive.cited import Cited, Wanted, chosen, cited
from graphpack.archive.filing import batches
from graphpack.archive.weaving import Told, in_time, standing
from graphpack.model.chunk import ChunkGraph, chunk_letter
from graphpack.model.graph import Node, Relationship, Source


@dataclass(frozen=True, slots=True)
class Laid:
    """Statements that can be woven.

    Args:
        parts: One for each session, the earliest first; messages are numbered by time, over all.
        told: Whose word each is.
        cited: Each statement by its id in the parts.
        numbers: The numbers of their rows, likewise.
    """

    parts: tuple[ChunkGraph, ...]
    told: Told
    cited: Mapping[str, Cited]
    numbers: Mapping[str, int]


def laid(
    connection: Connection, wanted: Wanted, *, numbers: Sequence[int] | None = None
) -> list[Laid]:
    """Lay statements out.

    Args:
        connection: Reads.
        wanted: Which statements.
        numbers: Of their rows; None is all that are wanted and that packs had room for.

    Returns:
        The statements of each project, which have nothing to do with those of another, by its
        name; with the relationships between those of one session.
    """
    own = schema.nodes.c
    query = chosen("node", wanted)
    if numbers is None:
        rows = list(connection.execute(query.where(own.is_cut.is_(False))))
    else:
        rows = [
            row
            for some in batches(numbers)
            for row in connection.execute(query.where(own.id.in_(some)))
        ]
    by_project: dict[str, list[Row[Any]]] = defaultdict(list)
    for row in rows:
        by_project[row.project].append(row)
    return [_laid(connection, by_project[name]) for name in sorted(by_project)]


def _laid(connection: Connection, rows: Sequence[Row[Any]]) -> Laid:
    by_session: dict[int, list[Row[Any]]] = defaultdict(list)
    for row in rows:
        by_session[row.session_id].append(row)
    for session in by_session.values():
        session.sort(key=lambda row: row.position)
    sessions = sorted(
        by_session.values(),
        key=lambda own: (min(standing(row.time) for row in own), own[0].added_at, own[0].ref),
    )
    place = {session[0].session_id: index for index, session in enumerate(sessions)}
    order = in_time(
        {
            (place[row.session_id], row.message): standing(row.time)
            for row in rows
            if row.message is not None
        }
    )
    ties = _ties(connection, place)
    names = [f"{chunk_letter(place[row.session_id])}-{row.node}" for row in rows]
    known = {name: cited("node", row) for name, row in zip(names, rows, strict=True)}
    people = {name: one.person for name, one in known.items()}
    return Laid(
        tuple(
            _part(index, session, order, ties.get(index, ()))
            for index, session in enumerate(sessions)
        ),
        Told({name: person for name, person in people.items() if person}, {}),
        known,
        {name: row.id for name, row in zip(names, rows, strict=True)},
    )


def _ties(connection: Connection, place: Mapping[int, int]) -> dict[int, list[Relationship]]:
    table = schema.relationships
    found: dict[int, list[Relationship]] = defaultdict(list)
    for some in batches(sorted(place)):
        query = select(table).where(table.c.session_id.in_(some))
        for row in connection.execute(query.order_by(table.c.session_id, table.c.position)):
            letter = chunk_letter(place[row.session_id])
            found[place[row.session_id]].append(
                Relationship(
                    start=f"{letter}-{row.start}", end=f"{letter}-{row.end}", type=row.type
                )
            )
    return found


Moments = Mapping[tuple[int, int], int]


def _part(
    index: int, rows: Sequence[Row[Any]], order: Moments, ties: Sequence[Relationship]
) -> ChunkGraph:
    letter = chunk_letter(index)
    there = {row.node for row in rows}
    below: dict[str | None, list[Row[Any]]] = defaultdict(list)
    for row in rows:
        below[row.parent if row.parent in there else None].append(row)

    def grown(row: Row[Any]) -> Node:
        sources: tuple[Source, ...] = ()
        if row.message is not None:
            number = order[index, row.message]
            sources = (
                Source(message=number, part=row.part, start=row.start, end=row.end, quote=""),
            )
        return Node(
            id=f"{letter}-{row.node}",
            type=row.type,
            importance=row.importance,
            summary=row.text,
            status=row.status,
            title=row.title,
            sources=sources,
            children=tuple(map(grown, below[row.node])),
        )

    known = {f"{letter}-{name}" for name in there}
    return ChunkGraph(
        index,
        tuple(map(grown, below[None])),
        tuple(tie for tie in ties if tie.start in known and tie.end in known),
    )
