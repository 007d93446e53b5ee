"""One living graph of a project: what a new colleague must know, as a pack under any cap.

The packs of its sessions are joined as ``graphpack merge`` joins packs, but an archive knows more
of them: who said what, and when. Sources name their session as every archive calls it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from graphpack.archive import schema
from graphpack.archive.cited import Cited, Wanted, chosen, cited
from graphpack.archive.filing import batches
from graphpack.archive.listing import Chosen, Session
from graphpack.archive.store import Archive
from graphpack.archive.weaving import Told, Woven, in_time, standing, weave
from graphpack.errors import UsageError
from graphpack.merge import Merged
from graphpack.model.chunk import ChunkGraph, chunk_letter
from graphpack.packs import Joined, join
from graphpack.packs.joining import offsets
from graphpack.packs.loading import Loaded
from graphpack.settings import Settings


@dataclass(frozen=True, slots=True)
class Gathered:
    """The graph of many sessions.

    Args:
        joined: As a pack, with its account.
        sessions: What it was made of, the earliest first.
        contradictions: What people say against each other, the later statement first; all there
            are, also those that the pack has no room for.
    """

    joined: Joined
    sessions: tuple[Session, ...]
    contradictions: tuple[tuple[Cited, Cited], ...]


def gather(archive: Archive, wanted: Chosen, settings: Settings) -> Gathered:
    """Make one pack of sessions.

    Args:
        archive: Where they are.
        wanted: Which; those of one project as a rule.
        settings: The form, the budget and the cap, the tokenizer, the redaction.

    Returns:
        The pack.

    Raises:
        UsageError: There are no such sessions.
    """
    sessions = archive.sessions(wanted)[::-1]
    if not sessions:
        raise UsageError(
            "merge: no session fits", hint=f"{archive.command('list')} shows what there is"
        )
    packs = [archive.graph(session) for session in sessions]
    known = _cited(archive, sessions)
    told = Told(
        {name: one.person for name, one in known.items() if one.person},
        _order(archive, sessions, packs, known),
    )
    made: list[Woven] = []

    def weaving(parts: Sequence[ChunkGraph]) -> Merged:
        made.append(weave(parts, told))
        return made[-1].merged

    joined = join(packs, settings, weave=weaving)
    pairs = (
        tuple(known.get(made[-1].members[name][0]) for name in pair)
        for pair in made[-1].contradictions
    )
    opposed = tuple((one, other) for one, other in pairs if one is not None and other is not None)
    return Gathered(joined, sessions, opposed)


def _cited(archive: Archive, sessions: Sequence[Session]) -> dict[str, Cited]:
    """Give all statements by the ids that they bear in a merged pack before it is numbered."""
    letters = {session.id: chunk_letter(place) for place, session in enumerate(sessions)}
    found = {}
    own = schema.nodes.c
    with archive.reading() as connection:
        for some in batches(sorted(letters)):
            query = chosen("node", Wanted()).where(own.session_id.in_(some))
            for row in connection.execute(query):
                found[f"{letters[row.session_id]}-{row.node}"] = cited("node", row)
    return found


def _order(
    archive: Archive,
    sessions: Sequence[Session],
    packs: Sequence[Loaded],
    known: dict[str, Cited],
) -> dict[int, int]:
    """Put the messages that packs cite in the order of time, by their numbers in a merged pack."""
    places = {session.ref: place for place, session in enumerate(sessions)}
    times: dict[tuple[int, int], datetime] = {}
    for one in known.values():
        if one.message is not None and one.said_at is not None:
            times[places[one.session], one.message] = one.said_at
    times |= _message_times(archive, sessions)
    begins = offsets(packs)
    needed: dict[tuple[int, int], datetime] = {}
    for place, (session, loaded) in enumerate(zip(sessions, packs, strict=True)):
        # what has no time is taken to be said when its session began
        begin = standing(session.started_at or session.last_at)
        for node in loaded.graph.walk():
            for source in node.sources:
                key = (place, source.message)
                needed[key] = times.get(key, begin)
    return {begins[place] + message: at for (place, message), at in in_time(needed).items()}


def _message_times(
    archive: Archive, sessions: Sequence[Session]
) -> dict[tuple[int, int], datetime]:
    places = {session.id: place for place, session in enumerate(sessions)}
    own = schema.messages.c
    found = {}
    with archive.reading() as connection:
        for some in batches(sorted(places)):
            query = select(own.session_id, own.position, own.at).where(
                own.session_id.in_(some), own.at.is_not(None)
            )
            for row in connection.execute(query):
                found[places[row.session_id], row.position] = row.at
    return found
