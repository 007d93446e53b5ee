"""Open WebUI and Qwen's web page: one tree, and answers with folded blocks or in phases."""

from __future__ import annotations

import html
import json

import pytest

from graphpack.model.conversation import (
    Attachment,
    Image,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from tests.timing import grows_linearly

from .chat_programs import codes, open_webui, qwen_web, reading, said, webui_chat, webui_node


def answered(content: object, **more: object) -> list:
    """Read a chat of a question and this answer; gives the parts after the question."""
    chat = webui_chat(
        webui_node("q", None, "user", "The fee?"),
        webui_node("a", "q", "assistant", content, model="gull:8b", **more),
        current="a",
    )
    (found,) = reading(chat)
    return [part for message in found.messages[1:] for part in message.parts]


def details(kind: str, body: str, **attributes: str) -> str:
    listed = "".join(f' {key}="{html.escape(value)}"' for key, value in attributes.items())
    return f'<details type="{kind}"{listed}>\n<summary>Folded away</summary>\n{body}\n</details>\n'


@pytest.mark.parametrize("unwrap", ["list", "one", "chat"])
def test_lists_single_chats_and_bare_chats_are_read(unwrap: str) -> None:
    document = open_webui()
    shapes = {"list": document, "one": document[0], "chat": document[0]["chat"]}
    (found,) = reading(shapes[unwrap])
    assert said(found)[0] == ("user", "What is the fee?")
    assert said(found)[-1] == ("assistant", "Per night.")
    assert "stale copy" not in str(said(found))


def test_answers_to_one_prompt_by_several_models_are_no_retries() -> None:
    chat = webui_chat(
        webui_node("q", None, "user", "The fee?", models=["gull", "tern"]),
        webui_node("a", "q", "assistant", "Nine.", model="gull", modelIdx=0),
        webui_node("b", "q", "assistant", "Ten.", model="tern", modelIdx=1),
        current="b",
    )
    (found,) = reading(chat)
    assert codes(found) == {"other-answer": 1}
    assert found.messages[1].author == "tern"
    assert found.branches[0].messages[0].author == "gull"
    again = webui_node("c", "q", "assistant", "Eight.", model="tern")
    chat["chat"]["history"]["messages"]["c"] = again
    assert codes(reading(chat)[0]) == {"other-answer": 1, "abandoned-branch": 1}


def test_a_lost_parent_is_found_from_the_other_side() -> None:
    chat = webui_chat(
        {**webui_node("q", None, "user", "The fee?"), "childrenIds": ["a"]},
        webui_node("a", None, "assistant", "Nine."),
        current="a",
    )
    assert len(reading(chat)[0].messages) == 2


@pytest.mark.parametrize("current", [None, "gone"])
def test_a_mark_that_names_nothing_is_replaced_by_the_newest(current: str | None) -> None:
    old = webui_node("old", "q", "assistant", "Ten.")
    new = {**webui_node("new", "q", "assistant", "Nine."), "timestamp": 1772999999}
    chat = webui_chat(webui_node("q", None, "user", "The fee?"), new, old, current=current)
    (found,) = reading(chat)
    assert found.messages[-1].text == "Nine."
    assert codes(found)["guessed-branch"] == 1


def test_times_in_seconds_and_milliseconds_are_the_same() -> None:
    node = webui_node("q", None, "user", "The fee?")
    (one,) = reading(webui_chat({**node, "timestamp": 1772000000}, current="q"))
    (two,) = reading(webui_chat({**node, "timestamp": 1772000000000}, current="q"))
    assert one.messages[0].at == two.messages[0].at
    assert one.messages[0].at.tzinfo is not None


def test_folded_thinking_is_no_part_of_the_answer() -> None:
    body = "&gt; the tariff &amp; the tide\n&gt; both"
    parts = answered(details("reasoning", "> x", done="true") + "Nine.")
    assert parts == [Reasoning("x"), Text("Nine.")]
    assert answered(details("reasoning", body, done="true", duration="3"))[0].text
    assert answered("<think>tariff</think>\nNine.") == [Reasoning("tariff"), Text("Nine.")]


@pytest.mark.parametrize("is_body", [True, False])
def test_folded_calls_keep_name_arguments_and_result(is_body: bool) -> None:
    arguments = json.dumps(json.dumps({"port": "Wyk > Föhr"}))
    result = json.dumps('{"fee": 9}')
    block = (
        details("tool_calls", html.escape(result), done="true", id="c1", name="tariff",
                arguments=arguments)
        if is_body
        else details("tool_calls", "", done="true", id="c1", name="tariff", arguments=arguments,
                     result=result, files="")
    )  # fmt: skip
    assert answered(f"Looking.\n{block}Nine.") == [
        Text("Looking."),
        ToolCall("tariff", {"port": "Wyk > Föhr"}, "c1"),
        ToolResult('{"fee": 9}', "tariff", "c1"),
        Text("Nine."),
    ]


def test_arguments_in_single_quotes_may_hold_a_bracket() -> None:
    block = (
        '<details type="tool_calls" done="false" id="c1" name="tariff" arguments=\''
        '"{\\"a\\": \\"x > y\\"}"\'>\n<summary>Executing...</summary>\n</details>\n'
    )
    assert answered(block) == [ToolCall("tariff", {"a": "x > y"}, "c1")]


def test_a_code_run_is_a_call_with_its_output() -> None:
    output = json.dumps({"stdout": "9\n", "stderr": None, "result": "None"})
    block = details("code_interpreter", "```python\nprint(9)\n```", done="true", output=output)
    assert answered(block) == [
        ToolCall("code_interpreter", {"code": "print(9)"}),
        ToolResult("9\nNone", "code_interpreter"),
    ]


def test_a_block_that_was_cut_off_hides_nothing_before_it() -> None:
    text = 'Nine.\n<details type="reasoning" done="false">\n<summary>Thinking</summary>\n> is it'
    assert answered(text) == [Text("Nine."), Reasoning("is it")]


def test_other_folded_text_stays_text() -> None:
    text = "<details>\n<summary>Tariff</summary>\nNine.\n</details>"
    assert answered(text) == [Text(text)]


def test_what_a_person_pastes_is_theirs() -> None:
    pasted = details("reasoning", "> x", done="true") + "what is this?"
    chat = webui_chat(webui_node("q", None, "user", pasted), current="q")
    assert reading(chat)[0].messages[0].parts == (Text(pasted),)


def test_items_beside_the_text_are_read_instead_of_it() -> None:
    output = [
        {"type": "reasoning", "summary": [], "content": [{"type": "text", "text": "tariff"}]},
        {"type": "function_call", "call_id": "c1", "name": "tariff", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": [{"type": "input_text",
                                                                      "text": "9"}]},
        {"type": "message", "content": [{"type": "output_text", "text": "Nine."}]},
    ]  # fmt: skip
    folded = details("reasoning", "> tariff", done="true") + "Nine."
    assert answered(folded, output=output) == [
        Reasoning("tariff"),
        ToolCall("tariff", {}, "c1"),
        ToolResult("9", "tariff", "c1"),
        Text("Nine."),
    ]
    assert answered(folded, output=output[:1]) == [Reasoning("tariff"), Text("Nine.")]


def test_a_merger_stands_for_the_answers_it_was_made_of() -> None:
    merged = {"status": True, "content": "Nine or ten."}
    assert answered("Nine.", merged=merged) == [Text("Nine or ten.")]


def test_a_failed_answer_is_counted() -> None:
    chat = webui_chat(
        webui_node("q", None, "user", "The fee?"),
        webui_node("a", "q", "assistant", "", error={"content": "502"}),
        current="a",
    )
    (found,) = reading(chat)
    assert codes(found) == {"failed-answer": 1}
    assert len(found.messages) == 1


def test_files_keep_names_and_words_but_no_bytes() -> None:
    files = [
        {"type": "file", "name": "t.md", "file": {"data": {"content": "Nine euros"}}},
        {"type": "image", "url": "data:image/png;base64,AAAA"},
    ]
    content = [
        {"type": "text", "text": "See."},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,BBBB"}},
    ]
    chat = webui_chat(webui_node("q", None, "user", content, files=files), current="q")
    (found,) = reading(chat)
    assert found.messages[0].parts == (
        Text("See."),
        Image("image/png"),
        Attachment("t.md", "Nine euros"),
        Image("image/png"),
    )


def test_a_chats_own_prompt_comes_first() -> None:
    chat = webui_chat(webui_node("q", None, "user", "The fee?"), current="q")
    chat["chat"]["params"] = {"system": "In euros."}
    assert said(reading(chat)[0]) == [("system", "In euros."), ("user", "The fee?")]


@pytest.mark.parametrize(
    "unit", ['<details type="reasoning" done="true">\n', '<details type="reasoning" a="', "> "]
)
def test_many_open_blocks_take_linear_time(unit: str) -> None:
    grows_linearly(answered, 2_500, lambda count: "x\n" + unit * count)


def test_qwen_keeps_the_answer_and_tells_the_thinking_from_it() -> None:
    (found,) = reading(qwen_web())
    assert found.source.format == "qwen-web"
    answer = found.messages[1]
    assert (answer.role, answer.author) == (Role.ASSISTANT, "tern-max")
    assert answer.parts == (Reasoning("the tariff says"), Text("Nine euros."))
    assert found.notices == ()


def test_qwen_answers_in_the_text_are_read_where_there_are_no_phases() -> None:
    document = qwen_web()
    node = document["data"][0]["chat"]["history"]["messages"]["a"]
    node["content_list"], node["content"] = [], "Nine euros."
    assert reading(document)[0].messages[1].parts == (Text("Nine euros."),)


def test_one_qwen_chat_is_known_without_the_web_answer_around_it() -> None:
    (found,) = reading(qwen_web()["data"][0])
    assert found.source.format == "qwen-web"
    (found,) = reading({"success": True, "data": qwen_web()["data"][0]})
    assert found.source.format == "qwen-web"


def test_a_picture_that_qwen_draws_is_a_picture_and_no_address() -> None:
    document = qwen_web()
    node = document["data"][0]["chat"]["history"]["messages"]["a"]
    node["content_list"] = [{"content": "https://cdn.example/1.png", "phase": "image_gen"}]
    assert reading(document)[0].messages[1].parts == (Image(),)
    node["content_list"].append({"content": "new", "phase": "hologram"})
    assert codes(reading(document)[0]) == {"unknown-block": 1}
