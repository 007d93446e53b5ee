"""What a person chooses is a decision of weight; what was offered is none beside it."""

from __future__ import annotations

import pytest

from graphpack.extract.offline import OfflineExtractor
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import Importance, NodeType
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
