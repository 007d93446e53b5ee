"""Hypothesis strategies for graphs, shared by the tests of every stage."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from graphpack.model.codes import Importance, NodeType, RelationType, Status
from graphpack.model.graph import About, ContextGraph, Node, PackSource, Relationship, Source

WORDS = (
    "Redis", "not", "cache", "the", "login", "v2.3.1", "src/app.py", "because", "tests", "pass",
    "without", "--force", "build", "retry", "queue", "größer", "設定", "slow", "is", "kept",
)  # fmt: skip

texts = st.text(st.characters(codec="utf-8"), max_size=40)
filled = texts.map(lambda text: text if text.strip() else f"{text}x")
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join)
prose = st.lists(sentences, min_size=1, max_size=4).map(lambda parts: ". ".join(parts) + ".")
confidences = st.integers(60, 100).map(lambda percent: percent / 100)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
# names that mean something in one form or the other, and names that mean nothing yet
field_names = st.sampled_from([
    "title", "summary", "s", "t", "conf", "extra", "colour", "nodes", "metadata", "n", "rel",
    "from", "owner", "v", "meta",
])  # fmt: skip


def extras(*reserved: str) -> st.SearchStrategy[dict[str, Any]]:
    """Unknown fields of a written form, without those it knows."""
    return st.dictionaries(
        field_names.filter(lambda name: name not in reserved), values, max_size=2
    )


@st.composite
def sources(draw: st.DrawFn) -> Source:
    """A span with its text."""
    quote = draw(texts)
    start = draw(st.integers(0, 500))
    return Source(
        message=draw(st.integers(0, 400)),
        part=draw(st.integers(0, 3)),
        start=start,
        end=start + len(quote),
        quote=quote,
    )


@st.composite
def nodes(draw: st.DrawFn, node_id: str, *, depth: int = 1, summaries: Any = filled) -> Node:
    """One node, with children down to ``depth``."""
    count = draw(st.integers(0, 2)) if depth else 0
    kind = draw(st.sampled_from(NodeType))
    is_inferred = kind == NodeType.ASSUMPTION or draw(st.booleans())
    return Node(
        id=node_id,
        type=kind.value,
        importance=draw(st.sampled_from(Importance)).value,
        summary=draw(summaries),
        status=draw(st.none() | st.sampled_from(Status).map(lambda status: status.value)),
        title=draw(st.none() | filled),
        confidence=draw(confidences) if is_inferred else None,
        children=tuple(
            draw(nodes(f"{node_id}.{index}", depth=depth - 1, summaries=summaries))
            for index in range(1, count + 1)
        ),
        sources=tuple(draw(st.lists(sources(), max_size=2))),
        value=draw(st.integers(0, 100)) / 100,
    )


@st.composite
def graphs(
    draw: st.DrawFn, *, max_nodes: int = 5, summaries: Any = filled, with_low: bool = True
) -> ContextGraph:
    """A valid graph: unique ids, existing ends, ``supersedes`` from the later to the earlier."""
    count = draw(st.integers(1, max_nodes))
    roots = tuple(draw(nodes(f"n{index}", summaries=summaries)) for index in range(1, count + 1))
    graph = ContextGraph(
        description=draw(texts),
        nodes=roots,
        handoff=draw(texts),
        chunks=draw(st.integers(1, 4)),
        meta=draw(st.dictionaries(texts, values, max_size=2)),
        about=draw(abouts()),
    )
    ids = [node.id for node in graph.walk()]
    graph = graph.model_copy(update={"relationships": draw(relationships(ids))})
    ended = {rel.end for rel in graph.relationships if rel.type == RelationType.SUPERSEDES}
    return graph.model_copy(
        update={"nodes": tuple(_settled(node, ended, with_low=with_low) for node in graph.nodes)}
    )


@st.composite
def relationships(draw: st.DrawFn, ids: list[str]) -> tuple[Relationship, ...]:
    """Distinct relationships between different nodes of one graph."""
    if len(ids) < 2:
        return ()
    found: dict[tuple[str, str, str], Relationship] = {}
    for _ in range(draw(st.integers(0, 4))):
        early = draw(st.integers(0, len(ids) - 2))
        late = draw(st.integers(early + 1, len(ids) - 1))
        kind = draw(st.sampled_from(RelationType)).value
        key = (ids[late], ids[early], kind)
        found[key] = Relationship(start=key[0], end=key[1], type=kind)
    return tuple(found.values())


@st.composite
def abouts(draw: st.DrawFn) -> About:
    """A pack's origin, more or less of it known."""
    maybe = st.none() | texts
    numbers = st.none() | st.integers(0, 10**6)
    source = PackSource(
        format=draw(maybe), title=draw(maybe), messages=draw(numbers), tokens=draw(numbers)
    )
    return About(
        compressed_at=draw(st.none() | st.just("2026-03-04T05:06:07Z")),
        generator=draw(maybe),
        source=draw(st.none() | st.just(source)),
    )


def _settled(node: Node, ended: set[str], *, with_low: bool) -> Node:
    changes: dict[str, Any] = {
        "children": tuple(_settled(child, ended, with_low=with_low) for child in node.children)
    }
    if node.id in ended:
        changes["status"] = Status.ABANDONED.value
    if not with_low and node.importance == Importance.LOW:
        changes["importance"] = Importance.MEDIUM.value
    return node.model_copy(update=changes)
