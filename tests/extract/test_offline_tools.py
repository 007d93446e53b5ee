"""Lines of tool output stand with what was run for them."""

from __future__ import annotations

import re

import pytest

from graphpack.extract.offline.signs import is_blocked
from graphpack.extract.offline.tools import command_of, iter_tool_units, task_units
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


def test_a_plan_is_read_sentence_by_sentence_at_its_place_in_the_call():
    plan = "Keep the old table until March.\n\n- Move the readers first."
    call = ToolCall("ExitPlanMode", {"mode": "ask", "plan": plan})
    units = list(iter_tool_units(3, 1, call))
    assert [unit.text for unit in units] == [
        "Keep the old table until March.",
        "Move the readers first.",
    ]
    assert all(call.text[unit.start : unit.end] == unit.text for unit in units)
    assert {(unit.message, unit.part) for unit in units} == {(3, 1)}


def test_a_result_whose_call_is_gone_has_no_command():
    result = ToolResult("1 failed, 4 passed in 0.44s", "bash", "c9")
    other = ToolCall("bash", {"command": "pytest -q"}, "c1")
    messages = [Message(0, Role.ASSISTANT, (other,)), Message(1, Role.TOOL, (result,))]
    (total,) = [unit for unit in iter_tool_units(1, 0, result) if unit.label == "total"]
    assert command_of(total, messages) is None


TASKS = [
    {"content": "Add the overdue route", "status": "completed"},
    {"content": "Write the migration for loans", "status": "in_progress"},
    {"content": "Tell Ottoline about the new route", "status": "pending"},
    {"note": "no words of its own", "status": "pending"},
]


def test_what_is_done_is_no_open_task():
    call = ToolCall("TodoWrite", {"todos": TASKS}, "c1")
    units = task_units(2, 0, call)
    assert [unit.text for unit in units] == [
        "Write the migration for loans",
        "Tell Ottoline about the new route",
    ]
    assert all(call.text[unit.start : unit.end] == unit.text for unit in units)


def test_a_list_without_states_is_no_task_list():
    assert task_units(0, 0, ToolCall("shop", {"items": [{"title": "Bread"}]})) is None
    assert (
        task_units(0, 0, ToolCall("shop", {"items": [{"title": "Bread", "status": "done"}]})) == []
    )


def with_tasks(rows):
    return told(
        (Role.USER, "Add GET /books/overdue to the library service. Never touch the loans table."),
        (Role.ASSISTANT, [ToolCall("TodoWrite", {"todos": rows}, "c1")]),
        (Role.TOOL, [ToolResult("ok", "TodoWrite", "c1")]),
        (Role.ASSISTANT, "The date comparison used local time, I compare in UTC now."),
    )


def test_the_open_tasks_are_told_as_one_open_matter():
    listed = "Open tasks: Write the migration for loans; Tell Ottoline about the new route"
    assert any(listed in text for _, text, _ in with_tasks(TASKS))
    assert not any("Open tasks" in text for _, text, _ in with_tasks(TASKS[:1]))
