"""Where OpenCode keeps sessions: its databases, its folder of files."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Image,
    Role,
    ToolResult,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty, Probe
from graphpack.readers.opencode import Reader
from tests.readers.opencode_records import SES, START, Log, check_family, family, said

from .databases import listing, make

SHARED = Path(__file__).parents[2].parent / "shared"


SAMPLE = SHARED / "samples" / "agent" / "opencode__biome-config__1.json"


V1 = """
CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, title TEXT, time_created INTEGER,
  revert TEXT);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);
"""


V2 = """
CREATE TABLE session_v2 (id TEXT PRIMARY KEY, parent_id TEXT, title TEXT, time_created INTEGER);
CREATE TABLE session_message (id TEXT, session_id TEXT, type TEXT, seq INTEGER, data TEXT);
"""


def without(value: dict[str, Any], *keys: str) -> str:
    return json.dumps({key: item for key, item in value.items() if key not in keys})


def rows_of(*logs: tuple[Log, str | None]) -> dict[str, list[tuple]]:
    rows: dict[str, list[tuple]] = {"session": [], "message": [], "part": []}
    for number, (log, parent) in enumerate(logs):
        rows["session"].append((log.session, parent, "Tides", START + number, None))
        for message in log.messages:
            info = message["info"]
            at = info["time"]["created"]
            rows["message"].append((info["id"], log.session, at, without(info, "id")))
            for part in message["parts"]:
                own = part["id"]
                rows["part"].append((own, info["id"], log.session, without(part, "id")))
    return rows


def test_the_database_of_version_1(tmp_path: Path) -> None:
    main, sub = family()
    rows = rows_of((sub, SES), (main, None))
    path = make(tmp_path / "opencode.db", V1, rows)
    before = listing(tmp_path)
    (found,) = read(path, subagents=True)
    check_family(found)
    assert listing(tmp_path) == before
    (hidden,) = read(path)
    assert hidden.hidden == 2
    (again,) = read(path.read_bytes(), subagents=True)
    assert again.messages == found.messages


def test_each_session_is_a_conversation_in_order_of_time(tmp_path: Path) -> None:
    first, second = Log("ses_b"), Log("ses_a")
    first.user("One")
    second.user("Two")
    path = make(tmp_path / "o.db", V1, rows_of((first, None), (second, None)))
    assert [(c.id, c.messages[0].text) for c in read(path)] == [("ses_b", "One"), ("ses_a", "Two")]


def test_broken_rows_are_skipped_and_named(tmp_path: Path) -> None:
    main, _ = family()
    rows = rows_of((main, None))
    rows["message"].append(("msg_x", SES, START, "{broken"))
    rows["message"].append(("msg_y", SES, START, None))
    rows["part"].append(("prt_x", rows["message"][0][0], SES, "no json"))
    rows["message"].append(("msg_z", "ses_lost", START, without(main.messages[0]["info"], "id")))
    rows["part"].append(("prt_z", "msg_z", "ses_lost", '{"type":"text","text":"Alone"}'))
    path = make(tmp_path / "o.db", V1, rows)
    lost, found = read(path)
    assert said(lost) == [("user", "Alone")]
    assert [m.text for m in found.messages] == ["Chart", "", "", "Charted."]
    assert [(n.code, n.where) for n in found.notices] == [
        ("broken-record", f"o.db:{SES}:prt_x"),
        ("broken-document", f"o.db:{SES}:msg_x"),
        ("broken-record", f"o.db:{SES}:msg_y"),
        ("broken-record", f"o.db:{SES}:msg_x"),
    ]


def test_a_circle_of_parents_is_read(tmp_path: Path) -> None:
    a, b = Log("ses_a"), Log("ses_b")
    a.user("One")
    b.user("Two")
    path = make(tmp_path / "o.db", V1, rows_of((a, "ses_b"), (b, "ses_a")))
    (found,) = read(path, subagents=True)
    assert sorted(m.text for m in found.messages) == ["One", "Two"]


def test_a_long_chain_of_sub_agents_is_read(tmp_path: Path) -> None:
    logs = []
    for number in range(40):
        log = Log(f"ses_{number:03}")
        log.user(f"Level {number}")
        logs.append((log, f"ses_{number - 1:03}" if number else None))
    found = list(read(make(tmp_path / "o.db", V1, rows_of(*logs)), subagents=True))
    assert sorted(m.text for c in found for m in c.messages) == sorted(
        f"Level {number}" for number in range(40)
    )


def v2_rows() -> dict[str, list[tuple]]:
    at = {"created": START}
    messages = [
        ("agent-switched", {"agent": "build"}),
        ("user", {"text": "Chart", "files": [{"uri": "data:x", "mime": "image/png"}], "time": at}),
        ("synthetic", {"text": "file body"}),
        ("system", {"text": "context"}),
        (
            "assistant",
            {
                "model": {"id": "elm-4", "providerID": "grove"},
                "content": [
                    {"type": "reasoning", "id": "r", "text": "First."},
                    {
                        "type": "tool",
                        "id": "c1",
                        "name": "bash",
                        "state": {
                            "status": "completed",
                            "input": {"command": "ls"},
                            "content": [{"type": "text", "text": "a"}],
                            "structured": {"exit": 1},
                        },
                    },
                    {
                        "type": "tool",
                        "id": "c2",
                        "name": "read",
                        "state": {"status": "error", "input": {}, "error": {"message": "gone"}},
                    },
                    {"type": "text", "id": "t", "text": "Charted."},
                ],
            },
        ),
        ("shell", {"callID": "c3", "command": "pwd", "output": "/tides"}),
        ("compaction", {"summary": "Charting.", "recent": ""}),
        ("idle", {}),
    ]
    # the key tells no order, the sequence does
    return {
        "session_v2": [(SES, None, "Tides", START)],
        "session_message": [
            (f"m{9 - seq}", SES, kind, seq, json.dumps(data))
            for seq, (kind, data) in enumerate(messages)
        ],
    }


def test_the_database_of_version_2_beside_stale_tables(tmp_path: Path) -> None:
    stale, other = Log(), Log("ses_old")
    stale.user("Chart, stale")
    other.user("Only in version 1")
    rows = {**rows_of((stale, None), (other, None)), **v2_rows()}
    new, old = read(make(tmp_path / "o.db", V1 + V2, rows))
    assert said(old) == [("user", "Only in version 1")]
    assert [(m.role.value, m.origin.value, m.text) for m in new.messages] == [
        ("user", "main", "Chart"),
        ("assistant", "main", ""),
        ("tool", "main", ""),
        ("assistant", "main", "Charted."),
        ("assistant", "main", ""),
        ("tool", "main", ""),
        ("assistant", "compaction", "Charting."),
    ]
    assert new.messages[2].parts == (
        ToolResult("a\nexit code 1", "bash", "c1", is_error=True),
        ToolResult("gone", "read", "c2", is_error=True),
    )
    assert new.messages[1].author == "elm-4"
    assert new.messages[0].parts[1] == Image("image/png", None)


def test_version_2_alone(tmp_path: Path) -> None:
    (found,) = read(make(tmp_path / "o.db", V2, v2_rows()))
    assert len(found.messages) == 7


def test_a_database_at_work(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    main, _ = family()
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.executescript(V1)
        for table, values in rows_of((main, None)).items():
            for value in values:
                marks = ",".join("?" * len(value))
                writer.execute(f"INSERT INTO {table} VALUES ({marks})", value)
        writer.commit()
        before = listing(tmp_path)
        (found,) = read(path)
        assert listing(tmp_path) == before
        (again,) = read(tmp_path)  # its log and its index lie in the folder too
    assert found.messages[-1].text == again.messages[-1].text == "Charted."


def write_tree(root: Path, *logs: tuple[Log, str | None]) -> None:
    for log, parent in logs:
        about = log.export(projectID="p", **({"parentID": parent} if parent else {}))
        session = root / "session" / "project" / f"{log.session}.json"
        session.parent.mkdir(parents=True, exist_ok=True)
        session.write_text(json.dumps(about["info"]))
        for message in log.messages:
            own = message["info"]["id"]
            file = root / "message" / log.session / f"{own}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(message["info"]))
            for part in message["parts"]:
                file = root / "part" / own / f"{part['id']}.json"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(json.dumps(part))


def test_the_folder_of_files(tmp_path: Path) -> None:
    main, sub = family()
    write_tree(tmp_path / "storage", (main, None), (sub, SES))
    (found,) = read(tmp_path, subagents=True)
    check_family(found)
    (found,) = read(tmp_path / "storage", subagents=True)
    check_family(found)
    broken = tmp_path / "storage" / "message" / SES / "msg_000.json"
    broken.write_text("{")
    (found,) = read(tmp_path, subagents=True)
    check_family(found)
    assert [notice.code for notice in found.notices] == ["broken-document", "broken-record"]
    with zipfile.ZipFile(tmp_path.with_suffix(".zip"), "w") as archive:
        for file in (tmp_path / "storage").rglob("*.json"):
            archive.write(file, file.relative_to(tmp_path))
    (found,) = read(tmp_path.with_suffix(".zip"), subagents=True)
    check_family(found)


def test_a_sessions_own_file_leads_to_its_messages(tmp_path: Path) -> None:
    main, sub = family()
    write_tree(tmp_path / "storage", (main, None), (sub, SES))
    (found,) = read(tmp_path / "storage" / "session" / "project" / f"{SES}.json")
    assert said(found) == [
        ("user", "Chart"), ("assistant", ""), ("tool", ""), ("assistant", "Charted."),
    ]  # fmt: skip
    (tmp_path / "unknown.bin").write_bytes(b"\0\1")  # now the folder is not OpenCode's alone
    (found,) = read(tmp_path, subagents=True)
    check_family(found)
    (tmp_path / "alone.json").write_text(json.dumps(main.export(directory="/")["info"]))
    with pytest.raises(ReadError, match="no session of OpenCode"):
        list(read(tmp_path / "alone.json"))


def test_a_session_in_the_database_is_not_read_from_its_old_files(tmp_path: Path) -> None:
    main, _ = family()
    old = Log("ses_old")
    old.user("Never migrated")
    stale = Log()
    stale.user("Stale")
    write_tree(tmp_path / "storage", (stale, None), (old, None))
    make(tmp_path / "opencode.db", V1, rows_of((main, None)))
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "a.log").write_text("INFO started")
    found = list(read(tmp_path))
    assert [(c.id, c.messages[0].text) for c in found] == [
        (SES, "Chart"),
        ("ses_old", "Never migrated"),
    ]


def test_a_damaged_database_leaves_the_files(tmp_path: Path) -> None:
    main, _ = family()
    write_tree(tmp_path / "storage", (main, None))
    raw = make(tmp_path / "opencode.db", V1, rows_of((main, None))).read_bytes()
    (tmp_path / "opencode.db").write_bytes(raw[:200])
    (found,) = read(tmp_path)
    assert said(found)[0] == ("user", "Chart")
    assert [notice.code for notice in found.notices] == ["unreadable-member"]


def test_a_folder_with_other_things_is_not_taken_whole() -> None:
    names = ("session/p/ses_a.json", "message/ses_a/msg_b.json", "other.jsonl")
    assert Reader().detect(Probe("x", members=names, is_text=False)) is Certainty.NO
    assert Reader().detect(Probe("x", members=names[:2], is_text=False)) is Certainty.SURE
    assert Reader().detect(Probe("x", members=names[:1], is_text=False)) is Certainty.NO


@settings(deadline=None, max_examples=40)
@given(
    cells=st.lists(
        st.none()
        | st.integers(-(2**62), 2**62)
        | st.floats()
        | st.text(max_size=9)
        | st.binary(max_size=9),
        min_size=12,
        max_size=12,
    )
)
def test_any_cell_anywhere_reads(
    cells: list[Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("db") / "o.db"
    rows = {
        "session": [(cells[0], cells[1], cells[2], cells[3], cells[4]), (SES, SES, "", 1, "{}")],
        "message": [(cells[5], cells[6], cells[7], cells[8]), ("m", SES, 1, '{"role":"user"}')],
        "part": [
            (cells[9], cells[10], SES, cells[11]),
            ("p", "m", SES, '{"type":"text","text":"a"}'),
        ],
    }
    make(path, V1.replace(" TEXT", "").replace(" INTEGER", "").replace(" PRIMARY KEY", ""), rows)
    found = list(read(path))
    assert "a" in [m.text for c in found for m in c.messages]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
def test_sample() -> None:
    (found,) = read(SAMPLE)
    roles = [message.role for message in found.messages]
    assert (roles.count(Role.USER), roles.count(Role.ASSISTANT)) == (3, 10)
    parts = [part for message in found.messages for part in message.parts]
    assert sum(isinstance(part, ToolResult) for part in parts) == 10
    assert {m.author for m in found.messages if m.role is Role.ASSISTANT} == {"gpt-5.3-codex"}
    assert found.notices == ()
