"""OpenCode: a session as it is exported, its calls and its branches."""

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
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty, Probe
from graphpack.readers.opencode import Reader
from tests.readers.opencode_records import SES, Log, check_family, family, said, text, tool

from .test_properties import json_values


def one(value: Any, **options: Any) -> Conversation:
    (found,) = read(json.dumps(value).encode(), **options)
    assert found.source.format == "opencode"
    return found


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


def test_exports_in_a_folder_find_their_sub_agents(tmp_path: Path) -> None:
    main, sub = family()
    (tmp_path / "a.json").write_text(json.dumps(sub.export(parentID=SES)))
    (tmp_path / "b.json").write_text(json.dumps(main.export()))
    (found,) = read(tmp_path, subagents=True)
    check_family(found)
    (alone,) = read(tmp_path / "a.json")
    assert [m.role for m in alone.messages] == [Role.USER, Role.ASSISTANT]


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
