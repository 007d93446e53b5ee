"""A value that was moved is told as it is now, with the record that moves it."""

import pytest

from graphpack.context import Kind, Record, build_context
from graphpack.context.amending import amended


def talk(*texts, prefix=""):
    return [
        Record(f"{prefix}r{at}", Kind.MESSAGE, text, role="assistant" if at % 2 else "user")
        for at, text in enumerate(texts)
    ]


MOVED = talk(
    "The regatta is on the 12th of May. Nora brings the buoys.",
    "Noted.",
    "The harbour is dredged then, so it's a week later, on the 19th.",
)


def test_the_old_record_tells_the_new_day_and_where_it_is_from():
    first, *rest = amended(MOVED)
    assert first.text == (
        "The regatta is on the 19th (was 12th of May, see r2). Nora brings the buoys."
    )
    assert rest == MOVED[1:]


def test_amending_twice_changes_nothing():
    once = amended(MOVED)
    assert amended(once) == once


def test_what_no_person_moves_and_what_is_no_talk_stays():
    said = talk("The regatta is on the 12th of May.", "Let's make it a week later, on the 19th.")
    assert amended(said) == tuple(said)
    note = [Record("r0", Kind.NOTE, "The regatta is on the 12th of May."), MOVED[2]]
    assert amended(note) == tuple(note)


def test_one_session_moves_nothing_of_another():
    both = [*talk(MOVED[0].text, prefix="may/"), *talk(MOVED[2].text, prefix="june/")]
    assert amended(both) == tuple(both)


def test_a_context_hands_the_new_day_on_though_no_word_of_it_is_asked_for():
    made = build_context("Announce the regatta: when is it?", MOVED, budget_tokens=400).context
    assert "19th (was 12th of May, see r2)" in made


@pytest.mark.parametrize("size", [20_001])
def test_a_pasted_document_is_left_alone(size):
    pasted = "The regatta is on the 12th of May. " + "x" * size
    said = [Record("r0", Kind.MESSAGE, pasted, role="user"), *MOVED[1:]]
    assert amended(said) == tuple(said)
