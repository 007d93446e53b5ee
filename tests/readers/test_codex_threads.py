"""Codex's threads: sub-agents, forks, older generations of its files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphpack.model.conversation import (
    Conversation,
    ToolResult,
)
from graphpack.readers import read
from tests.readers.codex_turns import PARENT, conversation, people, results, turns

from .records import Codex, jsonl

CHILD = "019d0000-5000-7000-8000-000000000002"


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
