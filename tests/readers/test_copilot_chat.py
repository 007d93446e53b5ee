from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Conversation,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty, Probe
from graphpack.readers.copilot_chat import Reader
from graphpack.readers.faults import Faults
from graphpack.readers.oplog import replay

SHARED = Path(__file__).parents[2].parent / "shared"
AGENT = SHARED / "samples" / "agent"


def request(*response: Any, **more: Any) -> dict[str, Any]:
    return {
        "requestId": "r1",
        "message": {"text": "Rename the chart", "parts": []},
        "response": list(response),
        "timestamp": 1735689600000,
        "modelId": "copilot/elm-4",
        **more,
    }


def one(*requests: Any, **more: Any) -> Conversation:
    chat = {"responderUsername": "GitHub Copilot", "requests": list(requests), **more}
    (found,) = read(json.dumps(chat).encode())
    assert found.source.format == "copilot-chat"
    return found


def test_a_chat() -> None:
    found = one(
        request({"value": "Done."}), request({"value": "Ok."}, message="Thanks"),
        requesterUsername="ines", sessionId="s-1", customTitle="Charts",
    )  # fmt: skip
    assert [(m.role.value, m.author, m.text) for m in found.messages] == [
        ("user", "ines", "Rename the chart"),
        ("assistant", "copilot/elm-4", "Done."),
        ("user", "ines", "Thanks"),
        ("assistant", "copilot/elm-4", "Ok."),
    ]
    assert (found.id, found.title) == ("s-1", "Charts")
    assert found.messages[0].at == datetime(2025, 1, 1, tzinfo=UTC)


def test_names_that_stand_between_texts_belong_into_the_sentence() -> None:
    found = one(
        request(
            {"value": "See "},
            {
                "kind": "inlineReference",
                "name": "docs/a.md",
                "inlineReference": {"path": "/x/a.md"},
            },
            {"value": " and "},
            {"kind": "inlineReference", "inlineReference": {"uri": {"path": "/x/b%20c.py"}}},
            {"value": "."},
        )
    )
    assert found.messages[1].parts == (Text("See `docs/a.md` and `b c.py`."),)


def test_thoughts_and_pieces_of_the_program() -> None:
    found = one(
        request(
            {"kind": "mcpServersStarting", "didStartServerIds": []},
            {"kind": "thinking", "value": "Which chart?", "id": "1"},
            {"kind": "thinking", "value": "", "id": "AAAA"},
            {"kind": "thinking", "value": ["One.", "Two."]},
            {"value": "\n```\n"},
            {"kind": "codeblockUri", "uri": {}},
            {"kind": "textEditGroup", "edits": []},
            {"value": "\n```\n"},
            {"value": "Done."},
            {"kind": "hologram"},
        )
    )
    assert found.messages[1].parts == (
        Reasoning("Which chart?"),
        Reasoning("One.\nTwo."),
        Text("Done."),
    )
    assert [notice.code for notice in found.notices] == ["unknown-block"]


def metadata(*calls: dict[str, Any], **results: Any) -> dict[str, Any]:
    rounds = [{"response": "", "toolCalls": [call]} for call in calls]
    return {"metadata": {"toolCallRounds": rounds, "toolCallResults": results}}


def invocation(call_id: str, tool: str, confirmed: Any = True) -> dict[str, Any]:
    return {
        "kind": "toolInvocationSerialized",
        "toolCallId": call_id,
        "toolId": tool,
        "pastTenseMessage": {"value": "Created a file"},
        "isConfirmed": confirmed,
    }


def test_arguments_and_outputs_are_taken_from_the_rounds() -> None:
    tree = {
        "node": {
            "children": [
                {"text": "edited:"},
                {"children": [{"text": "a.md", "lineBreakBefore": True}]},
            ]
        }
    }
    found = one(
        request(
            {"value": "I create it."},
            invocation("other", "copilot_createFile"),
            invocation("t2", "mcp_x_list"),
            {"value": "Created."},
            result=metadata(
                {"name": "create_file", "arguments": '{"path": "a.md"}', "id": "t1"},
                {"name": "mcp_x_list", "arguments": "{}", "id": "t2"},
                t1={"content": [{"value": tree}]},
                t2={"content": [{"value": "[]"}, {"value": "end"}]},
            ),
        )
    )
    assert [message.role.value for message in found.messages] == [
        "user", "assistant", "tool", "assistant",
    ]  # fmt: skip
    assert found.messages[1].parts == (
        Text("I create it."),
        ToolCall("create_file", {"path": "a.md"}, "t1"),
        ToolCall("mcp_x_list", {}, "t2"),
    )
    assert found.messages[2].parts == (
        ToolResult("edited:\na.md", "create_file", "t1"),
        ToolResult("[]\nend", "mcp_x_list", "t2"),
    )


def test_an_invocation_without_its_round_keeps_what_was_shown() -> None:
    found = one(request(invocation("t1", "copilot_createFile")))
    assert found.messages[1].parts == (ToolCall("copilot_createFile", "Created a file", "t1"),)


@pytest.mark.parametrize("confirmed", [False, {"type": 0}, {"type": 5}])
def test_a_refused_tool_is_a_veto_and_marks_the_next_words(confirmed: Any) -> None:
    found = one(request(invocation("t1", "rm", confirmed)), request({"value": "Ok."}))
    assert found.messages[2].parts == (ToolResult("", "rm", "t1", is_rejected=True),)
    assert found.messages[3].is_interruption


@pytest.mark.parametrize("state", [{"isCanceled": True}, {"modelState": {"value": 2}}])
def test_a_stopped_answer_marks_the_next_words(state: dict[str, Any]) -> None:
    found = one(request({"value": "I will"}, **state), request({"value": "Ok."}))
    assert [m.is_interruption for m in found.messages if m.role is Role.USER] == [False, True]


def test_a_failed_answer_is_counted() -> None:
    found = one(request(result={"errorDetails": {"message": "rate limit"}}))
    assert [(notice.code, notice.where) for notice in found.notices] == [("failed-answer", "-:1")]


def test_the_operation_log_is_replayed() -> None:
    log = [
        {"kind": 0, "v": {"sessionId": "s-1", "requests": []}},
        {"kind": 2, "k": ["requests"], "v": [request()]},
        {"kind": 2, "k": ["requests"], "v": [request({"value": "b"}, requestId="r2")]},
        {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "a"}]},
        {"kind": 1, "k": ["customTitle"], "v": "Charts"},
    ]
    (found,) = read("\n".join(json.dumps(line) for line in log).encode())
    assert [m.text for m in found.messages] == ["Rename the chart", "a", "Rename the chart", "b"]
    assert (found.title, found.id) == ("Charts", "s-1")


def test_operations() -> None:
    faults = Faults("x")
    lines = [
        {"kind": 0, "v": {"a": [1, 2, 3], "b": {"c": 1}}},
        {"kind": 2, "k": ["a"], "v": [9], "i": 1},
        {"kind": 3, "k": ["b", "c"]},
        {"kind": 1, "k": ["a", 0], "v": 7},
        {"kind": 2, "k": ["new"], "v": [5]},
        {"kind": 1, "k": ["nowhere", "x"], "v": 7},
        {"kind": 2, "k": ["b", "c", "d"], "v": [7]},
        {"kind": 9},
        "noise",
    ]
    assert replay(lines, faults) == {"a": [7, 9], "b": {}, "new": [5]}
    assert faults.count("broken-record") == 4


def test_detection() -> None:
    def detect(value: Any) -> Certainty:
        return Reader().detect(Probe("x", "", (value,), value))

    assert detect({"requests": [request()]}) is Certainty.SURE
    assert detect({"kind": 0, "v": {"requests": []}}) is Certainty.SURE
    assert detect({"requests": [{"method": "GET"}]}) is Certainty.NO
    assert detect({"requests": []}) is Certainty.NO
    assert detect({"messages": []}) is Certainty.NO


def test_a_source_without_requests_is_refused() -> None:
    with pytest.raises(ReadError, match="holds no chat"):
        list(read(b'{"a": 1}', format="copilot-chat"))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
@pytest.mark.parametrize(
    ("name", "users", "answers", "calls"),
    [
        # six answers, the last one cut where the output of its tool is followed by words
        ("copilot-chat__p47-services__1", 6, 7, 1),
        # one answer with three calls
        ("copilot-chat__copilot-chat-analyzer__2", 1, 4, 3),
    ],
)
def test_samples(name: str, users: int, answers: int, calls: int) -> None:
    (found,) = read(AGENT / f"{name}.json")
    roles = [message.role for message in found.messages]
    assert (roles.count(Role.USER), roles.count(Role.ASSISTANT)) == (users, answers)
    parts = [part for message in found.messages for part in message.parts]
    assert sum(isinstance(part, ToolCall) for part in parts) == calls
    assert all(part.text for part in parts if isinstance(part, ToolResult))
    assert found.notices == ()
