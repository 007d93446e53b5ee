"""Reads offline what a model failed to read, and says so."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from graphpack.extract.protocol import Extractor
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph, chunk_letter
from graphpack.model.graph import Node, Relationship
from graphpack.model.report import Gap, Notice

CODE = "read-offline"
WHOLLY_OFFLINE = "chunk-read-offline"
"""Code of the notice where no model read anything of a chunk."""


def stand_in(
    graph: ChunkGraph, chunk: Chunk, context: ChunkContext, extractor: Extractor
) -> ChunkGraph:
    """Fill the gaps of a chunk's graph.

    Args:
        graph: What a model made of the chunk.
        chunk: Its messages.
        context: What came before.
        extractor: Needs no model.

    Returns:
        The graph with what the other extractor found in the gaps, each gap now a notice.
    """
    nodes, relationships = list(graph.nodes), list(graph.relationships)
    notices = list(graph.notices)
    for gap in graph.gaps:
        messages = tuple(
            m for m in chunk.messages if gap.first_message <= m.index <= gap.last_message
        )
        made = extractor.extract(replace(chunk, messages=messages), context)
        names: dict[str, str] = {}
        for node in made.nodes:
            name = f"{chunk_letter(chunk.index)}-n{len(nodes) + 1}"
            nodes.append(_renamed(node, name, names))
        relationships += [_tied(tie, names) for tie in made.relationships]
        code = CODE if graph.nodes else WHOLLY_OFFLINE
        notices += [_notice(code, gap, chunk, made), *made.notices]
    return replace(
        graph,
        nodes=tuple(nodes),
        relationships=tuple(relationships),
        notices=tuple(notices),
        gaps=(),
    )


def _notice(code: str, gap: Gap, chunk: Chunk, made: ChunkGraph) -> Notice:
    where = f"chunk {chunk_letter(chunk.index)}, messages {gap.first_message}-{gap.last_message}"
    count = len(made.nodes)
    return Notice(code, where, f"{gap.reason}; read offline instead, {count} nodes")


def _renamed(node: Node, name: str, names: dict[str, str]) -> Node:
    names[node.id] = name
    children = tuple(
        _renamed(child, f"{name}.{at}", names) for at, child in enumerate(node.children, start=1)
    )
    # the offline extractor's values are of another scale than a model's: its 0.2 is a high one
    return node.model_copy(update={"id": name, "children": children, "value": sqrt(node.value)})


def _tied(tie: Relationship, names: dict[str, str]) -> Relationship:
    return tie.model_copy(update={"start": names[tie.start], "end": names[tie.end]})
