from __future__ import annotations

import json
from itertools import count
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
from graphpack.readers.copilot_cli import Reader

from .records import jsonl
from .test_properties import json_values

SHARED = Path(__file__).parents[2].parent / "shared"
SAMPLE = SHARED / "samples" / "agent" / "copilot-cli__gatomia-vscode__1.jsonl"


class Log:
    """Writes the events of one session, each the child of the one before."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.records: list[dict[str, Any]] = []
        self.event("session.start", sessionId="s-1", startTime="2026-05-04T15:00:00Z")
        self.event("session.model_change", newModel="elm-3")

    def event(self, type: str, /, **data: Any) -> str:
        number = next(self._numbers)
        own = f"e{number}"
        at = f"2026-05-04T15:{number // 60:02}:{number % 60:02}.000Z"
        parent = f"e{number - 1}" if number > 1 else None
        self.records.append(
            {"type": type, "data": data, "id": own, "timestamp": at, "parentId": parent}
        )
        return own

    def user(self, text: str, **data: Any) -> str:
        wrapped = f"<current_datetime>x</current_datetime>\n\n{text}"
        return self.event("user.message", content=text, transformedContent=wrapped, **data)

    def says(self, text: str, *calls: tuple[str, str], **data: Any) -> str:
        requests = [
            {"toolCallId": call, "name": name, "arguments": {"q": call}} for call, name in calls
        ]
        return self.event("assistant.message", content=text, toolRequests=requests, **data)

    def done(self, call: str, content: str | None = None, **data: Any) -> str:
        result = {} if content is None else {"result": {"content": content}}
        return self.event(
            "tool.execution_complete", toolCallId=call, **{"success": True, **result, **data}
        )

    def read(self) -> Conversation:
        (found,) = read(jsonl(*self.records), subagents=True)
        assert found.source.format == "copilot-cli"
        return found


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in found.messages]


def test_a_session() -> None:
    log = Log()
    log.event("hook.start", hookType="userPromptSubmitted", input={"prompt": "[[PLAN]] Chart"})
    log.event("system.message", role="system", content="You are a terminal assistant")
    log.user("Chart the tides")
    log.event("assistant.turn_start", turnId="0")
    log.says("Reading.", ("c1", "view"), reasoningText="The gauge.", encryptedContent="x" * 99)
    log.event("tool.execution_start", toolCallId="c1", toolName="view", arguments={"q": "c1"})
    log.done("c1", "3.1 m")
    log.says("Charted.")
    found = log.read()
    assert [(m.role.value, m.parts) for m in found.messages] == [
        ("user", (Text("Chart the tides"),)),
        (
            "assistant",
            (Reasoning("The gauge."), Text("Reading."), ToolCall("view", {"q": "c1"}, "c1")),
        ),
        ("tool", (ToolResult("3.1 m", "view", "c1", is_error=False),)),
        ("assistant", (Text("Charted."),)),
    ]
    assert [m.author for m in found.messages] == [None, "elm-3", None, "elm-3"]
    assert found.id == "s-1"
    assert found.started_at is not None
    assert all(m.at for m in found.messages)
    assert found.notices == ()


def test_what_skills_and_hooks_write_is_nobodys_word() -> None:
    log = Log()
    log.user("Chart")
    log.user('<skill-context name="tides">Long</skill-context>', source="skill-tides")
    log.user("<skill-context name='x'>Long</skill-context>")
    log.user("Do go on", source="autopilot")
    log.user("In metres", source="user")
    assert said(log.read()) == [("user", "Chart"), ("user", "In metres")]


def test_what_is_attached() -> None:
    log = Log()
    log.user(
        "See",
        attachments=[
            {"type": "file", "path": "/src/a.csv", "displayName": "a.csv"},
            {"type": "selection", "filePath": "/src/b.py", "displayName": "b.py", "text": "x = 1"},
            {"type": "github_reference", "title": "Gauge is late", "number": 4},
            {"type": "blob", "mimeType": "image/png", "data": "iVBORw0KGgo="},
        ],
    )
    assert log.read().messages[0].parts == (
        Text("See"),
        Attachment("a.csv"),
        Attachment("b.py", "x = 1"),
        Attachment("Gauge is late"),
        Image("image/png", None),
    )


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            {"content": "a\n<exited with exit code 0>"},
            ToolResult("a\n<exited with exit code 0>", "bash", "c1", is_error=False),
        ),
        (
            {"content": "no\n<exited with exit code 2>"},
            ToolResult("no\n<exited with exit code 2>", "bash", "c1", is_error=True),
        ),
        (
            {"success": False, "error": {"message": "timed out", "code": "failure"}},
            ToolResult("timed out", "bash", "c1", is_error=True),
        ),
        ({"success": None, "content": "a"}, ToolResult("a", "bash", "c1")),
    ],
)
def test_how_a_call_ended(data: dict[str, Any], expected: ToolResult) -> None:
    log = Log()
    log.says("", ("c1", "bash"))
    log.done("c1", **data)
    assert log.read().messages[1].parts == (expected,)


def test_a_refusal_is_a_veto_with_its_reason() -> None:
    log = Log()
    log.says("", ("c1", "bash"), ("c2", "bash"))
    log.event(
        "permission.requested",
        requestId="r1",
        permissionRequest={"toolCallId": "c1", "kind": "shell"},
    )
    refused = {"kind": "denied-interactively-by-user", "feedback": "use metres"}
    log.event("permission.completed", requestId="r1", result=refused)
    log.event("permission.completed", requestId="r2", toolCallId="c2", result={"kind": "approved"})
    log.done("c1", success=False, error={"message": "The user rejected this tool call"})
    log.done("c2", "fine")
    found = log.read()
    (result,) = found.messages[1].parts
    assert result == ToolResult("The user rejected this tool call", "bash", "c1", None, True)
    assert (found.messages[2].text, found.messages[2].is_interruption) == ("use metres", True)
    assert found.messages[3].parts == (ToolResult("fine", "bash", "c2", is_error=False),)


def test_what_a_person_answers_is_theirs() -> None:
    log = Log()
    log.says("", ("c1", "ask_user"), ("c2", "view"))
    log.done("c1", "User selected: Metres\nplease")
    log.done("c2", "User selected: nothing")
    assert said(log.read()) == [
        ("assistant", ""),
        ("tool", ""),
        ("user", "Metres\nplease"),
        ("tool", ""),
    ]


def test_a_stop_marks_what_comes_next() -> None:
    log = Log()
    log.user("Chart")
    log.event("abort", reason="user initiated")
    log.user("In metres")
    log.user("Thanks")
    assert [m.is_interruption for m in log.read().messages] == [False, True, False]


def test_a_thought_of_its_own_event_goes_with_the_answer() -> None:
    log = Log()
    log.event("assistant.reasoning", reasoningId="r", content="The gauge.")
    log.says("Charted.")
    log.event("assistant.reasoning", reasoningId="r", content="Again.")
    log.says("Done.", reasoningText="Again.")
    assert [m.parts for m in log.read().messages] == [
        (Reasoning("The gauge."), Text("Charted.")),
        (Reasoning("Again."), Text("Done.")),
    ]


def test_sub_agents() -> None:
    log = Log()
    log.says("", ("c1", "task"))
    log.event("subagent.started", toolCallId="c1", agentName="explore")
    log.says("Looking.", ("c2", "view"), parentToolCallId="c1")
    log.event("tool.execution_start", toolCallId="c3", toolName="rg", parentToolCallId="c1")
    log.done("c2", "a", parentToolCallId="c1")
    log.done("c1", "high at 4")
    found = log.read()
    assert [(m.role.value, m.origin) for m in found.messages] == [
        ("assistant", Origin.MAIN),
        ("assistant", Origin.SUBAGENT),
        ("assistant", Origin.SUBAGENT),
        ("tool", Origin.SUBAGENT),
        ("tool", Origin.MAIN),
    ]
    assert found.messages[1].author is None
    (hidden,) = read(jsonl(*log.records))
    assert (len(hidden.messages), hidden.hidden) == (2, 3)


def test_a_call_the_person_asked_for() -> None:
    log = Log()
    log.event("tool.user_requested", toolCallId="c1", toolName="bash", arguments={"command": "ls"})
    log.event("tool.execution_start", toolCallId="c1", toolName="bash", arguments={"command": "ls"})
    log.done("c1", "a", isUserRequested=True)
    assert [m.parts for m in log.read().messages] == [
        (ToolCall("bash", {"command": "ls"}, "c1"),),
        (ToolResult("a", "bash", "c1", is_error=False),),
    ]


def test_a_compaction_is_the_models() -> None:
    log = Log()
    log.user("Chart")
    log.event("session.compaction_start")
    log.event("session.compaction_complete", success=True, summaryContent="Charting the tides.")
    log.event("session.compaction_complete", success=False, error="no")
    found = log.read()
    assert [(m.role, m.origin, m.text) for m in found.messages[1:]] == [
        (Role.ASSISTANT, Origin.COMPACTION, "Charting the tides.")
    ]


def test_rewound_turns_are_a_branch() -> None:
    log = Log()
    log.user("Chart")
    log.says("Charted.")
    here = log.event("assistant.turn_end", turnId="0")
    log.user("In feet")
    log.says("In feet now.")
    log.event("session.snapshot_rewind", upToEventId=here, eventsRemoved=2)
    rewound = log.read()
    assert [m.text for m in rewound.messages] == ["Chart", "Charted."]
    log.user("In metres")
    found = log.read()
    assert [m.text for m in found.messages] == ["Chart", "Charted.", "In metres"]
    (branch,) = found.branches
    assert (branch.after, [m.text for m in branch.messages]) == (1, ["In feet", "In feet now."])
    assert [(n.code, n.count) for n in found.notices] == [("abandoned-branch", 2)]
    log.event("session.snapshot_rewind", upToEventId="nowhere")
    assert {n.code for n in log.read().notices} == {"abandoned-branch", "unknown-record"}


def test_titles_models_and_resuming() -> None:
    log = Log()
    log.says("One")
    log.event("session.resume", resumeTime="2026-05-05T15:00:00Z", selectedModel="elm-4")
    log.event("session.title_changed", title="Tides")
    log.says("Two")
    log.says("Three", model="oak-1")
    found = log.read()
    assert found.title == "Tides"
    assert [m.author for m in found.messages] == ["elm-3", "elm-4", "oak-1"]


def test_broken_records_are_skipped_and_named() -> None:
    log = Log()
    log.user("Chart")
    log.records.append({"type": "user.message", "data": "no", "id": "x", "parentId": "e3"})
    log.records.append({"data": {}})
    log.event("session.of_the_future", what=1)
    log.event("session.error", errorType="quota", message="no more")
    raw = jsonl(*log.records) + b'{"type": "user.mess'
    (found,) = read(raw)
    assert said(found) == [("user", "Chart")]
    assert [(n.code, n.where) for n in found.notices] == [
        ("broken-record", "-:4"),
        ("broken-record", "-:5"),
        ("failed-answer", "-:7"),
        ("broken-record", "-:8"),
    ]


def test_detection() -> None:
    def look(*records: Any) -> Certainty:
        return Reader().detect(Probe("x", "", records))

    log = Log()
    assert look(*log.records) is Certainty.SURE
    assert look({"type": "user.message", "data": {}}) is Certainty.NO
    assert look({"type": "message", "data": {}, "parentId": None}) is Certainty.NO
    assert look({"type": ["user.message"], "data": {}, "parentId": None}) is Certainty.NO


def test_a_session_without_messages_is_a_read_error() -> None:
    with pytest.raises(ReadError, match="no session of Copilot CLI"):
        list(read(jsonl(*Log().records)))


@settings(deadline=None)
@given(data=st.data())
def test_any_value_anywhere_reads(data: st.DataObject) -> None:
    log = Log()
    here = log.user("Chart", attachments=[{"path": "a", "mimeType": "image/png"}], source="user")
    log.says("Yes", ("c1", "ask_user"), reasoningText="T", parentToolCallId="c0")
    log.event("permission.requested", requestId="r", permissionRequest={"toolCallId": "c1"})
    log.event(
        "permission.completed", requestId="r", result={"kind": "denied-interactively-by-user"}
    )
    log.done("c1", "User selected: A", error={"message": "m", "code": "c"})
    log.event("session.compaction_complete", summaryContent="S")
    log.event("session.snapshot_rewind", upToEventId=here)
    log.user("Again")
    node: Any = log.records
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
        found = list(read(jsonl(*map(json.dumps, log.records)), format="copilot-cli"))
    except ReadError:
        return
    for message in (m for c in found for m in c.messages):
        assert message.parts
        for part in message.parts:
            part.text.encode()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
def test_sample() -> None:
    (found,) = read(SAMPLE)
    roles = [message.role for message in found.messages]
    # an independent count has one prompt: it passes over what was answered to a question
    assert (roles.count(Role.USER), roles.count(Role.ASSISTANT)) == (2, 13)
    parts = [part for message in found.messages for part in message.parts]
    assert sum(isinstance(part, ToolResult) for part in parts) == 33
    assert sum(isinstance(part, ToolCall) for part in parts) == 33
    assert not any("<skill-context" in m.text for m in found.messages if m.role is Role.USER)
    assert found.notices == ()
