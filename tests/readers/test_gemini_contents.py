from __future__ import annotations

import json
from typing import Any

import pytest

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
from graphpack.readers.gemini_contents import Reader

ASK = {"role": "user", "parts": [{"text": "When does the tide turn?"}]}
ANSWER = {"role": "model", "parts": [{"text": "At 04:10."}]}


def one(value: Any) -> Conversation:
    (found,) = read(json.dumps(value).encode())
    assert found.source.format == "gemini-contents"
    return found


@pytest.mark.parametrize(
    "value",
    [
        {"contents": [ASK, ANSWER]},
        {"contents": [{"parts": ASK["parts"]}, ANSWER]},
        [ASK, ANSWER],
        {"history": [ASK, ANSWER]},
        {"contents": [ASK], "candidates": [{"content": ANSWER}, {"content": ASK}]},
        {"request": {"contents": [ASK]}, "response": {"candidates": [{"content": ANSWER}]}},
        {"contents": "When does the tide turn?", "candidates": [{"content": ANSWER}]},
        [{"role": "user", "parts": ["When does the tide turn?"]}, ANSWER],
    ],
)
def test_finds_the_contents_in_every_wrapper(value: Any) -> None:
    found = one(value)
    assert [(message.role.value, message.text) for message in found.messages] == [
        ("user", "When does the tide turn?"),
        ("assistant", "At 04:10."),
    ]


@pytest.mark.parametrize("key", ["systemInstruction", "system_instruction"])
def test_the_system_instruction_comes_first(key: str) -> None:
    found = one({"contents": [ASK], key: {"parts": [{"text": "Be dry."}]}})
    assert (found.messages[0].role, found.messages[0].text) == (Role.SYSTEM, "Be dry.")


def test_an_answer_names_its_model() -> None:
    found = one({"candidates": [{"content": ANSWER}], "modelVersion": "tide-2", "responseId": "r"})
    assert found.messages[0].author == "tide-2"


def test_thoughts_are_reasoning_and_signatures_are_nothing() -> None:
    parts = [
        {"text": "Look at the moon.", "thought": True},
        {"thoughtSignature": "AAAA"},
        {"text": "At 04:10.", "thoughtSignature": "AAAA"},
    ]
    found = one([ASK, {"role": "model", "parts": parts}])
    assert found.messages[1].parts == (Reasoning("Look at the moon."), Text("At 04:10."))
    assert found.notices == ()


@pytest.mark.parametrize(
    ("call", "response"),
    [("functionCall", "functionResponse"), ("function_call", "function_response")],
)
def test_calls_and_responses_in_both_cases(call: str, response: str) -> None:
    found = one(
        [
            ASK,
            {
                "role": "model",
                "parts": [{call: {"name": "tide", "args": {"port": "B"}, "id": "1"}}],
            },
            {
                "role": "user",
                "parts": [{response: {"name": "tide", "id": "1", "response": {"result": "04:10"}}}],
            },
            {
                "role": "function",
                "parts": [{response: {"name": "tide", "response": {"error": "no gauge"}}}],
            },
            {"role": "user", "parts": [{response: {"name": "tide", "response": {"h": 2}}}]},
        ]
    )
    assert found.messages[1].parts == (ToolCall("tide", {"port": "B"}, "1"),)
    assert [message.role for message in found.messages[2:]] == [Role.TOOL] * 3
    assert [message.parts[0] for message in found.messages[2:]] == [
        ToolResult("04:10", "tide", "1"),
        ToolResult("no gauge", "tide", None, is_error=True),
        ToolResult('{"h":2}', "tide", None),
    ]


def test_a_response_with_words_beside_it_is_the_users() -> None:
    parts = [{"functionResponse": {"name": "f", "response": {}}}, {"text": "Use port B."}]
    found = one([ASK, {"role": "user", "parts": parts}])
    assert found.messages[1].role is Role.USER


def test_code_and_files() -> None:
    parts = [
        {"executableCode": {"language": "PYTHON", "code": "print(1)"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_FAILED", "output": "boom"}},
        {"inlineData": {"mimeType": "image/png", "data": "AAAA"}},
        {"file_data": {"mime_type": "application/pdf", "file_uri": "gs://b/chart.pdf"}},
        {"holoData": {"x": 1}, "text": None},
    ]
    found = one([ASK, {"role": "model", "parts": parts}])
    assert found.messages[1].parts == (
        ToolCall("code_execution", {"code": "print(1)"}),
        ToolResult("boom", "code_execution", is_error=True),
        Image("image/png"),
        Attachment("gs://b/chart.pdf", "", "application/pdf"),
    )
    assert [notice.code for notice in found.notices] == ["unknown-block"]


def test_lines_of_contents_and_of_bodies() -> None:
    (found,) = read("\n".join(json.dumps(row) for row in (ASK, ANSWER, ASK)).encode())
    assert len(found.messages) == 3
    bodies = [{"key": "1", "request": {"contents": [ASK]}}, {"contents": [ASK, ANSWER]}]
    many = list(read("\n".join(json.dumps(body) for body in bodies).encode()))
    assert [len(item.messages) for item in many] == [1, 2]


@pytest.mark.parametrize(
    "value",
    [
        [{"role": "user", "content": "a"}],
        [{"id": "1", "role": "user", "parts": [{"type": "text", "text": "a"}]}],
        {"chunkedPrompt": {"chunks": [{"role": "user", "text": "a"}]}},
        {"events": [{"author": "user", "content": ASK}]},
        {"messages": [{"type": "user", "content": [{"text": "a"}]}]},
        {"requests": [{"message": {"parts": [{"text": "a"}]}}]},
    ],
)
def test_claims_nothing_else(value: Any) -> None:
    assert Reader().detect(Probe("x", "", (), value)) is Certainty.NO
