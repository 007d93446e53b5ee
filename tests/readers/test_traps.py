"""Traps that formats are known to set, where no test of a reader's own stands for them."""

from __future__ import annotations

import json

import pytest

from graphpack.errors import UnknownFormatError
from graphpack.model.conversation import (
    Attachment,
    Conversation,
    Image,
    Message,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read
from tests.readers import test_chatgpt as gpt
from tests.readers import test_claude_ai as claude
from tests.readers.records import Claude, Codex, jsonl, use


def one(value: object) -> Conversation:
    (found,) = read(value if isinstance(value, bytes) else json.dumps(value).encode())
    return found


def said(found: Conversation, *, role: Role | None = None) -> list[str]:
    return [
        part.text
        for message in found.messages
        for part in message.parts
        if isinstance(part, Text) and role in (None, message.role)
    ]


def parts(messages: tuple[Message, ...], kind: type) -> list:
    return [part for message in messages for part in message.parts if isinstance(part, kind)]


class TestChatGPT:
    @pytest.mark.parametrize(
        "hidden",
        [
            gpt.said(
                "system",
                "x",
                metadata={
                    "is_user_system_message": True,
                    "user_context_message_data": {"about_user_message": "keeps bees"},
                },
            ),
            gpt.said(
                "user",
                "",
                content=gpt.content("user_editable_context", user_profile="keeps bees"),
            ),
            gpt.said(
                "tool",
                "",
                content=gpt.content("model_editable_context", model_set_context="keeps bees"),
            ),
        ],
    )
    def test_what_a_person_told_the_settings_is_no_turn(self, hidden):
        found = one([gpt.chat(hidden, gpt.ASK, gpt.ANSWER)])
        assert [message.role for message in found.messages] == [Role.USER, Role.ASSISTANT]
        assert "bees" not in "".join(part.text for m in found.messages for part in m.parts)
        assert [notice.code for notice in found.notices] == ["hidden-context"]

    def test_an_answer_that_was_still_being_written_counts(self):
        found = one([gpt.chat(gpt.ASK, gpt.said("assistant", "In M", status="in_progress"))])
        assert said(found, role=Role.ASSISTANT) == ["In M"]

    def test_a_dead_link_stays_words_and_the_file_a_name(self):
        files = {"attachments": [{"name": "beds.csv", "mime_type": "text/csv", "size": 3}]}
        link = "[beds](sandbox:/mnt/data/beds.csv)"
        found = one([gpt.chat(gpt.ASK, gpt.said("assistant", link, metadata=files))])
        assert found.messages[1].parts == (
            Text(link),
            Attachment("beds.csv", media_type="text/csv"),
        )


class TestClaudeAI:
    def test_question_and_answer_of_one_moment_keep_their_order(self):
        at = "2026-03-01T10:00:00Z"
        talk = [("human", "Caulk?"), ("assistant", "Cotton."), ("human", "Tar?"), ("human", "Now")]
        messages = [
            claude.said(who, words, number=n, created_at=at) for n, (who, words) in enumerate(talk)
        ]
        assert said(one([claude.chat(*messages)])) == [words for _, words in talk]

    @pytest.mark.parametrize("extra", [{"source": "s", "md_citations": []}, {"version_uuid": "v"}])
    def test_an_artifact_of_either_shape_keeps_its_text(self, extra):
        given = {"id": "a", "type": "text/markdown", "command": "create", "content": "# Hull"}
        block = {"type": "tool_use", "id": "t", "name": "artifacts", "input": {**given, **extra}}
        found = one([claude.chat(claude.said("human", "Plan"), claude.said("assistant", block))])
        (call,) = parts(found.messages, ToolCall)
        assert "# Hull" in call.text


class TestCodex:
    def test_a_developers_words_are_nobodys(self):
        x = Codex()
        rules = [{"type": "input_text", "text": "rules"}]
        log = [x.meta(), x.item("message", role="developer", content=rules), *x.prompt("Chart")]
        assert said(one(jsonl(*log, *x.says("Charted.")))) == ["Chart", "Charted."]

    def test_the_reasoning_of_other_providers_is_found(self):
        x = Codex()
        thought = [{"type": "reasoning_text", "text": "Metres?"}]
        log = [x.meta(), *x.prompt("Chart"), x.item("reasoning", summary=[], content=thought)]
        found = one(jsonl(*log, *x.says("Charted.")))
        assert [part.text for part in parts(found.messages, Reasoning)] == ["Metres?"]

    @pytest.mark.parametrize(
        "lines",
        [
            [{"session_id": "s", "ts": 1_770_000_000 + n, "text": "Chart"} for n in range(3)],
            [
                {"type": "thread.started", "thread_id": "t"},
                {"type": "item.completed", "item": {"type": "agent_message", "text": "Hi"}},
            ],
        ],
    )
    def test_its_other_logs_are_not_passed_off_as_something_else(self, lines):
        with pytest.raises(UnknownFormatError):
            one(jsonl(*lines))

    def test_a_half_written_line_costs_only_itself(self):
        x = Codex()
        log = jsonl(x.meta(), *x.prompt("Chart"), x.item("reasoning", summary=[], content=[]))
        found = one(log[:-30] + b"\n" + jsonl(*x.says("Charted.")))
        assert said(found) == ["Chart", "Charted."]
        assert [notice.code for notice in found.notices] == ["broken-record"]


class TestMessageArrays:
    def test_calls_without_a_type_or_with_broken_arguments(self):
        calls = [{"id": "c", "function": {"name": "tide", "arguments": '{"at": '}}]
        talk = [
            {"role": "user", "content": "When?"},
            {"role": "assistant", "content": None, "tool_calls": calls},
            {"role": "tool", "tool_call_id": "c", "content": "noon"},
        ]
        found = one(talk)
        assert parts(found.messages, ToolCall) == [ToolCall("tide", '{"at": ', "c")]
        assert parts(found.messages, ToolResult)[0].name == "tide"

    def test_pictures_of_a_responses_call_never_enter_text(self):
        picture = {"type": "image_generation_call", "id": "i", "result": "QUJD" * 5000}
        tools = {"type": "additional_tools", "role": "developer", "tools": [{"name": "x"}]}
        remote = {"type": "mcp_call", "name": "tide", "arguments": "{}", "output": None}
        answer = [{"type": "output_text", "text": "Drawn.", "annotations": []}]
        done = {"type": "message", "role": "assistant", "content": answer}
        items = [{"role": "user", "content": "Draw"}, tools, remote, picture, done]
        found = one({"model": "m", "input": items, "previous_response_id": "r"})
        assert said(found) == ["Draw", "Drawn."]
        assert parts(found.messages, Image) == [Image()]
        assert "QUJD" not in "".join(p.text for m in found.messages for p in m.parts)
        assert "earlier-turns" in {notice.code for notice in found.notices}

    def test_anthropics_newer_bodies(self):
        result = {"type": "tool_result", "tool_use_id": "call_9"}
        added = {"type": "tool_addition", "tool": {"name": "x"}}
        messages = [
            {"role": "user", "content": "When?"},
            {"role": "system", "content": "Be brief"},
            {"role": "assistant", "content": [use("call_9", "tide")]},
            {"role": "user", "content": [result, added]},
        ]
        found = one({"system": "s", "max_tokens": 9, "messages": messages})
        assert [m.role.value for m in found.messages] == [
            *("system", "user", "system", "assistant", "tool")
        ]

    def test_geminis_roles_may_be_missing_or_function(self):
        response = {"functionResponse": {"name": "tide", "response": {"at": "noon"}}}
        contents = [
            {"parts": [{"text": "When?"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "tide", "args": {}}}]},
            {"role": "function", "parts": [response]},
        ]
        found = one({"contents": contents})
        assert [m.role for m in found.messages] == [Role.USER, Role.ASSISTANT, Role.TOOL]


class TestPastedMarkers:
    def test_another_transcript_inside_a_message_is_data(self):
        pasted = "# aider chat started at 2025-01-01 10:00:00\n\n#### rm\n\n_**User**_\n\nWEBVTT"
        c = Claude()
        found = one(jsonl(c.user(pasted), c.says("m1", "I see a log.")))
        assert said(found) == [pasted, "I see a log."]
