"""What a node is worth to a successor: the one place that says which goes first.

The extractor's value says how much is lost without the statement's words, and who said them is
part of it. It is weighed here by what the extractor of one chunk cannot see, each a factor near 1
so that none of them decides alone: what kind of statement it is, where the matter stands, whether
it was spoken of lately, and what hangs on it. The pruner then takes worth per token.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable

from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node
from graphpack.text import normal

_WAITING = frozenset([Status.OPEN, Status.BLOCKED, Status.DEFERRED])
_BY_TYPE: dict[str, float] = {
    # what cannot be read again from the code or the files goes last
    NodeType.DECISION: 1.4,
    NodeType.PROBLEM: 1.2,
    NodeType.GOAL: 1.1,
    NodeType.ASSUMPTION: 0.7,
}
_BY_STATUS: dict[str | None, float] = {
    Status.BLOCKED: 1.3,
    Status.OPEN: 1.2,
    Status.DEFERRED: 1.1,
    Status.ACTIVE: 1.1,
    Status.RESOLVED: 0.9,
    Status.ABANDONED: 0.9,
}
_HISTORY = 1.2
_OLDEST, _NEWEST = 0.95, 1.05
_PER_LINK, _MOST_LINKS = 0.05, 3


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


def weighed(graph: ContextGraph) -> ContextGraph:
    """Give each node its worth for a value.

    Args:
        graph: With the extractors' values.

    Returns:
        The same graph; values stay between 0 and 1.
    """
    links = Counter(end for rel in graph.relationships for end in (rel.start, rel.end))
    lasts = sorted(_last(node) for node in graph.walk() if node.sources)

    def changed(node: Node) -> Node:
        worth = (
            node.value
            * _BY_TYPE.get(node.type, 1.0)
            * _BY_STATUS.get(node.status, 1.0)
            * _of_age(node, lasts)
            * (1 + _PER_LINK * min(links[node.id], _MOST_LINKS))
        )
        children = tuple(changed(child) for child in node.children)
        return node.model_copy(update={"value": min(worth, 1.0), "children": children})

    return graph.model_copy(update={"nodes": tuple(changed(node) for node in graph.nodes)})


def unweighed(graph: ContextGraph, before: ContextGraph) -> ContextGraph:
    """Give the nodes that are left the values they had.

    Args:
        graph: After the cuts.
        before: With the extractors' values.

    Returns:
        The same graph with those values.
    """
    values = {node.id: node.value for node in before.walk()}

    def changed(node: Node) -> Node:
        children = tuple(changed(child) for child in node.children)
        value = values.get(node.id, node.value)
        return node.model_copy(update={"value": value, "children": children})

    return graph.model_copy(update={"nodes": tuple(changed(node) for node in graph.nodes)})


def density(node: Node, tokens: int, history: Collection[str] = ()) -> float:
    """Say what a node is worth for each token it takes.

    Args:
        node: Its ``value`` is its worth.
        tokens: Its size.
        history: Ids of superseded nodes, worth a little more than they look.

    Returns:
        Worth per token.
    """
    factor = _HISTORY if node.id in history else 1.0
    return node.value * factor / max(tokens, 1)


def _of_age(node: Node, lasts: list[int]) -> float:
    """Weigh by how lately it was spoken of, in the order of all last mentions."""
    if not node.sources or len(lasts) < 2:
        return 1.0
    place = bisect_left(lasts, _last(node)) / (len(lasts) - 1)
    return _OLDEST + (_NEWEST - _OLDEST) * place


def _last(node: Node) -> int:
    return max(source.message for source in node.sources)
