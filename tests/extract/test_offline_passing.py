"""What a person settles by the way, in short answers to an assistant, gets into the pack."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.offline.choices import opening_labels
from graphpack.extract.offline.reading import cut, read_units
from graphpack.extract.offline.terse import is_terse
from graphpack.extract.offline.turns import turns
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import NodeType, Status
from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Role,
    Text,
    ToolResult,
)
from graphpack.pipeline import pack
from graphpack.settings import Settings
from tests.extract.terse_talk import PADDING, TURNS, terse


def nodes(turns_of=TURNS):
    found = OfflineExtractor(is_terse=False).extract(
        Chunk(0, terse(turns_of), tokens=1), ChunkContext()
    )
    return found.nodes


def node(*words: str, turns_of=TURNS):
    """The node that says all of these."""
    return next(one for one in nodes(turns_of) if all(word in one.summary for word in words))


def said(*texts: str) -> tuple[str, ...]:
    """The pieces of a person's messages, in a talk that is long enough to be terse."""
    before = tuple((text, "I see.") for text in texts)
    messages = terse((*before, *TURNS))
    count = 2 * len(texts)
    return tuple(
        unit.text for unit in cut(messages, turns(messages)) if unit.message in range(0, count, 2)
    )


def test_style_tells_terse_talk_from_all_other():
    talk = terse()
    assert is_terse(talk)
    assert not is_terse(talk[:12])
    long = [
        replace(one, parts=(Text(one.text + PADDING + PADDING),)) if one.role == Role.USER else one
        for one in talk
    ]
    assert not is_terse(long)
    working = [
        one
        for message in talk
        for one in (message, *([Message(0, Role.TOOL, (ToolResult("ok " * 400, "run", "1"),))] * 2))
    ]
    assert not is_terse(working)
    people = [replace(one, role=Role.USER, author=f"P{one.index % 2}") for one in talk]
    assert not is_terse(people)
    assert not is_terse([replace(one, parts=(Text(one.text[:90]),)) for one in talk])


def test_small_letters_and_line_ends_part_what_is_said_in_such_talk():
    assert said("lock the shed. e.g. with a code\nkeys are gone") == (
        "lock the shed.",
        "e.g. with a code",
        "keys are gone",
    )
    assert said("use vers. 2. and not 3") == ("use vers.", "2. and not 3")


def test_who_begins_sentences_with_capitals_is_cut_at_these_alone():
    turns_of = tuple((text[0].upper() + text[1:], answer) for text, answer in TURNS)
    messages = terse((("Ring Sr. vera about the shed. Keys are gone", "I see."), *turns_of))
    found = [unit.text for unit in cut(messages, turns(messages)) if unit.message == 0]
    assert found == ["Ring Sr. vera about the shed.", "Keys are gone"]


def test_an_answer_stands_beside_what_it_answers():
    assert node("postgres", "csv", "flask").type == NodeType.DECISION
    assert "next: how do people sign in?" in node("printed as a QR code", "plot number").summary


def test_a_bare_number_is_told_with_what_the_assistant_makes_of_it():
    summary = node("90, the soil").summary
    assert "Slots of 90 minutes" in summary
    assert any(source.message == 7 for source in node("90, the soil").sources)


def test_a_fault_is_told_with_what_it_came_from_and_not_with_the_next_matter():
    fault = node("the page said 500")
    assert "clock" in fault.summary
    assert "DS3231" in fault.summary
    assert "journal" not in fault.summary


def test_what_is_left_open_names_its_matter():
    left = node("fuel", "meeting in may")
    assert left.status == Status.OPEN


def test_talk_about_nothing_is_not_told():
    for one in nodes():
        assert "weather" not in one.summary
        assert "beans" not in one.summary


def test_who_goes_back_gives_up_what_stands_between():
    switching = (
        ("lists: i think redis instead of sqlite, it is quick", "Redis keeps all in memory."),
        (
            "redis runs. import of 900 members: 4 s where sqlite took 2. the key tags lists, the"
            " plots lists and the waiting lists are all in it now, forty lists in all, sorted by"
            " surname and by plot number",
            "Good.",
        ),
        (
            "redis lost all lists when the power went, the shed has no battery and nobody saves it."
            " yeah. back to sqlite for the lists",
            "SQLite again.",
        ),
    )
    turns_of = (*TURNS[:5], *switching, *TURNS[5:])
    assert node("back to sqlite", turns_of=turns_of).status != Status.ABANDONED
    old = node("redis instead of sqlite", turns_of=turns_of)
    assert old.status == Status.ABANDONED or "back to sqlite" in old.summary


def test_who_says_no_to_what_a_line_named_gives_it_up():
    hall = (
        (
            "the yearly meeting: we take the old brewery in june, it has chairs for everybody, a"
            " ramp at the back and a kitchen, and the landlord wants nothing for it",
            "The brewery sounds good. Shall I write to the landlord?",
        ),
        (
            "the landlord rang: the brewery is closed in june, they mend the roof of the kitchen,"
            " the ramp comes later. so not the brewery. we go to the school hall, 80 a day",
            "The school hall then.",
        ),
    )
    turns_of = (*TURNS[:5], *hall, *TURNS[5:])
    assert node("we take the old brewery", turns_of=turns_of).status == Status.ABANDONED
    assert node("school hall", turns_of=turns_of).status != Status.ABANDONED


def test_no_line_is_longer_than_is_read_in_one_go():
    for one in nodes():
        if any(source.message % 2 == 0 for source in one.sources):
            assert len(one.summary.split()) <= 64


def test_the_assistants_word_alone_drops_nothing_that_a_person_reports():
    reported = (
        (
            "the tag reader misses every tenth tag at the gate",
            "A new reader, rather than tags, would help.",
        ),
    )
    reading = read_units(terse((*TURNS[:3], *reported, *TURNS[3:])))
    at = next(at for at, unit in enumerate(reading.units) if "tenth tag" in unit.text)
    assert at not in reading.passed


@pytest.mark.parametrize(
    ("text", "labels"),
    [("(a). windows are out of scope", ("a",)), ("2. no more", ("2",)), ("(b) and more", ())],
)
def test_a_label_in_brackets_before_a_full_stop_chooses(text, labels):
    assert opening_labels(text) == labels


def test_a_pack_of_such_talk_holds_what_was_settled():
    conversation = Conversation("t", None, ConversationSource("talk.json", "native"), terse())
    made = pack(conversation, Settings(mode="readable"))
    for settled in (
        "no postgres ever",
        "Slots of 90 minutes",
        "QR",
        "no journal",
        "meeting in may",
    ):
        assert settled in made.text
