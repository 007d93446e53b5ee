"""Meetings and threads among people: what they settle, take on and leave open is told apart."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.offline.discussion import is_discussion, is_nod, is_spoken
from graphpack.extract.offline.telegraphic import fluent
from graphpack.merge import merge
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import Importance, NodeType, Status
from graphpack.model.conversation import Message, Role, Text
from tests.extract.gatherings import (
    INCIDENT,
    INTERVIEW,
    MAILS,
    PLANNING,
    SYNC,
    THREAD,
    gathering,
)

D, G, X, F = NodeType.DECISION, NodeType.GOAL, NodeType.CONTEXT, NodeType.FACT


def packed(messages):
    part = OfflineExtractor().extract(Chunk(0, messages, tokens=600), ChunkContext(1))
    return merge([part]).graph.nodes


FOUND = [
    # a proposal, its reason and «okay, so we go with» of a third are one decision
    (PLANNING, D, None, ["push messages", "They cost nothing", "SMS only for the forty"]),
    (PLANNING, D, None, ["E-mail is out"]),
    (PLANNING, D, None, ["to recap", "no e-mail"]),
    (PLANNING, G, Status.ACTIVE, ["Piet takes the tablet crash by Thursday"]),
    (PLANNING, G, Status.ACTIVE, ["Wanda", "harbour master about Dutch by Monday"]),
    (PLANNING, X, Status.OPEN, ["Dutch in the first version?", "ask the harbour master"]),
    (PLANNING, X, Status.OPEN, ["berth map crashes on tablets", "don't know why"]),
    (INCIDENT, D, None, ["Prüfung abschalten?", "auf keinen Fall", "Notfallkiste", "14. März"]),
    (INCIDENT, F, None, ["abgelaufen?", "heute um 9:38 Uhr", "der Spooler war es nicht"]),
    (INCIDENT, G, Status.ACTIVE, ["Tarek", "bis Freitag die automatische Verlängerung"]),
    (INCIDENT, X, Status.OPEN, ["warum uns niemand vor dem Ablauf gewarnt hat"]),
    (INTERVIEW, F, None, ["fence cost?", "Eleven euros a metre"]),
    (INTERVIEW, D, None, ["more medlar?", "we stop at twelve rows"]),
    (THREAD, D, None, ["parcel_events.depot_id", "wrong totals", "let's do (a)"]),
    (THREAD, D, None, ["never run it during the day"]),
    (THREAD, D, Status.DEFERRED, ["drop the CSV format", "not now, two customers"]),
    (THREAD, G, Status.ACTIVE, ["bo, can you add the index before Wednesday"]),
    (MAILS, D, None, ["papel reciclado", "340 euros más", "Entonces usamos"]),
    (MAILS, G, Status.ACTIVE, ["Inés", "enviar el pedido a la imprenta antes del viernes"]),
    (MAILS, X, Status.OPEN, ["Queda pendiente la foto"]),
    (SYNC, D, None, ["短信半夜没人看", "决定用企业微信", "零下十五度"]),
    (SYNC, G, Status.ACTIVE, ["阿青", "周五之前检查一下三号传感器"]),
    (SYNC, X, Status.OPEN, ["三号", "还不知道原因"]),
    (SYNC, D, Status.DEFERRED, ["短信的接口先不要删"]),
]


@pytest.mark.parametrize(("messages", "kind", "status", "said"), FOUND)
def test_what_people_make_of_a_matter_stands_in_one_node(messages, kind, status, said):
    nodes = packed(messages)
    telling = [node for node in nodes if all(piece in node.summary for piece in said)]
    assert telling, [node.summary for node in nodes]
    assert (kind, status) in {(node.type, node.status) for node in telling}


@pytest.mark.parametrize("messages", [PLANNING, INCIDENT, INTERVIEW, THREAD, MAILS, SYNC])
def test_nobody_is_quoted_with_another_ones_words(messages):
    """Each stretch after a name was said by that one, hesitation and nods left out."""
    said = {}
    for message in messages:
        said[message.author] = said.get(message.author, "") + " " + fluent(message.text)
    for node in packed(messages):
        speaker = ""
        told = re.sub(r"\[was: [^\]]*\]", "", node.summary)
        for word in told.replace("; ", " ").split():
            name = word.removesuffix(":")
            if word.endswith(":") and name in said:
                speaker = name
            else:
                assert word.rstrip(".,;") in said[speaker], (speaker, word, node.summary)


@pytest.mark.parametrize("messages", [PLANNING, INCIDENT, INTERVIEW])
def test_hesitation_and_nods_are_left_out(messages):
    text = " ".join(node.summary.lower() for node in packed(messages))
    for word in (" um,", " uh,", "ähm", "mm-hmm", "you know", "the the", "sounds good", "mach ich"):
        assert word not in text


def test_speech_keeps_its_words_where_they_are_words():
    assert fluent("Um, we meet, uh, at nine") == "we meet, at nine"
    assert fluent("Wir treffen uns um neun, er kommt auch") == (
        "Wir treffen uns um neun, er kommt auch"
    )
    assert fluent("um barco de 12 mm") == "um barco de 12 mm"
    assert fluent("w we we need th the L_C_D_ panel") == "we need the LCD panel"
    assert fluent("not not before noon") == "not before noon"
    assert fluent("go to top, be better at it") == "go to top, be better at it"


@pytest.mark.parametrize(
    "text", ["Yeah, okay.", "Mm-hmm", "+1", "Genau.", "はい、そうですね", "对", "D'accord."]
)
def test_a_nod_says_nothing(text):
    assert is_nod(text)


@pytest.mark.parametrize(
    "text", ["No.", "Yes, on Friday", "Okay, so no Dutch", "Nein", "不行", "Right door"]
)
def test_an_answer_is_no_nod(text):
    assert not is_nod(text)


def test_a_thread_that_was_written_is_not_taken_for_speech():
    assert is_spoken(PLANNING)
    assert is_spoken(INCIDENT)
    assert not is_spoken(MAILS)
    assert not is_spoken(THREAD)
    german = gathering("""
        Jan: Wir treffen uns um neun am Tor.
        Elke: Er bringt die Rohre mit 40 mm, um zehn sind wir fertig.
    """)
    assert not is_spoken(german)


def test_a_chat_with_an_assistant_is_no_discussion():
    alone = (Message(0, Role.USER, (Text("Hello"),), author="Ada"),)
    both = (*PLANNING, Message(99, Role.ASSISTANT, (Text("Noted."),)))
    assert is_discussion(PLANNING)
    assert not is_discussion(both)
    assert not is_discussion(alone)


def test_a_switch_in_speech_takes_nothing_back_by_a_mere_no():
    nodes = packed(
        gathering("""
            Orla: Um, the lift needs new cables, that costs nine thousand euros.
            Piet: Uh, no, sorry, never mind.
            Orla: Mm-hmm.
            Piet: We replace the cables in June, um, before the regatta.
        """)
    )
    assert not any(node.status == Status.ABANDONED for node in nodes)
    assert any("nine thousand" in node.summary for node in nodes)


def test_what_people_settle_in_writing_outlasts_what_they_only_tell():
    messages = gathering("""
        Mirko: The kiln in hall 2 burned 412 tiles on Monday and 398 on Tuesday, at 1,080 degrees.
        Aslaug: The glaze came in 14 drums of 25 kg, and the delivery note says batch K-2207.
        Mirko: Hall 3 is at 61 % humidity since the roof was opened on 4 June.
        Aslaug: We could dry the tiles in hall 1, or rent the shed in Elm Road for 900 euros.
        Mirko: Hall 1 is free until September.
        Aslaug: Decision: the tiles dry in hall 1, no shed.
        Mirko: The drivers were told to come at 6:30 instead of 7, and gate B is closed.
        Aslaug: The scales in hall 2 were calibrated on 12 May by Ostermann GmbH.
    """)
    first = max(packed(messages), key=lambda node: node.value)
    assert first.type == NodeType.DECISION
    assert "the tiles dry in hall 1, no shed" in first.summary


def test_who_writes_a_summary_sums_up_until_the_end_of_the_message():
    messages = gathering("""
        Mirko: The kiln burned 412 tiles on Monday.
        Aslaug: And the shed costs 900 euros a month.
        Mirko: Let me sum up. The tiles dry in hall 1. The shed is not rented. Aslaug?
        Aslaug: The scales were calibrated on 12 May.
    """)
    (node,) = [node for node in packed(messages) if "hall 1" in node.summary]
    assert node.type == NodeType.DECISION
    assert "The shed is not rented" in node.summary
    assert "scales" not in node.summary


MEETING = gathering("""
    Ines: All right, it is half past two, let's start.
    Ines: Two things today, the roof of the boat shed and the open day.
    Rolf: Um, the roof leaks over bay three.
    Ines: What would a new roof cost, uh, roughly?
    Rolf: Nine thousand. It would cost less if we drop the skylight.
    Ines: Who keeps it? I do. Let me sum up. New roof in April, Rolf asks two roofers. No skylight.
    Rolf: Bye.
""")


def test_a_summing_up_aloud_is_a_statement_of_its_own_and_weighs_most():
    nodes = packed(MEETING)
    (recap,) = [node for node in nodes if "asks two roofers" in node.summary]
    assert recap.summary.startswith("Ines: New roof in April")
    assert recap.summary.endswith("No skylight.")
    assert (recap.type, recap.importance) == (D, Importance.HIGH)
    assert recap.value == max(node.value for node in nodes)


def test_what_would_be_if_we_did_it_is_not_settled():
    assert not [n for n in packed(MEETING) if n.type == D and n.summary.endswith("the skylight.")]


def test_how_a_meeting_opens_is_not_what_it_is_about():
    part = OfflineExtractor().extract(Chunk(0, MEETING, tokens=600), ChunkContext(1))
    assert part.description.startswith("Two things today, the roof of the boat shed")


NOTES = gathering("""
    Irina: Tomasz, how is the importer?
    Tomasz: Slow. I would like to rewrite it in Rust.
    Irina: No rewrite in Rust please, nobody else knows it.
    Hanne: By the way my daughter starts school today.
    Irina: Oh lovely! Congratulations.
    Hanne: The customer wants the export as XLSX, not CSV.
    Irina: Fine, XLSX then. Hanne does it by 14 March.
    Devi: Actually the disk of the shared server died this morning.
    Irina: Okay, then order the second test server after all. Devi, by Wednesday.
    Tomasz: I would add a column with the time zone.
    Irina: Yes, do that Tomasz, by Friday.
    Hanne: The mail relay is coming Thursday, port 587.
    Devi: I want to drop Python 3.11.
    Irina: Let's not decide now, bring numbers next week.
    Devi: I still don't know who pays for the second gateway.
    Irina: Leave that open.
""")


@pytest.mark.parametrize(
    ("kind", "status", "said"),
    [
        (D, None, ["rewrite it in Rust", "No rewrite in Rust please"]),
        (D, None, ["export as XLSX", "XLSX then"]),
        (D, None, ["order the second test server after all. Devi, by Wednesday"]),
        (G, Status.ACTIVE, ["Hanne does it by 14 March"]),
        (G, Status.ACTIVE, ["add a column", "do that Tomasz, by Friday"]),
        (D, Status.DEFERRED, ["drop Python 3.11", "not decide now"]),
    ],
)
def test_in_writing_each_matter_keeps_to_itself(kind, status, said):
    nodes = packed(NOTES)
    (node,) = [node for node in nodes if all(piece in node.summary for piece in said)]
    assert (node.type, node.status) == (kind, status)


def test_small_talk_and_a_bare_pointing_say_nothing():
    told = " | ".join(node.summary for node in packed(NOTES))
    assert "daughter" not in told
    assert "lovely" not in told
    assert "Leave that open" not in told
    assert "who pays for the second gateway" in told
    assert not re.search(r"by Friday[^|]*relay", told)
    assert not re.search(r"Leave|relay[^|]*Python", told)


def test_what_nobody_says_is_the_head_of_the_page_and_not_the_users():
    head = replace(NOTES[0], author=None, parts=(Text("Planning call, 3 March, room Elbe"),))
    later = tuple(replace(one, index=one.index + 1) for one in NOTES)
    told = [node.summary for node in packed((head, *later))]
    assert not any(text.startswith("User:") for text in told)
    assert any("Planning call" in text for text in told)
