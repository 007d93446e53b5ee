"""The readable form: full field names and prose, indented, for people."""

from __future__ import annotations

from typing import Any

from graphpack.model.codes import READABLE_FORM, Mode
from graphpack.model.extra import put_extra
from graphpack.model.graph import About, ContextGraph, Node, PackSource
from graphpack.model.pack import METADATA_KEYS, PACK_SOURCE_KEYS, READABLE_KEYS
from graphpack.model.resume import to_prompt
from graphpack.render.compact import relationship_document
from graphpack.render.options import Options, source_document, to_json

_NODE_KEYS = READABLE_FORM.node_keys


def render_readable(graph: ContextGraph, options: Options) -> str:
    """Write a graph in the readable form.

    Args:
        graph: A valid graph; ``graph.about`` says where it comes from.
        options: Whether to write sources.

    Returns:
        Indented JSON; fields that the graph does not know are left out, never made up.

    Source:
        Seed 002, "READABLE Schema".
    """
    return to_json(
        readable_document(graph, options.with_sources, mode=Mode.READABLE), is_indented=True
    )


def readable_document(graph: ContextGraph, with_sources: bool, *, mode: Mode) -> dict[str, Any]:
    """Build the readable form's document, which the archive form contains.

    Args:
        graph: A valid graph.
        with_sources: True to write each node's evidence.
        mode: What to write as the mode.

    Returns:
        The document, keys in the order they are written in.
    """
    inner: dict[str, Any] = {
        "metadata": _metadata(graph, mode),
        "nodes": [node_document(node, with_sources=with_sources) for node in graph.nodes],
        "relationships": [relationship_document(rel) for rel in graph.relationships],
        "handoff_prompt": to_prompt(graph.handoff, graph.walk()),
    }
    if graph.meta:
        inner["meta"] = dict(graph.meta)
    put_extra(inner, graph.extra, READABLE_KEYS)
    return {"context_graph": inner}


def node_document(node: Node, *, with_sources: bool) -> dict[str, Any]:
    """Write one node with its children.

    Args:
        node: The node.
        with_sources: True to write the evidence.

    Returns:
        Its JSON object.
    """
    document: dict[str, Any] = {"id": node.id}
    if node.title is not None:
        document["title"] = node.title
    document["type"] = node.type
    document["importance"] = node.importance
    if node.status is not None:
        document["status"] = node.status
    document["summary"] = node.summary
    if node.confidence is not None:
        document["confidence"] = round(node.confidence, 2)
    document["children"] = [
        node_document(child, with_sources=with_sources) for child in node.children
    ]
    if with_sources and node.sources:
        document["sources"] = [source_document(source) for source in node.sources]
    put_extra(document, node.extra, _NODE_KEYS)
    return document


def _metadata(graph: ContextGraph, mode: Mode) -> dict[str, Any]:
    about: About = graph.about
    document: dict[str, Any] = {
        "description": graph.description,
        "mode": mode,
        "version": graph.version,
        "node_count": sum(1 for _ in graph.walk()),
    }
    if graph.chunks > 1:
        document["chunks"] = graph.chunks
    if about.compressed_at is not None:
        document["compressed_at"] = about.compressed_at
    if about.generator is not None:
        document["generator"] = about.generator
    if about.source is not None:
        document["source"] = _source(about.source)
    put_extra(document, about.extra, METADATA_KEYS)
    return document


def _source(source: PackSource) -> dict[str, Any]:
    fields = {
        "format": source.format,
        "title": source.title,
        "messages": source.messages,
        "tokens": source.tokens,
    }
    document = {key: value for key, value in fields.items() if value is not None}
    put_extra(document, source.extra, PACK_SOURCE_KEYS)
    return document
