"""The records a question is answered from: one session's, or all, up to a bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphpack.context import Record
from graphpack.context.relevance import shown
from graphpack.context.terms import Rarity, terms
from graphpack.mcp.desk import Desk
from graphpack.patterns import compiled
from graphpack.redact import namespaced

__all__ = ["Gathered", "gather", "likely"]

MAX_CHARS = 24 << 20
"""Of records that one question looks at: the latest."""
_UNFIT = compiled(r"[^A-Za-z0-9_.-]+")
_SPACE_CHARS = 32


@dataclass(frozen=True, slots=True)
class Gathered:
    """Records with ids of their own, and where each is from.

    Args:
        records: In the order in which they came.
        origins: Session and id as stored, by id.
        total: How many there are, those that were not looked at among them.
    """

    records: tuple[Record, ...]
    origins: Mapping[str, tuple[str, str]]
    total: int

    def origin(self, record: Record) -> tuple[str, str]:
        """Say whose a record, or a piece of one, is: session and id as stored."""
        return self.origins[record.given_id]

    @property
    def unseen(self) -> list[str]:
        """Say what was not looked at; empty where all was."""
        missing = self.total - len(self.records)
        return [f"{missing} older records were not looked at: name a session"] if missing else []


def gather(desk: Desk, session: str | None) -> Gathered:
    """Collect records.

    Args:
        desk: What the server has.
        session: Whose; None for all.

    Returns:
        The records; of several sessions with ids and placeholders that do not collide.
    """
    if session is not None:
        session = desk.known(session)
    located = desk.store.located(session=session, chars=MAX_CHARS)
    total = desk.store.count(session=session)
    names = list(dict.fromkeys(name for name, _ in located))
    spaces = _spaces(names) if len(names) > 1 else {}
    records: list[Record] = []
    origins: dict[str, tuple[str, str]] = {}
    for name, record in located:
        one = _apart(record, spaces[name]) if spaces else record
        records.append(one)
        origins[one.id] = (name, record.id)
        if one.of is not None:  # a decision is told by the message it was found in
            origins.setdefault(one.of, (name, record.of or record.id))
    desk.looked_at(one.text for one in records)
    return Gathered(tuple(records), origins, total)


def likely(query: str, records: Sequence[Record], most: int) -> Sequence[Record]:
    """Choose of very many records those that may have to do with a query.

    Args:
        query: What is asked.
        records: In their order.
        most: How many at most.

    Returns:
        Those that share the query's rarest terms, the later ones before the earlier, in their
        order; all where there are no more.
    """
    if len(records) <= most:
        return records
    wanted = terms(query)
    held = [terms(shown(one)) for one in records]
    rarity = Rarity(held)
    worth = [rarity.sum(wanted & own) for own in held]
    best = sorted(range(len(records)), key=lambda at: (-worth[at], -at))[:most]
    return [records[at] for at in sorted(best)]


def _spaces(names: Sequence[str]) -> dict[str, str]:
    """Give each session a short name that may stand in a tag and in a placeholder."""
    spaces: dict[str, str] = {}
    for at, name in enumerate(names, 1):
        slug = _UNFIT.sub("-", name)[:_SPACE_CHARS].strip("-")
        spaces[name] = slug if slug and slug not in spaces.values() else f"s{at}"
    return spaces


def _apart(record: Record, space: str) -> Record:
    return replace(
        record,
        id=f"{space}/{record.id}",
        of=f"{space}/{record.of}" if record.of else None,
        text=namespaced(record.text, space),
    )
