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
    Attachment,
    Conversation,
    Image,
    Origin,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty, Probe
from graphpack.readers.opencode import Reader

from .databases import listing, make
from .test_properties import json_values

SHARED = Path(__file__).parents[2].parent / "shared"
SAMPLE = SHARED / "samples" / "agent" / "opencode__biome-config__1.json"

SES, SUB = "ses_tide", "ses_gauge"
START = 1_775_823_873_000


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def tool(call: str, name: str, status: str = "completed", **state: Any) -> dict[str, Any]:
    state = {"status": status, "input": {"q": call}, **state}
    return {"type": "tool", "tool": name, "callID": call, "state": state}


class Log:
    """Writes the messages of one session, a second apart."""

    def __init__(self, session: str = SES) -> None:
        self.session = session
        self.messages: list[dict[str, Any]] = []

    def add(self, role: str, *parts: dict[str, Any] | str, **info: Any) -> dict[str, Any]:
        number = len(self.messages) + 1
        own = f"msg_{self.session}_{number:03}"
        placed = [
            {"id": f"prt_{number:03}_{place}", **(text(part) if isinstance(part, str) else part)}
            for place, part in enumerate(parts)
        ]
        time = {"created": START + number * 1000}
        message = {"info": {"id": own, "role": role, "time": time, **info}, "parts": placed}
        self.messages.append(message)
        return message

    def user(self, *parts: dict[str, Any] | str, **info: Any) -> dict[str, Any]:
        return self.add("user", *parts, **info)

    def says(self, *parts: dict[str, Any] | str, **info: Any) -> dict[str, Any]:
        return self.add("assistant", *parts, **{"modelID": "elm-3", **info})

    def export(self, **info: Any) -> dict[str, Any]:
        about = {"id": self.session, "title": "Tides", "time": {"created": START}, **info}
        return {"info": about, "messages": self.messages}


def one(value: Any, **options: Any) -> Conversation:
    (found,) = read(json.dumps(value).encode(), **options)
    assert found.source.format == "opencode"
    return found


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in found.messages]


def test_a_session() -> None:
    log = Log()
    log.user("Chart the tides")
    log.says(
        {"type": "step-start"},
        {"type": "reasoning", "text": "First the gauge."},
        text("Reading."),
        tool("c1", "bash", output="04:12 3.1\n", metadata={"exit": 0}),
        {"type": "patch", "hash": "a", "files": []},
    )
    log.says("Charted.")
    found = one(log.export())
    assert (found.id, found.title) == (SES, "Tides")
    assert found.messages[1].parts == (
        Reasoning("First the gauge."),
        Text("Reading."),
        ToolCall("bash", {"q": "c1"}, "c1"),
    )
    assert found.messages[2].parts == (ToolResult("04:12 3.1\n", "bash", "c1", is_error=False),)
    assert found.messages[1].author == "elm-3"
    assert found.messages[0].author is None
    assert found.messages[3].text == "Charted."
    assert found.messages[0].at is not None
    assert found.started_at is not None
    assert found.notices == ()


def test_what_the_program_wrote_is_nobodys_word() -> None:
    log = Log()
    log.user(text("Called the Read tool", synthetic=True), "Chart @gauge.csv", {"type": "agent"})
    log.user(text("Continue if you have next steps", synthetic=True))
    log.user(text("shown only", ignored=True), {"type": "subtask", "prompt": "x"})
    assert said(one(log.export())) == [("user", "Chart @gauge.csv")]


def test_files_are_named_and_pictures_counted() -> None:
    log = Log()
    data = "data:image/png;base64,iVBORw0KGgo="
    log.user(
        "See",
        {"type": "file", "mime": "image/png", "url": data, "filename": "tide.png"},
        {"type": "file", "mime": "text/plain", "url": "file:///gauge.csv"},
        {"type": "file", "mime": "image/png", "url": data},
    )
    assert one(log.export()).messages[0].parts == (
        Text("See"),
        Image("image/png", "tide.png"),
        Attachment("file:///gauge.csv", "", "text/plain"),
        Image("image/png", None),
    )


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('"chart the \\"spring\\" tides"', 'chart the "spring" tides'),
        ('"one" and "two"', '"one" and "two"'),
        ('"word"', '"word"'),
        ("it's", "it's"),
    ],
)
def test_quotes_of_the_command_line_go(raw: str, expected: str) -> None:
    log = Log()
    log.user(raw)
    assert one(log.export()).messages[0].text == expected


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (
            tool("c", "bash", output="no such gauge", metadata={"exit": 2}),
            ToolResult("no such gauge\nexit code 2", "bash", "c", is_error=True),
        ),
        (tool("c", "read", "error", error="gone"), ToolResult("gone", "read", "c", is_error=True)),
        (
            tool("c", "invalid", output="The arguments are invalid"),
            ToolResult("The arguments are invalid", "invalid", "c", is_error=True),
        ),
        (
            tool("c", "bash", "error", error="The user rejected permission to use this tool"),
            ToolResult("The user rejected permission to use this tool", "bash", "c", None, True),
        ),
    ],
)
def test_how_a_call_ended(part: dict[str, Any], expected: ToolResult) -> None:
    log = Log()
    log.says(part)
    assert one(log.export()).messages[1].parts == (expected,)


@pytest.mark.parametrize("status", ["running", "pending"])
def test_a_call_without_an_end_has_no_result(status: str) -> None:
    log = Log()
    log.says(tool("c", "bash", status))
    assert [type(part) for m in one(log.export()).messages for part in m.parts] == [ToolCall]


def test_what_a_person_says_to_a_call_is_theirs() -> None:
    log = Log()
    refusal = "The user rejected permission to use this specific tool call with the following "
    log.says(tool("c1", "bash", "error", error=refusal + "feedback: use metres"))
    log.says(
        tool("c2", "question", output="answered", metadata={"answers": [["Metres"], ["A", "B"]]})
    )
    found = one(log.export())
    assert [(m.role.value, m.text, m.is_interruption) for m in found.messages] == [
        ("assistant", "", False),
        ("tool", "", False),
        ("user", "use metres", True),
        ("assistant", "", False),
        ("tool", "", False),
        ("user", "Metres\n\nA, B", False),
    ]


def test_a_stopped_answer_marks_what_comes_next() -> None:
    log = Log()
    log.user("Chart")
    log.says("Char", error={"name": "MessageAbortedError", "data": {"message": "aborted"}})
    log.user("In metres")
    log.says("", error={"name": "APIError", "data": {}})
    found = one(log.export())
    assert [message.is_interruption for message in found.messages] == [False, False, True]
    assert [(notice.code, notice.count) for notice in found.notices] == [("failed-answer", 1)]


def test_a_compaction_is_the_models() -> None:
    log = Log()
    log.user("Chart")
    log.user({"type": "compaction", "auto": True})
    log.says("Goal: chart the tides", summary=True, mode="compaction")
    found = one(log.export())
    assert [(m.role.value, m.origin) for m in found.messages] == [
        ("user", Origin.MAIN),
        ("assistant", Origin.COMPACTION),
    ]


def test_reverted_turns_are_a_branch() -> None:
    log = Log()
    log.user("Chart")
    log.says("Charted")
    undone = log.user("In feet")
    log.says("In feet now")
    export = log.export(revert={"messageID": undone["info"]["id"]})
    found = one(export)
    assert said(found) == [("user", "Chart"), ("assistant", "Charted")]
    (branch,) = found.branches
    assert branch.after == 1
    assert [(m.index, m.text) for m in branch.messages] == [(2, "In feet"), (3, "In feet now")]
    assert [(notice.code, notice.count) for notice in found.notices] == [("abandoned-branch", 2)]


def test_an_answer_reverted_from_its_middle() -> None:
    log = Log()
    log.user("Chart")
    cut = log.says("First", "Second")
    found = one(
        log.export(revert={"messageID": cut["info"]["id"], "partID": cut["parts"][1]["id"]})
    )
    assert said(found) == [("user", "Chart"), ("assistant", "First")]
    assert [m.text for m in found.branches[0].messages] == ["Second"]


def test_unknown_parts_are_counted() -> None:
    log = Log()
    log.user("Chart", {"type": "hologram"})
    log.says("Yes", {"type": "hologram"})
    found = one(log.export())
    assert [(n.code, n.count) for n in found.notices] == [("unknown-block", 2)]


def test_a_title_that_is_a_time_is_none() -> None:
    log = Log()
    log.user("Chart")
    assert one(log.export(title="New session - 2026-04-10T12:24:33Z")).title is None


def family() -> tuple[Log, Log]:
    main, sub = Log(), Log(SUB)
    main.user("Chart")
    main.says(tool("c1", "task", output="high at 4", metadata={"sessionId": SUB}))
    main.says("Charted.")
    sub.user("Read the gauge")
    sub.says("high at 4")
    return main, sub


FAMILY = [
    ("user", "Chart", Origin.MAIN),
    ("assistant", "", Origin.MAIN),
    ("user", "Read the gauge", Origin.SUBAGENT),
    ("assistant", "high at 4", Origin.SUBAGENT),
    ("tool", "", Origin.MAIN),
    ("assistant", "Charted.", Origin.MAIN),
]


def check_family(found: Conversation) -> None:
    assert [(m.role.value, m.text, m.origin) for m in found.messages] == FAMILY
    assert (found.id, found.title) == (SES, "Tides")


def test_exports_in_a_folder_find_their_sub_agents(tmp_path: Path) -> None:
    main, sub = family()
    (tmp_path / "a.json").write_text(json.dumps(sub.export(parentID=SES)))
    (tmp_path / "b.json").write_text(json.dumps(main.export()))
    (found,) = read(tmp_path, subagents=True)
    check_family(found)
    (alone,) = read(tmp_path / "a.json")
    assert [m.role for m in alone.messages] == [Role.USER, Role.ASSISTANT]


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


def test_detection() -> None:
    def detect(document: Any) -> Certainty:
        return Reader().detect(Probe("x", "", (), document))

    assert detect({"info": {"id": "ses_a"}, "messages": []}) is Certainty.SURE
    log = Log()
    log.user("Hi")
    assert detect({"messages": log.messages}) is Certainty.SURE
    assert detect({"info": {"id": "a"}, "messages": [{"role": "user", "content": "x"}]}) is (
        Certainty.NO
    )
    go = ("files.id", "messages.parts", "messages.session_id", "sessions.id", "sessions.title")
    assert Reader().detect(Probe("x", is_text=False, columns=go)) is Certainty.NO


@settings(deadline=None)
@given(data=st.data())
def test_any_value_anywhere_reads(data: st.DataObject) -> None:
    log = Log()
    log.user("Chart", {"type": "file", "mime": "image/png", "source": {"path": "a"}})
    log.says(tool("c1", "bash", output="a", metadata={"exit": 0, "sessionId": "x"}), "Done")
    log.says(tool("c2", "question", output="a", metadata={"answers": [["x"]]}))
    log.says(tool("c3", "bash", "error", error={"message": "x"}), error={"name": "E", "data": {}})
    node: Any = log.export(revert={"messageID": log.messages[2]["info"]["id"], "partID": "p"})
    export = node
    while True:
        key = data.draw(
            st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node)))
        )
        value = node[key]
        if not isinstance(value, dict | list) or not value or data.draw(st.integers(0, 3)) == 0:
            if isinstance(node, dict) and data.draw(st.booleans()):
                del node[key]
            else:
                node[key] = data.draw(json_values)
            break
        node = value
    try:
        found = list(read(json.dumps(export).encode(), format="opencode"))
    except ReadError:
        return
    for message in (m for c in found for m in c.messages):
        assert message.parts
        for part in message.parts:
            part.text.encode()


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
