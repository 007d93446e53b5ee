from __future__ import annotations

from graphpack.merge import simplify
from graphpack.model.graph import ContextGraph
from tests.merge.build import node, tie

GRAPH = ContextGraph(
    description="A slow query",
    nodes=(
        node("n1", "P", "The report query takes 9 s", 0, status="resolved", importance="high"),
        node("n2", "D", "Add an index on orders.created_at.", 1, status="active"),
        node("n3", "A", "Runs on Postgres", confidence=0.8),
        node("n4", "X", "Partitioning", 3, status="deferred"),
    ),
    relationships=(tie("n2", "n1", "resolves"),),
)


def test_from_five_messages_on_nothing_changes():
    assert simplify(GRAPH, 5) is GRAPH


def test_under_five_messages_there_are_two_nodes_without_relationships():
    small = simplify(GRAPH, 4)
    assert [(n.id, n.type, n.summary) for n in small.nodes] == [
        ("n1", "decision",
         "Add an index on orders.created_at. Assumed: Runs on Postgres. Deferred: Partitioning."),
        ("n2", "problem", "The report query takes 9 s."),
    ]  # fmt: skip
    assert small.relationships == ()
    assert [s.message for s in small.nodes[0].sources] == [1, 3]
    assert small.handoff.startswith("Resuming")


def test_code_stays_verbatim_in_a_node_of_its_own():
    with_code = GRAPH.model_copy(
        update={
            "nodes": (
                *GRAPH.nodes,
                node("n5", "C", "CREATE INDEX a ON orders (created_at);", 1),
                node("n6", "C", "ANALYZE orders;", 2, importance="high"),
            )
        }
    )
    small = simplify(with_code, 3)
    assert [n.type for n in small.nodes] == ["decision", "code"]
    assert small.nodes[1].summary == ("ANALYZE orders;\n\nCREATE INDEX a ON orders (created_at);")
    assert "Resolved: The report query takes 9 s." in small.nodes[0].summary


def test_a_graph_that_is_small_only_loses_its_relationships():
    two = GRAPH.model_copy(update={"nodes": GRAPH.nodes[:2]})
    small = simplify(two, 2)
    assert (small.nodes, small.relationships) == (two.nodes, ())


def test_children_count_as_nodes():
    parent = GRAPH.nodes[1].model_copy(
        update={"children": (node("n1.1", "F", "The table has 9 M rows", 2),
                             node("n1.2", "F", "It is vacuumed at night", 2))}
    )  # fmt: skip
    small = simplify(GRAPH.model_copy(update={"nodes": (parent,), "relationships": ()}), 2)
    assert [n.children for n in small.nodes] == [()]
    assert "9 M rows" in small.nodes[0].summary


def test_nothing_is_taken_for_a_label_s_or_for_another_speaker_s():
    nodes = (
        node("n1", "D", "User: No cookies", 0, importance="high"),
        node("n2", "D", "User: The export waits", 2, status="deferred"),
        node("n3", "F", "Which database is open", 1),
    )
    talk = ContextGraph(description="An export", nodes=nodes)
    (one,) = simplify(talk, 3).nodes
    assert one.summary == (
        "User: No cookies. Assistant: Which database is open. Deferred: User: The export waits."
    )


def test_the_assistant_is_named_behind_any_person():
    graph = ContextGraph(
        description="Plants",
        nodes=(
            node("n1", "F", "Ferns want shade", 1, importance="high"),
            node("n2", "F", "Ana: mine stand in the sun", 0).model_copy(update={"speaker": "Ana"}),
            node("n3", "F", "Move them in April", 3, importance="low"),
        ),
    )
    (small,) = simplify(graph, 4).nodes
    # as it was said, not by weight: an answer never stands behind what came after it
    assert small.summary == (
        "Ana: mine stand in the sun. Assistant: Ferns want shade. Assistant: Move them in April."
    )
