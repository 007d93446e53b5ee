"""Where each statement of a graph stands for who goes on: what holds, what waits, what is gone.

One reading of type, status and ``supersedes`` for every form that is made for people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node


class Standing(StrEnum):
    """What a successor does with a statement; the order is that of reading."""

    OPEN = "open"
    HOLDS = "holds"
    SETTLED = "settled"
    DROPPED = "dropped"


_BY_STATUS = {
    Status.OPEN: Standing.OPEN,
    Status.BLOCKED: Standing.OPEN,
    Status.DEFERRED: Standing.OPEN,
    Status.RESOLVED: Standing.SETTLED,
    Status.ABANDONED: Standing.DROPPED,
}
# a goal is pursued and a problem is there until something says otherwise
_WAITING = frozenset([NodeType.GOAL, NodeType.PROBLEM])


def superseded(graph: ContextGraph) -> Mapping[str, str]:
    """Say what stands in whose place.

    Args:
        graph: Any graph.

    Returns:
        By the id of each superseded node, the id of the one in its place.
    """
    return {
        tie.end: tie.start for tie in graph.relationships if tie.type == RelationType.SUPERSEDES
    }


def standings(graph: ContextGraph) -> Mapping[str, Standing]:
    """Say of every node where it stands.

    Args:
        graph: Any graph.

    Returns:
        By id, in reading order; what is superseded is dropped, whatever its status.
    """
    gone = superseded(graph)
    return {
        node.id: Standing.DROPPED if node.id in gone else _standing(node) for node in graph.walk()
    }


def traits(node: Node, by: Mapping[str, str]) -> str:
    """Say in a line's head what a statement is and how it stands.

    Args:
        node: The statement.
        by: What ``superseded`` gives of its graph.

    Returns:
        Such as ``goal``, ``problem open`` or ``decision abandoned, superseded by n4``.
    """
    words = " ".join(filter(None, (node.type, node.status)))
    return f"{words}, superseded by {by[node.id]}" if node.id in by else words


def _standing(node: Node) -> Standing:
    for status, standing in _BY_STATUS.items():
        if node.status == status:
            return standing
    return Standing.OPEN if node.type in _WAITING else Standing.HOLDS


def earlier(graph: ContextGraph, node_id: str) -> Iterator[tuple[str, int]]:
    """Follow what a node replaced, and what that had replaced.

    Args:
        graph: Any graph.
        node_id: The newest of a chain.

    Yields:
        Ids with how many steps back they are, each once, the latest first.
    """
    before: dict[str, list[str]] = {}
    for tie in graph.relationships:
        if tie.type == RelationType.SUPERSEDES:
            before.setdefault(tie.start, []).append(tie.end)
    waiting = [(name, 1) for name in reversed(before.get(node_id, ()))]
    seen = {node_id}
    while waiting:
        name, steps = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name, steps
        waiting += [(other, steps + 1) for other in reversed(before.get(name, ()))]
