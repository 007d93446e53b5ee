"""A wish about the answers takes the place of the one before it, whatever its other words."""

from __future__ import annotations

import pytest

from graphpack.extract.offline import OfflineExtractor
from graphpack.merge import merge
from graphpack.merge.wishes import is_wished_anew, wishes
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import Status
from graphpack.model.conversation import Message, Role, Text
from graphpack.text.dropped import is_shift

ANEW = [
    ("Please keep your explanations short.", "Give me detailed explanations, I am new to this."),
    ("Use formal replies and imperial units.", "Make the responses casual, with metric units."),
    ("Bitte kurze Antworten.", "Schreib die Antworten lieber ausführlich."),
    ("Please answer in German.", "Reply in English, my colleague reads along."),
    ("Quiero respuestas breves.", "Mejor respuestas detalladas."),
    ("请用简短的回答", "请给详细的回答"),
    ("I want brief answers without tables.", "I'd rather have thorough answers."),
    ("Put every departure time in UTC.", "Please show all clocks in Eastern Time."),
    ("Alle Zeiten bitte in UTC.", "Zeig die Uhrzeiten lieber in Ortszeit an."),
    ("Write the times with a 24-hour clock.", "Please give the times with am and pm."),
    ("Please show the prices in euros.", "Better give the amounts in dollars."),
]
BESIDE = [
    # only a part of what was wished has another value
    ("Use formal replies and imperial units.", "Make the responses casual."),
    # one holds for some cases only
    ("Please keep your explanations short.", "For the report, give detailed explanations."),
    ("Please keep answers short, only for code.", "Give me detailed answers."),
    # the older one forbids something beside, and nobody turns round
    ("I want brief answers without tables.", "Please give warm answers."),
    # the same value again, and another matter
    ("Please keep your explanations short.", "Again: short explanations, please."),
    ("Please keep your explanations short.", "Use a detailed map of the harbour."),
    # a zone, a clock, a currency for one purpose
    ("Put every departure time in UTC.", "Use Eastern Time for the meeting in Boston."),
    ("Put every departure time in UTC.", "For the crew's notices, show clocks in Eastern Time."),
    ("Please show all times in UTC.", "Please show the times in GMT."),
    ("Departures are stored in UTC.", "The local pier closes at noon, keep the times."),
    ("The hull is short and the mast is light.", "Please give warm answers."),
]


@pytest.mark.parametrize(("older", "newer"), ANEW)
def test_a_wish_with_another_value_in_each_slot_takes_the_place(older, newer):
    assert wishes(older)
    assert is_wished_anew(newer, older)


@pytest.mark.parametrize(("older", "newer"), BESIDE)
def test_a_wish_about_something_else_or_some_cases_leaves_it_standing(older, newer):
    assert not is_wished_anew(newer, older)


def test_the_older_wish_is_abandoned_in_the_graph():
    said = [
        "Please keep your answers terse.",
        "Understood.",
        "Which pump fits the basin of 40 litres?",
        "The small one, it moves 300 litres an hour.",
        "Make your answers playful from now on, the children read along.",
        "Gladly!",
    ]
    messages = tuple(
        Message(at, Role.ASSISTANT if at % 2 else Role.USER, (Text(text),))
        for at, text in enumerate(said)
    )
    graph = merge([OfflineExtractor().extract(Chunk(0, messages, 90), ChunkContext(1))]).graph
    old = [node for node in graph.nodes if "terse" in node.summary and "[was" not in node.summary]
    assert all(node.status == Status.ABANDONED for node in old)
    assert any("playful" in node.summary and node.status is None for node in graph.nodes)


@pytest.mark.parametrize(
    "text",
    [
        "New deadline for the leaflet: the 3rd of May.",
        "Neue Frist: Montag.",
        "Nueva fecha de la visita: 4 de junio",
        "新期限：周五",
    ],
)
def test_a_new_value_with_its_name_before_it_sets_something_anew(text):
    assert is_shift(text)


@pytest.mark.parametrize("text", ["New features: a map and a list.", "New here: who can help me?"])
def test_what_is_only_new_sets_nothing_anew(text):
    assert not is_shift(text)
