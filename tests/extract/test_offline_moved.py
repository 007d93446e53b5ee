"""Packs of talks in which a day is moved, a number put right and a plan called off."""

from __future__ import annotations

from graphpack.context import records_from
from graphpack.model.codes import RelationType, Status
from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.pipeline import pack
from graphpack.settings import Settings

_DAY = (
    ("Ada", "So this is about the regatta of the rowing club. I had 7 June in mind."),
    ("Ben", "7 June works for me. Let's say 7 June then."),
    (
        "Ada",
        "Good, 7 June it is. We do the dinner with a marquee from Olsen. Ben, can you book it?",
    ),
    ("Ben", "Yes, I'll book the marquee by Friday."),
    ("Cleo", "No one rows without a life jacket, please write that on every form."),
    ("Cleo", "Wait, on 7 June the harbour is closed for the tall ships."),
    ("Ada", "What about the 14th?"),
    ("Ben", "14 June works."),
    ("Ada", "So we move it to 14 June. I'll tell the harbour master."),
    ("Ben", "Olsen wrote back, the marquee is 900 euros. That's over our limit."),
    ("Ada", "Then forget the marquee. We eat in the boathouse."),
)
_SIZE = (
    "The mail importer stalls. What do you suggest?",
    "Options:\n1. Read all mail at once.\n2. Read it in blocks by number.\nI recommend 2.",
    "Let's do option 2 with blocks of 6000. And never write to the inbox folder.",
    "Done: the importer now reads blocks of 6000 by number and writes to the side folder.",
    "It ran. But 6000 takes too much memory on the old host. Go down to 1500.",
    "The block size is 1500 now and the run takes two minutes.",
)


def _people(said: tuple[tuple[str, str], ...]) -> Conversation:
    messages = tuple(
        Message(at, Role.USER, (Text(text),), author=name) for at, (name, text) in enumerate(said)
    )
    return Conversation("c", None, ConversationSource("c", "test"), messages)


def _session(said: tuple[str, ...]) -> Conversation:
    roles = (Role.USER, Role.ASSISTANT)
    messages = tuple(Message(at, roles[at % 2], (Text(text),)) for at, text in enumerate(said))
    return Conversation("c", None, ConversationSource("c", "test"), messages)


def _packed(conversation: Conversation):
    return pack(conversation, Settings(mode="readable")).graph


def test_a_day_that_was_moved_and_a_plan_called_off_are_told_as_replaced():
    graph = _packed(_people(_DAY))
    standing = [node for node in graph.walk() if node.status != Status.ABANDONED]
    told = " ".join(node.summary for node in standing)
    assert "move it to 14 June" in told
    assert "forget the marquee" in told
    assert "book the marquee" not in told
    assert "Let's say 7 June" not in told
    # named beside what came instead, and for nothing else
    assert "7 June it is" not in told.replace("[was: 7 June it is]", "")
    over = {tie.end for tie in graph.relationships if tie.type == RelationType.SUPERSEDES}
    gone = [node for node in graph.walk() if node.id in over]
    assert any("7 June" in node.summary for node in gone)
    assert any("marquee" in node.summary for node in gone)


def test_a_choice_stays_and_its_number_is_told_as_it_is_now():
    graph = _packed(_session(_SIZE))
    (choice,) = [
        node for node in graph.walk() if "6000" in node.summary and "option" in node.summary
    ]
    assert choice.status != Status.ABANDONED
    assert "1500 (was 6000)" in choice.summary
    assert any(source.message == 4 for source in choice.sources)


def test_a_context_tells_the_new_value_wherever_the_old_one_stood():
    conversation = _session(_SIZE)
    records = {one.id: one for one in records_from(conversation, graph=_packed(conversation))}
    assert "blocks of 1500 (was 6000)" in records["m2"].text
    assert "blocks of 1500 (was 6000)" in records["m3"].text
    talk = _people(_DAY)
    records = {one.id: one for one in records_from(talk, graph=_packed(talk))}
    assert "m1" not in records
    assert records["m1.was1"].status == "superseded"
    assert records["m8"].status == "accepted"
