"""Cycles among relationships; the one place that knows networkx.

networkx takes a tenth of a second to import, so it is imported where a cycle is already known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

Edge = tuple[str, str]


def is_acyclic(edges: Iterable[Edge]) -> bool:
    """Tell whether following the edges never leads back.

    Args:
        edges: Pairs of node ids.

    Returns:
        False where there is a cycle, a self-loop included.
    """
    followers: dict[str, list[str]] = {}
    for start, end in edges:
        followers.setdefault(start, []).append(end)
    try:
        TopologicalSorter(followers).prepare()
    except CycleError:
        return False
    return True


def weak_edges(edges: Mapping[Edge, float]) -> tuple[Edge, ...]:
    """Choose the edges to give up so that no cycle is left.

    Args:
        edges: How strong each edge is.

    Returns:
        Of each cycle found, its weakest edge (at equal strength the first by id), in the order
        given up; none where there is no cycle.
    """
    if is_acyclic(edges):
        return ()
    import networkx as nx  # noqa: PLC0415 - start-up: seldom needed, slow to import

    graph: nx.DiGraph[str] = nx.DiGraph(sorted(edges))
    given_up: list[Edge] = []
    while True:
        try:
            cycle = nx.find_cycle(graph)
        except nx.NetworkXNoCycle:
            return tuple(given_up)
        weakest = min(((start, end) for start, end, *_ in cycle), key=lambda e: (edges[e], e))
        graph.remove_edge(*weakest)
        given_up.append(weakest)
