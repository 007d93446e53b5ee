"""How large a pack may be, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from graphpack.model.graph import ContextGraph
from graphpack.model.report import Cut


@dataclass(frozen=True, slots=True)
class Budget:
    """Two sizes, in tokens of the rendered text.

    Args:
        target_tokens: What medium and low nodes are cut to; high ones alone may go over it.
        cap_tokens: The hard limit; only pinned nodes can force a pack over it.
    """

    target_tokens: int
    cap_tokens: int


@dataclass(frozen=True, slots=True)
class Pruned:
    """A graph that was cut to a budget.

    Args:
        graph: The smaller graph; ``meta.budget_conflict`` is set where it is over the cap.
        cuts: What was dropped, shortened, folded or demoted, in the order made.
        over_cap_tokens: By how much the rendered graph is over the cap; 0 where it fits.
    """

    graph: ContextGraph
    cuts: tuple[Cut, ...] = ()
    over_cap_tokens: int = 0
