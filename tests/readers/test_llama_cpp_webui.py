"""llama.cpp's web page: the whole tree as JSON, or a line for each message."""

from __future__ import annotations

from graphpack.model.conversation import Attachment, Image, Reasoning, Text, ToolCall, ToolResult
from graphpack.readers.base import Certainty, Opened
from graphpack.readers.llama_cpp_webui import Reader
from graphpack.readers.probe import probe

from .chat_programs import codes, llama_cpp_webui, llama_message, reading, said
from .records import jsonl


def lines(*more: dict | str) -> bytes:
    chat = llama_cpp_webui()[0]
    session = {"type": "session", **chat["conv"]}
    messages = [{"type": "message", "message": message} for message in chat["messages"]]
    return jsonl(session, *messages, *more)


def test_both_forms_say_the_same() -> None:
    (one,) = reading(llama_cpp_webui())
    (two,) = reading(lines())
    (three,) = reading(llama_cpp_webui()[0])
    assert said(one) == said(two) == said(three)
    assert one.branches == two.branches == three.branches
    assert one.messages[1].parts == (Reasoning("tariff"), Text("Nine euros."))
    assert codes(one) == {"abandoned-branch": 1}


def test_lines_hold_many_sessions() -> None:
    second = {"type": "session", "id": "v2", "name": "Tides", "currNode": "x"}
    message = {"type": "message", "message": llama_message("x", None, "user", "High water?")}
    found = reading(lines(second, message, {"type": "surprise"}, "half a li"))
    assert [one.id for one in found] == ["v1", "v2"]
    assert said(found[1]) == [("user", "High water?")]
    assert codes(found[1])["broken-record"] == 2


def test_calls_results_and_files_are_kept_apart() -> None:
    calls = '[{"id": "c1", "type": "function", "function": {"name": "tariff", "arguments": "{}"}}]'
    extra = [
        {"type": "textFile", "name": "t.md", "content": "Nine"},
        {"type": "imageFile", "name": "p.png", "base64Url": "data:image/png;base64,AAAA"},
    ]
    document = llama_cpp_webui()
    document[0]["conv"]["currNode"] = "t"
    document[0]["messages"] += [
        llama_message("q2", "b", "user", "See.", extra=extra),
        llama_message("c", "q2", "assistant", "", toolCalls=calls),
        llama_message("t", "c", "tool", "9", toolCallId="c1"),
    ]
    (found,) = reading(document)
    assert [message.parts for message in found.messages[2:]] == [
        (Text("See."), Attachment("t.md", "Nine"), Image(name="p.png")),
        (ToolCall("tariff", {}, "c1"),),
        (ToolResult("9", "tariff", "c1"),),
    ]


def test_a_log_with_sessions_of_another_kind_is_not_one() -> None:
    log = jsonl({"type": "session", "id": "s"}, {"type": "message", "message": {"role": "user"}})
    assert Reader().detect(probe(Opened("x.jsonl", data=log))) is Certainty.NO
