"""Lines of tool output stand with what was run for them."""

from __future__ import annotations

import re

import pytest

from graphpack.extract.offline.signs import is_blocked
from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.pipeline import pack
from graphpack.settings import Settings

FAILED = """F....
___ test_overdue ___
>       assert r.json == []
E       AssertionError
tests/test_books.py:41: AssertionError
FAILED tests/test_books.py::test_overdue - AssertionError
1 failed, 4 passed in 0.44s"""


def told(*said) -> list[tuple[str, str, str | None]]:
    messages = []
    for at, (role, parts) in enumerate(said):
        parts = (Text(parts),) if isinstance(parts, str) else tuple(parts)
        messages.append(Message(at, role, parts))
    source = ConversationSource("c", "messages")
    conversation = Conversation(id="c", title=None, source=source, messages=tuple(messages))
    graph = pack(conversation, Settings(budget=1200, cap=1200)).graph
    return [(node.type, node.summary, node.status) for node in graph.walk()]


def session(command: str, output: str):
    return (
        (Role.USER, "Add GET /books/overdue to the library service. Never touch the loans table."),
        (Role.ASSISTANT, [ToolCall("bash", {"command": command}, "c1")]),
        (Role.TOOL, [ToolResult(output, "bash", "c1")]),
        (Role.ASSISTANT, "The date comparison used local time, I compare in UTC now."),
        (Role.USER, "Now GET /members/blocked too please."),
        (Role.ASSISTANT, "Added GET /members/blocked in members.py."),
        (Role.USER, "Which Flask version is it?"),
        (Role.ASSISTANT, "Flask 3.0.2, pinned in requirements.txt."),
    )


def test_a_total_and_a_failure_say_what_was_run():
    texts = [text for _, text, _ in told(*session("cd api && pytest -q | tail -9", FAILED))]
    assert any("`pytest -q`: FAILED tests/test_books.py::test_overdue" in text for text in texts)
    assert not any(text.startswith("E  ") or text == "AssertionError" for text in texts)
    assert not any(text.startswith("1 failed") for text in texts)


def test_a_wish_that_was_carried_out_is_no_fact():
    (kind,) = {
        kind for kind, text, _ in told(*session("pytest -q", FAILED)) if "too please" in text
    }
    assert kind == "goal"


def test_who_corrects_himself_in_one_breath_says_the_second_thing():
    current = " ".join(
        re.sub(r"\[was: [^\]]*\]", "", text)
        for _, text, status in told(
            (Role.USER, "List the blocked members in the library service."),
            (Role.ASSISTANT, "Added GET /members/blocked in members.py."),
            (
                Role.USER,
                "Return 404 when nobody is blocked. No wait, return an empty list with 200 when"
                " nobody is blocked.",
            ),
            (Role.ASSISTANT, "It returns [] with 200."),
        )
        if status != "abandoned"
    )
    assert "empty list with 200" in current
    assert "Return 404" not in current


@pytest.mark.parametrize("line", ["Return 404 when nobody is blocked.", "GET /members/blocked"])
def test_a_condition_and_a_path_block_nothing(line):
    assert not is_blocked(line)
    assert is_blocked("The release is blocked on the mail relay.")
