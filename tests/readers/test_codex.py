from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphpack.model.conversation import (
    Conversation,
    Image,
    Origin,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers import read

from .records import Codex, jsonl

PARENT = "019d0000-0000-7000-8000-000000000001"
CHILD = "019d0000-5000-7000-8000-000000000002"


def conversation(*records) -> Conversation:
    flat = [r for item in records for r in (item if isinstance(item, list) else [item])]
    (found,) = read(jsonl(*flat), name="r.jsonl")
    return found


def turns(found: Conversation) -> list[tuple[str, str]]:
    return [(m.role.value, m.text) for m in found.messages]


def people(found: Conversation) -> list[str]:
    return [m.text for m in found.messages if m.role is Role.USER]


def results(found: Conversation) -> list[ToolResult]:
    return [p for m in found.messages for p in m.parts if isinstance(p, ToolResult)]


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


def subagent(x: Codex, *, turn: str) -> list[dict]:
    """A sub-agent's rollout: its header, its parent's header and history, its own turn."""
    spawn = {"subagent": {"thread_spawn": {"parent_thread_id": PARENT, "depth": 1}}}
    start = x.second
    head = [x.meta(CHILD, source=spawn, forked_from_id=PARENT), x.meta(PARENT)]
    old = [
        x.line("turn_context", turn_id=f"019d0000-1000-{turn}000-8000-000000000003"),
        *x.prompt("Chart the tides"),
        *x.says("Charted."),
    ]
    for record in [*head, *old]:
        record["timestamp"] = f"2026-04-02T09:00:00.{start:03}Z"
    x.second = 30
    own = [
        x.line("turn_context", turn_id=f"019d0000-6000-{turn}000-8000-000000000004"),
        *x.prompt("Review the chart"),
        *x.says("No findings."),
    ]
    return [*head, *old, *own]


@pytest.mark.parametrize("turn", ["7", "4"])
def test_a_sub_agents_copy_of_the_history_is_left_out(turn: str) -> None:
    found = conversation(*subagent(Codex(), turn=turn))
    assert turns(found) == [("user", "Review the chart"), ("assistant", "No findings.")]
    assert found.id == CHILD
    assert [(n.code, n.count) for n in found.notices] == [("replayed-history", 2)]


def test_a_persons_fork_keeps_the_history_it_goes_on_from() -> None:
    x = Codex()
    found = conversation(
        x.meta(CHILD, forked_from_id=PARENT), x.meta(PARENT), x.prompt("go"), x.prompt("on")
    )
    assert people(found) == ["go", "on"]
    assert found.id == CHILD


def test_in_a_folder_a_sub_agent_stands_in_its_parents_conversation(tmp_path: Path) -> None:
    x = Codex()
    x.second = 10
    parent = [x.meta(), *x.prompt("Chart the tides"), *x.says("Charted.")]
    x.second = 50
    parent += x.says("Reviewed.")
    (tmp_path / "2026" / "04").mkdir(parents=True)
    (tmp_path / "2026/04/rollout-b.jsonl").write_bytes(jsonl(*parent))
    (tmp_path / "2026/04/rollout-a.jsonl").write_bytes(jsonl(*subagent(Codex(), turn="7")))
    (found,) = read(tmp_path, subagents=True)
    assert [(m.text, m.origin.value) for m in found.messages] == [
        ("Chart the tides", "main"),
        ("Charted.", "main"),
        ("Review the chart", "subagent"),
        ("No findings.", "subagent"),
        ("Reviewed.", "main"),
    ]


class TestOlderGenerations:
    ITEMS = (
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]},
        {
            "type": "function_call",
            "name": "shell",
            "arguments": '{"command":["ls"]}',
            "call_id": "c",
        },
        {
            "type": "function_call_output",
            "call_id": "c",
            "output": '{"output":"a","metadata":{"exit_code":0}}',
        },
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Done."}],
        },
    )

    def test_bare_lines_of_mid_2025(self) -> None:
        head = {"id": PARENT, "timestamp": "2025-07-01T08:00:00Z", "instructions": None, "git": {}}
        found = conversation(head, {"record_type": "state"}, *self.ITEMS)
        self.check(found)

    def test_one_document_of_spring_2025(self) -> None:
        session = {"id": PARENT, "timestamp": "2025-07-01T08:00:00Z", "instructions": ""}
        document = json.dumps({"session": session, "items": self.ITEMS}, indent=2).encode()
        (found,) = read(document)
        self.check(found)
        (cut,) = read(document[:-150])
        assert [n.code for n in cut.notices] == ["broken-document"]
        assert len(cut.messages) == 3

    def check(self, found: Conversation) -> None:
        assert turns(found) == [
            ("user", "go"),
            ("assistant", ""),
            ("tool", ""),
            ("assistant", "Done."),
        ]
        assert found.id == PARENT
        assert found.started_at is not None
        assert found.started_at.isoformat() == "2025-07-01T08:00:00+00:00"
        assert results(found)[0] == ToolResult("a", "shell", "c", is_error=False)


def test_an_unknown_escape_does_not_lose_the_line() -> None:
    x = Codex()
    broken = json.dumps(x.output("c1", "origin someone")).replace("origin s", "origin\\s")
    found = conversation(x.meta(), x.prompt("go"), x.call("c1", "f"), broken)
    assert results(found)[0].text == "origin\\someone"
    assert [n.code for n in found.notices] == ["bad-escape"]
