"""Decisions of a graph as records: which way an answer went, and no question among them."""

import pytest

from graphpack.context import Kind, Record, records_from
from graphpack.context.sorts import reports_trouble
from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Role,
    Text,
)
from graphpack.model.graph import ContextGraph, Node, Source


def talk(*said):
    messages = tuple(
        Message(index=at, role=role, parts=(Text(text),)) for at, (role, text) in enumerate(said)
    )
    return Conversation("c", None, ConversationSource("c", "records"), messages)


def decisions(summary, *said, messages=(0,), status=None):
    sources = tuple(Source(message=at, part=0, start=0, end=1, quote="x") for at in messages)
    node = Node(id="n1", type="decision", summary=summary, status=status, sources=sources)
    graph = ContextGraph(description="", nodes=(node,))
    found = records_from(talk(*said), graph=graph)
    return [(one.text, one.status, one.of) for one in found if one.kind is Kind.DECISION]


ASKED = (Role.ASSISTANT, "Shall I move the beans to bed 4?")


@pytest.mark.parametrize(
    ("summary", "told", "status"),
    [
        (
            "User said no to: Shall I move the beans to bed 4? («No, leave them there.»)",
            "Refused by the user: move the beans to bed 4 («No, leave them there.»)",
            "rejected",
        ),
        (
            "User agreed to: Do you want me to also water the beans at noon?",
            "Agreed to by the user: water the beans at noon",
            "accepted",
        ),
        (
            "Jonna said no to: Sollen wir die Bohnen in Beet 4 setzen?",
            "Refused by Jonna: die Bohnen in Beet 4 setzen",
            "rejected",
        ),
    ],
)
def test_an_answer_says_which_way_it_went_and_what_about(summary, told, status):
    answer = (Role.USER, "No, leave them there.")
    assert decisions(summary, ASKED, answer, messages=(0, 1)) == [(told, status, "m1")]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("No.", "rejected"),
        ("Yes, please do.", "accepted"),
        ("不要", "rejected"),
        ("Ja.", "accepted"),
    ],
)
def test_a_question_is_decided_by_the_short_answer_after_it(answer, status):
    ((text, found, of),) = decisions(ASKED[1], ASKED, (Role.USER, answer))
    assert (found, of) == (status, "m1")
    assert "move the beans to bed 4" in text
    assert "?" not in text
    assert "Shall" not in text


@pytest.mark.parametrize(
    "said",
    [
        (ASKED,),
        (ASKED, (Role.USER, "What grows there now?")),
        (ASKED, (Role.USER, "No idea. " + "Tell me more about the soil there first. " * 5)),
        (ASKED, (Role.ASSISTANT, "No.")),
        ((Role.USER, "Should we grow beans at all in spring?"), (Role.USER, "No.")),
    ],
)
def test_an_open_question_is_no_decision(said):
    assert decisions(said[0][1], *said) == []


def test_what_the_graph_says_of_a_status_holds():
    said = (ASKED, (Role.ASSISTANT, "The net for the beans is four metres wide."))
    summary = "The net for the beans is four metres wide"
    found = {
        status: decisions(summary, *said, messages=(1,), status=status)[0][1]
        for status in (None, "abandoned", "deferred", "open", "blocked")
    }
    assert list(found.values()) == ["accepted", "superseded", "deferred", "open", "open"]


REPORTS = [
    "The login page gives 500 since Tuesday.",
    "Why does the shop crash when I open the cart?",
    "Saving does not work any more on the tablet.",
    "I can't log in with the new password.",
    "Since the update the export hangs.",
    "The printer returned an error again.",
    "Die Seite lädt seit heute nicht mehr.",
    "La aplicación no abre en mi teléfono.",
    "登录页面一直报错",
]
OTHERS = [
    "Which port does the server listen on?",
    "If the import fails, send a mail.",
    "The job must never crash.",
    "Make sure that nothing breaks.",
    "Good, the cart no longer crashes.",
    "You fixed the crash, thank you.",
    "We have 500 customers in the north.",
]


@pytest.mark.parametrize(("texts", "is_report"), [(REPORTS, True), (OTHERS, False)])
def test_what_people_say_fails(texts, is_report):
    for text in texts:
        assert reports_trouble(Record("r", Kind.MESSAGE, text, role="user")) is is_report, text
        assert not reports_trouble(Record("r", Kind.MESSAGE, text, role="assistant"))
