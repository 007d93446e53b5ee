"""Nodes that persist keep their ids; new ones get numbers that nobody had."""

from __future__ import annotations

from graphpack.model.graph import ContextGraph, Node, Relationship, Source
from graphpack.pipeline.finish import Finished
from graphpack.pipeline.since import Earlier, keep_ids


def node(name, summary, *, at=0, children=(), **fields):
    source = Source(message=at, part=0, start=0, end=len(summary), quote=summary)
    made = {"type": "decision", "sources": (source,), "children": tuple(children), **fields}
    return Node(id=name, summary=summary, **made)


def graph(*nodes, ties=(), handoff=""):
    return ContextGraph(
        description="a ferry", nodes=nodes, relationships=tuple(ties), handoff=handoff
    )


def ids(made):
    return {each.summary: each.id for each in made.graph.walk()}


def finished(made, gone=()):
    names = {each.id: each.id for each in made.walk()} | {each.id: each.id for each in gone}
    return Finished(made, names, tuple(gone))


OLD = graph(
    node("n1", "Tickets are never refunded"),
    node("n2", "SQLite for the seat map", at=2, children=[node("n2.1", "one file per boat", at=2)]),
    node("n3", "Winter timetable from November", at=4),
)


def test_what_is_said_again_keeps_its_id_wherever_it_stands():
    new = graph(
        node("n1", "Dogs travel free", at=9),
        node("n2", "Winter timetable from November", at=4),
        node("n3", "Tickets are never refunded"),
        ties=[Relationship(start="n1", end="n3", type="references")],
        handoff="Resuming. Rules: Tickets are never refunded (n3).",
    )
    made = keep_ids(finished(new), Earlier(OLD))
    assert ids(made) == {
        "Dogs travel free": "n4",
        "Winter timetable from November": "n3",
        "Tickets are never refunded": "n1",
    }
    assert [each.id for each in made.graph.nodes] == ["n4", "n3", "n1"], "the order is kept"
    (tie,) = made.graph.relationships
    assert (tie.start, tie.end) == ("n4", "n1")
    assert made.graph.handoff.endswith("(n1).")
    assert made.names["n3"] == "n1"


def test_a_number_that_was_cut_is_not_given_to_another():
    new = graph(node("n1", "Dogs travel free", at=9))
    made = keep_ids(finished(new), Earlier(OLD, gone=("n8",)))
    assert ids(made) == {"Dogs travel free": "n9"}


def test_the_same_place_in_other_words_is_the_same_node():
    new = graph(node("n1", "SQLite 3 holds the seat map of each boat", at=2))
    old = graph(node("n7", "SQLite for the seat map", at=2))
    assert ids(keep_ids(finished(new), Earlier(old))).popitem()[1] == "n7"
    apart = graph(node("n7", "The seat map is printed on Mondays", at=30))
    assert ids(keep_ids(finished(new), Earlier(apart))).popitem()[1] == "n8"


def test_children_follow_their_parents():
    new = graph(
        node(
            "n1",
            "SQLite for the seat map",
            at=2,
            children=[
                node("n1.1", "a copy each night", at=8),
                node("n1.2", "one file per boat", at=2),
            ],
        )
    )
    assert ids(keep_ids(finished(new), Earlier(OLD))) == {
        "SQLite for the seat map": "n2",
        "a copy each night": "n2.2",
        "one file per boat": "n2.1",
    }


def test_what_was_cut_from_the_new_one_gets_numbers_of_its_own():
    new = graph(node("n1", "Tickets are never refunded"))
    lost = node("n2", "Dogs travel free", at=9)
    made = keep_ids(finished(new, gone=[lost]), Earlier(OLD))
    assert [each.id for each in made.gone] == ["n4"]
    assert made.names == {"n1": "n1", "n2": "n4"}
