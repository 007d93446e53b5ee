"""Texts cut so that a person sees what matters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphpack.cli.excerpts import differing, shown

START = "The pages of the nightly export hold five thousand rows each, " * 4


def test_short_texts_stay_whole() -> None:
    assert differing("pages of\n5000", "pages of 1000", 40) == ("pages of 5000", "pages of 1000")


def test_both_sides_show_what_differs_however_late_it_stands() -> None:
    was, now = differing(f"{START}then 5000 is set", f"{START}then 1000 is set", 60)
    assert was.startswith("…")
    assert was.endswith("then 5000 is set")
    assert now.endswith("then 1000 is set")
    assert max(len(was), len(now)) <= 60


def test_what_was_added_at_the_end_is_seen() -> None:
    was, now = differing(START, f"{START}And it is over.", 80)
    assert was != now
    assert now.endswith("And it is over.")


def test_what_differs_early_is_cut_behind_it() -> None:
    was, now = differing(f"Not {START}", f"Now {START}", 60)
    assert (was[:4], now[:4]) == ("Not ", "Now ")
    assert was.endswith("…")


@given(st.text("ab ", max_size=90), st.text("ab ", max_size=90), st.integers(60, 70))
def test_two_texts_are_never_shown_alike(before: str, after: str, most: int) -> None:
    was, now = differing(before, after, most)
    assert (was == now) is (before.split() == after.split())
    assert max(len(was), len(now)) <= most


def test_a_line_without_spaces_is_cut_all_the_same() -> None:
    assert len(shown("x" * 500, 300, 60)) <= 60
