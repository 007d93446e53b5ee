"""A long line is cut where it hurts least; a stretch without a full stop is cut at spaces."""

from __future__ import annotations

from graphpack.extract.offline.sentences import iter_spans
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import clip, row_line

WIDE = "字"


def spans(text: str) -> list[tuple[int, int]]:
    return list(iter_spans(text, [(0, len(text))]))


def test_a_name_longer_than_a_line_stays_whole():
    assert clip("a" * 400, 300) == "a" * 400
    assert clip("a" * 400 + " and more of it", 300) == "a" * 400 + " …"


def test_data_without_a_space_is_cut_at_the_limit():
    assert clip("a" * 700, 300) == "a" * 300 + " …"


def test_before_a_long_name_a_line_is_cut_at_the_only_space():
    assert clip("Short " + "a" * 400, 300) == "Short …"


def test_the_only_space_serves_even_where_a_limit_follows_it():
    assert clip("Thunderstorms not-yet-announced-anywhere at all", 24) == "Thunderstorms …"


def test_the_next_sentence_is_no_limit_of_the_one_before():
    line = "Keep the nightly import as is. But not on Sundays or so, says Mirela"
    assert clip(line, 45) == "Keep the nightly import as is. …"


def test_wide_script_is_cut_at_any_character():
    assert clip(WIDE * 400, 300) == WIDE * 150 + " …"


def test_wide_script_is_cut_before_a_name_and_before_a_mark():
    assert clip(WIDE * 145 + "Kubernetes" + WIDE * 200, 300) == WIDE * 145 + " …"
    assert clip(WIDE * 149 + "\u304b\u3099" + WIDE * 200, 300) == WIDE * 149 + " …"
    assert clip(WIDE * 149 + "☂\ufe0f" + WIDE * 200, 300) == WIDE * 149 + " …"


def test_a_name_that_fills_the_room_in_wide_script_is_cut():
    assert clip("Z" * 160 + WIDE * 400, 300) == "Z" * 150 + " …"


def test_a_row_without_its_columns_lists_its_cells():
    row = "| Oslo | 4 days | |"
    assert row_line(Unit(0, 0, 0, len(row), Kind.ROW, row, lead="City")) == "Oslo; 4 days"


def test_dictation_is_cut_at_spaces():
    text = "word " * 450
    assert spans(text) == [(0, 999), (1000, 1999), (2000, 2249)]


def test_an_unbroken_run_is_passed_over():
    text = "x" * 2500 + " then the tail"
    assert spans(text) == [(2501, len(text))]
    assert spans("x" * 2500) == []


def test_wide_script_without_a_full_stop_is_cut_anywhere():
    assert spans(WIDE * 2500) == [(0, 1000), (1000, 2000), (2000, 2500)]
