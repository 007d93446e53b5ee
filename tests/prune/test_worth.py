from __future__ import annotations

import pytest

from graphpack.model.graph import ContextGraph, Node, Relationship, Source
from graphpack.prune import Budget, prune
from graphpack.prune.worth import unweighed, weighed
from graphpack.render import render

PLACES = ("orchard", "harbour", "choir", "museum", "tramway", "bakery", "archive", "kennel")


def tokens(text: str) -> int:
    return -(-len(text.encode()) // 4)


def measure(graph: ContextGraph) -> int:
    return render(graph, to="compact", count=tokens).tokens


def said(name: str, kind: str, summary: str, at: int, **more) -> Node:
    source = Source(message=at, part=0, start=0, end=len(summary), quote=summary)
    values = {"importance": "medium", "value": 0.3} | more
    return Node(id=name, type=kind, summary=summary, sources=(source,), **values)


def session(facts: int) -> ContextGraph:
    """What must outlive, told early, and many facts of the same value told after it."""
    held = (
        said("n1", "decision", "Never ship the tramway timetable without a review", 1),
        said("n2", "decision", "Tickets are sold by the harbour office alone", 2),
        said("n3", "problem", "The kennel door sensor loses its calibration", 3, status="open"),
    )
    told = (
        said(f"n{at + 4}", "fact", f"The {PLACES[at % 8]} shelf number {at} has a grey lid", at + 9)
        for at in range(facts)
    )
    return ContextGraph(description="A town.", nodes=(*held, *told))


@pytest.mark.parametrize("cap", [200, 400, 800])
def test_rules_decisions_and_open_problems_outlive_facts_at_small_caps(cap):
    graph = session(60)
    pruned = prune(graph, Budget(cap, cap), measure=measure, restate=lambda made: made)
    text = " ".join(node.summary for node in pruned.graph.walk())
    assert measure(pruned.graph) <= cap
    assert all(node.summary in text for node in graph.nodes[:3])
    assert len(pruned.cuts) > 0


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"kind": "decision"}, {"kind": "fact"}),
        ({"kind": "fact"}, {"kind": "assumption"}),
        ({"kind": "problem", "status": "open"}, {"kind": "problem", "status": "resolved"}),
        ({"kind": "goal", "status": "blocked"}, {"kind": "goal", "status": "active"}),
        ({"kind": "fact", "at": 9}, {"kind": "fact", "at": 2}),
        ({"kind": "decision", "value": 0.4}, {"kind": "decision", "value": 0.3}),
    ],
)
def test_one_node_is_worth_more_than_another_for_one_reason(more, less):
    first, second = (
        said(name, each.pop("kind"), "The lid is grey", each.pop("at", 5), **each)
        for name, each in (("n1", dict(more)), ("n2", dict(less)))
    )
    values = [n.value for n in weighed(ContextGraph(description="", nodes=(first, second))).nodes]
    assert values[0] > values[1]


def test_what_others_hang_on_is_worth_more():
    nodes = tuple(said(f"n{at}", "fact", f"Lid {at} is grey", 5) for at in range(1, 4))
    ties = (Relationship(start="n1", end="n2", type="depends_on"),)
    made = weighed(ContextGraph(description="", nodes=nodes, relationships=ties))
    assert made.nodes[0].value == made.nodes[1].value > made.nodes[2].value


def test_the_extractors_values_come_back():
    graph = session(5)
    assert unweighed(weighed(graph), graph) == graph
    assert all(0 <= node.value <= 1 for node in weighed(graph).walk())
