"""ShareGPT data sets: turns of from and value, tools as speakers, scraped pages."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from graphpack.model.conversation import Conversation, Role, ToolCall, ToolResult
from graphpack.readers import read

from .thread_records import dumped, lines, sharegpt

SHARED = Path(__file__).parents[2].parent / "shared"


def one(value: object) -> Conversation:
    (found,) = read(dumped(value))
    assert found.source.format == "sharegpt"
    return found


def test_calls_and_observations_are_the_tools() -> None:
    call = json.dumps({"name": "gauge", "arguments": {"at": "Ærø"}})
    found = one(
        [
            sharegpt(
                ("human", "How high?"),
                ("function_call", call),
                ("observation", "3.1"),
                ("gpt", "3.1 m"),
            )
        ]
    )
    assert [message.role.value for message in found.messages] == [
        "user", "assistant", "tool", "assistant",
    ]  # fmt: skip
    assert found.messages[1].parts == (ToolCall("gauge", {"at": "Ærø"}),)
    assert found.messages[2].parts == (ToolResult("3.1"),)


def test_a_call_that_is_no_json_stays_a_call() -> None:
    found = one([sharegpt(("human", "a"), ("function_call", "gauge('x"))])
    assert found.messages[1].parts == (ToolCall("unknown", "gauge('x"),)


def test_a_chat_may_begin_with_the_model_and_have_a_system_prompt_beside_it() -> None:
    found = one([sharegpt(("bard", "Hello"), ("user", "Chart"), system="Be brief.")])
    assert [(message.role.value, message.author) for message in found.messages] == [
        ("system", None), ("assistant", "bard"), ("user", None),
    ]  # fmt: skip


def test_a_scraped_page_becomes_text() -> None:
    page = (
        '<div class="markdown"><p>Use <b>orjson</b> &amp; go:</p><pre><div>python<button>Copy code'
        "</button></div><code>a &lt; b\n</code></pre></div>"
    )
    text = one([sharegpt(("human", "x"), ("gpt", page))]).messages[1].text
    assert "Use orjson & go:" in text
    assert "a < b" in text
    assert "<p>" not in text
    assert "Copy code" not in text
    assert (
        one([sharegpt(("gpt", "```python\nCopy code\nx = 1\n```"))]).messages[0].text.count("Copy")
        == 0
    )


def test_html_that_a_person_asks_about_stays() -> None:
    text = "Why does <p> not close in <p>this?"
    assert one([sharegpt(("human", text))]).messages[0].text == text


def test_each_record_is_a_conversation_and_a_bad_one_costs_no_other() -> None:
    good = sharegpt(("human", "a"), ("gpt", "b"), id="x_0")
    raw = lines(good, {"nothing": 1}) + b'{"conversations": [{"fr\n' + lines({**good, "id": "x_1"})
    found = list(read(raw))
    assert [item.id for item in found] == ["x_0", "x_1"]
    codes = Counter(notice.code for item in found for notice in item.notices)
    assert codes == {"broken-record": 2}


def test_turns_alone_are_one_conversation() -> None:
    assert len(one([{"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}]).messages) == 2


def test_two_thousand_conversations_stream() -> None:
    raw = dumped([sharegpt(("human", f"q{n}"), ("gpt", "a"), id=f"c{n}") for n in range(2_000)])
    found = read(raw)
    assert next(found).id == "c0"
    assert sum(1 for _ in found) == 1_999


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
@pytest.mark.parametrize(
    ("name", "count", "roles"),
    [
        ("sharegpt__FastChat__1.json", 500, {Role.USER: 1000, Role.ASSISTANT: 1000}),
        (
            "sharegpt__LLaMA-Factory__2.json",
            300,
            {Role.USER: 746, Role.ASSISTANT: 957, Role.TOOL: 211},
        ),
    ],
)
def test_samples(name: str, count: int, roles: dict[Role, int]) -> None:
    found = list(read(SHARED / "samples" / "chat" / name))
    assert len(found) == count
    assert Counter(m.role for item in found for m in item.messages) == roles
    assert not [notice for item in found for notice in item.notices]
