"""Real files of the message-array and text formats, against counts made without graphpack.

Where a count differs, the reason stands beside it.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from graphpack.errors import UnknownFormatError
from graphpack.model.conversation import Conversation, Role, ToolCall, ToolResult
from graphpack.readers import read

SHARED = Path(__file__).parents[2].parent / "shared"
CHAT = SHARED / "samples" / "chat"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")


def conversations(name: str) -> list[Conversation]:
    return list(read(CHAT / name))


# file, format, conversations, messages
COUNTS = [
    ("openai-chat__tau-bench__1.json", "openai-chat", 6, 182),
    ("openai-chat__pydantic-ai__2.json", "openai-chat", 1, 10),
    ("messages-jsonl__LLaMA-Factory__1.jsonl", "openai-chat", 50, 274),
    ("anthropic-messages__pydantic-ai__1.json", "anthropic-messages", 1, 3),
    ("anthropic-messages__llm-anthropic__3.json", "anthropic-messages", 1, 3),
    # the list counts items; three of its ten are reasoning with nothing but encrypted content
    ("openai-responses__llm__4.json", "openai-responses", 1, 7),
    # six items of one answer (a reasoning, five calls) are one message
    ("openai-responses__llm__5.json", "openai-responses", 1, 1),
    # seven items: user, tool list, two encrypted reasonings, call and text (one message), user;
    # and the instructions, which the list does not count
    ("openai-responses__pydantic-ai__1.json", "openai-responses", 1, 4),
    # the eighth item is an encrypted compaction
    ("openai-responses__pydantic-ai__2.json", "openai-responses", 1, 7),
    ("markdown-transcript__chatgpt-conversations__2.md", "markdown", 1, 21),
    # forty-eight answers, forty-seven tool cells, four prompts; the fifth prompt cell is empty
    ("chatmd__chat.md__1.md", "markdown", 1, 99),
]


@pytest.mark.parametrize(("name", "format", "count", "messages"), COUNTS)
def test_counts(name: str, format: str, count: int, messages: int) -> None:
    found = conversations(name)
    assert {item.source.format for item in found} == {format}
    assert (len(found), sum(len(item.messages) for item in found)) == (count, messages)


@pytest.mark.parametrize("name", [row[0] for row in COUNTS])
def test_every_call_has_its_result_and_nothing_is_left_out_without_a_reason(name: str) -> None:
    known = {"unreadable-block", "compacted", "empty-message"}
    for item in conversations(name):
        assert {notice.code for notice in item.notices} <= known
        parts = [part for message in item.messages for part in message.parts]
        calls = {part.call_id for part in parts if isinstance(part, ToolCall) and part.call_id}
        results = {part.call_id for part in parts if isinstance(part, ToolResult) and part.call_id}
        assert results <= calls


def test_the_roles_of_service_dialogues() -> None:
    found = conversations("openai-chat__tau-bench__1.json")
    roles = Counter(message.role for item in found for message in item.messages)
    assert roles == {Role.ASSISTANT: 85, Role.TOOL: 47, Role.USER: 44, Role.SYSTEM: 6}


def test_the_people_of_the_pasted_dialogue() -> None:
    (found,) = conversations("markdown-transcript__chatgpt-conversations__2.md")
    authors = Counter((message.role.value, message.author) for message in found.messages)
    assert authors == {("user", "kekyo"): 10, ("assistant", "chatgpt"): 10, ("user", None): 1}
    # what the person wrote above the dialogue comes first and is nobody's turn in it
    assert found.messages[0].author is None


def test_the_cells_of_chat_md() -> None:
    (found,) = conversations("chatmd__chat.md__1.md")
    roles = Counter(message.role.value for message in found.messages)
    assert roles == {"assistant": 48, "tool": 47, "user": 4}
    calls = [
        part for message in found.messages for part in message.parts if isinstance(part, ToolCall)
    ]
    assert len(calls) == 47


def test_other_formats_are_not_taken_for_chats() -> None:
    claimed = {
        "openai-chat",
        "openai-responses",
        "anthropic-messages",
        "gemini-contents",
        "markdown",
    }
    foreign = [
        "sharegpt__FastChat__1.json", "sharegpt__LLaMA-Factory__2.json",
        "oasst__Open-Assistant__1.json", "oasst__Open-Assistant__2.jsonl",
        "librechat-export__LibreChat__1.json", "librechat-export__LibreChat__4.json",
        "openwebui-export__openwebui-importer__1.json", "chatbotui-export__LibreChat__1.json",
        "grok-export__openwebui-importer__1.json", "telegram-json__langchain-community__1.json",
        "adk-session__adk-python__1.json", "aistudio__polylogue__2.json",
        "chatgpt-export__LibreChat__3.json", "claude-export__claude-chat-viewer__3.json",
        "discord-custom-json__meshcore-discord-archive__1.json", "webvtt-plain__webvtt-py__1.vtt",
        "irc-log__irc-disentanglement__3.txt", "meeting-md__pm__1.md",
    ]  # fmt: skip
    for name in foreign:
        try:
            formats = {item.source.format for item in conversations(name)}
        except UnknownFormatError:
            continue
        assert not formats & claimed, name
