"""LM Studio: versions of messages, answers in steps, calls in two generations."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphpack.model.conversation import (
    Attachment,
    Image,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
)

from .chat_programs import codes, lm_studio, lm_version, reading, said, text_step


def answered(*steps: dict) -> list:
    versions = [lm_version("assistant", *steps)]
    question = lm_studio()["messages"][0]
    messages = [question, {"versions": versions, "currentlySelected": 0}]
    (found,) = reading(lm_studio(messages=messages))
    return [part for message in found.messages[2:] for part in message.parts]


def block(**fields: object) -> dict:
    return {"type": "contentBlock", "content": [fields]}


def test_the_selected_version_is_the_conversation() -> None:
    (found,) = reading(lm_studio())
    assert said(found) == [
        ("system", "Answer in euros."),
        ("user", "What is the fee?"),
        ("assistant", "Nine euros."),
    ]
    answer = found.messages[2]
    assert answer.parts[0] == Reasoning("tariff?")
    assert answer.author == "gull-8b-gguf"
    assert answer.at == datetime.fromtimestamp(1772000005, UTC)
    assert found.started_at == datetime.fromtimestamp(1772000000, UTC)
    assert codes(found) == {"abandoned-branch": 1}


@pytest.mark.parametrize("selected", [None, 9, -1, "1"])
def test_a_selection_of_nothing_means_the_last_version(selected: object) -> None:
    document = lm_studio()
    document["messages"][1]["currentlySelected"] = selected
    assert reading(document)[0].messages[2].text == "Nine euros."


def test_an_edited_question_keeps_what_followed_on_the_path() -> None:
    document = lm_studio()
    first = document["messages"][0]
    first["versions"].append(lm_version("user", text_step("What is the fee today?")))
    first["currentlySelected"] = 1
    (found,) = reading(document)
    assert [text for _, text in said(found)][1:] == ["What is the fee today?", "Nine euros."]
    assert [(b.after, b.messages[0].text) for b in found.branches] == [
        (0, "What is the fee?"),
        (1, "Ten euros."),
    ]


@pytest.mark.parametrize(
    "request_block",
    [
        {"toolCallRequest": {"id": "c1", "name": "tariff", "arguments": {"port": "Wyk"}}},
        {"toolCallId": "c1", "name": "tariff", "arguments": {"port": "Wyk"}},
    ],
)
def test_calls_of_both_generations_find_their_results(request_block: dict) -> None:
    assert answered(
        block(type="toolCallRequest", **request_block),
        block(type="toolCallResult", content='[{"type":"text","text":"9"}]', toolCallId="c1"),
        text_step("Nine."),
    ) == [
        ToolCall("tariff", {"port": "Wyk"}, "c1"),
        ToolResult('[{"type":"text","text":"9"}]', "tariff", "c1"),
        Text("Nine."),
    ]


def test_numbers_pair_calls_too() -> None:
    call, result = answered(
        block(type="toolCallRequest", callId=7, name="tariff", arguments={}),
        block(type="toolCallResult", callId=7, content=[{"type": "text", "text": "9"}]),
    )
    assert (call.call_id, result.call_id, result.name, result.text) == ("7", "7", "tariff", "9")


def test_marks_of_the_models_template_are_taken_out() -> None:
    assert answered(text_step("<think>tariff</think>Nine.")) == [Reasoning("tariff"), Text("Nine.")]
    harmony = "<|channel|>analysis<|message|>tariff<|end|><|channel|>final<|message|>Nine."
    assert answered(text_step(harmony)) == [Reasoning("tariff"), Text("Nine.")]


def test_unknown_steps_are_counted_and_debug_steps_are_not() -> None:
    question = lm_studio()["messages"][0]
    steps = (text_step("Nine."), {"type": "debugInfoBlock"}, {"type": "newStep"})
    answer = {"versions": [lm_version("assistant", *steps)], "currentlySelected": 0}
    (found,) = reading(lm_studio(messages=[question, answer]))
    assert codes(found) == {"unknown-block": 1}


def test_the_text_is_not_read_from_its_preprocessed_copy() -> None:
    document = lm_studio()
    version = document["messages"][0]["versions"][0]
    version["preprocessed"] = {"role": "user", "content": [{"type": "text", "text": "injected"}]}
    assert "injected" not in str(reading(document))


def test_files_are_named() -> None:
    document = lm_studio()
    document["messages"][0]["versions"][0]["content"] += [
        {"type": "file", "name": "tariff.pdf", "fileType": "application/pdf", "sizeBytes": 9},
        {"type": "file", "name": "pier.png", "fileType": "image", "sizeBytes": 9},
    ]
    assert reading(document)[0].messages[1].parts[1:] == (
        Attachment("tariff.pdf"),
        Image(name="pier.png"),
    )


def test_a_message_without_versions_is_counted() -> None:
    document = lm_studio()
    document["messages"].insert(1, {"role": "user"})
    assert codes(reading(document)[0])["broken-record"] == 1


def test_a_prompt_set_for_one_chat_is_found_among_its_settings() -> None:
    fields = [{"key": "llm.prediction.systemPrompt", "value": "In euros."}, {"key": 3}, None]
    document = lm_studio(systemPrompt="", perChatPredictionConfig={"fields": fields})
    assert said(reading(document)[0])[0] == ("system", "In euros.")
