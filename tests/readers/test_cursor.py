"""Cursor: chats in the databases of a workspace and of all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Image,
    Origin,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import detect, read
from graphpack.readers.opening import open_source
from tests.readers.cursor_rows import said

from .databases import listing, make
from .test_properties import json_values

SHARED = Path(__file__).parents[2].parent / "shared"


SAMPLE = SHARED / "samples" / "agent" / "cursor__cursor-history__1.vscdb"


ITEMS = "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);"


DISK = "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);"


CHATS = "workbench.panel.aichat.view.aichat.chatdata"


COMPOSERS = "composer.composerData"


AT = 1_731_818_231_743


def workspace(path: Path, **items: Any) -> Path:
    names = {"chats": CHATS, "composers": COMPOSERS, "prompts": "aiService.prompts"}
    rows = [(names[key], json.dumps(value)) for key, value in items.items()]
    rows.append(("cursorAuth/accessToken", "a-token-nobody-reads"))
    return make(path, ITEMS, {"ItemTable": rows})


def user(id: str, text: str, **more: Any) -> dict[str, Any]:
    return {"type": 1, "bubbleId": id, "text": text, **more}


def says(id: str, text: str = "", **more: Any) -> dict[str, Any]:
    return {"type": 2, "bubbleId": id, "text": text, **more}


def tool(id: str, name: str, **data: Any) -> dict[str, Any]:
    data = {"name": name, "toolCallId": f"call-{id}", "status": "completed", **data}
    return says(id, capabilityType=15, toolFormerData=data)


def entries(composer: str, *bubbles: dict[str, Any], **fields: Any) -> list[tuple[str, Any]]:
    headers = [{"bubbleId": bubble["bubbleId"], "type": bubble["type"]} for bubble in bubbles]
    about = {"composerId": composer, "createdAt": AT, "fullConversationHeadersOnly": headers}
    rows = [(f"composerData:{composer}", json.dumps({**about, **fields}))]
    # the keys tell no order
    for bubble in reversed(bubbles):
        rows.append((f"bubbleId:{composer}:{bubble['bubbleId']}", json.dumps(bubble)))
    return rows


def disk(path: Path, *rows: tuple[str, Any]) -> Path:
    return make(path, ITEMS + DISK, {"cursorDiskKV": rows})


def test_tabs_of_a_workspace(tmp_path: Path) -> None:
    tab = {
        "tabId": "t1",
        "chatTitle": "Tides",
        "lastSendTime": AT,
        "bubbles": [
            {"type": "user", "id": "b1", "text": "Chart the tides"},
            {"type": "ai", "id": "b2", "text": "Charted.", "modelType": "elm-3"},
            {"type": "user", "id": "b3", "text": ""},
        ],
    }
    path = workspace(tmp_path / "state.vscdb", chats={"tabs": [tab, {"tabId": "t2"}]})
    before = listing(tmp_path)
    (found,) = read(path)
    assert said(found) == [("user", "Chart the tides"), ("assistant", "Charted.")]
    assert (found.id, found.title, found.source.format) == ("t1", "Tides", "cursor")
    assert found.messages[1].author == "elm-3"
    assert found.messages[0].at is not None
    assert found.notices == ()
    assert listing(tmp_path) == before


def test_composers_of_a_workspace_are_a_conversation_each(tmp_path: Path) -> None:
    first = {
        "composerId": "c1",
        "createdAt": AT,
        "conversation": [user("b1", "Chart"), says("b2", "A")],
    }
    retry = {
        "composerId": "c2",
        "name": "Again",
        "conversation": [user("b1", "Chart"), says("b2", "B")],
    }
    named = {"composerId": "c3", "name": "Its messages are in the global database"}
    path = workspace(tmp_path / "s.vscdb", composers={"allComposers": [first, retry, named]})
    found = list(read(path))
    assert [(c.id, c.title) for c in found] == [("c1", None), ("c2", "Again")]
    assert [c.messages[1].text for c in found] == ["A", "B"]
    assert found[0].started_at is not None


def test_prompts_alone_are_read_where_no_answers_are(tmp_path: Path) -> None:
    prompts = [{"text": "Chart", "commandType": 4}, {"text": ""}, {"text": "In metres"}]
    heads = {"allComposers": [{"composerId": "c1"}]}
    (found,) = read(workspace(tmp_path / "a.vscdb", prompts=prompts, composers=heads))
    assert said(found) == [("user", "Chart"), ("user", "In metres")]
    assert [notice.code for notice in found.notices] == ["answers-elsewhere"]
    full = {"allComposers": [{"composerId": "c1", "conversation": [user("b", "Chart")]}]}
    (found,) = read(workspace(tmp_path / "b.vscdb", prompts=prompts, composers=full))
    assert said(found) == [("user", "Chart")]


def test_what_a_prompt_comes_with(tmp_path: Path) -> None:
    context = {
        "selections": [{"text": "x = 1", "uri": {"fsPath": "c:\\src\\tide.py"}}],
        "fileSelections": [{"uri": {"path": "/src/gauge.csv"}}],
        "selectedImages": [{"uuid": "u", "path": "C:\\pictures\\tide.png"}],
    }
    path = disk(tmp_path / "s.vscdb", *entries("c1", user("b1", "Chart", context=context)))
    (found,) = read(path)
    assert found.messages[0].parts == (
        Text("Chart"),
        Attachment("tide.py", "x = 1"),
        Attachment("gauge.csv"),
        Image(name="tide.png"),
    )


def test_the_global_database_in_the_order_of_its_headers(tmp_path: Path) -> None:
    bubbles = (
        user("z", "Chart the tides"),
        says("y", thinking={"text": "The gauge."}),
        says("x", "Reading.", createdAt="2025-11-01T10:00:00.000Z"),
        tool("w", "read_file", rawArgs='{"path": "gauge.csv"}', result='{"contents": "3.1"}'),
        says("v"),
        says("u", "Charted.", modelInfo={"modelName": "elm-4"}),
    )
    model = {"modelConfig": {"modelName": "elm-3"}}
    path = disk(tmp_path / "s.vscdb", *entries("c1", *bubbles, name="Tides", **model))
    (found,) = read(path)
    assert [(m.role.value, m.parts) for m in found.messages] == [
        ("user", (Text("Chart the tides"),)),
        (
            "assistant",
            (
                Reasoning("The gauge."),
                Text("Reading."),
                ToolCall("read_file", {"path": "gauge.csv"}, "call-w"),
            ),
        ),
        ("tool", (ToolResult("3.1", "read_file", "call-w", is_error=False),)),
        ("assistant", (Text("Charted."),)),
    ]
    assert [m.author for m in found.messages] == [None, "elm-3", None, "elm-4"]
    assert (found.id, found.title, found.notices) == ("c1", "Tides", ())


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            {"result": '{"output": "no gauge\\n", "exitCodeV2": 2}'},
            ToolResult("no gauge\nexit code 2", "sh", "call-a", is_error=True),
        ),
        (
            {"status": "error", "error": '{"modelVisibleErrorMessage": "timed out"}'},
            ToolResult("timed out", "sh", "call-a", is_error=True),
        ),
        (
            {"status": "cancelled", "userDecision": "rejected"},
            ToolResult("", "sh", "call-a", None, is_rejected=True),
        ),
        (
            {"result": '{"rejected": true}'},
            ToolResult('{"rejected":true}', "sh", "call-a", None, True),
        ),
        ({"result": "plain"}, ToolResult("plain", "sh", "call-a", is_error=False)),
        ({"status": "loading"}, None),
    ],
)
def test_how_a_call_ended(
    tmp_path: Path, data: dict[str, Any], expected: ToolResult | None
) -> None:
    (found,) = read(disk(tmp_path / "s.vscdb", *entries("c1", tool("a", "sh", **data))))
    results = [p for m in found.messages for p in m.parts if isinstance(p, ToolResult)]
    assert results == ([expected] if expected else [])


def test_a_refused_or_cancelled_call_marks_what_comes_next(tmp_path: Path) -> None:
    bubbles = (
        tool("a", "sh", status="cancelled", userDecision="rejected"),
        user("b", "Not so"),
        tool("c", "sh", status="cancelled"),
        user("d", "Nor so"),
        user("e", "Thanks"),
    )
    (found,) = read(disk(tmp_path / "s.vscdb", *entries("c1", *bubbles)))
    people = [m.is_interruption for m in found.messages if m.role is Role.USER]
    assert people == [True, True, False]


def test_what_is_missing_broken_or_no_longer_listed_is_told(tmp_path: Path) -> None:
    rows = entries(
        "c1", user("a", "Chart"), says("b", "x"), says("c", "x"), says("d", "x"), says("e", "Yes")
    )
    held = {key: value for key, value in rows if key != "bubbleId:c1:b"}
    held["bubbleId:c1:c"] = None
    held["bubbleId:c1:d"] = '{"type": 2, "te'
    held["bubbleId:c1:old"] = json.dumps(says("old", "Taken back"))
    held["composerData:gone"] = None
    held["composerData:bad"] = "not json"
    path = disk(tmp_path / "s.vscdb", *held.items())
    (found,) = read(path)
    assert said(found) == [("user", "Chart"), ("assistant", "Yes")]
    assert [(notice.code, notice.where, notice.count) for notice in found.notices] == [
        ("broken-record", "s.vscdb:composerData:bad", 1),
        ("missing-message", "s.vscdb:c1:bubbleId:c1:b,bubbleId:c1:c", 2),
        ("broken-document", "s.vscdb:c1:bubbleId:c1:d", 1),
        ("unlisted-message", "s.vscdb:c1:bubbleId:c1:old", 1),
    ]


def test_a_chat_whose_list_is_lost_is_read_by_time(tmp_path: Path) -> None:
    rows = dict(
        entries(
            "c1",
            user("b", "Chart", createdAt="2025-11-01T10:00:00Z"),
            says("a", "Charted.", createdAt="2025-11-01T10:00:05Z"),
        )
    )
    rows["composerData:c1"] = json.dumps({"composerId": "c1", "createdAt": AT})
    (found,) = read(disk(tmp_path / "s.vscdb", *rows.items()))
    assert said(found) == [("user", "Chart"), ("assistant", "Charted.")]


def test_conversations_come_by_time_and_sub_agents_inside(tmp_path: Path) -> None:
    late = "2025-11-01T10:00:09Z"
    main = (user("a", "Chart"), says("b", "Charted.", createdAt=late))
    sub = (user("c", "Read the gauge", createdAt="2025-11-01T10:00:05Z"), says("d", "3.1"))
    path = disk(
        tmp_path / "s.vscdb",
        *entries("z-first", *main, createdAt=AT - 5, subComposerIds=["sub", "best", "none"]),
        *entries("sub", *sub),
        *entries("best", user("e", "Another try"), isBestOfNSubcomposer=True),
        *entries("a-second", user("f", "Later"), createdAt=AT + 5),
        *entries("empty"),
    )
    found = list(read(path, subagents=True))
    assert [c.id for c in found] == ["z-first", "best", "a-second"]
    assert [(m.text, m.origin) for m in found[0].messages] == [
        ("Chart", Origin.MAIN),
        ("Read the gauge", Origin.SUBAGENT),
        ("3.1", Origin.SUBAGENT),
        ("Charted.", Origin.MAIN),
    ]


def test_one_key_that_begins_like_another(tmp_path: Path) -> None:
    rows = [*entries("c1", user("a", "One")), *entries("c12", user("a", "Two"))]
    assert [said(c) for c in read(disk(tmp_path / "s.vscdb", *rows))] == [
        [("user", "One")],
        [("user", "Two")],
    ]


def test_only_rows_of_chats_are_asked_for(tmp_path: Path) -> None:
    path = disk(
        tmp_path / "s.vscdb",
        *entries("c1", user("a", "Chart")),
        ("checkpointId:c1:x", "\0" * 100),
        ("agentKv:blob:x", b"\x80\x01"),
    )
    (found,) = read(path.read_bytes())
    assert found.notices == ()
    assert said(found) == [("user", "Chart")]


def test_a_damaged_database_gives_what_can_be_read(tmp_path: Path) -> None:
    rows = entries("c1", user("a", "Chart"), says("b", "long " * 4000), says("c", "Yes"))
    raw = disk(tmp_path / "s.vscdb", *rows).read_bytes()
    codes = set()
    for start in range(4096, len(raw), 4096):
        try:
            (found,) = read(raw[:start] + b"\xff" * 4096 + raw[start + 4096 :])
        except ReadError as error:
            assert "a damaged database" in str(error)
            continue
        assert said(found)[0] == ("user", "Chart")
        assert said(found)[-1] == ("assistant", "Yes")
        codes |= {notice.code for notice in found.notices}
    assert codes == {"unreadable-row", "broken-document"}


def test_another_editors_state_holds_no_chats(tmp_path: Path) -> None:
    path = workspace(tmp_path / "state.vscdb")
    assert detect(open_source(path)).name == "cursor"
    with pytest.raises(ReadError, match="holds no chats of Cursor"):
        list(read(path))


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_any_value_anywhere_reads(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    values: Any = [
        {
            "composerId": "c1",
            "createdAt": AT,
            "subComposerIds": ["c1"],
            "modelConfig": {"modelName": "e"},
            "fullConversationHeadersOnly": [
                {"bubbleId": "a"},
                {"bubbleId": "b"},
                {"bubbleId": "c"},
            ],
        },
        user("a", "Chart", context={"selections": [{"text": "x", "uri": {"path": "a"}}]}),
        says("b", "Yes", thinking={"text": "T"}, timingInfo={"clientEndTime": AT}),
        tool(
            "c", "sh", rawArgs="{}", result='{"exitCode": 1}', error="{}", userDecision="accepted"
        ),
    ]
    node = values
    while True:
        key = data.draw(
            st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node)))
        )
        if (
            not isinstance(node[key], dict | list)
            or not node[key]
            or data.draw(st.integers(0, 3)) == 0
        ):
            node[key] = data.draw(json_values)
            break
        node = node[key]
    keys = ("composerData:c1", "bubbleId:c1:a", "bubbleId:c1:b", "bubbleId:c1:c")
    rows = [(key, json.dumps(value)) for key, value in zip(keys, values, strict=True)]
    chats = [
        (CHATS, json.dumps({"tabs": [{"bubbles": values}]})),
        (COMPOSERS, json.dumps({"allComposers": values})),
    ]
    path = tmp_path_factory.mktemp("db") / "s.vscdb"
    make(path, ITEMS + DISK, {"cursorDiskKV": rows, "ItemTable": chats})
    try:
        found = list(read(path, format="cursor"))
    except ReadError:
        return
    for message in (m for c in found for m in c.messages):
        assert message.parts
        for part in message.parts:
            part.text.encode()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
def test_sample() -> None:
    found = list(read(SAMPLE))
    assert len(found) == 5 + 26
    roles = [message.role for one in found for message in one.messages]
    assert (roles.count(Role.USER), roles.count(Role.ASSISTANT), len(roles)) == (63, 63, 126)
    assert all(one.notices == () for one in found)
    assert len({one.id for one in found}) == 31
