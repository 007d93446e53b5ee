"""LangChain's messages in all their written forms."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphpack.model.conversation import Conversation, Reasoning, Role, Text, ToolCall, ToolResult
from graphpack.readers import read

from .thread_records import ai, dumped, human, lc, lines, run

CALL = {"name": "gauge", "args": {"at": "Ærø"}, "id": "c1", "type": "tool_call"}
RAW_CALL = {
    "id": "c1",
    "type": "function",
    "function": {"name": "gauge", "arguments": '{"at":"x"}'},
}


def one(value: object) -> Conversation:
    (found,) = read(dumped(value))
    assert found.source.format == "langchain"
    return found


def flat(kind: str, content: Any, **fields: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "content": content,
        "additional_kwargs": {},
        "response_metadata": {},
        **fields,
    }


@pytest.mark.parametrize(
    "messages",
    [
        [
            human("Chart"),
            ai("", tool_calls=[CALL]),
            {"type": "tool", "data": {"content": "3.1", "tool_call_id": "c1", "status": "error"}},
        ],
        [
            flat("human", "Chart"),
            flat("ai", "", tool_calls=[CALL]),
            flat("tool", "3.1", tool_call_id="c1", status="error"),
        ],
        [
            lc("HumanMessage", content="Chart"),
            lc("AIMessageChunk", content="", tool_calls=[CALL]),
            lc("ToolMessage", content="3.1", tool_call_id="c1", status="error"),
        ],
        [
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain_core", "messages", "HumanMessage"],
                "kwargs": {"content": "Chart"},
            },
            lc(
                "AIMessage",
                content="",
                additional_kwargs={
                    "tool_calls": [
                        {**RAW_CALL, "function": {"name": "gauge", "arguments": '{"at":"Ærø"}'}}
                    ]
                },
            ),
            lc("ToolMessage", content="3.1", tool_call_id="c1", status="error"),
        ],
    ],
    ids=["dict", "flat", "lc", "js"],
)
def test_every_form_reads_the_same(messages: list[Any]) -> None:
    found = one(messages)
    assert [message.role for message in found.messages] == [Role.USER, Role.ASSISTANT, Role.TOOL]
    assert found.messages[1].parts == (ToolCall("gauge", {"at": "Ærø"}, "c1"),)
    assert found.messages[2].parts == (ToolResult("3.1", "gauge", "c1", is_error=True),)


def test_a_call_that_stands_twice_is_one() -> None:
    block = {"type": "tool_use", "id": "c1", "name": "gauge", "input": {"at": "Ærø"}}
    message = ai(
        [{"type": "text", "text": "Look."}, block],
        tool_calls=[CALL],
        additional_kwargs={"tool_calls": [RAW_CALL]},
    )
    parts = one([human("a"), message]).messages[1].parts
    assert [type(part) for part in parts] == [Text, ToolCall]


def test_an_empty_list_of_calls_does_not_hide_the_raw_ones() -> None:
    message = ai("", tool_calls=[], additional_kwargs={"tool_calls": [RAW_CALL]})
    assert one([human("a"), message]).messages[1].parts == (ToolCall("gauge", {"at": "x"}, "c1"),)


def test_reasoning_and_the_model_are_kept() -> None:
    message = ai(
        "Done",
        additional_kwargs={"reasoning_content": "hm"},
        response_metadata={"model_name": "m-1"},
    )
    answer = one([human("a"), message]).messages[1]
    assert answer.parts == (Reasoning("hm"), Text("Done"))
    assert answer.author == "m-1"


def test_a_run_is_its_input_and_its_answer_and_repeated_histories_are_read_once() -> None:
    asked = [lc("SystemMessage", content="s"), lc("HumanMessage", content="Chart")]
    first = run("r1", asked, lc("AIMessage", content="a"))
    second = run(
        "r2",
        [*asked, lc("AIMessage", content="a"), lc("HumanMessage", content="More")],
        lc("AIMessage", content="b"),
    )
    for raw in (dumped([first, second]), lines(first, second)):
        (found,) = read(raw)
        assert [message.text for message in found.messages] == ["s", "Chart", "a", "More", "b"]
        assert [(notice.code, notice.count) for notice in found.notices] == [
            ("repeated-history", 1)
        ]


def test_the_last_state_of_a_thread_is_taken() -> None:
    states = [
        {
            "values": {"messages": [flat("human", "a"), flat("ai", "b")]},
            "config": {"configurable": {"thread_id": "t1"}},
        },
        {
            "values": {"messages": [flat("human", "a")]},
            "config": {"configurable": {"thread_id": "t1"}},
        },
    ]
    found = one(states)
    assert (found.id, [message.text for message in found.messages]) == ("t1", ["a", "b"])


def test_a_chain_that_gives_the_history_back_does_not_double_it() -> None:
    history = [flat("human", "a"), flat("ai", "b")]
    found = one(
        {"run_type": "chain", "inputs": {"messages": history[:1]}, "outputs": {"messages": history}}
    )
    assert [message.text for message in found.messages] == ["a", "b"]


def test_rows_of_a_data_set_may_hold_messages_of_the_chat_apis() -> None:
    row = {
        "inputs": {"messages": [{"role": "user", "content": "a"}]},
        "outputs": {"message": {"role": "assistant", "content": "b"}},
    }
    assert [message.text for message in one(row).messages] == ["a", "b"]


def test_lines_of_one_message_each_are_one_conversation() -> None:
    (found,) = read(lines(human("a"), ai("b")))
    assert (found.source.format, len(found.messages)) == ("langchain", 2)


def test_what_is_no_message_is_counted() -> None:
    found = one([human("a"), {"lc": 1, "type": "not_implemented", "id": ["x"]}, ai("b")])
    assert len(found.messages) == 2
    assert [(notice.code, notice.count) for notice in found.notices] == [("no-messages", 1)]


def test_rows_of_a_message_store_are_put_together_by_session() -> None:
    rows = [
        {"id": 1, "session_id": "s1", "message": human("a")},
        {"id": 2, "session_id": "s2", "message": json.dumps(human("x"))},
        {"id": 3, "session_id": "s1", "message": ai("b")},
    ]
    for raw in (dumped(rows), lines(*rows)):
        first, second = read(raw)
        assert (first.id, [message.text for message in first.messages]) == ("s1", ["a", "b"])
        assert (second.id, [message.text for message in second.messages]) == ("s2", ["x"])


def test_a_file_of_sessions_by_name() -> None:
    first, second = read(dumped({"s1": [human("a"), ai("b")], "s2": [human("x")]}))
    assert (first.id, second.id) == ("s1", "s2")


def test_classes_may_be_named_as_types() -> None:
    found = one({"messages": [flat("HumanMessage", "a"), flat("AIMessage", "b")]})
    assert [message.role for message in found.messages] == [Role.USER, Role.ASSISTANT]


def test_a_run_in_plain_words_is_read_and_its_children_are_not() -> None:
    root = {
        "id": "r",
        "run_type": "chain",
        "inputs": {"input": "How high?"},
        "outputs": {"output": "3.1 m"},
    }
    child = {**root, "id": "c", "run_type": "tool", "parent_run_id": "r"}
    (found,) = read(dumped({"runs": [root, child]}), format="langchain")
    assert [message.text for message in found.messages] == ["How high?", "3.1 m"]
    assert one([root, child]).id == "r"
