"""What words tell gives way to statements; what replaces or resolves is told."""

from __future__ import annotations

from graphpack.model.codes import RelationType
from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.prune.ties import loosened, tied_again

KINDS = (
    RelationType.DEPENDS_ON,
    RelationType.SUPERSEDES,
    RelationType.CAUSED_BY,
    RelationType.RESOLVES,
)
GRAPH = ContextGraph(
    description="a mill",
    nodes=tuple(
        Node(id=f"n{at}", type="fact", summary=f"statement {at}", importance="high")
        for at in range(5)
    ),
    relationships=tuple(
        Relationship(start=f"n{at}", end=f"n{at + 1}", type=kind) for at, kind in enumerate(KINDS)
    ),
)


def size(graph: ContextGraph) -> int:
    return 10 * len(graph.nodes) + 7 * len(graph.relationships)


def kinds(graph: ContextGraph) -> list[RelationType]:
    return [tie.type for tie in graph.relationships]


def test_what_nothing_else_tells_stays():
    loose, gone = loosened(GRAPH)
    assert kinds(loose) == [RelationType.SUPERSEDES, RelationType.RESOLVES]
    assert [tie.type for tie in gone] == [RelationType.DEPENDS_ON, RelationType.CAUSED_BY]
    assert loosened(loose) == (loose, ())


def test_ties_come_back_where_there_is_room_and_are_accounted_for_where_not():
    loose, gone = loosened(GRAPH)
    full, cuts = tied_again(loose, gone, size, size(GRAPH))
    assert sorted(kinds(full)) == sorted(kinds(GRAPH))
    assert cuts == ()
    part, cuts = tied_again(loose, gone, size, size(GRAPH) - 1)
    assert kinds(part) == [*kinds(loose), RelationType.DEPENDS_ON]
    assert [(cut.node, cut.action, cut.text) for cut in cuts] == [("n2", "shortened", "→ n3")]


def test_a_tie_goes_with_its_end():
    loose, gone = loosened(GRAPH)
    smaller = loose.model_copy(update={"nodes": loose.nodes[:3], "relationships": ()})
    again, cuts = tied_again(smaller, gone, size, 10_000)
    assert kinds(again) == [RelationType.DEPENDS_ON]
    assert cuts == ()


def test_a_conflict_keeps_its_tie():
    told = [node.summary for node in GRAPH.nodes]
    told[1] += " [conflict: statement 0]"
    nodes = tuple(
        node.model_copy(update={"summary": words})
        for node, words in zip(GRAPH.nodes, told, strict=True)
    )
    near = tuple(
        Relationship(start=f"n{at}", end=f"n{at + 1}", type=RelationType.RELATED_TO)
        for at in range(4)
    )
    graph = GRAPH.model_copy(update={"nodes": nodes, "relationships": near})
    assert loosened(graph)[0].relationships == near[:2]
