"""Where a statement stands follows from status, then type; what is superseded is dropped."""

import pytest

from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.model.standing import earlier, standings, superseded, traits


def graph(*nodes, ties=()):
    return ContextGraph(
        description="d",
        nodes=nodes,
        relationships=tuple(Relationship(start=a, end=b, type="supersedes") for a, b in ties),
    )


@pytest.mark.parametrize(
    ("kind", "status", "standing"),
    [
        ("decision", None, "holds"),
        ("decision", "active", "holds"),
        ("decision", "deferred", "open"),
        ("fact", "blocked", "open"),
        ("goal", "active", "open"),
        ("goal", None, "open"),
        ("problem", None, "open"),
        ("problem", "resolved", "settled"),
        ("fact", "abandoned", "dropped"),
        ("fact", "a later version's", "holds"),
        ("a later version's", None, "holds"),
    ],
)
def test_status_decides_before_type(kind, status, standing):
    node = Node(id="n1", type=kind, status=status, summary="s")
    assert standings(graph(node)) == {"n1": standing}


def test_what_is_superseded_is_dropped_whatever_its_status():
    child = Node(id="n1.1", type="decision", status="active", summary="old")
    new = Node(id="n2", type="decision", summary="new")
    found = graph(
        Node(id="n1", type="fact", summary="s", children=(child,)), new, ties=[("n2", "n1.1")]
    )
    assert list(standings(found).items()) == [("n1", "holds"), ("n1.1", "dropped"), ("n2", "holds")]
    assert superseded(found) == {"n1.1": "n2"}


def test_a_chain_is_followed_to_its_end_and_no_further():
    nodes = [Node(id=f"n{n}", type="decision", summary="s") for n in range(1, 6)]
    chain = graph(*nodes, ties=[("n5", "n4"), ("n4", "n2"), ("n5", "n3"), ("n2", "n1")])
    assert list(earlier(chain, "n5")) == [("n4", 1), ("n2", 2), ("n1", 3), ("n3", 1)]
    circle = graph(*nodes, ties=[("n1", "n2"), ("n2", "n1")])
    assert list(earlier(circle, "n1")) == [("n2", 1)]


def test_a_lines_head_says_what_no_longer_holds():
    old = Node(id="n1", type="decision", status="abandoned", summary="old")
    waiting = Node(id="n2", type="problem", status="open", summary="new")
    plain = Node(id="n3", type="fact", summary="plain")
    by = superseded(graph(old, waiting, plain, ties=[("n2", "n1")]))
    heads = [traits(node, by) for node in (old, waiting, plain)]
    assert heads == ["decision abandoned, superseded by n2", "problem open", "fact"]
