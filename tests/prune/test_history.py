"""What was replaced stands in few words behind what replaced it, or not at all."""

from __future__ import annotations

import json

import pytest

from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.prune import Budget, prune
from graphpack.prune.history import MOST_CHARS, behind, in_brief, replacements

OLD = Node(
    id="n1",
    type="decision",
    importance="medium",
    status="abandoned",
    summary="User: Fine so far. The pantry lists go into BoltDB, because it needs no server and my"
    " cousin has run it for years on a machine like ours without ever touching it.",
    speaker="User",
    value=0.1,
)
NEW = Node(
    id="n2",
    type="decision",
    importance="high",
    summary="User: Move the pantry lists from BoltDB to SQLite.",
    speaker="User",
    value=0.3,
)
REST = tuple(
    Node(
        id=f"n{at}",
        type="fact",
        importance="high",
        summary=f"Shelf {at} holds jars of {what}, sorted by the year they were filled",
        value=0.2,
    )
    for at, what in enumerate(("plums", "beans", "honey", "quince", "sorrel", "leeks"), start=3)
)
TIE = Relationship(start="n2", end="n1", type="supersedes")
GRAPH = ContextGraph(description="A pantry", nodes=(OLD, NEW, *REST), relationships=(TIE,))


def measure(graph):
    return (
        len(json.dumps([n.summary for n in graph.nodes])) // 4
        + 22 * len(graph.nodes)
        + 17 * len(graph.relationships)
    )


def cut(target):
    return prune(GRAPH, Budget(target, target), measure=measure, restate=lambda graph: graph)


def test_what_was_replaced_goes_with_its_replacement_before_other_things():
    made = cut(measure(GRAPH) - 80)
    told = {node.id: node.summary for node in made.graph.nodes}
    assert told["n1"] == "User: The pantry lists go into BoltDB"
    assert TIE in made.graph.relationships
    assert len(told) < len(GRAPH.nodes)
    assert [one.node for one in made.cuts if "replaced" in one.reason] == ["n1"]
    assert measure(made.graph) <= measure(GRAPH) - 80


@pytest.mark.parametrize("target", range(60, 400, 20))
def test_it_never_stays_without_its_replacement(target):
    kept = {node.id for node in cut(target).graph.nodes}
    assert "n1" not in kept or "n2" in kept


def test_where_all_fits_nothing_is_shortened():
    assert cut(measure(GRAPH)).graph == GRAPH


def test_a_long_clause_ends_at_a_word():
    long = OLD.model_copy(update={"summary": "BoltDB " + "for the pantry of the house " * 9})
    (brief, *_) = in_brief(GRAPH.model_copy(update={"nodes": (long, NEW)}), {"n1": "n2"}).nodes
    assert brief.summary.endswith(" …")
    assert len(brief.summary) <= MOST_CHARS + len("User: ") + 2


def test_only_what_an_important_one_replaced():
    low = GRAPH.model_copy(update={"nodes": (OLD, NEW.model_copy(update={"importance": "medium"}))})
    assert replacements(GRAPH, ()) == {"n1": "n2"}
    assert replacements(low, ()) == {}
    assert replacements(GRAPH, {"n1"}) == {}


def test_a_chain_stands_in_its_order():
    assert behind(["n9", "n3", "n2", "n1"], {"n2": "n3", "n1": "n2"}) == ["n9", "n3", "n2", "n1"]
    assert behind(["n1", "n2", "n3"], {"n2": "n3", "n1": "n2"}) == ["n3", "n2", "n1"]
    assert behind(["n1", "n4"], {"n1": "n2"}) == ["n1", "n4"]


@pytest.mark.parametrize("before", range(34, 41))
def test_no_version_is_cut_in_two(before):
    older = Node(
        id="n1", type="decision", importance="high", summary="我" * before + "16.2.11而不是" * 9
    )
    graph = ContextGraph(description="", nodes=(older, older.model_copy(update={"id": "n2"})))
    brief = in_brief(graph, {"n1": "n2"}).nodes[0].summary
    assert len(brief) < len(older.summary)
    assert set(brief.replace("16.2.11", "")) <= set("我而不是 …")


def test_an_address_without_an_end_is_left_whole():
    older = Node(
        id="n1", type="decision", importance="high", summary="https://mill.example/" + "a/" * 100
    )
    graph = ContextGraph(description="", nodes=(older, older.model_copy(update={"id": "n2"})))
    assert in_brief(graph, {"n1": "n2"}).nodes[0].summary == older.summary


def test_two_that_replace_one_another_both_stay():
    assert behind(["a", "b", "c"], {"a": "b", "b": "a"}) == ["c", "a", "b"]
