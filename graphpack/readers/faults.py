"""Counts what went wrong while reading, so that a million broken lines become one notice."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphpack.model.report import Notice

NAMED = 3
"""How many places one notice names; the rest is a number."""


@dataclass(slots=True)
class Faults:
    """The faults of one source, by kind.

    Args:
        name: The source's display name.
    """

    name: str
    _places: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, code: str, message: str, place: int | str | None = None) -> None:
        """Count one fault.

        Args:
            code: The notice's code, such as ``broken-record``.
            message: What was found and what was done, the same words each time.
            place: Line number (1-based), record number or name; None for the whole source.
        """
        kind = (code, message)
        self._counts[kind] = self._counts.get(kind, 0) + 1
        places = self._places.setdefault(kind, [])
        if place is not None and len(places) < NAMED:
            places.append(str(place))

    def count(self, code: str) -> int:
        """Say how many faults of a code were counted."""
        return sum(count for (kind, _), count in self._counts.items() if kind == code)

    def notices(self) -> tuple[Notice, ...]:
        """Turn the faults into notices, in the order first met."""
        return tuple(
            Notice(code, self._where(code, message), message, count)
            for (code, message), count in self._counts.items()
        )

    def merge(self, other: Faults) -> None:
        """Count another source's faults with these; their places are named with its name."""
        for (code, message), count in other._counts.items():
            kind = (code, message)
            self._counts[kind] = self._counts.get(kind, 0) + count
            places = self._places.setdefault(kind, [])
            theirs = [f"{other.name}:{place}" for place in other._places[kind]] or [other.name]
            places += theirs[: NAMED - len(places)]

    def drain(self) -> tuple[Notice, ...]:
        """Give the notices and start counting anew."""
        notices = self.notices()
        self._places.clear()
        self._counts.clear()
        return notices

    def _where(self, code: str, message: str) -> str:
        places = self._places[code, message]
        if not places:
            return self.name
        more = self._counts[code, message] - len(places)
        tail = f" and {more} more" if more else ""
        return f"{self.name}:{','.join(places)}{tail}"
