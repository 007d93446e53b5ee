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
    Conversation,
    Image,
    Origin,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read, zstd
from graphpack.readers.base import Certainty, Probe
from graphpack.readers.zed import Reader

from .databases import listing, make
from .test_properties import json_values

zstandard = pytest.importorskip("zstandard")

SCHEMA = (
    "CREATE TABLE threads"
    " (id TEXT PRIMARY KEY, summary TEXT, updated_at TEXT, data_type TEXT, data BLOB"
)
NEW = SCHEMA + ", parent_id TEXT, folder_paths TEXT, created_at TEXT);"
OLD = SCHEMA + ");"
AT = "2026-05-04T15:00:00+00:00"


def user(*content: Any, id: str = "u1") -> dict[str, Any]:
    return {
        "User": {"id": id, "content": [{"Text": c} if isinstance(c, str) else c for c in content]}
    }


def agent(*content: Any, results: dict[str, Any] | None = None) -> dict[str, Any]:
    pieces = [{"Text": c} if isinstance(c, str) else c for c in content]
    return {"Agent": {"content": pieces, "tool_results": results or {}}}


def use(call: str, name: str, **arguments: Any) -> dict[str, Any]:
    raw = json.dumps(arguments)
    return {
        "ToolUse": {
            "id": call,
            "name": name,
            "raw_input": raw,
            "input": arguments,
            "is_input_complete": True,
        }
    }


def result(
    call: str, name: str, content: Any, *, is_error: bool = False, output: Any = None
) -> dict[str, Any]:
    return {
        call: {
            "tool_use_id": call,
            "tool_name": name,
            "is_error": is_error,
            "content": content,
            "output": output,
        }
    }


def thread(*messages: Any, **fields: Any) -> dict[str, Any]:
    about = {"version": "0.3.0", "title": "Tides", "model": {"provider": "grove", "model": "elm-3"}}
    return {**about, "messages": list(messages), "updated_at": AT, **fields}


def old(role: str, text: str = "", *, thinking: str = "", **fields: Any) -> dict[str, Any]:
    segments = [{"type": "thinking", "text": thinking, "signature": "x"}] if thinking else []
    segments += [{"type": "text", "text": text}] if text else []
    base = {"id": 1, "role": role, "segments": segments, "tool_uses": [], "tool_results": []}
    return {**base, "context": "", **fields}


def packed(document: Any) -> bytes:
    return zstandard.ZstdCompressor(level=3).compress(json.dumps(document).encode())


def row(
    id: str, document: Any, kind: str = "zstd", parent: str | None = None, created: str = AT
) -> tuple:
    data = packed(document) if kind == "zstd" else json.dumps(document).encode()
    return (id, f"Summary {id}", AT, kind, data, parent, None, created)


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in found.messages]


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


def text_thread(*pieces: tuple[str, str], **fields: Any) -> dict[str, Any]:
    messages, text = [], ""
    for number, (role, words) in enumerate(pieces):
        about = {"role": role, "status": {"Done": None}}
        messages.append({"id": {"value": number}, "start": len(text.encode()), "metadata": about})
        text += words + "\n"
    return {"zed": "context", "version": "0.4.0", "text": text, "messages": messages, **fields}


def test_a_text_thread_is_cut_at_its_offsets_in_bytes() -> None:
    document = text_thread(
        ("user", "Chart für Büsum ⚓"), ("assistant", "Charted ⚓."), ("user", ""), summary="Tides"
    )
    (found,) = read(json.dumps(document, ensure_ascii=False).encode())
    assert (found.source.format, found.title) == ("zed", "Tides")
    assert said(found) == [("user", "Chart für Büsum ⚓"), ("assistant", "Charted ⚓.")]


def test_what_a_slash_command_put_into_a_prompt_is_nobodys_word() -> None:
    document = text_thread(("user", "ä /file\ngauge.csv 3.1\nChart"), ("assistant", "hm\nYes"))
    start = len("ä /file\n".encode())
    inserted = {"range": {"start": start, "end": start + 13}, "label": "gauge.csv"}
    after = len(document["text"].encode()) - len("hm\nYes\n")
    thought = {"range": {"start": after, "end": after + 2}}
    document["slash_command_output_sections"] = [inserted]
    document["thought_process_output_sections"] = [thought]
    (found,) = read(json.dumps(document).encode())
    assert [m.parts for m in found.messages] == [
        (Text("ä /file"), Attachment("gauge.csv", "gauge.csv 3.1"), Text("Chart")),
        (Reasoning("hm"), Text("Yes")),
    ]


def test_a_text_thread_of_version_0_3_and_broken_ones() -> None:
    document = text_thread(("user", "Chart"), ("assistant", "Yes"))
    document["messages"] = [{"id": 0, "start": 0}, {"id": 1, "start": 6}, {"id": 2, "start": -1}, 7]
    document["message_metadata"] = {"0": {"role": "user"}, "1": {"role": "assistant"}}
    (found,) = read(json.dumps(document).encode())
    assert said(found) == [("user", "Chart"), ("assistant", "Yes")]
    assert [(n.code, n.count) for n in found.notices] == [("broken-record", 2)]


@given(
    starts=st.lists(st.integers(-3, 40) | st.none(), max_size=5),
    spans=st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 40)), max_size=4),
)
def test_any_offsets_read(starts: list[int | None], spans: list[tuple[int, int]]) -> None:
    document = text_thread(("user", "Chart für Büsum ⚓"), ("assistant", "Charted ⚓."))
    document["messages"] += [{"start": start, "metadata": {"role": "user"}} for start in starts]
    document["slash_command_output_sections"] = [
        {"range": {"start": start, "end": end}} for start, end in spans
    ]
    (found,) = read(json.dumps(document).encode())
    words = sum(len(part.text) for message in found.messages for part in message.parts)
    assert words <= len(document["text"]) + 40  # a character that is cut gives some marks more


def test_detection() -> None:
    def look(document: Any) -> Certainty:
        return Reader().detect(Probe("x", "", (), document))

    assert look(thread(user("One"))) is Certainty.SURE
    assert look(thread(old("user", "One"))) is Certainty.SURE
    assert look({"messages": [{"role": "user", "content": "One"}]}) is Certainty.NO
    assert look({"messages": [{"User": "One"}]}) is Certainty.NO
    columns = ("threads.id", "threads.title", "threads.data")
    assert Reader().detect(Probe("x", is_text=False, columns=columns)) is Certainty.NO


@settings(deadline=None)
@given(data=st.data())
def test_any_value_anywhere_reads(data: st.DataObject) -> None:
    mention = {"Mention": {"uri": {"File": {"abs_path": "/a"}}, "content": "x"}}
    document: Any = thread(
        user("Chart", mention, {"Image": {}}),
        agent(
            {"Thinking": {"text": "T"}},
            use("c", "t", a=1),
            results=result("c", "t", [{"Text": "a"}], output={"session_id": "s"}),
        ),
        old("user", "Old", context="c"),
        old(
            "assistant",
            "Old",
            thinking="T",
            tool_uses=[{"id": "d", "name": "n", "input": {}}],
            tool_results=[{"tool_use_id": "d", "is_error": True, "content": {"Text": "a"}}],
        ),
    )
    node = document
    while True:
        keys = sorted(node) if isinstance(node, dict) else range(len(node))
        key = data.draw(st.sampled_from(keys))
        value = node[key]
        is_leaf = not isinstance(value, dict | list) or not value
        if is_leaf or data.draw(st.integers(0, 3)) == 0:
            if isinstance(node, dict) and data.draw(st.booleans()):
                del node[key]
            else:
                node[key] = data.draw(json_values)
            break
        node = value
    try:
        found = list(read(json.dumps(document).encode(), format="zed"))
    except ReadError:
        return
    for message in (m for c in found for m in c.messages):
        assert message.parts
        for part in message.parts:
            part.text.encode()
