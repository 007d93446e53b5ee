"""Keeps part of a graph: some nodes, and the relationships that still have both ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from graphpack.model.codes import Importance
from graphpack.model.graph import ContextGraph, Node


def keep_nodes(graph: ContextGraph, is_kept: Callable[[Node], bool]) -> ContextGraph:
    """Leave nodes out of a graph.

    Args:
        graph: Any graph.
        is_kept: False for the nodes to leave out.

    Returns:
        The smaller graph in the same order; kept children of a node that goes take its place.
        The graph itself where every node is kept.
    """
    if all(is_kept(node) for node in graph.walk()):
        return graph
    nodes = _kept(graph.nodes, is_kept)
    smaller = graph.model_copy(update={"nodes": nodes})
    gone = {node.id for node in graph.walk()} - {node.id for node in smaller.walk()}
    # an end that never existed is for ``check`` to find
    relationships = tuple(rel for rel in graph.relationships if not gone & {rel.start, rel.end})
    return smaller.model_copy(update={"relationships": relationships})


def without_low(graph: ContextGraph) -> ContextGraph:
    """Leave out the nodes of low importance, which the compact form never writes.

    Args:
        graph: Any graph.

    Returns:
        The graph without them.

    Source:
        Seed 002, "Importance".
    """
    return keep_nodes(graph, lambda node: node.importance != Importance.LOW)


def _kept(nodes: Iterable[Node], is_kept: Callable[[Node], bool]) -> tuple[Node, ...]:
    kept: list[Node] = []
    for node in nodes:
        children = _kept(node.children, is_kept) if node.children else ()
        if not is_kept(node):
            kept.extend(children)
        elif children == node.children:
            kept.append(node)
        else:
            kept.append(node.model_copy(update={"children": children}))
    return tuple(kept)
