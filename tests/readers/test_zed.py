"""Zed: threads of every version, in their database."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Image,
    Origin,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read, zstd
from tests.readers.zed_threads import AT, agent, old, result, said, thread, use, user

from .databases import listing, make

zstandard = pytest.importorskip("zstandard")


SCHEMA = (
    "CREATE TABLE threads"
    " (id TEXT PRIMARY KEY, summary TEXT, updated_at TEXT, data_type TEXT, data BLOB"
)


NEW = SCHEMA + ", parent_id TEXT, folder_paths TEXT, created_at TEXT);"


OLD = SCHEMA + ");"


def packed(document: Any) -> bytes:
    return zstandard.ZstdCompressor(level=3).compress(json.dumps(document).encode())


def row(
    id: str, document: Any, kind: str = "zstd", parent: str | None = None, created: str = AT
) -> tuple:
    data = packed(document) if kind == "zstd" else json.dumps(document).encode()
    return (id, f"Summary {id}", AT, kind, data, parent, None, created)


def one(*messages: Any, **fields: Any) -> Conversation:
    (found,) = read(json.dumps(thread(*messages, **fields)).encode())
    assert found.source.format == "zed"
    return found


def test_a_thread() -> None:
    found = one(
        user("Chart the tides"),
        agent(
            {"Thinking": {"text": "The gauge.", "signature": "s" * 99}},
            {"RedactedThinking": "x"},
            "Reading.",
            use("c1", "read_file", path="gauge.csv"),
            results=result("c1", "read_file", {"Text": "3.1"}),
        ),
        "Resume",
        agent("Charted."),
    )
    assert [(m.role.value, m.parts) for m in found.messages] == [
        ("user", (Text("Chart the tides"),)),
        (
            "assistant",
            (
                Reasoning("The gauge."),
                Text("Reading."),
                ToolCall("read_file", {"path": "gauge.csv"}, "c1"),
            ),
        ),
        ("tool", (ToolResult("3.1", "read_file", "c1", is_error=False),)),
        ("assistant", (Text("Charted."),)),
    ]
    assert [m.author for m in found.messages] == [None, "elm-3", None, "elm-3"]
    assert (found.title, found.notices) == ("Tides", ())
    assert found.messages[0].source_id == "u1"


def test_mentions_stand_in_their_sentence() -> None:
    def mention(uri: Any, content: str = "") -> dict[str, Any]:
        return {"Mention": {"uri": uri, "content": content}}

    found = one(
        user(
            "Chart ",
            mention({"File": {"abs_path": "/src/gauge.csv"}}, "04:12 3.1"),
            " like ",
            mention({"Thread": {"id": "t", "name": "Last year"}}),
            " and ",
            mention({"Fetch": {"url": "https://tides.example"}}),
            {"Image": {"source": "iVBORw0KGgo=", "size": {"width": 1, "height": 1}}},
            mention("PastedImage"),
        )
    )
    assert found.messages[0].parts == (
        Text("Chart @gauge.csv like @Last year and @https://tides.example@PastedImage"),
        Attachment("gauge.csv", "04:12 3.1"),
        Attachment("Last year"),
        Attachment("https://tides.example"),
        Image(),
        Attachment("PastedImage"),
    )


@pytest.mark.parametrize(
    ("content", "is_error", "expected"),
    [
        ("plain", False, ToolResult("plain", "t", "c", is_error=False)),
        (
            [{"Text": "a"}, {"type": "text", "text": "b"}],
            False,
            ToolResult("a\nb", "t", "c", False),
        ),
        ({"Image": {"source": "iVBO"}}, False, ToolResult("", "t", "c", is_error=False)),
        ("gone", True, ToolResult("gone", "t", "c", is_error=True)),
        (
            'Command "ls" failed with exit code 2.\n\nno',
            False,
            ToolResult('Command "ls" failed with exit code 2.\n\nno', "t", "c", is_error=True),
        ),
        (
            "Permission to run tool denied by user",
            True,
            ToolResult("Permission to run tool denied by user", "t", "c", None, is_rejected=True),
        ),
        (
            "Tool canceled by user",
            True,
            ToolResult("Tool canceled by user", "t", "c", None, is_rejected=True),
        ),
    ],
)
def test_how_a_call_ended(content: Any, is_error: bool, expected: ToolResult) -> None:
    found = one(agent(use("c", "t"), results=result("c", "t", content, is_error=is_error)))
    assert found.messages[1].parts == (expected,)


def test_a_refused_call_marks_what_comes_next() -> None:
    refused = result("c", "t", "Permission to run tool denied by user", is_error=True)
    found = one(agent(use("c", "t"), results=refused), user("Not so"), user("Thanks"))
    assert [m.is_interruption for m in found.messages] == [False, False, True, False]


def test_versions_before() -> None:
    call = {"id": "c1", "name": "grep", "input": {"q": "tide"}}
    done = {"tool_use_id": "c1", "is_error": False, "content": "3.1", "output": None}
    found = one(
        old("user", "Chart the tides", context="<files>gauge.csv</files>"),
        old("assistant", "Reading.", thinking="The gauge.", tool_uses=[call], tool_results=[done]),
        old("user", "Continue where you left off", is_hidden=True),
        old("system", "You are an editor"),
        old("user", "Thanks"),
        version="0.2.0",
        summary="Tides",
    )
    assert [(m.role.value, m.parts) for m in found.messages] == [
        ("user", (Text("Chart the tides"), Attachment("context", "<files>gauge.csv</files>"))),
        (
            "assistant",
            (Reasoning("The gauge."), Text("Reading."), ToolCall("grep", {"q": "tide"}, "c1")),
        ),
        ("tool", (ToolResult("3.1", "grep", "c1", is_error=False),)),
        ("user", (Text("Thanks"),)),
    ]


def test_results_of_version_0_1_come_with_words_that_nobody_said() -> None:
    call = {"id": "c1", "name": "grep", "input": {}}
    done = {"tool_use_id": "c1", "is_error": True, "content": "no", "output": None}
    found = one(
        old("user", "Chart"),
        old("assistant", "Reading.", tool_uses=[call]),
        old("user", "Here is the tool result", tool_results=[done]),
    )
    assert said(found) == [("user", "Chart"), ("assistant", "Reading."), ("tool", "")]
    assert found.messages[2].parts == (ToolResult("no", "grep", "c1", is_error=True),)


def test_a_database_mixes_versions_and_packings(tmp_path: Path) -> None:
    path = make(
        tmp_path / "threads.db",
        NEW,
        {
            "threads": [
                row("b", thread(user("Two")), "json", created="2026-05-05T15:00:00Z"),
                row("a", thread(user("One"), title="First")),
                row("c", thread(old("user", "Three"), title=None), created="2026-05-06T15:00:00Z"),
                row("d", thread()),
            ]
        },
    )
    before = listing(tmp_path)
    found = list(read(path))
    assert [(c.id, c.title, c.messages[0].text) for c in found] == [
        ("a", "First", "One"),
        ("b", "Tides", "Two"),
        ("c", "Summary c", "Three"),
    ]
    assert found[0].started_at is not None
    assert listing(tmp_path) == before
    assert [c.messages for c in read(path.read_bytes())] == [c.messages for c in found]


def test_a_database_without_the_newer_columns(tmp_path: Path) -> None:
    path = make(tmp_path / "threads.db", OLD, {"threads": [row("a", thread(user("One")))[:5]]})
    (found,) = read(path)
    assert said(found) == [("user", "One")]


def test_sub_agents(tmp_path: Path) -> None:
    spawned = result(
        "c1", "spawn_agent", "high at 4", output={"session_id": "sub", "output": "high at 4"}
    )
    main = thread(
        user("Chart"), agent(use("c1", "spawn_agent"), results=spawned), agent("Charted.")
    )
    path = make(
        tmp_path / "threads.db",
        NEW,
        {
            "threads": [
                row("sub", thread(user("Read the gauge"), agent("high at 4")), parent="main"),
                row("main", main),
                row("lost", thread(agent("Nobody names me")), parent="main"),
                row("torn", "x", parent="main"),
            ]
        },
    )
    (found,) = read(path, subagents=True)
    assert [(m.role.value, m.text, m.origin) for m in found.messages] == [
        ("user", "Chart", Origin.MAIN),
        ("assistant", "", Origin.MAIN),
        ("user", "Read the gauge", Origin.SUBAGENT),
        ("assistant", "high at 4", Origin.SUBAGENT),
        ("tool", "", Origin.MAIN),
        ("assistant", "Charted.", Origin.MAIN),
        ("assistant", "Nobody names me", Origin.SUBAGENT),
    ]
    (hidden,) = read(path)
    assert hidden.hidden == 3


def test_threads_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    good, torn, empty = row("a", thread(user("One"))), row("b", thread()), row("c", thread())
    path = make(
        tmp_path / "threads.db",
        NEW,
        {"threads": [good, (*torn[:4], torn[4][:-9], *torn[5:]), (*empty[:4], None, *empty[5:])]},
    )
    (found,) = read(path)
    assert said(found) == [("user", "One")]
    assert [(n.code, n.where) for n in found.notices] == [
        ("broken-record", "threads.db:b"),
        ("broken-record", "threads.db:c"),
    ]
    alone = make(tmp_path / "b.db", NEW, {"threads": [(*torn[:4], torn[4][:-9], *torn[5:])]})
    with pytest.raises(ReadError, match="cannot be unpacked"):
        list(read(alone))


def test_a_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = zstandard.ZstdCompressor().compress(b"\0" * (3 << 20))
    assert len(zstd.unpack(bomb, "x")) == 3 << 20
    monkeypatch.setattr(zstd, "MAX_BYTES", 2 << 20)
    with pytest.raises(ReadError, match="more than 2 MiB"):
        zstd.unpack(bomb, "x")
    for damaged in (b"", bomb[:8], bomb[:4] + b"\xff" * 20, zstd.MAGIC):
        with pytest.raises(ReadError):
            zstd.unpack(damaged, "x")


def test_of_a_frame_that_is_cut_the_beginning_is_read(tmp_path: Path) -> None:
    noise = [
        " ".join(f"{n * 7919 % 104729:x}" for n in range(m, m + 900)) for m in range(0, 36_000, 900)
    ]
    data = packed(thread(user("One"), agent("Two"), *map(agent, noise)))
    values = ("a", "", AT, "zstd", data[: len(data) * 9 // 10], None, None, AT)
    (found,) = read(make(tmp_path / "threads.db", NEW, {"threads": [values]}))
    assert said(found)[:2] == [("user", "One"), ("assistant", "Two")]
    assert 2 < len(found.messages) < 42
    assert [notice.code for notice in found.notices] == ["broken-document"]


def test_unknown_things_are_counted() -> None:
    found = one(user("Chart"), agent("Yes", {"Hologram": {}}), {"Robot": {}}, 7)
    assert [(n.code, n.count) for n in found.notices] == [
        ("unknown-block", 1),
        ("broken-record", 2),
    ]
