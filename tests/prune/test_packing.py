"""Fuller lines before fewer statements: nothing of what fits is lost, and nothing is mixed."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from graphpack.merge import restate
from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.prune import Budget, prune
from graphpack.prune.packing import MAX_WORDS

SAID = [
    "The ferry app runs on Go 1.22 and SQLite",
    "Tickets are printed at the pier in Kallund",
    "Seat maps come from the harbour office every Monday",
    "Refunds are paid out after three working days",
    "Dogs travel free, bicycles cost four euros",
    "Winter timetable begins on 3 November",
]


def fact(number, text, **fields):
    node = Node(id=f"n{number}", type="fact", importance="high", summary=text, value=0.9)
    return node.model_copy(update={"value": 0.9 - float(number) / 100, **fields})


def measure(graph):
    """About what a node costs in JSON, and its words."""
    return sum(22 + len(node.summary.split()) for node in graph.nodes) + 10 * len(
        graph.relationships
    )


def cut(nodes, target, ties=()):
    graph = ContextGraph(description="a ferry", nodes=tuple(nodes), relationships=tuple(ties))
    return prune(graph, Budget(target, target), measure=measure, restate=restate)


def test_statements_are_joined_before_one_is_dropped():
    nodes = [fact(i, text) for i, text in enumerate(SAID, start=1)]
    made = cut(nodes, 110)
    assert len(made.graph.nodes) < len(nodes)
    told = json.dumps([node.summary for node in made.graph.nodes])
    assert all(text in told for text in SAID)
    assert {one.action for one in made.cuts} == {"folded"}
    assert measure(made.graph) <= 110
    assert all(len(node.summary.split()) <= MAX_WORDS for node in made.graph.nodes)


def test_no_more_are_joined_than_must_be():
    nodes = [fact(i, text) for i, text in enumerate(SAID, start=1)]
    whole = measure(ContextGraph(description="", nodes=tuple(nodes)))
    assert len(cut(nodes, whole - 5).graph.nodes) == len(nodes) - 1


def test_what_is_worth_least_goes_and_is_told():
    nodes = [fact(i, text) for i, text in enumerate(SAID[:5], start=1)]
    nodes.append(fact(6, SAID[5], value=0.4))
    made = cut(nodes, 60)
    dropped = [one for one in made.cuts if one.action == "dropped"]
    told = " ".join(node.summary for node in made.graph.nodes)
    assert dropped
    assert all(one.text not in told for one in dropped)
    assert SAID[0] in told
    assert len(dropped) == 1


APART = [
    ("fact", "active", "Ferries leave the pier at half past"),
    ("assumption", "active", "Tickets are printed on blue harbour paper"),
    ("decision", "abandoned", "Dogs travel free on the upper deck"),
    ("problem", "resolved", "Refunds take three working days at most"),
    ("context", "active", "Seat maps hang beside the ticket office"),
]
"""Statements of one length, no two of which can be joined."""


@pytest.mark.parametrize("worth", tuple(permutations((0.05, 0.1, 0.2, 0.4, 0.8)))[::7])
def test_where_nothing_can_be_joined_the_least_goes_first(worth):
    nodes = [
        fact(number, text, type=type, status=status, value=value)
        for number, ((type, status, text), value) in enumerate(zip(APART, worth, strict=True), 1)
    ]
    least_first = [node.id for node in sorted(nodes, key=lambda node: node.value)]
    each = measure(ContextGraph(description="", nodes=tuple(nodes[:1])))
    for gone in (1, 2, 3):
        made = cut(nodes, each * (len(nodes) - gone))
        assert [cut.node for cut in made.cuts if cut.action == "dropped"] == least_first[:gone]
        assert {node.id for node in made.graph.nodes} == set(least_first[gone:])
        texts = {text for _, _, text in APART}
        assert {node.summary for node in made.graph.nodes} <= texts  # none was joined or shortened


def test_other_states_and_what_is_tied_stay_apart():
    nodes = [
        fact(1, SAID[0]),
        fact(2, SAID[1], type="decision"),
        fact(3, SAID[2], type="decision", status="abandoned"),
        fact(4, SAID[3], type="problem", status="open"),
        fact(5, SAID[4]),
        fact(6, SAID[5]),
    ]
    tie = Relationship(start="n1", end="n4", type="resolves")
    made = cut(nodes, 170, ties=[tie])
    lines = {node.id: node.summary for node in made.graph.nodes}
    assert lines["n1"] == SAID[0]
    assert lines["n5"] == f"{SAID[4]}; {SAID[5]}"
    assert {"n2", "n3", "n4"} <= lines.keys()
    assert made.graph.relationships == (tie,)


def test_cutting_again_changes_nothing():
    nodes = [fact(i, text) for i, text in enumerate(SAID, start=1)]
    made = cut(nodes, 60).graph
    assert prune(made, Budget(60, 60), measure=measure, restate=restate).graph == made


def measure_all(graph):
    """The same, of nodes below others too."""
    return sum(22 + len(node.summary.split()) for node in graph.walk())


def test_nodes_below_others_are_joined_where_they_would_have_to_go():
    children = tuple(fact(f"1.{i}", text) for i, text in enumerate(["", *SAID[1:]]) if i)
    nodes = (fact(1, SAID[0], children=children),)
    graph = ContextGraph(description="a ferry", nodes=nodes)
    made = prune(graph, Budget(110, 110), measure=measure_all, restate=restate)
    told = json.dumps([node.summary for node in made.graph.walk()])
    assert all(text in told for text in SAID)
    assert measure_all(made.graph) <= 110
    roomy = prune(graph, Budget(400, 400), measure=measure_all, restate=restate)
    assert roomy.graph.nodes == nodes
