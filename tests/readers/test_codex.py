"""Codex: what a rollout says, once, and how its calls ended."""

from __future__ import annotations

import json

import pytest

from graphpack.model.conversation import (
    Image,
    Origin,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from tests.readers.codex_turns import PARENT, conversation, people, results, turns

from .records import Codex


def test_a_rollout_reads_once_what_it_writes_twice() -> None:
    x = Codex()
    found = conversation(
        x.meta(),
        x.line("turn_context", turn_id="t", model="gpt-5.5"),
        x.user_item("<environment_context>\n<cwd>/src</cwd>\n</environment_context>"),
        x.prompt("Chart the tides"),
        x.item("reasoning", summary=[{"type": "summary_text", "text": "Charts."}], content=None),
        x.event("agent_reasoning", text="Charts."),
        x.says("I look first.", "commentary"),
        x.call("c1", "exec_command", cmd="ls"),
        x.output(
            "c1",
            "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\n"
            "Original token count: 3\nOutput:\ntide.csv\n",
        ),
        x.says("Charted."),
        x.event("token_count", info={}),
    )
    assert turns(found) == [
        ("user", "Chart the tides"),
        ("assistant", "I look first."),
        ("tool", ""),
        ("assistant", "Charted."),
    ]
    assert found.messages[1].parts == (
        Reasoning("Charts."),
        Text("I look first."),
        ToolCall("exec_command", {"cmd": "ls"}, "c1"),
    )
    assert results(found) == [ToolResult("tide.csv\n", "exec_command", "c1", is_error=False)]
    assert found.messages[1].author == "gpt-5.5"
    assert found.id == PARENT
    assert found.title == "Chart the tides"
    assert found.notices == ()


def test_without_prompt_events_the_items_count_but_for_injected_ones() -> None:
    x = Codex()
    found = conversation(
        x.meta(),
        x.user_item("<user_instructions>be brief</user_instructions>"),
        x.user_item("# AGENTS.md instructions for /src\n\n<INSTRUCTIONS>x</INSTRUCTIONS>"),
        x.item("message", role="developer", content=[{"type": "input_text", "text": "rules"}]),
        x.user_item("Chart the tides"),
        x.user_item('<subagent_notification>{"status":"done"}</subagent_notification>'),
        x.user_item("<turn_aborted>\nThe user interrupted"),
    )
    assert people(found) == ["Chart the tides"]


def test_with_prompt_events_an_unknown_injection_is_no_turn() -> None:
    x = Codex()
    found = conversation(x.meta(), x.prompt("Chart"), x.user_item("Injected by a new version"))
    assert people(found) == ["Chart"]


def test_answers_that_are_only_events_count() -> None:
    x = Codex()
    found = conversation(
        x.meta(),
        x.event("user_message", message="Chart"),
        x.event("agent_reasoning", text="Charts."),
        x.event("agent_message", message="Charted."),
    )
    assert turns(found) == [("user", "Chart"), ("assistant", ""), ("assistant", "Charted.")]


def test_newer_builds_write_completed_items() -> None:
    x = Codex()
    done = {"type": "UserMessage", "content": [{"type": "text", "text": "Chart"}]}
    plan = {"type": "Plan", "text": "1. Read the gauge"}
    answer = {"type": "AgentMessage", "content": [{"type": "Text", "text": "Charted."}]}
    found = conversation(
        x.meta(),
        x.event("item_completed", item=done),
        x.event("item_completed", item=plan),
        x.event("item_completed", item=answer),
    )
    assert turns(found) == [
        ("user", "Chart"),
        ("assistant", "1. Read the gauge"),
        ("assistant", "Charted."),
    ]


@pytest.mark.parametrize(
    "wrapped",
    [
        "# Files mentioned by the user:\n\n## tide.csv: /d/tide.csv\n\n"
        "## My request for Codex:\nChart it\n",
        "# Context from my IDE setup:\n\n## Active file: a.py\n\n"
        "## My request for Codex:\nChart it",
    ],
)
def test_what_the_desktop_wraps_around_a_request_is_cut(wrapped: str) -> None:
    x = Codex()
    assert people(conversation(x.meta(), x.prompt(wrapped))) == ["Chart it"]


def test_pictures_keep_their_place() -> None:
    x = Codex()
    event = x.event(
        "user_message",
        message="this",
        images=["data:image/png;base64,AAAA"],
        local_images=["/d/g.png"],
    )
    found = conversation(x.meta(), event)
    assert found.messages[0].parts == (Text("this"), Image(), Image(name="g.png"))


@pytest.mark.parametrize(
    ("output", "text", "is_error", "is_rejected"),
    [
        (
            "Command: /bin/zsh -lc 'make\ntest'\nChunk ID: 9\nWall time: 1.2 seconds\n"
            "Process exited with code 2\nOriginal token count: 9\nOutput:\nno gauge",
            "no gauge",
            True,
            False,
        ),
        (
            "Chunk ID: 9\nWall time: 9.0 seconds\nProcess running with session ID 7\nOutput:\n",
            "",
            None,
            False,
        ),
        (
            "Exit code: 1\nWall time: 0.2 seconds\nTotal output lines: 3\nOutput:\nbad",
            "bad",
            True,
            False,
        ),
        ('{"output":"fine\\n","metadata":{"exit_code":0}}', "fine\n", False, False),
        ({"content": "refused", "success": False}, "refused", True, False),
        ([{"type": "input_text", "text": "a"}, {"type": "input_image"}], "a", None, False),
        ("apply_patch verification failed: no such line", None, True, False),
        ("exec command rejected by user", None, None, True),
        ("aborted by user after 3.1s", None, None, True),
        ("rejected by user approval settings", None, True, False),
        ('{"answers": 3}', None, None, False),
        ("Output: Wall time: none", None, None, False),
    ],
)
def test_outputs_of_every_form(output, text, is_error, is_rejected) -> None:
    x = Codex()
    found = conversation(x.meta(), x.prompt("go"), x.call("c1", "f"), x.output("c1", output))
    (result,) = results(found)
    assert result.text == (output if text is None else text)
    assert (result.is_error, result.is_rejected) == (is_error, is_rejected)


def test_an_event_tells_how_a_command_ended_where_its_output_does_not() -> None:
    x = Codex()
    found = conversation(
        x.meta(),
        x.prompt("go"),
        x.call("c1", "shell", command=["make"]),
        x.event("exec_command_end", call_id="c1", exit_code=2, aggregated_output="boom"),
        x.output("c1", "boom"),
        x.item("custom_tool_call", name="apply_patch", input="*** Begin Patch", call_id="c2"),
        x.item("custom_tool_call_output", call_id="c2", output="Success."),
        x.event("patch_apply_end", call_id="c2", success=True),
    )
    assert [(r.name, r.is_error) for r in results(found)] == [
        ("shell", True),
        ("apply_patch", False),
    ]
    calls = [p for m in found.messages for p in m.parts if isinstance(p, ToolCall)]
    assert calls[1].arguments == "*** Begin Patch"


def test_built_in_tools_are_calls() -> None:
    x = Codex()
    found = conversation(
        x.meta(),
        x.prompt("go"),
        x.item("local_shell_call", call_id="c1", action={"type": "exec", "command": ["ls", "-l"]}),
        x.item("web_search_call", action={"type": "search", "query": "spring tide"}),
        x.item("web_search_call", status="completed"),
    )
    calls = [p for m in found.messages for p in m.parts if isinstance(p, ToolCall)]
    assert [(c.name, c.arguments) for c in calls] == [
        ("shell", {"command": "ls -l"}),
        ("web_search", {"query": "spring tide"}),
    ]


def test_answers_to_questions_are_the_persons_words() -> None:
    x = Codex()
    answers = {"answers": {"store": {"answers": ["SQLite"]}, "unit": {"answers": ["metres", " "]}}}
    found = conversation(
        x.meta(),
        x.prompt("go"),
        x.call("c1", "request_user_input", questions=[]),
        x.output("c1", json.dumps(answers)),
    )
    assert people(found) == ["go", "SQLite\n\nmetres"]


def test_an_interruption_marks_the_next_prompt() -> None:
    x = Codex()
    found = conversation(
        x.meta(),
        x.prompt("go"),
        x.says("Going."),
        x.event("turn_aborted", reason="interrupted"),
        x.prompt("no, the other gauge"),
        x.says("Yes."),
        x.prompt("thanks"),
    )
    assert [m.is_interruption for m in found.messages if m.role is Role.USER] == [
        False,
        True,
        False,
    ]


def test_the_threads_name_is_its_title() -> None:
    x = Codex()
    named = x.event("thread_name_updated", thread_name="Harbour charts")
    assert conversation(x.meta(), x.prompt("go"), named).title == "Harbour charts"


def test_a_compaction_repeats_nothing() -> None:
    x = Codex()
    copy = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]}
    found = conversation(
        x.meta(),
        x.prompt("go"),
        x.says("Done."),
        x.line("compacted", message="", replacement_history=[copy]),
        x.event("context_compacted"),
        x.line("compacted", message="The tides were charted.", replacement_history=[copy]),
        x.prompt("on"),
    )
    assert turns(found) == [
        ("user", "go"),
        ("assistant", "Done."),
        ("assistant", "The tides were charted."),
        ("user", "on"),
    ]
    assert found.messages[2].origin is Origin.COMPACTION


def test_an_unknown_escape_does_not_lose_the_line() -> None:
    x = Codex()
    broken = json.dumps(x.output("c1", "origin someone")).replace("origin s", "origin\\s")
    found = conversation(x.meta(), x.prompt("go"), x.call("c1", "f"), broken)
    assert results(found)[0].text == "origin\\someone"
    assert [n.code for n in found.notices] == ["bad-escape"]
