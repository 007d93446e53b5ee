"""The table of sessions and the JSON: aligned, harmless, stable."""

import json
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.cli.session_table import (
    cell,
    cut,
    document,
    references,
    shortened_path,
    table,
    width,
)
from graphpack.readers.sessions import Session, Sessions

NOW = datetime(2026, 10, 9, 12, tzinfo=UTC)
HOME = Path("/home/mira")


def session(id="5e551011-aa", title="The tide table", **fields):
    known = {
        "agent": "codex", "format": "codex", "project": "/home/mira/tidemark",
        "project_hash": None, "started_at": None, "last_at": datetime(2026, 10, 9, 9, tzinfo=UTC),
        "messages": 12, "tokens": 34_567, "path": Path("/home/mira/x.jsonl"),
    }  # fmt: skip
    return Session(id=id, title=title, **{**known, **fields})


def shown(*sessions, columns=None):
    return table(sessions, now=NOW, home=HOME, columns=columns)


def test_the_columns_are_aligned_whatever_is_in_them():
    lines = shown(
        session(),
        session(
            id="77bb0000-1", title="潮位表が一時間ずれている", project="/src/潮位計", tokens=980
        ),
        session(id="88", title=None, project=None, tokens=1_234_567, messages=100_000),
    )
    assert lines == [
        "WHEN     SESSION          PROJECT      MESSAGES  TOKENS  TITLE",
        "3 h ago  @codex/5e551011  ~/tidemark         12     35k  The tide table",
        "3 h ago  @codex/77bb0000  /src/潮位計        12     980  潮位表が一時間ずれている",
        "3 h ago  @codex/88        -              100000    1.2M  (no title)",
    ]


def test_a_title_is_cut_to_the_terminal_and_not_in_a_pipe():
    long = session(title="The tide table is wrong by one hour since the clocks went back " * 2)
    assert max(map(width, shown(long, columns=100))) <= 100
    assert shown(long, columns=100)[1].endswith("…")
    assert shown(long)[1].endswith("clocks went back")


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("潮位表", 4, "潮…"), ("ab cd", 4, "ab…")],
)
def test_cutting_counts_cells(text, room, expected):
    assert cut(text, room) == expected


@pytest.mark.parametrize(
    "text",
    ["\x1b]0;owned\x07Hi", "\x9b31mHi", "\u202eiH", "Hi\r\n\tHi", "\u2066Hi\u2069", "H\x00i\x7f"],
)
def test_no_title_path_or_id_steers_a_terminal(text):
    one = session(id=text, title=text, project=f"/src/{text}", path=Path(f"/x/{text}"))
    for line in shown(one, columns=90):
        assert line.isprintable()
    for line in document(Sessions((one,)), files=1).split("\n"):
        assert line.isascii()
        assert line.isprintable()


@given(st.text())
def test_a_cell_is_one_harmless_line(text):
    line = cell(text)
    assert not any(unicodedata.category(mark) in ("Cc", "Cf", "Cs", "Zl", "Zp") for mark in line)
    assert cell(line) == line


def test_an_id_is_shown_as_far_as_it_is_needed():
    ids = ["0199aaaa-1111", "0199aaaa-2222", "0199bbbb-3333", "0199aaaa", "7", "0199aaaa-1111"]
    assert references([session(id=one) for one in ids]) == (
        "@codex/0199aaaa-1111",
        "@codex/0199aaaa-2",
        "@codex/0199bbbb",
        "@codex/0199aaaa",
        "@codex/7",
        "@codex/0199aaaa-1111",
    )


def test_ids_of_other_agents_do_not_lengthen_it():
    one, other = session(id="0199aaaa-1"), session(id="0199aaaa-2", agent="amp")
    assert references([one, other]) == ("@codex/0199aaaa", "@amp/0199aaaa")


def test_an_id_that_cannot_be_typed_gives_way_to_the_path():
    assert references([session(id="a b")]) == ("/home/mira/x.jsonl",)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (None, "-"),
        ("/home/mira", "/home/mira"),
        ("/home/mira/a", "~/a"),
        ("/home/miranda/a", "/home/miranda/a"),
        ("C:\\src\\tide", "C:\\src\\tide"),
        ("/srv/" + "x" * 20 + "/tidemark", "…" + "x" * 18 + "/tidemark"),
    ],
)
def test_a_folder_is_written_short(path, expected):
    assert shortened_path(path, HOME) == expected


def test_the_json_has_these_keys_and_no_others():
    found = Sessions((session(started_at=NOW, title=None),), 3, (Path("/b"),), 2)
    assert json.loads(document(found, files=7)) == {
        "version": 1,
        "sessions": [
            {
                "agent": "codex",
                "id": "5e551011-aa",
                "input": "@codex/5e551011",
                "title": None,
                "project": "/home/mira/tidemark",
                "started_at": "2026-10-09T12:00:00+00:00",
                "last_at": "2026-10-09T09:00:00+00:00",
                "messages": 12,
                "tokens": 34567,
                "path": "/home/mira/x.jsonl",
            }
        ],
        "files": 7,
        "unread_files": 3,
        "broken_files": 1,
        "unknown_files": 2,
    }


def test_no_sessions_are_no_lines():
    assert shown() == []
