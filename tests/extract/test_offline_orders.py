"""What a person orders is decided; what only tells how things are is not."""

from __future__ import annotations

import pytest

from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.offline.kinds import is_change
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import NodeType, Status
from graphpack.model.conversation import Message, Role, Text


def kinds(*said):
    messages = tuple(
        Message(at, Role.ASSISTANT if at % 2 else Role.USER, (Text(text),))
        for at, text in enumerate(said)
    )
    part = OfflineExtractor().extract(Chunk(0, messages, tokens=200), ChunkContext(1))
    return {node.summary.removeprefix("User: "): node.type for node in part.nodes}


@pytest.mark.parametrize(
    "order",
    [
        "Raise the retry limit to 50.",
        "Set the timeout to 30 seconds.",
        "Please increase the buffer to 8 MB.",
        "Sube el límite a 50.",
        "把上限提高到50。",
    ],
)
def test_an_order_is_no_fact(order):
    found = kinds("We run three label printers.", "I see.", order, "Done.", "Thanks.", "Welcome.")
    assert found[order] in {NodeType.DECISION, NodeType.GOAL}


def test_an_assistants_report_of_the_same_is_a_fact():
    found = kinds(
        "Raise the limit to 50.", "The retry limit is 50 now, it was 20.", "Thanks.", "OK."
    )
    assert NodeType.FACT in [kind for line, kind in found.items() if "it was 20" in line]


def test_how_things_are_beside_others_is_no_decision():
    found = kinds(
        "Why does the page flicker?",
        "The list is drawn with divs instead of a canvas, so each change lays out the page again.",
        "People say that rows are read instead of columns in Europe, so the table looks odd.",
        "I see.",
    )
    assert found
    assert NodeType.DECISION not in found.values()


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("User: Use tape instead of glue.", True),
        ("User: We take the ferry rather than the bridge.", True),
        ("User: Tape is used instead of glue in most kits.", False),
        ("User: I want tape instead of glue.", True),
        ("User: Glue is out.", True),
    ],
)
def test_a_thing_beside_another_is_given_up_only_where_somebody_wants_it(line, changes):
    assert is_change(line) == changes


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Root cause: `ferry.plan()` reads the tide table of the day before.", NodeType.PROBLEM),
        ("El problema es el reloj del muelle 4, que va en UTC.", NodeType.PROBLEM),
        ("The tide table is read without errors, and 41 berths fit.", NodeType.FACT),
        ("`berths.toml` lists 41 berths in 3 basins.", NodeType.FACT),
    ],
)
def test_a_told_fault_is_a_problem_and_a_success_is_none(line, kind):
    messages = (
        Message(0, Role.USER, (Text("Please look at the harbour plan."),)),
        Message(1, Role.ASSISTANT, (Text(line),)),
        Message(2, Role.USER, (Text("Thanks, go on with the map."),)),
        Message(3, Role.ASSISTANT, (Text("The map has a legend."),)),
    )
    graph = OfflineExtractor().extract(Chunk(0, messages, tokens=60), ChunkContext(1))
    (node,) = [node for node in graph.nodes if node.sources[0].message == 1]
    assert node.type == kind


def test_work_that_is_left_at_the_end_is_open():
    messages = (
        Message(0, Role.USER, (Text("Please add the legend to the map."),)),
        Message(1, Role.ASSISTANT, (Text("The legend in `map.svg` is not committed yet."),)),
    )
    graph = OfflineExtractor().extract(Chunk(0, messages, tokens=30), ChunkContext(1))
    (node,) = [node for node in graph.nodes if node.sources[0].message == 1]
    assert (node.type, node.status) == (NodeType.CONTEXT, Status.OPEN)
