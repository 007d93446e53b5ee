from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.readers import detect, read
from graphpack.readers.message_columns import columns_in
from graphpack.readers.opening import open_source

ROWS = [
    ("2026-03-07 09:02", "Dana", "gate", "Shall we open, or wait?"),
    ("2026-03-07 09:03", "Omar", "gate", "Wait. The pump runs."),
    ("2026-03-07 09:04", "Ines", "crew", "Who has the keys?"),
    ("2026-03-07 09:05", "Dana", "gate", "Then at noon."),
]


def table(rows=ROWS, header=("time", "author", "channel", "message"), delimiter=",") -> str:
    lines = [header, *rows]
    return "".join(
        delimiter.join(f'"{cell}"' if delimiter in cell else cell for cell in line) + "\n"
        for line in lines
    )


def chats(text: str):
    found = list(read(text.encode(), name="chat.csv"))
    assert {one.source.format for one in found} == {"message-table"}
    return found


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "header",
    [
        ("time", "author", "channel", "message"),
        ("Timestamp", "User Name", "Channel", "Message Text"),
        ("created_at", "sender", "conversation_id", "content"),
    ],
)
def test_each_channel_is_a_conversation(header, delimiter) -> None:
    gate, crew = chats(table(header=header, delimiter=delimiter))
    assert [(m.author, m.text) for m in gate.messages] == [
        ("Dana", "Shall we open, or wait?"),
        ("Omar", "Wait. The pump runs."),
        ("Dana", "Then at noon."),
    ]
    assert str(gate.messages[0].at) == "2026-03-07 09:02:00+00:00"
    assert (gate.title, crew.title) == ("gate", "crew")
    assert [m.author for m in crew.messages] == ["Ines"]


def test_roles_lines_in_cells_and_bom() -> None:
    text = '\ufeffrole;content\r\nuser;"Which pump?\nOr the gate?"\r\nassistant;"Pump ""3""."\r\n'
    (found,) = chats(text)
    assert [(m.role.value, m.text) for m in found.messages] == [
        ("user", "Which pump?\nOr the gate?"),
        ("assistant", 'Pump "3".'),
    ]


@pytest.mark.parametrize(
    ("times", "at"),
    [
        (("1772874120", "1772874180", "1772874240", "1772874300"), "2026-03-07 09:02:00+00:00"),
        (("13/3/2026 9:02",) * 4, "2026-03-13 09:02:00+00:00"),
        (("Mar 7 2026 9:02 PM",) * 4, "2026-03-07 21:02:00+00:00"),
    ],
)
def test_times(times, at) -> None:
    rows = [(time, *row[1:]) for time, row in zip(times, ROWS, strict=True)]
    assert str(chats(table(rows))[0].messages[0].at) == at


def test_a_day_and_a_time_of_day_in_two_columns() -> None:
    text = (
        "date,time,speaker,text\n2026-03-07,09:02,Dana,Is it dry?\n2026-03-07,09:03,Dana,It is.\n"
    )
    assert str(chats(text)[0].messages[1].at) == "2026-03-07 09:03:00+00:00"


def test_the_newest_first_is_turned() -> None:
    (gate,) = chats(table([row for row in ROWS if row[2] == "gate"][::-1]))
    assert gate.messages[0].text == "Shall we open, or wait?"


def test_a_short_row_is_skipped_and_counted() -> None:
    (found, _) = chats(table([*ROWS, *ROWS, *ROWS]) + "2026-03-07 09:09,Dana\n")
    assert [notice.code for notice in found.notices if notice.code == "broken-record"]


LOOK_ALIKES = {
    "commits": "sha,author,date,message\na1,Dana,2026-03-07,Fix the gate\nb2,Dana,2026-03-08,Go\n",
    "log": "time,level,user,message\n9:02,INFO,ida,it starts\n9:03,WARN,ida,it is slow\n",
    "goods": "name,price,comment\nPump,3,very good pump\nPump,4,a bad one\n",
    "survey": "name,comment\nDana,all is good\nOmar,all is bad\n",
    "numbers": "user,time,message\n1,9:02,4 5\n1,9:03,5 6\n",
    "prose": "From here on, the message, by the author, is plain.\nIt rains, and it pours.\n",
    "no rows": "time,author,channel,message\n",
}


@pytest.mark.parametrize("text", LOOK_ALIKES.values(), ids=LOOK_ALIKES.keys())
def test_look_alikes_are_no_messages(text) -> None:
    assert columns_in(text) is None


def test_a_table_of_something_else_is_refused_by_name() -> None:
    with pytest.raises(ReadError, match="no table with columns"):
        list(read(b"a,b\n1,2\n", format="message-table"))


@given(st.lists(st.integers(0, 200), max_size=6), st.text(max_size=6))
def test_any_damage_is_at_most_a_read_error(cuts, junk) -> None:
    text = table()
    for cut in cuts:
        text = text[:cut] + junk + text[cut + 3 :]
    try:
        for _ in read(text.encode("utf-8", "replace")):
            pass
        detect(open_source(text.encode("utf-8", "replace")))
    except ReadError:
        pass
