"""Where records are kept between calls: a protocol, and the form that lives in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from graphpack.context.records import Record

__all__ = ["ContextStore", "MemoryStore"]


class ContextStore(Protocol):
    """Keeps records by session; what builds a context asks it for them and never changes them."""

    def add(self, records: Iterable[Record], *, session: str = "") -> int:
        """Keep records; one whose id is there already takes its place.

        Args:
            records: In their order.
            session: Whose they are.

        Returns:
            How many are new.
        """
        ...

    def records(self, *, session: str | None = None) -> Sequence[Record]:
        """Give records in the order in which they came.

        Args:
            session: Whose; None for all.
        """
        ...

    def sessions(self) -> Sequence[str]:
        """List the sessions in the order in which they came."""
        ...

    def clear(self, *, session: str | None = None) -> int:
        """Forget records.

        Args:
            session: Whose; None for all.

        Returns:
            How many there were.
        """
        ...


class MemoryStore:
    """A store that ends with its process."""

    def __init__(self) -> None:
        self._sessions: dict[str, dict[str, Record]] = {}

    def add(self, records: Iterable[Record], *, session: str = "") -> int:
        """Keep records; one whose id is there already takes its place."""
        kept = self._sessions.setdefault(session, {})
        before = len(kept)
        for record in records:
            kept[record.id] = record
        return len(kept) - before

    def records(self, *, session: str | None = None) -> Sequence[Record]:
        """Give records in the order in which they came."""
        if session is not None:
            return tuple(self._sessions.get(session, {}).values())
        return tuple(record for kept in self._sessions.values() for record in kept.values())

    def sessions(self) -> Sequence[str]:
        """List the sessions in the order in which they came."""
        return tuple(self._sessions)

    def clear(self, *, session: str | None = None) -> int:
        """Forget records; return how many there were."""
        names = list(self._sessions) if session is None else [session]
        return sum(len(self._sessions.pop(name, {})) for name in names)
