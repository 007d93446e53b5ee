"""Which node goes first: the order of cuts."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node
from graphpack.text import normal

_WAITING = frozenset([Status.OPEN, Status.BLOCKED, Status.DEFERRED])
_HISTORY_FACTOR = 1.2


def is_standing(node: Node) -> bool:
    """Tell whether a node is part of the current state that a successor must pick up.

    Args:
        node: Any node.

    Returns:
        True for an active goal, an unsolved problem, and whatever is open, blocked or deferred.

    Source:
        Seed 002, "Conversation state preservation".
    """
    if node.status in _WAITING:
        return True
    return node.status == Status.ACTIVE and node.type in {NodeType.GOAL, NodeType.PROBLEM}


def pinned_ids(graph: ContextGraph, keep: Iterable[str]) -> frozenset[str]:
    """Find the nodes that a person wants kept.

    Args:
        graph: Any graph.
        keep: Texts to look for, or ids; case and white space do not matter.

    Returns:
        Ids of the nodes whose title or summary holds one of them.
    """
    wanted = [normal(text) for text in keep if text.strip()]
    if not wanted:
        return frozenset()
    return frozenset(
        node.id
        for node in graph.walk()
        if any(
            text == node.id or text in normal(f"{node.title or ''} {node.summary}")
            for text in wanted
        )
    )


def history_ids(graph: ContextGraph) -> frozenset[str]:
    """Find the superseded nodes, which tell a successor what not to suggest again.

    Args:
        graph: Any graph.

    Returns:
        Their ids.
    """
    return frozenset(rel.end for rel in graph.relationships if rel.type == RelationType.SUPERSEDES)


def density(node: Node, tokens: int, history: Collection[str] = ()) -> float:
    """Say what a node is worth for each token it takes.

    Args:
        node: Its ``value`` is used.
        tokens: Its size.
        history: Ids of superseded nodes, worth a little more than they look.

    Returns:
        Value per token.
    """
    factor = _HISTORY_FACTOR if node.id in history else 1.0
    return node.value * factor / max(tokens, 1)
