from __future__ import annotations

from graphpack.merge import renumber
from graphpack.merge.numbering import is_rule, number
from tests.merge.build import node, tie


def test_reading_order_is_by_kind_then_by_first_mention():
    nodes = (
        node("A-n1", "X", "Yearly report", 1),
        node("A-n2", "C", "x = 1", 2),
        node("A-n3", "F", "Late fact", 30),
        node("A-n4", "F", "Early fact", 4),
        node("A-n5", "P", "Fault", 5),
        node("A-n6", "D", "Use cents", 6),
        node("A-n7", "D", "Never use floats", 7, importance="high"),
        node("A-n8", "G", "Ledger", 8),
        node("A-n9", "A", "Linux", 9),
        node("A-n10", "later-kind", "Something new", 0),
    )
    numbered = renumber(nodes, (tie("A-n3", "A-n1", "references"),))
    assert [n.summary for n in numbered.nodes] == [
        "Ledger", "Never use floats", "Use cents", "Fault", "Early fact", "Late fact", "Linux",
        "x = 1", "Yearly report", "Something new",
    ]  # fmt: skip
    assert [n.id for n in numbered.nodes] == [f"n{i}" for i in range(1, 11)]
    assert numbered.relationships == (tie("n6", "n9", "references"),)
    assert numbered.names["A-n8"] == "n1"


def test_a_status_does_not_move_a_node():
    one, two = node("a", "P", "First", 1), node("b", "P", "Second", 2)
    before = renumber((one, two), ()).names
    after = renumber((one.model_copy(update={"status": "resolved"}), two), ()).names
    assert before == after


def test_children_are_numbered_below_their_parent_in_order_of_mention():
    parent = node("A-n1", "F", "Parent", 1).model_copy(
        update={"children": (node("x", "F", "Second", 9), node("y", "C", "first()", 3))}
    )
    numbered = renumber((parent,), (tie("x", "y", "depends_on"),))
    assert [(c.id, c.summary) for c in numbered.nodes[0].children] == [
        ("n1.1", "first()"),
        ("n1.2", "Second"),
    ]
    assert numbered.relationships == (tie("n1.2", "n1.1", "depends_on"),)


def test_nodes_without_sources_come_last_of_their_kind():
    numbered = renumber((node("a", "F", "Nowhere"), node("b", "F", "Somewhere", 5)), ())
    assert [n.summary for n in numbered.nodes] == ["Somewhere", "Nowhere"]


def test_ids_are_ordered_as_numbers():
    assert sorted(["n10", "n2", "n2.10", "n2.9"], key=number) == ["n2", "n2.9", "n2.10", "n10"]


def test_a_rule_is_important_and_binding():
    assert is_rule(node("a", "F", "Tests must pass before a merge", importance="high"))
    assert is_rule(node("a", "D", "Niemals direkt auf main", importance="high"))
    assert is_rule(node("a", "D", "禁止直接提交", importance="high"))
    assert not is_rule(node("a", "D", "Never use floats", importance="medium"))
    assert not is_rule(node("a", "P", "It must not crash", importance="high"))
    assert not is_rule(node("a", "D", "Use cents", importance="high"))
