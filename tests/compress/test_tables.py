"""Tables: the header, the ends, what stands out, and the true number of rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.compress import Kind
from graphpack.compress.outliers import outliers

from .survival import golden, shortened

ROWS = [f"| {at} | node-{at % 7} | up | {20 + at % 9}ms |" for at in range(1, 51)]
HEAD = "| # | host | state | delay |\n| --- | --- | --- | --- |\n"


def _markdown(rows: list[str]) -> str:
    return HEAD + "\n".join(rows) + "\n"


def test_table_markdown() -> None:
    made = shortened(_markdown(ROWS), Kind.TABLE)
    assert made == HEAD + "\n".join([*ROWS[:3], "[… 46 of 50 rows]", ROWS[-1]]) + "\n"


def test_table_tsv() -> None:
    rows = [f"{at}\tuser{at}\tteam {at % 4}" for at in range(100)]
    made = shortened("id\tname\tteam\n" + "\n".join(rows), Kind.TABLE).splitlines()
    assert made[0] == "id\tname\tteam"
    assert made[1:4] == rows[:3] and made[-1] == rows[-1]
    assert "[… 96 of 100 rows]" in made


def test_table_small() -> None:
    text = _markdown(ROWS[:3])
    assert shortened(text, Kind.TABLE) == text


def test_table_wide() -> None:
    rows = [
        "|" + "|".join(f" cell {at}.{column} " for column in range(20)) + "|" for at in range(30)
    ]
    head = (
        "|" + "|".join(f" column {column} " for column in range(20)) + "|\n" + "|---" * 20 + "|\n"
    )
    made = shortened(head + "\n".join(rows), Kind.TABLE)
    assert all(f"column {column} " in made for column in range(20))
    assert "[… 26 of 30 rows]" in made


@pytest.mark.parametrize(
    "odd", ["| 31 | node-3 | FAILED | 24ms |", "| 31 | node-3 | down | 24ms |"]
)
def test_a_row_of_trouble_or_of_a_rare_value_stays(odd: str) -> None:
    rows = [*ROWS]
    rows[30] = odd
    assert odd in shortened(_markdown(rows), Kind.TABLE).splitlines()


def test_a_number_far_from_the_others_stays() -> None:
    rows = [f"| {at} | node-{at} | {200 + at * 7 % 90} |" for at in range(40)]
    rows[21] = "| 21 | node-21 | 9431 |"
    text = "| # | host | bytes |\n|---|---|---|\n" + "\n".join(rows)
    assert rows[21] in shortened(text, Kind.TABLE)


def test_a_box_drawn_table_keeps_its_frame() -> None:
    body = "\n".join(f"│ {at:2} │ job {at:2} │ done │" for at in range(30))
    text = f"┌────┬────────┬──────┐\n│ id │ name   │ end  │\n├────┼────────┼──────┤\n{body}\n"
    text += "└────┴────────┴──────┘\n30 jobs\n"
    made = shortened(text, Kind.TABLE)
    assert made.startswith(text[: text.index("│  3")])
    assert made.endswith("│ 29 │ job 29 │ done │\n└────┴────────┴──────┘\n30 jobs\n")
    assert "[… 26 of 30 rows]" in made


def test_a_quoted_cell_over_several_lines_is_one_row() -> None:
    rows = [f'{at},"first\nsecond, third",x{at}' for at in range(30)]
    made = shortened("id,text,code\n" + "\n".join(rows), Kind.TABLE)
    assert "[… 26 of 30 rows]" in made
    assert made.endswith(rows[-1])


def test_rows_in_focus_stay() -> None:
    rows = [f"| {at} | src/m{at}.py | {at % 3} |" for at in range(30)]
    text = "| # | file | n |\n|---|---|---|\n" + "\n".join(rows)
    assert rows[17] in shortened(text, Kind.TABLE, focus=["src/m17.py"])


def test_text_round_two_tables_stays() -> None:
    text = f"Before.\n\n{_markdown(ROWS)}\nBetween.\n\n{_markdown(ROWS[:20])}\nAfter.\n"
    made = shortened(text, Kind.TABLE)
    assert made.startswith("Before.\n\n| #") and "\nBetween.\n" in made
    assert made.endswith("\nAfter.\n") and "of 50 rows]" in made and "of 20 rows]" in made


def test_levels_keep_fewer_rows() -> None:
    sizes = [len(shortened(_markdown(ROWS), Kind.TABLE, level)) for level in ("summary", "minimal")]
    assert sizes[0] > sizes[1]


def test_golden() -> None:
    rows = [*ROWS]
    rows[30] = rows[30].replace("up", "FAILED")
    golden("table.txt", shortened(_markdown(rows), Kind.TABLE))


_CELL = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=8)


@given(st.lists(st.lists(_CELL, min_size=2, max_size=4), max_size=40), st.sampled_from("|\t,;"))
def test_the_header_and_rows_of_trouble_survive(cells: list[list[str]], separator: str) -> None:
    lines = ["name" + separator + "state", *(separator.join(row) for row in cells)]
    lines.insert(len(lines) // 2, f"job{separator}FAILED 7")
    made = shortened("\n".join(lines), Kind.TABLE)
    assert made.startswith(lines[0])
    assert f"job{separator}FAILED 7" in made


def test_columns_parted_by_one_space_are_a_table() -> None:
    rows = [f"root {at} 0.{at % 3} /usr/bin/gauge" for at in range(100, 180)]
    made = shortened("\n".join(["USER PID CPU COMMAND", *rows]), Kind.TABLE).splitlines()
    assert made[:2] == ["USER PID CPU COMMAND", rows[0]]
    assert made[-1] == rows[-1]
    assert any(line.endswith("of 80 rows]") for line in made)


def test_where_most_have_one_number_the_others_are_not_far_from_it() -> None:
    assert outliers(["7"] * 375 + [str(at) for at in range(100, 125)]) == set()
