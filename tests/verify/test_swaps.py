"""What stands in the place of another thing, in the same words, is found; else nothing is."""

from __future__ import annotations

import pytest

from graphpack.model.conversation import Message, Role, Text
from tests.verify.build import codes, graph, node, src, talk

SWAPPED = [
    # a number as a word, in digits, at the end
    (
        "We keep three spare ropes on each ferry.",
        "We keep five spare ropes on each ferry",
        "number",
    ),
    (
        "Wir halten drei Ersatzseile auf der Fähre.",
        "Wir halten zwei Ersatzseile auf der Fähre",
        "number",
    ),
    (
        "The queue at the pier holds a dozen cars.",
        "The queue at the pier holds a hundred cars",
        "number",
    ),
    ("The queue at the pier is 30. It was 45.", "The queue at the pier is 45", "number"),
    # a unit, also in other words than the evidence's
    ("The gate waits 250 ms before it closes.", "The gate waits 250 s before it closes", "number"),
    ("The gate waits 250ms before it closes.", "Gate: 250s wait", "number"),
    ("A ticket costs 12 € at the pier.", "Ticket: $12", "number"),
    ("Refunds are possible within 14 days.", "Refunds are possible within 14 hours", "number"),
    # a counterpart
    (
        "Boarding ends on Monday for the mail line.",
        "Boarding ends on Tuesday for the mail line",
        "word",
    ),
    ("At most 40 cars for each crossing.", "At least 40 cars for each crossing", "word"),
    ("The check runs before the gate opens.", "The check runs after the gate opens", "word"),
    ("The tickets are valid until October.", "The tickets are valid until November", "word"),
    ("All crews must sign the log.", "All crews may sign the log", "word"),
    ("Die Kontrolle läuft am Montag am Pier.", "Die Kontrolle läuft am Freitag am Pier", "word"),
    # an exact thing, or other words in its place
    (
        "Start the pump with --slow on the small ferry, the lamp with --bright.",
        "Start the pump with --bright on the small ferry",
        "word",
    ),
    (
        "The board shows every departure in UTC.",
        "The board shows every departure in local time",
        "word",
    ),
    # two things that change places
    (
        "The harbour radio replaces the pier phone.",
        "The pier phone replaces the harbour radio",
        "order",
    ),
    ("Raise the limit from 30 to 45 cars.", "Raise the limit from 45 to 30 cars", "order"),
    ("Der Fahrplan ersetzt den Aushang.", "Der Aushang ersetzt den Fahrplan", "order"),
    ("信号灯替换无线电。", "无线电替换信号灯", "order"),
]


@pytest.mark.parametrize(("said", "told", "kind"), SWAPPED)
def test_what_stands_in_the_place_of_another_thing_is_found(said, told, kind):
    spoken = talk(said)
    made = graph(node("n1", "F", told, src(spoken, 0, said)))
    assert codes(spoken, made) == [("n1", f"{kind}-differs")]
    same = graph(node("n1", "F", said, src(spoken, 0, said)))
    assert codes(spoken, same) == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        # other words for the same
        (
            "The gate waits 250 ms before it closes.",
            "The gate waits 250 milliseconds before it closes",
        ),
        ("Boarding ends on Monday for the line.", "Boarding stops on Monday for the line"),
        ("It runs on pier 4 at noon daily.", "Radio check runs on pier 4 at noon daily"),
        ("We keep 3 spare ropes on each ferry.", "We keep three spare ropes on each ferry"),
        # the unit is said nowhere, or both are
        ("The gate waits 250 before it closes.", "The gate waits 250 s before it closes"),
        ("It waits 250 ms, in the log 250 s by mistake.", "Gate: 250 s by mistake"),
        # nothing hangs on the order
        ("Pack the ropes, the lamps and the flags.", "Pack the lamps, the ropes and the flags"),
        ("The default zone is UTC.", "UTC is the default zone"),
        ("The radio replaces the phone.", "The phone is replaced by the radio"),
        # a name said short or long
        (
            "Store every departure of a day in NYC.",
            "Store every departure of a day in New York City",
        ),
        # a sentence that says both
        (
            "The check before the gate runs before noon, after noon none.",
            "The check after noon: none",
        ),
    ],
)
def test_other_words_for_the_same_are_no_finding(said, told):
    spoken = talk(said)
    assert codes(spoken, graph(node("n1", "F", told, src(spoken, 0, said)))) == []


def test_a_person_in_anothers_place_is_found():
    spoken = talk(
        Message(0, Role.USER, (Text("Runa keeps the crew list of the mail line."),), author="Bela"),
        Message(1, Role.USER, (Text("Fine with me."),), author="Runa"),
    )
    said = src(spoken, 0, "Runa keeps the crew list of the mail line.")
    told = graph(node("n1", "F", "Bela keeps the crew list of the mail line", said))
    assert codes(spoken, told) == [("n1", "word-differs")]
    true = graph(node("n1", "F", "Runa keeps the crew list of the mail line", said))
    assert codes(spoken, true) == []


def test_what_was_given_up_may_rest_on_the_words_that_give_it_up():
    spoken = talk("Boarding ends on Tuesday for the mail line.")
    quote = src(spoken, 0, "Boarding ends on Tuesday for the mail line.")
    told = "Boarding ends on Monday for the mail line"
    assert codes(spoken, graph(node("n1", "D", told, quote, status="abandoned"))) == []
    assert codes(spoken, graph(node("n1", "D", told, quote))) == [("n1", "word-differs")]
