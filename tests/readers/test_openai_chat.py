from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.errors import ReadError
from graphpack.model.conversation import (
    Attachment,
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
from graphpack.readers.openai_chat import Reader

ASK = {"role": "user", "content": "Which port does the relay use?"}
ANSWER = {"role": "assistant", "content": "Port 7411."}


def conversations(value: Any, **options: Any) -> list[Conversation]:
    return list(read(json.dumps(value).encode(), **options))


def one(value: Any) -> Conversation:
    (found,) = conversations(value)
    assert found.source.format == "openai-chat"
    assert [message.index for message in found.messages] == list(range(len(found.messages)))
    return found


def lines(*values: Any) -> bytes:
    return b"\n".join(json.dumps(value).encode() for value in values) + b"\n"


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in found.messages]


PAIR = [("user", "Which port does the relay use?"), ("assistant", "Port 7411.")]


@pytest.mark.parametrize(
    "value",
    [
        [ASK, ANSWER],
        {"messages": [ASK, ANSWER]},
        {"model": "m", "messages": [ASK, ANSWER], "tools": [], "temperature": 0},
        {"messages": [ASK], "choices": [{"index": 0, "message": ANSWER}]},
        {"request": {"messages": [ASK]}, "response": {"choices": [{"message": ANSWER}]}},
        {"custom_id": "r1", "method": "POST", "url": "/v1", "body": {"messages": [ASK, ANSWER]}},
        {"task_id": 3, "traj": [ASK, ANSWER], "reward": 1.0, "info": {}},
        [[ASK, ANSWER]],
        {"conversations": [{"messages": [ASK, ANSWER]}]},
    ],
)
def test_finds_the_messages_in_every_wrapper(value: Any) -> None:
    assert said(one(value)) == PAIR


def test_an_answer_alone_is_a_conversation_and_names_its_model() -> None:
    body = {"id": "c1", "object": "chat.completion", "created": 1735689600, "model": "nut-2"}
    found = one({**body, "choices": [{"message": ANSWER, "finish_reason": "stop"}]})
    assert said(found) == PAIR[1:]
    assert found.messages[0].author == "nut-2"
    assert found.id == "c1"
    assert found.started_at == datetime(2025, 1, 1, tzinfo=UTC)


def test_a_batch_answer_line() -> None:
    body = {"custom_id": "r7", "response": {"body": {"choices": [{"message": ANSWER}]}}}
    found = one(body)
    assert said(found) == PAIR[1:]
    assert found.id == "r7"


def test_a_list_of_bodies_is_several_conversations() -> None:
    found = conversations([{"messages": [ASK, ANSWER]}, {"messages": [ASK]}, {"traj": [ASK]}])
    assert [len(item.messages) for item in found] == [2, 1, 1]
    assert len({item.id for item in found}) == 3


def test_lines_of_one_conversation_each() -> None:
    found = list(read(lines({"messages": [ASK, ANSWER]}, {"messages": [ASK]}, [ASK, ANSWER, ASK])))
    assert [len(item.messages) for item in found] == [2, 1, 3]


def test_lines_of_one_message_each_are_one_conversation() -> None:
    (found,) = read(lines(ASK, ANSWER, {"role": "user", "content": "Thanks."}))
    assert said(found) == [*PAIR, ("user", "Thanks.")]


def test_lines_that_carry_a_conversation_id_are_put_together_by_it() -> None:
    rows = [
        {"conversation_id": "b", **ASK},
        {"conversation_id": "a", **ASK},
        {"conversation_id": "b", **ANSWER},
    ]
    found = list(read(lines(*rows)))
    assert [(item.id, len(item.messages)) for item in found] == [("b", 2), ("a", 1)]


def test_roles_are_the_apis_own() -> None:
    roles = ["system", "developer", "user", "assistant", "Human", "ai", "tool", "function"]
    found = one([{"role": role, "content": "x"} for role in roles])
    assert [message.role.value for message in found.messages] == [
        "system", "system", "user", "assistant", "user", "assistant", "tool", "tool",
    ]  # fmt: skip


def test_tool_calls_and_their_results_are_paired() -> None:
    call = {"id": "c1", "function": {"name": "lookup", "arguments": '{"port": 7411}'}}
    found = one(
        [
            ASK,
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "in use"},
            {"role": "tool", "tool_call_id": "c1", "content": ""},
        ]
    )
    assert found.messages[1].parts == (ToolCall("lookup", {"port": 7411}, "c1"),)
    assert found.messages[2].parts == (ToolResult("in use", "lookup", "c1"),)
    assert found.messages[3].parts == (ToolResult("", "lookup", "c1"),)
    assert found.notices == ()


@pytest.mark.parametrize("raw", ['{"port": ', "7411", "[1, 2]", "plain words"])
def test_arguments_that_are_no_object_are_kept_as_text(raw: str) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": raw}}
    found = one([ASK, {"role": "assistant", "tool_calls": [call]}])
    assert found.messages[1].parts == (ToolCall("f", raw, "c1"),)


def test_the_legacy_function_call() -> None:
    found = one(
        [
            ASK,
            {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": ""}},
            {"role": "function", "name": "f", "content": "ok"},
        ]
    )
    assert found.messages[1].parts == (ToolCall("f", "", None),)
    assert found.messages[2].parts == (ToolResult("ok", "f", None),)


@pytest.mark.parametrize("key", ["reasoning_content", "reasoning", "thinking"])
def test_reasoning_stands_before_the_answer(key: str) -> None:
    found = one([ASK, {**ANSWER, key: "It was in the log."}])
    assert found.messages[1].parts == (Reasoning("It was in the log."), Text("Port 7411."))
    assert found.messages[1].text == "Port 7411."


def test_a_leading_think_tag_is_reasoning_and_a_later_one_is_text() -> None:
    found = one(
        [
            {"role": "user", "content": "<think>is a tag</think>"},
            {"role": "assistant", "content": "<think>\nhm\n</think>\n\nYes, <think> is."},
        ]
    )
    assert found.messages[0].parts == (Text("<think>is a tag</think>"),)
    assert found.messages[1].parts == (Reasoning("hm"), Text("Yes, <think> is."))


def test_parts_of_every_kind() -> None:
    content = [
        {"type": "text", "text": "See both."},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
        {"type": "file", "file": {"filename": "plan.pdf", "file_data": "AAAA"}},
        {"type": "hologram", "data": "AAAA"},
    ]
    found = one([{"role": "user", "content": content}])
    assert found.messages[0].parts == (
        Text("See both."),
        Image("image/png"),
        Image(None, "https://example.org/a.png"),
        Attachment("audio", "", "audio/wav"),
        Attachment("plan.pdf"),
    )
    assert [(notice.code, notice.count) for notice in found.notices] == [("unknown-block", 1)]


def test_parts_that_keep_their_words_under_value() -> None:
    content = [
        {"type": "reasoning", "value": "Look it up."},
        {"type": "tool_call", "value": '{"name": "f", "arguments": {"a": 1}}'},
    ]
    found = one([ASK, {"role": "assistant", "content": content}])
    assert found.messages[1].parts == (Reasoning("Look it up."), ToolCall("f", {"a": 1}))


def test_a_refusal_is_what_was_said() -> None:
    found = one([ASK, {"role": "assistant", "content": None, "refusal": "I can't."}])
    assert found.messages[1].parts == (Text("I can't."),)


def test_messages_without_content_are_counted_not_kept() -> None:
    found = one([ASK, {"role": "assistant", "content": ""}, {"role": "user", "content": " \n"}])
    assert len(found.messages) == 1
    assert [(notice.code, notice.count) for notice in found.notices] == [("empty-message", 2)]


def test_a_broken_message_in_the_middle_is_counted() -> None:
    found = one([ASK, ANSWER, 7, ASK, ANSWER, ASK])
    assert len(found.messages) == 5
    assert [(notice.code, notice.where) for notice in found.notices] == [("broken-record", "-:3")]


def test_a_broken_line_in_the_middle_is_counted_with_its_line() -> None:
    good = lines({"messages": [ASK, ANSWER]})
    first, second = read(good + b'{"messages": [{"ro\n' + good)
    notices = [*first.notices, *second.notices]
    assert [(notice.code, notice.where) for notice in notices] == [("broken-record", "-:2")]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("timestamp", "2025-03-01T08:00:00Z"),
        ("created_at", "2025-03-01T09:00:00+01:00"),
        ("ts", 1740816000),
        ("createdAt", 1740816000000),
    ],
)
def test_times_under_their_usual_names(key: str, value: Any) -> None:
    found = one([{**ASK, key: value}, ANSWER])
    assert found.messages[0].at == datetime(2025, 3, 1, 8, tzinfo=UTC)
    assert found.messages[1].at is None
    assert found.started_at == found.messages[0].at


def test_people_keep_their_names() -> None:
    found = one([{**ASK, "name": "Ines"}, {**ANSWER, "author": {"name": "scout"}}])
    assert [message.author for message in found.messages] == ["Ines", "scout"]


def test_title_and_id_are_the_sources_own() -> None:
    found = one({"conversation_id": "k-9", "title": "Relay", "messages": [ASK]})
    assert (found.id, found.title) == ("k-9", "Relay")


def test_a_conversation_that_grew_keeps_its_id() -> None:
    assert one([ASK]).id == one([ASK, ANSWER]).id


def test_odd_characters_are_brought_to_plain_text() -> None:
    raw = b'\xef\xbb\xbf[{"role":"user","content":"a\\r\\nb \\ud83d c\\u0000d"},\r\n {"role":'
    (found,) = read(raw + b'"assistant","content":"ok"}]\r\n')
    assert said(found) == [("user", "a\nb \ufffd cd"), ("assistant", "ok")]


def test_a_cut_document_gives_its_whole_messages() -> None:
    raw = json.dumps([ASK, ANSWER, {"role": "user", "content": "And the second"}]).encode()
    (found,) = read(raw[:-12])
    assert said(found)[:2] == PAIR
    assert any(notice.code == "broken-document" for notice in found.notices)


FOREIGN = {
    "sharegpt": [
        {"conversations": [{"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}]}
    ],
    "oasst": [{"message_id": "1", "parent_id": None, "text": "a", "role": "prompter"}],
    "langchain": [{"type": "human", "data": {"content": "a"}}],
    "slack": [{"type": "message", "user": "U1", "text": "a", "ts": "1735689600.000100"}],
    "librechat": {"conversationId": "1", "messages": [{"sender": "User", "text": "a"}]},
    "open-webui": [{"chat": {"history": {"messages": {}, "currentId": "1"}, "messages": [ASK]}}],
    "open-webui-chat": {"history": {"messages": {}, "currentId": "1"}, "messages": [ASK, ANSWER]},
    "chatbot-ui": {"version": 4, "history": [{"messages": [ASK, ANSWER]}], "folders": []},
    "claude-code": {"type": "user", "message": ASK, "uuid": "1"},
    "continue": {"sessionId": "1", "history": [{"message": ASK}]},
    "swe-agent": {"trajectory": [], "history": [ASK], "messages": [ASK, ANSWER]},
    "vercel": [{"id": "1", "role": "user", "parts": [{"type": "text", "text": "a"}]}],
    "alpaca": [{"instruction": "a", "input": "b", "output": "c"}],
    "embedding": {"model": "m", "input": "some words"},
    "gemini": {"contents": [{"role": "user", "parts": [{"text": "a"}]}]},
    "responses": [ASK, {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"}],
    "anthropic": [ASK, {"role": "assistant", "content": [{"type": "tool_use", "name": "f"}]}],
}


@pytest.mark.parametrize("value", FOREIGN.values(), ids=FOREIGN.keys())
def test_claims_no_foreign_format(value: Any) -> None:
    seen = Probe("x", json.dumps(value), (), value)
    assert Reader().detect(seen) is Certainty.NO


def test_is_less_sure_where_a_program_keeps_its_own_keys_beside_the_messages() -> None:
    own = {"chatID": "1", "chatTitle": "t", "folderID": None, "messages": [ASK, ANSWER]}
    assert Reader().detect(Probe("x", "", (), own)) is Certainty.MAYBE
    assert Reader().detect(Probe("x", "", (), {"messages": [ASK]})) is Certainty.SURE
    assert Reader().detect(Probe("x", "", (ASK, {"level": "info"}), None)) is Certainty.NO


def test_a_source_without_messages_is_refused_by_name() -> None:
    with pytest.raises(ReadError, match="holds no messages"):
        conversations({"a": 1}, format="openai-chat")


leaves = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
names = st.sampled_from(
    ["role", "content", "type", "text", "messages", "tool_calls", "function", "arguments", "name",
     "choices", "message", "user", "assistant", "tool", "tool_result", "image_url", "x"]
)  # fmt: skip
values = st.recursive(
    leaves | names,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=5),
    max_leaves=12,
)


@given(message=st.dictionaries(names, values, max_size=6), role=names)
def test_any_json_reads_or_raises_read_error(message: dict[str, Any], role: str) -> None:
    try:
        found = conversations([{**message, "role": role}, ASK], format="openai-chat")
    except ReadError:
        return
    for item in found:
        for piece in item.messages:
            assert piece.parts
            assert all(isinstance(part.text, str) for part in piece.parts)
            assert piece.role in Role


def test_the_sign_that_ends_a_simulated_trial_is_nobodys_word() -> None:
    words = ["Cancel it", "Done.", "###STOP###"]
    roles = ["user", "assistant", "user"]
    raw = json.dumps([{"role": r, "content": w} for r, w in zip(roles, words, strict=True)])
    (found,) = read(raw.encode())
    assert [message.text for message in found.messages] == words[:2]
