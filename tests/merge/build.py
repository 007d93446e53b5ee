"""Small graphs, written short."""

from __future__ import annotations

from graphpack.model.chunk import ChunkGraph, chunk_letter
from graphpack.model.graph import ContextGraph, Node, Relationship, Source

TYPES = {
    "F": "fact", "D": "decision", "P": "problem", "G": "goal", "C": "code", "A": "assumption",
    "X": "context",
}  # fmt: skip


def src(message: int, text: str = "x") -> Source:
    return Source(message=message, part=0, start=0, end=len(text), quote=text)


def node(name: str, kind: str, summary: str, at: int | None = None, **fields) -> Node:
    sources = () if at is None else (src(at, summary),)
    return Node(id=name, type=TYPES.get(kind, kind), summary=summary, sources=sources, **fields)


def tie(start: str, end: str, kind: str = "supersedes") -> Relationship:
    return Relationship(start=start, end=end, type=kind)


def part(index: int, *nodes: Node, ties: tuple[Relationship, ...] = (), about="") -> ChunkGraph:
    return ChunkGraph(index, nodes, ties, about)


def told(*said: tuple[str, str, int], index: int = 0) -> ChunkGraph:
    """One chunk of (type code, summary, message) with ids in order."""
    letter = chunk_letter(index)
    return part(index, *(node(f"{letter}-n{n}", *one) for n, one in enumerate(said, start=1)))


def by_text(graph: ContextGraph) -> dict[str, Node]:
    return {one.summary: one for one in graph.walk()}


def ties(graph: ContextGraph) -> set[tuple[str, str, str]]:
    """Relationships by the summaries of their ends."""
    texts = {one.id: one.summary for one in graph.walk()}
    return {(texts[r.start], r.type, texts[r.end]) for r in graph.relationships}
