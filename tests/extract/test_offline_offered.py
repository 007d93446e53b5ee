"""What a person chooses is a decision of weight; what was offered is none beside it."""

from __future__ import annotations

import pytest

from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.offline.courtesy import is_step
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import Importance, NodeType, Status
from graphpack.model.conversation import Message, Role, Text

OFFER = (
    "A. Put the valve on a timer. Cheap, but it waters in the rain.\n"
    "B. Read the soil probe before each round and skip the round above 40 %."
)


def nodes(answer):
    said = (
        (Role.USER, "The greenhouse waters twice a day even when the soil is wet. What can we do?"),
        (Role.ASSISTANT, OFFER),
        (Role.USER, answer),
        (Role.ASSISTANT, "The probe is read in round.py now, 6 tests pass."),
        (Role.USER, "Good, leave it running over the weekend."),
    )
    messages = tuple(
        Message(role=role, parts=(Text(text),), index=at) for at, (role, text) in enumerate(said)
    )
    return OfflineExtractor().extract(Chunk(0, messages, tokens=200), ChunkContext(1)).nodes


@pytest.mark.parametrize("answer", ["B, both parts.", "B", "the second one please"])
def test_a_choice_is_a_decision_of_weight(answer):
    (chosen,) = [node for node in nodes(answer) if node.summary.startswith("User chose:")]
    assert "soil probe" in chosen.summary
    assert (chosen.type, chosen.importance) == (NodeType.DECISION, Importance.HIGH)


def test_what_is_added_to_a_choice_stands_with_it():
    (chosen,) = [
        n
        for n in nodes("B, please. The probe is read over I2C, not over the radio.")
        if "chose" in n.summary
    ]
    assert chosen.summary.endswith("The probe is read over I2C, not over the radio.")


def test_options_are_no_facts_once_somebody_has_chosen():
    told = [node.summary for node in nodes("B, both parts.") if "chose" not in node.summary]
    assert not [line for line in told if "timer" in line or "soil probe before" in line]


def test_a_choice_that_opens_a_longer_message_is_one():
    long = (
        "B. No radio in that house, Hanne would have to look after it. "
        "Wires are fine as long as they run under the benches, where nobody stumbles."
    )
    (chosen,) = [node for node in nodes(long) if "chose" in node.summary]
    assert "soil probe" in chosen.summary
    assert "No radio in that house" in chosen.summary


@pytest.mark.parametrize("step", ["Now the pump.", "Gut, jetzt zum Ventil.", "Next: the pump."])
def test_moving_on_says_nothing(step):
    assert is_step(step)


@pytest.mark.parametrize("line", ["Now the limit is 5.", "Now the pump runs twice.", "The pump."])
def test_what_tells_something_is_no_moving_on(line):
    assert not is_step(line)


def test_what_stands_under_open_at_the_end_is_open():
    report = (
        "The pump is wired and tested.\n\n**Open.**\n- The second valve leaks at the thread.\n"
        "- Hanne has to order hose for bench 4.\n"
    )
    messages = tuple(
        Message(role=role, parts=(Text(text),), index=at)
        for at, (role, text) in enumerate(
            ((Role.USER, "Write down where we are with the greenhouse."), (Role.ASSISTANT, report))
        )
    )
    graph = OfflineExtractor().extract(Chunk(0, messages, tokens=80), ChunkContext(1))
    (left,) = [node for node in graph.nodes if "second valve" in node.summary]
    assert (left.type, left.status) == (NodeType.CONTEXT, Status.OPEN)
    assert "wired" not in left.summary
