"""Statements that stand together are carried together, and worded without padding."""

from __future__ import annotations

import pytest

from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.offline.aftermath import aftermaths
from graphpack.extract.offline.cutting import said_units
from graphpack.extract.offline.features import Surroundings, unit_features
from graphpack.extract.offline.passed import conceded, passed, pasted
from graphpack.extract.offline.reading import read_units
from graphpack.extract.offline.selection import Weighed, choose, runs
from graphpack.extract.offline.telegraphic import telegraphic
from graphpack.extract.offline.turns import turns
from graphpack.extract.offline.units import Kind, Unit
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import NodeType, Status
from graphpack.model.conversation import Message, Role, Text


def units_of(*messages):
    return [
        Unit(at, 0, place * 100, place * 100 + len(line), Kind.SENTENCE, line, place=place)
        for at, lines in enumerate(messages)
        for place, line in enumerate(lines)
    ]


def weighed(units, values, **more):
    terms = [dict.fromkeys(unit.text.split(), 1.0) for unit in units]
    given = dict(zip(("tokens", "exchanges"), ([8] * len(units), [0] * len(units)), strict=True))
    return Weighed(units, values, terms, **(given | more))


def talk(*said):
    roles = {"u": Role.USER, "a": Role.ASSISTANT}
    messages = tuple(Message(at, roles[who], (Text(text),)) for at, (who, text) in enumerate(said))
    units = [unit for at, one in enumerate(messages) for unit in said_units(at, 0, one.text)]
    return messages, units, Surroundings(messages, turns(messages), units)


def test_neighbours_are_picked_with_the_sentence_they_stand_beside():
    units = units_of(["tide tables move", "to the new pier", "in spring"], ["thanks a lot"])
    picked = choose(weighed(units, [0.3, 0.1, 0.1, 0.0]))
    assert set(picked) == {0, 1, 2}


def test_no_run_crosses_a_message_code_or_what_stands_alone():
    units = units_of(["one", "two"], ["three"])
    units.append(Unit(1, 0, 200, 204, Kind.CODE, "four", place=1))
    assert (0, 2) in set(runs(units, [5] * 4))
    assert all(stop - start == 1 for start, stop in runs(units, [5] * 4) if start >= 1)
    assert (0, 2) not in set(runs(units, [5] * 4, frozenset({1})))


def test_what_has_passed_is_left_out_of_its_run():
    units = units_of(["piers open at six", "the crane stands still", "ferries leave at seven"])
    picked = choose(weighed(units, [0.4, 0.2, 0.4], passed=frozenset({1})))
    assert set(picked) == {0, 2}


def test_the_same_words_are_not_carried_twice():
    units = units_of(["piers open at six"], ["piers open at six"])
    assert len(choose(weighed(units, [0.4, 0.4], exchanges=[0, 1]))) == 1


@pytest.mark.parametrize(
    ("line", "short"),
    [
        (
            "The pier is closed in order to repair the crane that is damaged.",
            "pier is closed to repair crane damaged.",
        ),
        ('Set `the mode` to "the best" and keep it.', 'Set `the mode` to "the best" and keep it.'),
        ("Do not touch the ledger.", "Do not touch ledger."),
        ("La tabla está en el puerto.", "La tabla está en el puerto."),
        ("It is plan A that the crew uses.", "It is plan A that crew uses."),
        (
            "The pump runs once a round and the tank is full.",
            "pump runs once a round and tank is full.",
        ),
        (
            "It is two coins a box, 40 MB a year and half an hour.",
            "It is two coins a box, 40 MB a year and half an hour.",
        ),
        (
            "Every day is a day of the week and that is a lot.",
            "Every day is a day of week and that is a lot.",
        ),
    ],
)
def test_padding_goes_and_nothing_else(line, short):
    assert telegraphic(line) == short


def test_for_people_no_article_is_left_out():
    messages, _, _ = talk(
        ("u", "How is the crane?"), ("a", "The crane is out of the water for repair.")
    )
    (told,) = [n for n in packed(messages, is_terse=False) if "crane is" in n.summary]
    assert told.summary == "The crane is out of the water for repair."
    assert any(
        n.summary.startswith("crane is out of water") for n in packed(messages, is_terse=True)
    )


def packed(messages, *, is_terse):
    extractor = OfflineExtractor(is_terse=is_terse)
    return extractor.extract(Chunk(0, tuple(messages), tokens=40), ChunkContext(1)).nodes


def test_a_persons_own_words_stay_as_they_are():
    messages, _, _ = talk(("u", "Never write to the ledger table directly, it is the only copy."))
    graph = OfflineExtractor().extract(Chunk(0, messages, 0), ChunkContext())
    assert "Never write to the ledger table directly" in graph.nodes[0].summary


def test_what_is_not_decided_is_open_and_no_decision():
    messages, _, _ = talk(
        ("u", "We have not decided whether the crew gets personal accounts in 2.4."),
        ("a", "Noted: accounts of the crew stay open."),
    )
    graph = OfflineExtractor().extract(Chunk(0, messages, 0), ChunkContext())
    said = next(node for node in graph.nodes if "personal accounts" in node.summary)
    assert (said.type, said.status) == (NodeType.CONTEXT, Status.OPEN)


def test_a_claim_that_was_taken_back_is_doubted():
    _, units, around = talk(
        ("u", "Where does the buffer live?"),
        ("a", "The buffer lives on the stack. Other things are fine."),
        ("u", "But the buffer outlives the call, doesn't it?"),
        ("a", "You're right, it is allocated on the heap."),
    )
    assert {unit.text for unit in conceded(units, around)} == {"The buffer lives on the stack."}


def test_lines_between_those_of_a_log_are_pasted():
    _, units, around = talk(
        (
            "u",
            "It stopped again.\n\n12:01:07.331 open pier\n\nno more berths\n\n12:01:09.112 gone",
        ),
    )
    texts = " ".join(unit.text for unit in pasted(units, around))
    assert "no more berths" in texts
    assert "It stopped again" not in texts


def test_a_rule_about_a_state_is_not_past_with_the_state():
    said = [
        ("u", "Branch tide/winter must stay unpushed until Runa has looked at it."),
        ("a", "The branch is not pushed."),
        ("u", "Now paint the buoy."),
        ("a", "Painted."),
    ]
    _, units, around = talk(*said)
    rows = [unit_features(unit, around.terms[at], around) for at, unit in enumerate(units)]
    gone = passed(units, rows, aftermaths(units, around))
    assert [units[at].text for at in sorted(gone)] == ["The branch is not pushed."]


def test_of_a_very_short_talk_all_that_people_said_is_told():
    said = [
        Message(0, Role.USER, (Text("Build me a small map of the garden. Never use red."),)),
        Message(1, Role.ASSISTANT, (Text("Fine, no red. Still open: which paper."),)),
        Message(2, Role.USER, (Text("We take cotton. We postpone the pond to March."),)),
    ]
    graph = OfflineExtractor().extract(Chunk(0, tuple(said), 40), ChunkContext())
    told = " ".join(node.summary for node in graph.nodes)
    for words in ("small map", "Never use red", "We take cotton", "postpone the pond"):
        assert words in told


@pytest.mark.parametrize(
    "wrapped",
    [
        "pages hold them, and drying takes one more day. The press takes no wet sheets, the\n"
        "pages of the first batch do, and they go out on the next day.",
        "Each sheet is pressed with a weight of nine kilos on all four of its corners for\n"
        "80 minutes before it is turned, and once more after that for as long.",
    ],
)
def test_a_sentence_goes_on_below_the_end_of_a_wrapped_line(wrapped):
    texts = [unit.text for unit in said_units(0, 0, wrapped)]
    assert [text for text in texts if "\n" in text]
    assert not [text for text in texts if text.endswith(("the", "for"))]


def test_the_day_of_a_date_ends_no_sentence():
    (unit,) = said_units(0, 0, "Die Noten bestellen wir bis spätestens 15. Mai beim Verlag.")
    assert unit.text.endswith("15. Mai beim Verlag.")


def test_a_mark_without_words_is_no_statement():
    messages, _, _ = talk(("u", "¿Qué llevan?"), ("a", "Llevan **zapatos negros. Sin traje.** ** "))
    assert not [unit for unit in read_units(messages).units if unit.text.strip(" *") == ""]
