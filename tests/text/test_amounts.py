from __future__ import annotations

import pytest

from graphpack.text.amounts import amounts, is_other_value, is_wanted, points_anew, resets


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Let's go for Wednesday 11 June.", "date", "6-11"),
        ("Wir nehmen den 3. März.", "date", "3-3"),
        ("El 4 de octubre entregamos.", "date", "10-4"),
        ("6月18日に公開します", "date", "6-18"),
        ("Start at 10:30 sharp.", "time", "10:30"),
        ("Cap it at 500 MB, the disk is only 8 GB.", "size", "500 mb"),
        ("Mejor cinco días antes.", "span", "5 día"),
        ("改成每单最多两张。", "pieces", "2"),
        ("At most 40 % of the beds.", "share", "40"),
        ("No more than 1,900 euros.", "sum", "1,900"),
    ],
)
def test_a_value_is_read_with_its_kind(text, kind, value):
    assert (kind, value) in {(one.kind, one.value) for one in amounts(text)}


def test_a_clause_that_compares_names_no_value():
    assert amounts("Between 30 seconds and 90 seconds.") == ()


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("Make the timeout 90 seconds, big files need it.", "Use a timeout of 30 seconds."),
        (
            "Save a frame every two minutes, the disk is large.",
            "Save one frame every five minutes.",
        ),
        ("Setze das Limit auf 20 MB.", "Setze das Limit auf 5 MB."),
    ],
)
def test_a_value_is_set_anew_by_the_name_of_its_thing(newer, older):
    assert resets(newer, older)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("Use a timeout of 5 seconds for checks.", "Use a timeout of 30 seconds for uploads."),
        ("Should we make the timeout 90 seconds?", "Use a timeout of 30 seconds."),
        ("Use a timeout of 30 seconds.", "Use a timeout of 30 seconds."),
        ("Use a delay of 5 seconds.", "Use a timeout of 30 seconds."),
        ("Use a timeout of 5 seconds.", "Use a timeout of 30 seconds and retry from the queue."),
        ("The timeout was 90 seconds.", "Use a timeout of 30 seconds."),
    ],
)  # fmt: skip
def test_another_thing_or_no_order_sets_nothing_anew(newer, older):
    assert not resets(newer, older)


def test_what_points_needs_an_order_of_the_same_kind_before_it():
    newer = "Actually no, move it to 18 June."
    assert points_anew(newer)
    assert is_other_value(newer, "Let's go for Wednesday 11 June.")
    assert is_wanted("Let's go for Wednesday 11 June.")
    assert not is_wanted("The shop was closed on 11 June.")
    assert not is_other_value(newer, "Cap it at 500 MB.")
    assert not points_anew("Could we move it to 18 June?")
    assert not points_anew("They fetch everything down, then push it back up.")
