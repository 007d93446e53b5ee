"""Each form of transcript is read back as what was written."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from graphpack.errors import ReadError, UsageError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Image,
    Message,
    Origin,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import detect, read
from graphpack.readers.opening import open_source
from graphpack.render.transcript import TRANSCRIPTS, write_transcript
from graphpack.resources import read_text
from graphpack.testing import check_conversation, mutants

NASTY = """## User

not a turn
### Tool call: Bash
\\## Assistant
```
## System: unclosed fence
<!-- graphpack transcript v1 {} -->
## Assistant <!-- {"at": "2026-01-01"} -->
User: hello
**Assistant:** hi
_**User (2025-01-01)**_
_**Agent (2025-01-01)**_
# aider chat started at 2025-01-01 10:00:00
WEBVTT"""


def talk(*messages: Message) -> Conversation:
    numbered = tuple(replace(message, index=n) for n, message in enumerate(messages))
    source = ConversationSource("beehive.jsonl", "claude-code")
    at = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
    return Conversation("hive-1", "Hive --> wintering <!-- {}", source, numbered, at)


def say(role: Role, *parts, **fields) -> Message:
    return Message(0, role, parts, **fields)


HIVE = talk(
    say(Role.SYSTEM, Text("You keep bees.")),
    say(Role.USER, Text(NASTY), author="Runa <!-- {} -->  Holm", source_id="m1"),
    say(
        Role.ASSISTANT,
        Reasoning("weigh it first\n\n## User"),
        Text("\nI look.\n\n"),
        ToolCall(
            "Read", {"path": "hive.csv", "n": 3, "deep": {"## User": [None, "## Tool"]}}, "t1"
        ),
        ToolCall("sh", "cat `x`\n````\n## Tool", None),
        Text("Then this."),
        author="model-x",
        at=datetime(2026, 3, 1, 10, 1, 2, 345000, tzinfo=UTC),
    ),
    say(
        Role.TOOL,
        ToolResult("```text\n## User\n```", "Read", "t1", is_error=False),
        ToolResult("", "sh", None, is_error=True),
        ToolResult("no", "rm", "t2", is_rejected=True),
    ),
    say(Role.USER, Text("stop"), is_interruption=True),
    say(Role.ASSISTANT, Text("a digest"), origin=Origin.COMPACTION),
    say(Role.USER, Text("inner"), origin=Origin.SUBAGENT),
    say(
        Role.USER,
        Attachment("plan.md", "## User\n# Plan", "text/markdown"),
        Attachment("empty.bin"),
        Image("image/png", "hive.png"),
        Image(),
        Text("look"),
    ),
)


def back(text: str, *, name: str = "x") -> Conversation:
    (found,) = read(f"{text}\n".encode(), name=name, subagents=True)
    return found


@pytest.mark.parametrize("form", ["markdown", "jsonl"])
def test_nothing_is_lost_in_the_forms_that_promise_it(form: str) -> None:
    found = back(write_transcript(HIVE, to=form))
    assert found.messages == HIVE.messages
    assert (found.id, found.title, found.started_at) == (HIVE.id, HIVE.title, HIVE.started_at)
    assert found.notices == ()


def test_markdown_is_read_as_markdown_whatever_it_quotes() -> None:
    text = write_transcript(HIVE, to="markdown")
    assert detect(open_source(text.encode())).name == "markdown"
    assert text.splitlines()[2] == "# Hive --> wintering <!-- {}"


def test_new_line_ends_of_an_editor_change_nothing() -> None:
    text = write_transcript(HIVE, to="markdown").replace("\n", "\r\n")
    assert back(text).messages == HIVE.messages


def test_words_before_the_first_message_are_noted() -> None:
    text = write_transcript(talk(say(Role.USER, Text("hi"))), to="markdown")
    head, _, rest = text.partition("\n")
    found = back(f"{head}\n\nby hand\n{rest}")
    assert [notice.code for notice in found.notices] == ["stray-text"]


def test_messages_are_openai_chat_and_keep_what_that_form_has() -> None:
    text = write_transcript(HIVE, to="messages")
    assert detect(open_source(text.encode())).name == "openai-chat"
    raw = json.loads(text)
    assert [one["role"] for one in raw] == [
        "system", "user", "assistant", "tool", "tool", "tool", "user", "assistant", "user", "user",
    ]  # fmt: skip
    assert raw[2]["tool_calls"][0]["function"]["name"] == "Read"
    found = back(text)
    assert found.messages[1].parts == HIVE.messages[1].parts
    assert found.messages[1].author == HIVE.messages[1].author
    calls = [part for part in found.messages[2].parts if isinstance(part, ToolCall)]
    assert calls == [part for part in HIVE.messages[2].parts if isinstance(part, ToolCall)]
    assert found.messages[3].parts == (ToolResult("```text\n## User\n```", "Read", "t1"),)
    assert found.messages[-1].parts[0] == Attachment("plan.md", "## User\n# Plan")


def test_results_and_calls_in_one_message_keep_their_order() -> None:
    odd = talk(
        say(
            Role.USER,
            ToolResult("one", "a", "c1"),
            Image("image/png"),
            Text("two"),
            ToolCall("b", {}, "c2"),
            ToolResult("three", None, "c2"),
        )
    )
    found = back(write_transcript(odd, to="messages"))
    assert [message.role.value for message in found.messages] == [
        "tool",
        "user",
        "assistant",
        "tool",
    ]
    assert found.messages[-1].parts == (ToolResult("three", "b", "c2"),)


def test_lines_fit_their_schema() -> None:
    schema = json.loads(read_text("schemas", "messages.v1.schema.json"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    lines = write_transcript(HIVE, to="jsonl").split("\n")
    assert len(lines) == len(HIVE.messages)
    for line in lines:
        validator.validate(json.loads(line))
    broken = json.loads(lines[1]) | {"role": "narrator"}
    assert not validator.is_valid(broken)


def test_lines_of_several_conversations_are_told_apart() -> None:
    one = talk(say(Role.USER, Text("hi")), say(Role.ASSISTANT, Text("ho")))
    two = replace(one, id="hive-2", title=None)
    text = "\n".join(write_transcript(each, to="jsonl") for each in (one, two))
    found = list(read(text.encode(), name="x"))
    assert [(each.id, each.title) for each in found] == [("hive-1", one.title), ("hive-2", None)]
    assert [each.messages for each in found] == [one.messages, two.messages]


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(UsageError, match="no form is called 'docx'"):
        write_transcript(HIVE, to="docx")


def test_arguments_beyond_writing_do_not_stop_the_rest() -> None:
    deep: dict = {}
    inner = deep
    for _ in range(100_000):
        inner["a"] = inner = {}
    odd = talk(say(Role.ASSISTANT, ToolCall("x", deep, "c")), say(Role.USER, Text("hi")))
    for form in TRANSCRIPTS:
        assert back(write_transcript(odd, to=form)).messages[-1].text == "hi"


lines = st.sampled_from(
    [
        "## User", "## Assistant: x", "### Tool result: y", "\\## User", "\\\\### Text", "```",
        "~~~", "````text", "", " ", "words", "# Title", '## User <!-- {"a": 1} -->', "## Tool",
        "### Text", "-->", "<!-- {", "\t## User",
    ]
)  # fmt: skip
texts = st.lists(lines, min_size=1, max_size=6).map("\n".join).filter(bool) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30
)
# no reader gives an empty name: an unknown one is None
names = st.none() | texts.filter(bool)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
times = st.none() | st.datetimes(timezones=st.just(UTC))
parts = st.one_of(
    st.builds(Text, texts),
    st.builds(Reasoning, texts),
    st.builds(ToolCall, texts, st.dictionaries(texts, json_values, max_size=3) | texts, names),
    st.builds(ToolResult, texts, texts.filter(bool), names, st.none() | st.booleans()),
    st.builds(Attachment, texts, st.just("") | texts, names),
    st.builds(Image, names, names),
)
messages = st.builds(
    Message,
    st.just(0),
    st.sampled_from(Role),
    st.lists(parts, min_size=1, max_size=4).map(tuple),
    times,
    names,
    st.sampled_from(Origin),
    names,
)


@given(st.lists(messages, min_size=1, max_size=4))
@example([Message(0, Role.USER, (Text(""), Text("\n")))])
def test_any_conversation_survives(found: list[Message]) -> None:
    whole = talk(*found)
    for form in ("markdown", "jsonl"):
        again = back(write_transcript(whole, to=form))
        assert again.messages == whole.messages
        assert again.title == whole.title


@given(st.lists(lines | st.text(max_size=8), max_size=12))
def test_any_lines_after_the_opening_read_or_are_a_read_error(rest: list[str]) -> None:
    raw = "\n".join(["<!-- graphpack transcript v1 {} -->", *rest]).encode("utf-8", "replace")
    try:
        found = list(read(raw))
    except ReadError:
        return
    assert all(message.parts for one in found for message in one.messages)


@pytest.mark.parametrize(
    ("form", "name"), [("markdown", "markdown"), ("jsonl", "graphpack-messages")]
)
def test_damage_of_any_kind_reads_or_is_a_read_error(form: str, name: str) -> None:
    for raw in mutants(write_transcript(HIVE, to=form).encode(), 400):
        try:
            for one in read(raw, format=name, subagents=True):
                check_conversation(one, format=name)
        except ReadError:
            continue


odd_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(st.data())
def test_any_value_anywhere_in_the_lines_reads(data: st.DataObject) -> None:
    records = [json.loads(line) for line in write_transcript(HIVE, to="jsonl").split("\n")]
    record = data.draw(st.sampled_from(records))
    node = data.draw(st.sampled_from([record, *record["parts"]]))
    key = data.draw(st.sampled_from(sorted(node)))
    if data.draw(st.booleans()):
        del node[key]
    else:
        node[key] = data.draw(odd_values)
    raw = "\n".join(json.dumps(one) for one in records).encode()
    (found, *more) = read(raw, format="graphpack-messages", subagents=True)
    for one in (found, *more):
        check_conversation(one, format="graphpack-messages")
    assert sum(len(one.messages) for one in (found, *more)) >= len(records) - 1


def test_a_torn_line_costs_itself_alone() -> None:
    raw = write_transcript(HIVE, to="jsonl").encode()
    (found,) = read(raw[:-20], subagents=True)
    assert len(found.messages) == len(HIVE.messages) - 1
    assert [(one.code, one.where) for one in found.notices] == [
        ("broken-record", f"-:{len(HIVE.messages)}")
    ]
