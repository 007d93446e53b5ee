"""What is reported is no wish, no fault and no decision; what says nothing alone is not carried."""

from __future__ import annotations

import pytest

from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.offline.fragments import puts_off_barely, without_nod
from graphpack.extract.offline.reports import is_state, without_contents
from graphpack.merge import merge
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import NodeType, Status
from graphpack.model.conversation import Message, Role, Text


def packed(*said, authors=()):
    messages = tuple(
        Message(
            at,
            Role.ASSISTANT if at % 2 and not authors else Role.USER,
            (Text(text),),
            author=authors[at % len(authors)] if authors else None,
        )
        for at, text in enumerate(said)
    )
    part = OfflineExtractor().extract(Chunk(0, messages, tokens=300), ChunkContext(1))
    return merge([part]).graph.nodes


def with_words(nodes, words):
    (found,) = [node for node in nodes if words in node.summary]
    return found


@pytest.mark.parametrize(
    "line",
    [
        "The summary is in notes/kiln-move.md: root cause, new flue, costs.",
        "Der Bericht liegt in ofen.pdf: Ursache, neue Esse, Kosten.",
        "I have written README.md (failures, limits, setup).",
        "The report covers the root cause and the repair.",
    ],
)
def test_what_a_document_holds_is_no_open_problem(line):
    assert without_contents(line) != line
    nodes = packed("Move the kiln to the barn.", "It stands there.", "Write it up.", line)
    assert [node.type for node in nodes if line[-7:-1] in node.summary] == [NodeType.FACT]


@pytest.mark.parametrize(
    "line",
    [
        "The report is wrong: totals and names are missing.",
        "notes/kiln.txt: the bug is in the timer, it stops early.",
        "Root cause: the flue is blocked.",
    ],
)
def test_a_fault_named_in_a_document_stays_one(line):
    assert without_contents(line) == line


@pytest.mark.parametrize(
    "line",
    [
        "The kiln holds forty plates and the firing takes nine hours.",
        "Kiln temperature is 1,240 degrees.",
        "Der Brand dauert neun Stunden und die Esse ist zu eng.",
        "El horno tarda nueve horas.",
        "No smoke in the barn.",
    ],
)
def test_how_a_thing_stands_is_nobodys_goal(line):
    assert is_state(line)
    nodes = packed(line, "I see.", "Raise the shelf by two hands.", "Done.", "Thanks.", "Welcome.")
    assert not [n for n in nodes if n.type == NodeType.GOAL and line[:20] in n.summary]


@pytest.mark.parametrize(
    "line",
    [
        "The kiln is too small, please find a larger one.",
        "My goal is a kiln for eighty plates.",
        "The shelf should hold eighty plates.",
        "Write a firing log that is easy to read.",
        "Is the kiln too small?",
    ],
)
def test_what_is_wished_for_is_no_mere_state(line):
    assert not is_state(line)


def test_pieces_that_say_nothing_alone_are_not_carried():
    nodes = packed(
        "The flue alarm of kiln 4 rings at night. Settings:\n```ini\nlimit = 900\n```",
        "Next: `flue_timer`. Which limit does kiln 5 have?",
        "Wait. Kiln 5 has limit 950, and it is quiet.",
        "Reverted. Query for kiln 4:\n```sql\nSELECT at, heat FROM firing WHERE kiln = 4;\n```",
        "That fixed it, all nine firings stay below 880 now.",
        "Good.",
        "Thanks.",
        "You are welcome.",
    )
    told = "\n".join(node.summary for node in nodes)
    for piece in ("Settings:", "Wait.", "Reverted", "Query for kiln 4:", "Next:", "That fixed it"):
        assert piece not in told
    assert "limit 950" in told
    assert "all nine firings" in told


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("That fixed it, all nine lamps burn.", "all nine lamps burn."),
        ("Eso funcionó, las nueve lámparas arden.", "las nueve lámparas arden."),
        ("That didn't fix it, two lamps flicker.", "That didn't fix it, two lamps flicker."),
        ("That was the fuse, not the lamp.", "That was the fuse, not the lamp."),
    ],
)
def test_a_bare_nod_before_a_report_goes(line, rest):
    assert without_nod(line) == rest


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (
            "Should the traps get green lamps?",
            "I don't know yet. Let's leave that open until Friday.",
        ),
        ("Sollen die Fallen grüne Lampen bekommen?", "Das lassen wir offen bis Freitag."),
        ("¿Ponemos lámparas verdes?", "Eso lo dejamos para la próxima semana."),
    ],
)
def test_what_is_put_off_by_pointing_is_told_with_its_matter(asked, answer):
    nodes = packed("We count moths in June.", asked, answer, "Good.", "Thanks.", "Welcome.")
    (node,) = [one for one in nodes if one.status == Status.DEFERRED]
    assert asked in node.summary
    assert any(source.quote == asked for source in node.sources)


def test_what_names_its_matter_needs_no_question():
    answer = "Let's leave the lamp colour open until Friday."
    assert not puts_off_barely(answer)
    nodes = packed(
        "We count moths.", "How many traps do we set?", answer, "Good.", "Thanks.", "OK."
    )
    assert "How many traps" not in with_words(nodes, answer).summary


def test_among_people_a_question_keeps_its_answer_where_a_thread_ends():
    said = [f"Trap {at} stood at the {at}th oak and caught {at + 3} moths." for at in range(24)]
    said[23] = "And do we paint the traps or not?"
    said.append(
        "I don't know yet, let me ask Ilse what paint costs. Let's leave that open until May."
    )
    nodes = packed(*said, authors=("Ruth", "Olaf"))
    node = with_words(nodes, "leave that open until May")
    assert "paint the traps or not?" in node.summary
    assert node.status == Status.DEFERRED
