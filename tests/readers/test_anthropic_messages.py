from __future__ import annotations

import json
from typing import Any

import pytest

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

ASK = {"role": "user", "content": "Is the valve open?"}
USE = {"type": "tool_use", "id": "t1", "name": "valve_state", "input": {"id": 4}}


def one(value: Any) -> Conversation:
    (found,) = read(json.dumps(value).encode())
    assert found.source.format == "anthropic-messages"
    return found


def test_a_request_with_its_system_prompt() -> None:
    system = [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}]
    found = one({"model": "m", "max_tokens": 9, "system": system, "messages": [ASK]})
    assert [(message.role.value, message.text) for message in found.messages] == [
        ("system", "Be brief."),
        ("user", "Is the valve open?"),
    ]


def test_an_answer_alone() -> None:
    body = {"id": "msg_1", "type": "message", "role": "assistant", "model": "elm-1"}
    found = one({**body, "content": [{"type": "text", "text": "No."}], "stop_reason": "end_turn"})
    (message,) = found.messages
    assert (message.role, message.text, message.author) == (Role.ASSISTANT, "No.", "elm-1")
    assert message.source_id == "msg_1"


def test_the_lines_of_a_batch() -> None:
    request = {"custom_id": "a", "params": {"model": "m", "max_tokens": 9, "messages": [ASK, ASK]}}
    answer = {"type": "message", "role": "assistant", "content": [USE], "stop_reason": "tool_use"}
    result = {"custom_id": "b", "result": {"type": "succeeded", "message": answer}}
    raw = json.dumps(request) + "\n" + json.dumps(result) + "\n"
    first, second = read(raw.encode())
    assert (first.id, len(first.messages)) == ("a", 2)
    assert (second.id, len(second.messages)) == ("b", 1)


def test_a_user_message_of_results_only_is_the_tools() -> None:
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "shut", "is_error": False}
    found = one(
        [ASK, {"role": "assistant", "content": [USE]}, {"role": "user", "content": [result]}]
    )
    assert found.messages[1].parts == (ToolCall("valve_state", {"id": 4}, "t1"),)
    assert found.messages[2].role is Role.TOOL
    assert found.messages[2].parts == (ToolResult("shut", "valve_state", "t1", is_error=False),)


def test_a_user_message_of_results_and_words_stays_the_users() -> None:
    result = {"type": "tool_result", "tool_use_id": "t1", "is_error": True}
    words = {"type": "text", "text": "Leave it shut."}
    found = one(
        [{"role": "assistant", "content": [USE]}, {"role": "user", "content": [result, words]}]
    )
    assert found.messages[1].role is Role.USER
    assert found.messages[1].text == "Leave it shut."
    assert found.messages[1].parts[0] == ToolResult("", "valve_state", "t1", is_error=True)


def test_thinking_is_reasoning_and_what_is_encrypted_is_counted() -> None:
    content = [
        {"type": "thinking", "thinking": "Ask the valve.", "signature": "AAAA"},
        {"type": "redacted_thinking", "data": "AAAA"},
        {"type": "text", "text": "Shut."},
    ]
    found = one([ASK, {"role": "assistant", "content": content}])
    assert found.messages[1].parts == (Reasoning("Ask the valve."), Text("Shut."))
    assert [notice.code for notice in found.notices] == ["unreadable-block"]


def test_server_tools_answer_inside_the_assistants_message() -> None:
    page = {
        "type": "web_fetch_result",
        "url": "https://example.org/valve",
        "content": {
            "type": "document",
            "title": "Valves",
            "source": {"type": "text", "media_type": "text/plain", "data": "Valve 4 is shut."},
        },
    }
    hits = [
        {
            "type": "web_search_result",
            "title": "A",
            "url": "https://example.org",
            "encrypted_content": "Z",
        }
    ]
    content = [
        {"type": "server_tool_use", "id": "s1", "name": "web_fetch", "input": {"url": "u"}},
        {"type": "web_fetch_tool_result", "tool_use_id": "s1", "content": page},
        {"type": "web_search_tool_result", "tool_use_id": "s2", "content": hits},
        {
            "type": "code_execution_tool_result",
            "tool_use_id": "s3",
            "content": {
                "type": "code_execution_result",
                "stdout": "4\n",
                "stderr": "warm",
                "return_code": 2,
            },
        },
        {
            "type": "web_search_tool_result",
            "tool_use_id": "s4",
            "content": {"type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"},
        },
    ]
    found = one([ASK, {"role": "assistant", "content": content}])
    assert found.messages[1].role is Role.ASSISTANT
    assert found.messages[1].parts == (
        ToolCall("web_fetch", {"url": "u"}, "s1"),
        ToolResult("https://example.org/valve\nValves\nValve 4 is shut.", "web_fetch", "s1"),
        ToolResult("A\nhttps://example.org", None, "s2"),
        ToolResult("4\nwarm\nexit code 2", None, "s3"),
        ToolResult("max_uses_exceeded", None, "s4", is_error=True),
    )


def test_results_of_several_blocks_are_joined_without_their_pictures() -> None:
    content = [
        {"type": "text", "text": "shut"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
        {"type": "text", "text": "since noon"},
    ]
    result = {"type": "tool_result", "tool_use_id": "t1", "content": content}
    found = one([{"role": "assistant", "content": [USE]}, {"role": "user", "content": [result]}])
    assert found.messages[1].parts[0].text == "shut\nsince noon"


def test_documents_and_pictures() -> None:
    content = [
        {
            "type": "document",
            "title": "Log",
            "source": {"type": "text", "media_type": "text/plain", "data": "x = 1"},
        },
        {
            "type": "document",
            "source": {"type": "base64", "media_type": "application/pdf", "data": "AAAA"},
        },
        {"type": "image", "source": {"type": "url", "url": "https://example.org/v.png"}},
        {
            "type": "search_result",
            "source": "https://example.org",
            "title": "V",
            "content": [{"type": "text", "text": "hot"}],
        },
    ]
    found = one([{"role": "user", "content": content}])
    assert found.messages[0].parts == (
        Attachment("Log", "x = 1", "text/plain"),
        Attachment("document", "", "application/pdf"),
        Image(None, "https://example.org/v.png"),
        Attachment("V", "hot", None),
    )


def test_a_summary_of_folded_turns_is_marked_as_one() -> None:
    content = [
        {"type": "compaction", "content": "Valve 4 was shut."},
        {"type": "text", "text": "Go on."},
    ]
    found = one(
        [{"role": "assistant", "content": content}, {"role": "assistant", "content": [USE]}]
    )
    summary, rest, _ = found.messages
    assert (summary.origin, summary.text) == (Origin.COMPACTION, "Valve 4 was shut.")
    assert (rest.origin, rest.text) == (Origin.MAIN, "Go on.")


@pytest.mark.parametrize(
    "value",
    [
        {"anthropic_version": "bedrock-2023-05-31", "messages": [ASK]},
        {"system": "s", "max_tokens": 5, "messages": [ASK]},
        [ASK, {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"}]}],
        [
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "x", "content": "a"}],
            }
        ],
    ],
)
def test_any_sign_of_this_api_decides(value: Any) -> None:
    one(value)
