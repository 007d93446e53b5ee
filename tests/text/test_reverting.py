"""What takes a change back, and what only speaks of it."""

from __future__ import annotations

import pytest

from graphpack.text.lifted import Line, lifted
from graphpack.text.reverting import taken_back

BACK = [
    ("Please revert the oven change, nobody asked for it.", {"oven"}),
    ("Yes, undo that.", set()),
    ("Mach die Umstellung auf Gas wieder rückgängig.", {"gas"}),
    ("Sí, deshaz el cambio del horno.", {"horn"}),
    ("Roll the ferry timetable back, please.", {"ferr", "time"}),
]
KEPT = [
    "Don't revert the oven change.",
    "Let's not roll that back.",
    "Should we undo the oven change?",
    "If the bread burns, revert the oven change.",
    "Revert to version 3.",
    "I come back on Monday.",
]


@pytest.mark.parametrize(("text", "named"), BACK)
def test_a_change_is_taken_back_by_what_it_changed(text, named):
    assert taken_back(text) == named


@pytest.mark.parametrize("text", KEPT)
def test_what_denies_asks_or_supposes_takes_nothing_back(text):
    assert taken_back(text) is None


def fallen(*said):
    """Which lines fall, by index; every second one is an assistant's."""
    lines = [Line(at, text, at % 2 == 0) for at, text in enumerate(said)]
    return set(lifted(lines, lambda at: said[at]))


def test_a_revert_takes_back_the_order_and_its_proposal():
    said = (
        "The loaves stay pale.",
        "Let's change the oven to convection.",
        "Right, change to convection.",
        "Done.",
        "Still pale, that was not it.",
        "I'll revert the oven change.",
        "Yes please revert the oven change.",
    )
    assert fallen(*said) == {1, 2, 5}


def test_a_revert_of_one_thing_leaves_another():
    said = ("Switch the mixer to slow.", "Done.", "Revert the oven change.")
    assert fallen(*said) == set()


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Raise the tray count to 200.", "Too many. Make it 120 then."),
        ("Stell die Blechzahl auf 200.", "Lieber 120."),
        ("I'll book the barn for 3 May.", "Then we move to 10 May."),
    ],
)
def test_a_value_that_is_pointed_at_is_set_anew(older, newer):
    assert fallen(older, "All right.", newer.rpartition(". ")[2]) == {0}


def test_a_number_of_another_kind_is_no_other_value():
    assert fallen("Raise the tray count to 200.", "All right.", "Make it 4 hours then.") == set()


def test_a_date_that_is_taken_brings_near_what_was_set_long_before():
    talk = ["Let's take 3 May.", "It is noted.", *["The jam is ready."] * 10]
    assert fallen(*talk, "Then we move to 10 May.") == set()
    assert fallen(*talk, "3 May is taken.", "I see.", "Then we move to 10 May.") == {0}
