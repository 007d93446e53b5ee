"""What only tells how things are is no rule, however much «never» and «always» there is in it."""

from __future__ import annotations

import pytest

from graphpack.extract.offline import OfflineExtractor
from graphpack.merge import merge
from graphpack.merge.handoff import restate
from graphpack.merge.telling import lays_down
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import NodeType
from graphpack.model.conversation import Message, Role, Text
from graphpack.text.told import tells_fault, without_told


def packed(*said):
    messages = tuple(
        Message(at, Role.ASSISTANT if at % 2 else Role.USER, (Text(text),))
        for at, text in enumerate(said)
    )
    return merge([OfflineExtractor().extract(Chunk(0, messages, tokens=300), ChunkContext(1))])


FAULTS = [
    "About a fifth of the letters never arrive.",
    "Our label printer (model 40, two trays) started skipping pages on Sunday.",
    "The pump alarm does not show up in the list.",
    "Etwa ein Fünftel der Briefe kommt nie an.",
    "Las reservas nunca llegan al mostrador.",
]
RULES = [
    "Never send letters on a Sunday.",
    "Letters must never arrive after noon.",
    "We never return parcels.",
    "Tests never touch the real printer.",
    "From now on the backup never stops at night.",
    "Bitte die Briefe nie am Sonntag verschicken.",
    "Nunca borres las reservas.",
]


@pytest.mark.parametrize("line", FAULTS)
def test_a_report_of_a_fault_is_told_apart(line):
    assert tells_fault(line)
    assert without_told(line) != line


@pytest.mark.parametrize("line", RULES)
def test_a_rule_stays_one(line):
    assert not tells_fault(line)
    assert without_told(line) == line
    assert lays_down(line)


@pytest.mark.parametrize(
    "line", ["The heron camera never ran in May.", "Nine of the 40 guests don't eat meat."]
)
def test_what_is_past_or_counted_lays_nothing_down(line):
    assert without_told(line) != line
    assert not tells_fault(line)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_reported_fault_is_a_problem_and_takes_no_rules_place(fault):
    graph = packed(
        fault,
        "Which office are they sent from?",
        "The one in Tarn. Never send test letters to real customers.",
        "Understood.",
        "Thanks.",
        "I compare both lists now.",
    ).graph
    (node,) = [one for one in graph.nodes if fault[:30] in one.summary]
    assert node.type == NodeType.PROBLEM
    rules = restate(graph).handoff.partition("Rules:")[2]
    assert "Never send test letters" in rules
    assert fault[:12] not in rules
