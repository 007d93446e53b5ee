from __future__ import annotations

import pytest
from hypothesis import given

from graphpack.errors import GraphError
from graphpack.model.check import check
from graphpack.model.codes import Mode
from graphpack.model.graph import ContextGraph, Node, Relationship, Source
from tests.strategies import graphs


def fact(name: str, **more) -> Node:
    return Node(id=name, **{"type": "fact", "importance": "high", "summary": "It rains."} | more)


def made(*nodes: Node, rels: tuple[tuple[str, str, str], ...] = ()) -> ContextGraph:
    found = tuple(Relationship(start=a, end=b, type=kind) for a, kind, b in rels)
    return ContextGraph(description="Weather.", nodes=nodes, relationships=found)


def supersedes(*pairs: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((pair[:2], "supersedes", pair[2:]) for pair in pairs)


THREE = tuple(fact(name, status="abandoned") for name in ("n1", "n2", "n3"))


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (made(fact("n1"), fact("n1")), "/n/1/id: 'n1' is taken"),
        (made(fact("n1", children=(fact("n1"),))), "/n/0/c/0/id: 'n1' is taken"),
        (made(fact("n1", status="done")), "/n/0/st: 'done' is not a status"),
        (made(fact("n1", importance="vital")), "/n/0/i: 'vital' is not an importance"),
        (made(fact("n1", summary=" \n")), "/n/0/s: is empty"),
        (made(fact("n1", confidence=0.59)), "/n/0/conf: 0.59 is under 0.6"),
        (made(fact("n1", confidence=1.01)), "/n/0/conf: 1.01 is over 1"),
        (made(fact("n1", confidence=float("nan"))), "/n/0/conf: nan is under 0.6"),
        (
            made(fact("n1"), rels=(("n7", "references", "n1"),)),
            "/rel/0/from: there is no node 'n7'",
        ),
        (made(*THREE, rels=supersedes("n1n1")), "/rel/0: closes a circle of supersedes"),
        (
            made(*THREE, rels=supersedes("n1n2", "n2n3", "n3n1")),
            "/rel/2: closes a circle of supersedes",
        ),
        (
            made(fact("n1", sources=(Source(message=0, part=0, start=5, end=4, quote=""),))),
            "/n/0/src/0/end: 4 is before the start",
        ),
    ],
)
def test_a_broken_invariant_is_refused_at_its_place(graph, message):
    with pytest.raises(GraphError) as caught:
        check(graph)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("graph", "code", "where"),
    [
        (made(fact("n1", type="omen")), "unknown-type", "/n/0/t"),
        (made(fact("one")), "odd-id", "/n/0/id"),
        (made(fact("n1", type="assumption")), "no-confidence", "/n/0/conf"),
        (made(fact("n1", importance="low")), "low-node", "/n/0/i"),
        (made(*THREE, rels=(("n1", "feeds", "n2"),)), "unknown-relation", "/rel/0/type"),
        (made(*THREE, rels=(("n1", "references", "n1"),)), "loop", "/rel/0"),
        (
            made(fact("n1", status="active"), fact("n2"), rels=supersedes("n2n1")),
            "not-abandoned",
            "/n/0/st",
        ),
        (
            made(fact("n1", sources=(Source(message=0, part=0, start=0, end=4, quote="x"),))),
            "bad-span",
            "/n/0/src/0/quote",
        ),
        (made(fact("n1", title="\ud800")), "not-unicode", "/n/0/s"),
    ],
)
def test_a_doubtful_thing_is_a_warning_and_strictly_an_error(graph, code, where):
    (notice,) = check(graph)
    assert (notice.code, notice.where) == (code, where)
    with pytest.raises(GraphError, match=where):
        check(graph, strict=True)


def test_the_same_relationship_twice_is_a_warning():
    twice = (("n1", "references", "n2"),) * 2
    (notice,) = check(made(*THREE, rels=twice))
    assert (notice.code, notice.where) == ("duplicate-relation", "/rel/1")


def test_places_are_named_in_the_form_that_is_asked_for():
    graph = made(fact("n1", children=(fact("n1.1", status="done"),)))
    with pytest.raises(GraphError, match=r"^/context_graph/nodes/0/children/0/status: 'done'"):
        check(graph, mode=Mode.READABLE)


def test_a_later_version_may_have_statuses_of_its_own():
    graph = made(fact("n1", status="parked", importance="vital"))
    found = check(graph.model_copy(update={"version": 3}))
    assert {notice.code for notice in found} == {"unknown-status", "unknown-importance"}


def test_two_ways_to_one_old_node_are_no_circle():
    check(made(*THREE, rels=supersedes("n3n2", "n3n1", "n2n1")), strict=True)


@given(graphs(with_low=False))
def test_a_valid_graph_has_nothing_to_say(graph):
    assert check(graph, strict=True) == ()
