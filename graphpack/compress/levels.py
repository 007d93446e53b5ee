"""How much goes: what is left of a budget, the caps of types, and what readers ask back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from graphpack.compress.base import LEVELS, Kind, Level

__all__ = ["CAPS", "Asked", "at_most", "auto_level", "effective_level"]

CAPS: Mapping[Kind, Level] = MappingProxyType({Kind.SEARCH_RESULTS: "summary"})
"""The most that may go of texts of a type. Of what was searched for, every hit counts: fewer than
all of them is a wrong answer.

Source:
    Seed 000, task 6.4 (the level at which each type begins to lose).
"""

MIN_CALLS = 5
MAX_RETURNED_RATIO = 0.3

_FROM_RATIO: tuple[tuple[float, Level], ...] = ((0.5, "summary"), (0.2, "aggressive"))


@dataclass(frozen=True, slots=True)
class Asked:
    """How often originals of a type are asked back.

    Args:
        shortened: Texts of the type that were shortened.
        returned: Of these, how many were asked back whole, as detail or by their reference.
    """

    shortened: int = 0
    returned: int = 0

    @property
    def is_too_often(self) -> bool:
        """Whether shortening costs more than it saves: over 30 %, from five texts on."""
        return self.shortened >= MIN_CALLS and self.returned > MAX_RETURNED_RATIO * self.shortened


def auto_level(remaining_ratio: float) -> Level:
    """Choose a level by what is left of a budget.

    Args:
        remaining_ratio: 1 where nothing is used yet, 0 and less where all is.

    Returns:
        ``off`` above 70 %, ``summary`` down to 50 %, ``aggressive`` down to 20 %, else
        ``minimal``.

    Source:
        Seed 000, task 6.2.
    """
    if remaining_ratio > 0.7:
        return "off"
    return next((level for least, level in _FROM_RATIO if remaining_ratio >= least), "minimal")


def at_most(level: Level, cap: Level | None) -> Level:
    """Hold a level to a cap; None is none."""
    return level if cap is None or LEVELS.index(level) <= LEVELS.index(cap) else cap


def effective_level(
    level: Level,
    kind: Kind,
    *,
    caps: Mapping[Kind, Level] = CAPS,
    asked: Asked | None = None,
) -> Level:
    """Decide the level for a text of a type.

    Args:
        level: As asked for, or as the budget says.
        kind: What the text is.
        caps: The most that may go, by type.
        asked: How often originals of the type are asked back.

    Returns:
        The level under its cap. Where too many are asked back it is ``summary`` in place of a
        stronger one, and ``off`` in place of ``summary``.
    """
    capped = at_most(level, caps.get(kind))
    if asked is None or not asked.is_too_often:
        return capped
    return "summary" if LEVELS.index(capped) > LEVELS.index("summary") else "off"
