"""Leaves out the relationships that the words of their ends tell, before a statement goes."""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.model.codes import CONFLICT_NOTE, RelationType
from graphpack.model.graph import ContextGraph, Relationship
from graphpack.model.report import Cut
from graphpack.prune.draft import Measure

_TOLD = frozenset([RelationType.SUPERSEDES, RelationType.RESOLVES])
_MOST_FAILURES = 5
"""Ties are about equally long: after so many that found no room none will."""


def loosened(graph: ContextGraph) -> tuple[ContextGraph, tuple[Relationship, ...]]:
    """Take out the ties that a reader can do without.

    What replaces, resolves or contradicts what is said nowhere else. What mentions another, rests
    on it or comes of it names it: a tie of some seventeen tokens is worth less than a statement.

    Args:
        graph: Over its target.

    Returns:
        The graph without them, and what was taken out, in order.
    """
    torn = {node.id for node in graph.walk() if CONFLICT_NOTE in node.summary}
    told = tuple(tie for tie in graph.relationships if _is_told(tie, torn))
    if len(told) == len(graph.relationships):
        return graph, ()
    gone = tuple(tie for tie in graph.relationships if tie not in told)
    return graph.model_copy(update={"relationships": told}), gone


def _is_told(tie: Relationship, torn: set[str]) -> bool:
    is_conflict = tie.type == RelationType.RELATED_TO and torn & {tie.start, tie.end}
    return tie.type in _TOLD or bool(is_conflict)


def tied_again(
    graph: ContextGraph, gone: Sequence[Relationship], measure: Measure, target_tokens: int
) -> tuple[ContextGraph, tuple[Cut, ...]]:
    """Give ties back where there is room.

    Args:
        graph: After all other cuts.
        gone: What ``loosened`` took out.
        measure: Exact size of a graph in tokens, as it will be rendered.
        target_tokens: What must fit.

    Returns:
        The graph, and one cut for each tie that found no room between two nodes that are kept.
    """
    kept = {node.id for node in graph.walk()}
    lost: list[Relationship] = []
    for tie in gone:
        if not {tie.start, tie.end} <= kept:
            continue  # it goes with its end
        tried = graph.model_copy(update={"relationships": (*graph.relationships, tie)})
        if len(lost) < _MOST_FAILURES and measure(tried) <= target_tokens:
            graph = tried
        else:
            lost.append(tie)
    why = "the words show what it refers to"
    return graph, tuple(Cut(tie.start, "shortened", why, f"→ {tie.end}", 0) for tie in lost)
