"""The compact form: one minified line, short field names, keys in a fixed order."""

from __future__ import annotations

from typing import Any

from graphpack.model.codes import COMPACT_FORM, IMPORTANCE_CODES, TYPE_CODES, Mode
from graphpack.model.extra import put_extra
from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.model.line import dense_line
from graphpack.model.pack import COMPACT_KEYS
from graphpack.model.pack_parts import RELATIONSHIP_KEYS
from graphpack.model.resume import to_line
from graphpack.render.options import Options, source_document, to_json

_NODE_KEYS = COMPACT_FORM.node_keys


def render_compact(graph: ContextGraph, options: Options) -> str:
    """Write a graph in the compact form.

    Args:
        graph: A valid graph without low nodes.
        options: Whether to write sources.

    Returns:
        One line of JSON.

    Source:
        Seed 002, "COMPACT Schema".
    """
    return to_json(compact_document(graph, options))


def compact_document(graph: ContextGraph, options: Options) -> dict[str, Any]:
    """Build the compact form's document.

    Args:
        graph: A valid graph without low nodes.
        options: Whether to write sources.

    Returns:
        The document, keys in the order they are written in.
    """
    document: dict[str, Any] = {"v": graph.version, "mode": Mode.COMPACT, "desc": graph.description}
    if graph.chunks > 1:
        document["chunks"] = graph.chunks
    document["n"] = [_node(node, with_sources=options.with_sources) for node in graph.nodes]
    if graph.relationships:
        document["rel"] = [relationship_document(rel) for rel in graph.relationships]
    document["handoff"] = to_line(graph.handoff)
    if graph.meta:
        document["meta"] = dict(graph.meta)
    put_extra(document, graph.extra, COMPACT_KEYS)
    return document


def relationship_document(rel: Relationship) -> dict[str, Any]:
    """Write one relationship; every form uses the same field names.

    Args:
        rel: The relationship.

    Returns:
        Its JSON object.
    """
    document: dict[str, Any] = {"from": rel.start, "to": rel.end, "type": rel.type}
    put_extra(document, rel.extra, RELATIONSHIP_KEYS)
    return document


def _node(node: Node, *, with_sources: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "id": node.id,
        "t": TYPE_CODES.get(node.type, node.type),
        "i": IMPORTANCE_CODES.get(node.importance, node.importance),
    }
    if node.status is not None:
        document["st"] = node.status
    if node.confidence is not None:
        document["conf"] = round(node.confidence, 2)
    document["s"] = dense_line(node)
    if node.children:
        document["c"] = [_node(child, with_sources=with_sources) for child in node.children]
    if with_sources and node.sources:
        document["src"] = [source_document(source) for source in node.sources]
    put_extra(document, node.extra, _NODE_KEYS)
    return document
