"""A loss report tells of all that was said: what no statement rests on as well."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphpack.model.conversation import Image, Message, Reasoning, Role, Text
from graphpack.model.loss import LossKind
from graphpack.pipeline.unpicked import MOST_RANGES, ranges, unpicked
from tests.verify.build import node, src, talk

TALK = talk(
    "The pond gets a net. Nice weather today.",
    Message(1, Role.ASSISTANT, (Reasoning("hm hm"), Text("Noted."), Image())),
    "Thanks!",
    "Herons come at dawn.",
)


def told(conversation, nodes, elided=None):
    return [
        (loss.what, loss.where, loss.count, loss.tokens)
        for loss in unpicked(conversation, nodes, elided or {}, count=len)
    ]


def test_messages_of_which_nothing_was_taken_and_what_stands_beside_what_was():
    nodes = [
        node("n1", "D", "The pond gets a net", src(TALK, 0, "The pond gets a net.")),
        node("n2", "F", "Herons come at dawn", src(TALK, 3, "Herons come at dawn.")),
    ]
    assert told(TALK, nodes) == [
        ("messages", "messages 1-2", 2, len("Noted.") + len("Thanks!")),
        ("rest of messages", "messages 0", 1, len(" Nice weather today.")),
    ]


def test_what_was_not_shown_is_told_elsewhere():
    nodes = [node("n1", "D", "The pond gets a net", src(TALK, 0, "The pond gets a net."))]
    elided = {(0, 0): ((20, 40),), (3, 0): ((0, 20),)}
    assert told(TALK, nodes, elided) == [
        ("messages", "messages 1-2", 2, len("Noted.") + len("Thanks!")),
    ]


def test_nothing_is_told_where_all_was_taken():
    short = talk("Mind the tap.")
    assert told(short, [node("n1", "F", "Mind the tap", src(short, 0, "Mind the tap."))]) == []


def test_its_lines_are_of_a_kind_of_their_own():
    assert {loss.kind for loss in unpicked(TALK, [], {}, count=len)} == {LossKind.UNPICKED}


@given(st.sets(st.integers(0, 60)))
def test_ranges_name_every_number_or_count_it(numbers):
    named, _, more = ranges(sorted(numbers)).partition(" and ")
    read = set()
    for run in filter(None, named.split(", ")):
        first, _, last = run.partition("-")
        read |= set(range(int(first), int(last or first) + 1))
    assert read <= numbers
    assert len(named.split(", ")) <= MOST_RANGES
    assert len(numbers) - len(read) == int(more.split()[0] if more else 0)
