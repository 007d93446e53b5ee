"""ADK sessions: events of several agents and one person."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphpack.model.conversation import Conversation, Origin, Role, ToolResult
from graphpack.readers import read

from .thread_records import adk, dumped, event, lines

SHARED = Path(__file__).parents[2].parent / "shared"


def one(raw: bytes) -> Conversation:
    (found,) = read(raw)
    assert found.source.format == "adk-session"
    return found


def test_agents_keep_their_names_and_answers_of_tools_are_no_persons() -> None:
    session = adk(
        event("user", {"text": "Chart the tides"}, role="user"),
        event("root", {"function_call": {"name": "gauge", "args": {"at": "Ærø"}, "id": "c1"}}),
        event(
            "root",
            {"function_response": {"name": "gauge", "response": {"output": "3.1"}, "id": "c1"}},
            role="user",
        ),
        event("charter", {"text": "Charted."}),
    )
    found = one(dumped(session))
    assert [(message.role.value, message.author) for message in found.messages] == [
        ("user", None), ("assistant", "root"), ("tool", None), ("assistant", "charter"),
    ]  # fmt: skip
    assert found.messages[2].parts == (ToolResult("3.1", "gauge", "c1"),)
    assert found.id == "s-1"
    assert found.messages[0].at is not None


def test_both_cases_of_the_keys_are_read() -> None:
    call = {"functionCall": {"name": "f", "args": {}}}
    found = one(
        dumped(
            {
                "id": "s",
                "events": [{"author": "root", "invocationId": "i", "content": {"parts": [call]}}],
            }
        )
    )
    assert found.messages[0].parts[0].name == "f"  # type: ignore[union-attr]


def test_fragments_of_a_streamed_answer_are_left_out() -> None:
    found = one(
        dumped(
            adk(event("root", {"text": "Cha"}, partial=True), event("root", {"text": "Charted."}))
        )
    )
    assert [message.text for message in found.messages] == ["Charted."]
    assert [notice.code for notice in found.notices] == ["streamed-fragment"]


def test_a_compaction_is_nobodys_turn() -> None:
    actions = {
        "compaction": {"compacted_content": {"role": "model", "parts": [{"text": "So far"}]}}
    }
    found = one(
        dumped(adk(event("user", actions=actions, content=None), event("user", {"text": "Go on"})))
    )
    assert [(message.origin, message.role) for message in found.messages] == [
        (Origin.COMPACTION, Role.ASSISTANT), (Origin.MAIN, Role.USER),
    ]  # fmt: skip


def test_several_sessions_and_loose_events() -> None:
    session = adk(event("user", {"text": "Chart"}))
    assert len(list(read(dumped({"sessions": [session, {**session, "id": "s-2"}]})))) == 2
    assert len(one(lines(event("user", {"text": "a"}), event("root", {"text": "b"}))).messages) == 2


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
def test_sample() -> None:
    (found,) = read(SHARED / "samples" / "chat" / "adk-session__adk-python__1.json")
    assert len(found.messages) == 9
