"""Made-up sessions whose statements are given, so that a test knows what is to come of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from graphpack.model.graph import Node, Relationship, Source

from .talks import NOW, filing, made, talk

START = NOW - timedelta(days=30)


def session(number, author, day, statements, *, ties=(), minutes=1):
    """Make a pack of one message for each statement.

    Args:
        number: Of the session.
        author: Who says all of it.
        day: After ``START``; minutes are counted from there.
        statements: Of (type, text) or (type, text, status).
        ties: Of (start, end, type), by place.
        minutes: Between two messages.
    """
    lines = [("user", one[1]) for one in statements]
    one = talk(f"stated-{number:04}-aaaa-bbbb-cccc", lines, title=f"Talk {number}", author=author)
    messages = tuple(
        replace(m, at=START + timedelta(days=day, minutes=minutes * m.index)) for m in one.messages
    )
    pack = made(replace(one, messages=messages, started_at=messages[0].at))
    nodes = tuple(
        Node(
            id=f"n{place + 1}",
            type=kind,
            importance="high",
            summary=text,
            status=rest[0] if rest else None,
            sources=(Source(message=place, part=0, start=0, end=len(text), quote=text),),
        )
        for place, (kind, text, *rest) in enumerate(statements)
    )
    relationships = tuple(
        Relationship(start=f"n{start + 1}", end=f"n{end + 1}", type=kind)
        for start, end, kind in ties
    )
    graph = pack.graph.model_copy(update={"nodes": nodes, "relationships": relationships})
    return replace(pack, graph=graph)


def bring(archive, number, author, day, statements, *, project="harbour", **details):
    """Archive one; gives its name."""
    pack = session(number, author, day, statements, **details)
    about = filing(project=project, author=author, origin=f"/srv/{number}.jsonl", tags=())
    return archive.add(pack, about).ref


MIRA, BEN = "Mira Solano", "Ben Okoro"


def harbour(archive):
    """Four sessions of two people over three weeks; gives their names."""
    return (
        bring(
            archive,
            1,
            MIRA,
            0,
            [
                ("decision", "The harbour ledger is kept in PostgreSQL."),
                ("decision", "Berth records are kept for 5 years."),
                ("fact", "The tide table is read every 10 minutes."),
            ],
        ),
        bring(
            archive,
            2,
            MIRA,
            5,
            [
                ("decision", "The harbour ledger moves from PostgreSQL to SQLite."),
                ("problem", "The berth import times out.", "open"),
            ],
        ),
        bring(
            archive,
            3,
            BEN,
            9,
            [
                ("decision", "Berth records are kept for 7 years."),
                ("decision", "All quay names are written in English."),
            ],
        ),
        bring(
            archive,
            4,
            MIRA,
            12,
            [
                ("decision", "All quay names are written in English."),
                ("decision", "The lantern sensor is bought from a second supplier.", "deferred"),
            ],
        ),
    )
