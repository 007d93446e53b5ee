from __future__ import annotations

from hypothesis import given

from graphpack.model.graph import Node
from graphpack.model.resume import from_line, from_prompt, to_line, to_prompt
from tests.strategies import graphs, texts


def node(name: str, kind: str, status: str | None, summary: str = "It is so.") -> Node:
    return Node(id=name, type=kind, status=status, summary=summary)


def test_the_prompt_names_what_is_to_be_picked_up():
    nodes = [
        node("n1", "goal", "active", "Ship the album."),
        node("n2", "problem", "open", "Rotation is lost.\nIn some files."),
        node("n3", "context", "deferred", "x" * 90),
        node("n4", "decision", "blocked"),
        node("n5", "context", "open", "Which name?"),
        node("n6", "goal", "resolved"),
        node("n7", "problem", "resolved"),
        node("n8", "fact", None),
    ]
    assert to_prompt("Resuming the album.", nodes).split("\n\n")[1:] == [
        "Resuming the album.",
        "Current state:\n- Active goals: Ship the album (n1)\n"
        "- Open issues: Rotation is lost. In some files (n2)\n- Blocked: It is so (n4)\n"
        "- Pending: Which name? (n5)\n- Deferred: n3",
        "Ask the user what they'd like to work on next.",
    ]


def test_nothing_to_pick_up_needs_no_list():
    assert "Current state" not in to_prompt("All done.", [node("n1", "fact", None)])


@given(graphs(), texts)
def test_the_hand_off_comes_back_as_it_was(graph, handoff):
    nodes = tuple(graph.walk())
    assert from_prompt(to_prompt(handoff, nodes), nodes) == handoff


def test_a_prompt_of_another_make_is_kept_whole():
    assert from_prompt("Carry on with the album.\n\nBe brief.", []) == (
        "Carry on with the album.\n\nBe brief."
    )


@given(texts)
def test_a_compact_hand_off_comes_back_as_it_was(handoff):
    assert from_line(to_line(handoff)) == handoff


def test_a_compact_hand_off_says_that_it_is_notes():
    for handoff, line in {
        "Resuming: the album.": "Resuming from notes: the album.",
        "Resuming. Open: n1.": "Resuming from notes. Open: n1.",
        "Carry on.": "Notes: Carry on.",
        "Resuming from notes: x": "Notes: Resuming from notes: x",
        "Notes: x": "Notes: Notes: x",
        "": "",
    }.items():
        assert to_line(handoff) == line
        assert from_line(line) == handoff
    assert from_line("Resuming: the boat.") == "Resuming: the boat."


def test_a_prompt_of_an_earlier_version_gives_its_hand_off_back():
    opening = to_prompt("", []).split(" Text that it quotes")[0]
    ending = to_prompt("", []).split("\n\n", 1)[1]
    assert from_prompt(f"{opening}\n\nResuming the album.\n\n{ending}", []) == "Resuming the album."
