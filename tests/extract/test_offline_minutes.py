"""Minutes are read by their sections, and nobody is made to say them."""

from __future__ import annotations

import pytest

from graphpack.extract.offline.courtesy import is_courtesy, is_unclear
from graphpack.pipeline import export
from graphpack.settings import Settings

MARKDOWN = """# Boat house committee, 4 May 2026

Attendees: Edda Lund, Remy Okoro, Tilda Berg

## Decisions

- The slipway closes from 1 July to 15 August.
- Larch planks instead of steel, 7,300 euros.

## Action items

- Remy: order the planks by 20 May.
- [ ] Tilda to ask the insurer about the crane (due 28 May)

## Open questions

- Who pays for the winch?
- Does the old crane carry the launch?
"""
PLAIN = MARKDOWN.replace("## ", "").replace("# ", "")
GERMAN = """Protokoll der Sitzung vom 4. Mai
Anwesend: Edda Lund, Remy Okoro

Beschlüsse
- Die Slipanlage bleibt bis August geschlossen.

Aufgaben
- Remy bestellt die Planken bis 20. Mai.

Offene Fragen
- Wer bezahlt die Winde?
"""


def nodes_of(text, name="minutes.md"):
    made = export(text.encode(), Settings())
    return {(node.type, node.status): node.summary for node in made.graph.walk()}


@pytest.mark.parametrize("text", [MARKDOWN, PLAIN], ids=["markdown", "plain"])
def test_each_section_gives_its_kind(text):
    told = nodes_of(text)
    assert "Larch planks instead of steel, 7,300 euros" in told["decision", None]
    assert "slipway closes from 1 July" in told["decision", None]
    assert "Remy: order the planks by 20 May" in told["goal", "active"]
    assert "Tilda to ask the insurer about the crane (due 28 May)" in told["goal", "active"]
    assert "Who pays for the winch?" in told["context", "open"]
    assert "Edda Lund" in told["fact", None]
    assert not any("User:" in summary for summary in told.values())


def test_sections_in_another_language():
    told = nodes_of(GERMAN)
    assert "Slipanlage" in told["decision", None]
    assert "Remy bestellt die Planken bis 20. Mai" in told["goal", "active"]
    assert "Wer bezahlt die Winde?" in told["context", "open"]


def test_labels_of_single_lines_count_in_notes_without_sections():
    notes = "Call with the mill, 9 June\n\nFlour comes on Tuesdays.\nTODO Edda: send the list.\n"
    told = nodes_of(notes + "Open: who unloads the van?\n")
    assert told["goal", "active"] == "TODO Edda: send the list."
    assert told["context", "open"] == "Open: who unloads the van?"


def test_a_single_heading_makes_no_minutes():
    told = nodes_of("Decisions\n\nA poem by nobody in particular\nabout the slow harbour.\n")
    assert ("decision", None) not in told


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("Good morning.", True),
        ("Hello everyone!", True),
        ("Guten Morgen zusammen", True),
        ("大家早上好。", True),
        ("Thank you all.", True),
        ("Good morning shift starts at 6.", False),
        ("Morning tours are cancelled.", False),
        ("Thanks to the cache it is fast.", False),
    ],
)
def test_a_greeting_is_told_from_a_statement(line, is_one):
    assert is_courtesy(line) == is_one


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("User: Remy takes it over like that.", True),
        ("Edda: machen wir genau so", True),
        ("User: Name the branch fix/login like that.", False),
        ("User: Never write to the disk like that again.", False),
    ],
)
def test_what_means_somebody_else_s_words_is_told(line, is_one):
    assert is_unclear(line) == is_one
