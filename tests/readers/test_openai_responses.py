from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Conversation,
    Image,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read
from graphpack.readers.base import Certainty, Probe
from graphpack.readers.openai_responses import Reader

ASK = {"role": "user", "content": "How deep is the shaft?"}
CALL = {"type": "function_call", "call_id": "c1", "name": "depth", "arguments": '{"shaft": 2}'}
OUT = {"type": "function_call_output", "call_id": "c1", "output": "41 m"}
SAY = {
    "type": "message",
    "id": "msg_1",
    "role": "assistant",
    "content": [{"type": "output_text", "text": "41 metres.", "annotations": []}],
}
THINK = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Ask."}]}


def one(value: Any, **options: Any) -> Conversation:
    (found,) = read(json.dumps(value).encode(), **options)
    assert found.source.format == "openai-responses"
    return found


def test_a_request_groups_the_models_items_between_outside_words() -> None:
    items = [ASK, THINK, CALL, OUT, SAY, {"role": "user", "content": "Thanks."}]
    found = one({"model": "m", "input": items, "instructions": "Be exact."})
    assert [message.role.value for message in found.messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
        "user",
    ]
    assert found.messages[2].parts == (Reasoning("Ask."), ToolCall("depth", {"shaft": 2}, "c1"))
    assert found.messages[3].parts == (ToolResult("41 m", "depth", "c1"),)
    assert found.messages[4].text == "41 metres."
    assert found.messages[4].source_id == "msg_1"


def test_an_answer() -> None:
    body = {"id": "resp_1", "object": "response", "created_at": 1735689600, "model": "nut-3"}
    found = one({**body, "output": [THINK, SAY], "instructions": None, "usage": {}})
    (message,) = found.messages
    assert message.parts == (Reasoning("Ask."), Text("41 metres."))
    assert message.author == "nut-3"
    assert message.source_id == "msg_1"
    assert (found.id, found.started_at) == ("resp_1", datetime(2025, 1, 1, tzinfo=UTC))


def test_request_and_answer_together() -> None:
    found = one({"request": {"model": "m", "input": [ASK]}, "response": {"output": [SAY]}})
    assert [message.role for message in found.messages] == [Role.USER, Role.ASSISTANT]


def test_a_string_is_the_users_word() -> None:
    found = one({"model": "m", "input": "How deep?", "instructions": "Be exact."})
    assert [message.text for message in found.messages] == ["Be exact.", "How deep?"]


def test_lists_and_lines_of_items() -> None:
    items = [ASK, CALL, OUT, SAY]
    assert len(one(items).messages) == 4
    raw = "\n".join(json.dumps(item) for item in items)
    (found,) = read(raw.encode())
    assert len(found.messages) == 4


def test_lines_of_bodies() -> None:
    bodies = [{"model": "m", "input": [ASK, CALL, OUT]}, {"model": "m", "input": [ASK, SAY]}]
    found = list(read("\n".join(json.dumps(body) for body in bodies).encode()))
    assert [len(item.messages) for item in found] == [3, 2]


def test_server_tools_give_call_and_result() -> None:
    items = [
        ASK,
        {"type": "mcp_list_tools", "server_label": "s", "tools": []},
        {"type": "mcp_call", "id": "m1", "name": "ask", "arguments": '{"q": 1}', "output": "41"},
        {"type": "mcp_call", "id": "m2", "name": "ask", "arguments": "{}", "error": "timed out"},
        {"type": "mcp_call", "id": "m3", "name": "ask", "arguments": "{}", "output": None},
        {"type": "web_search_call", "id": "w1", "action": {"type": "search", "query": "shaft"}},
        {
            "type": "code_interpreter_call",
            "id": "x1",
            "code": "1+1",
            "outputs": [{"type": "logs", "logs": "2"}],
        },
        {
            "type": "file_search_call",
            "id": "f1",
            "queries": ["a"],
            "results": [{"filename": "a.md", "text": "deep"}],
        },
        {
            "type": "image_generation_call",
            "id": "i1",
            "result": "AAAA",
            "revised_prompt": "a shaft",
        },
    ]
    found = one({"model": "m", "input": items})
    assert found.messages[1].parts == (
        ToolCall("ask", {"q": 1}, "m1"),
        ToolResult("41", "ask", "m1", is_error=False),
        ToolCall("ask", {}, "m2"),
        ToolResult("timed out", "ask", "m2", is_error=True),
        ToolCall("ask", {}, "m3"),
        ToolCall("web_search", {"type": "search", "query": "shaft"}, "w1"),
        ToolCall("code_interpreter", {"code": "1+1"}, "x1"),
        ToolResult("2", "code_interpreter", "x1"),
        ToolCall("file_search", {"queries": ["a"]}, "f1"),
        ToolResult("a.md\ndeep", "file_search", "f1"),
        ToolCall("image_generation", {"prompt": "a shaft"}, "i1"),
        Image(),
    )
    assert found.notices == ()


def test_local_tools_and_their_outputs() -> None:
    shell = [{"stdout": "a\n", "stderr": "", "outcome": {"type": "exit", "exit_code": 1}}]
    items = [
        {"type": "local_shell_call", "call_id": "c1", "action": {"command": ["ls"]}},
        {"type": "shell_call_output", "call_id": "c1", "output": shell},
        {"type": "custom_tool_call", "call_id": "c2", "name": "apply_patch", "input": "*** Begin"},
        {"type": "custom_tool_call_output", "call_id": "c2", "output": "Done"},
        {
            "type": "function_call_output",
            "call_id": "c3",
            "output": [{"type": "input_text", "text": "ok"}],
        },
    ]
    found = one(items)
    assert [message.parts[0] for message in found.messages] == [
        ToolCall("shell", {"command": ["ls"]}, "c1"),
        ToolResult("a\nexit code 1", "shell", "c1"),
        ToolCall("apply_patch", "*** Begin", "c2"),
        ToolResult("Done", "apply_patch", "c2"),
        ToolResult("ok", None, "c3"),
    ]


def test_a_refused_call_is_a_veto() -> None:
    items = [
        {"type": "mcp_approval_request", "id": "a1", "name": "drop", "arguments": "{}"},
        {
            "type": "mcp_approval_response",
            "approval_request_id": "a1",
            "approve": False,
            "reason": "no",
        },
    ]
    found = one(items)
    assert found.messages[1].parts == (ToolResult("no", "drop", "a1", is_rejected=True),)


def test_what_only_the_server_knows_is_counted() -> None:
    items = [
        ASK,
        {"type": "reasoning", "summary": [], "encrypted_content": "AAAA"},
        {"type": "compaction", "encrypted_content": "AAAA"},
        {"type": "item_reference", "id": "x"},
        SAY,
    ]
    found = one({"model": "m", "input": items, "previous_response_id": "resp_0"})
    assert [message.role for message in found.messages] == [Role.USER, Role.ASSISTANT]
    assert [notice.code for notice in found.notices] == [
        "earlier-turns",
        "unreadable-block",
        "compacted",
        "missing-item",
    ]


def test_an_item_of_a_later_version_is_counted_not_fatal() -> None:
    items = [ASK, CALL, OUT, SAY, ASK, {"type": "telepathy_call", "id": "t"}, SAY]
    found = one({"model": "m", "input": items})
    assert len(found.messages) == 6
    assert [notice.code for notice in found.notices] == ["unknown-block"]


@pytest.mark.parametrize(
    "value",
    [
        [ASK, {"role": "assistant", "content": "41"}],
        {"messages": [ASK]},
        {"instruction": "a", "input": "b", "output": "c", "model": "m"},
        {"model": "m", "input": "embed this"},
        {"type": "response_item", "payload": CALL},
        {"session": {"id": "1"}, "items": [ASK, CALL]},
        {"history": [{"role": "user", "content": "a"}], "output": "text"},
    ],
)
def test_claims_nothing_else(value: Any) -> None:
    assert Reader().detect(Probe("x", "", (), value)) is Certainty.NO


def test_a_rollout_whose_first_line_is_not_an_item_is_left_alone() -> None:
    records = ({"id": "1", "timestamp": "t", "instructions": None}, ASK, CALL, OUT, SAY, SAY, SAY)
    assert Reader().detect(Probe("x", "", records, None)) is Certainty.NO


def test_a_source_without_items_is_refused() -> None:
    with pytest.raises(ReadError, match="holds no input or output items"):
        one({"a": 1}, format="openai-responses")
