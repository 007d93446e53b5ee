"""Real session logs: an independent program's counts, ours, and who is right where they differ.

The log files are not part of this repository; each behaviour is also tested on made-up records.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from graphpack.model.conversation import Conversation, Origin, Role, Text, ToolCall, ToolResult
from graphpack.readers import detect, read
from graphpack.readers.opening import open_source

SHARED = Path(__file__).parents[2].parent / "shared"
AGENT = SHARED / "samples" / "agent"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the real session logs are not here")


@dataclass(frozen=True)
class Expected:
    """What a file holds.

    Args:
        theirs: The independent count: prompts, answers, tool results.
        people: Messages of role user in the main thread.
        answers: Assistant messages in the main thread; for Codex those with words.
        results: Tool results, of all threads.
        why: Why ours is right where it differs.
    """

    theirs: tuple[int, int, int]
    people: int
    answers: int
    results: int
    why: str = ""


CLAUDE = {
    "claude-code-log__1": Expected(
        (7, 103, 108), 9, 103, 108, "two answers to the assistant's questions are a person's words"
    ),
    "claude-code-log__1-agent": Expected((0, 6, 15), 0, 6, 15),
    "claude-code-log__3": Expected((4, 15, 14), 4, 15, 14),
    "claude-code-log__4": Expected((2, 17, 40), 2, 17, 40),
    "claude-code-log__4-sub-1": Expected((1, 6, 7), 1, 6, 7),
    "claude-code-log__4-sub-2": Expected((1, 20, 24), 1, 20, 24),
    "claude-code-log__4-sub-3": Expected((1, 15, 17), 1, 15, 17),
    "claude-code-log__5": Expected((2, 34, 32), 2, 34, 32),
    "claude-code-log__6": Expected(
        (1, 4, 3),
        0,
        1,
        1,
        "an excerpt: its prompt and three of the answers are an inline sub-agent's, and only one "
        "of its three calls has a result",
    ),
    "entireio-cli__1": Expected(
        (30, 185, 196),
        39,
        184,
        196,
        "three reasons of refused calls, four texts typed beside a tool result and two queued "
        "prompts are a person's words, a fourth reason is not told from what a server's tool could "
        "have written; one answer is the harness's 'No response requested.'",
    ),
    "entireio-cli__3": Expected(
        (13, 122, 111), 15, 122, 111, "two queued prompts stand nowhere but in the queue"
    ),
    "entireio-cli__5": Expected(
        (26, 32, 12), 25, 32, 12, "'Operation stopped by hook' is no person's word"
    ),
    "entireio-cli__6": Expected(
        (7, 23, 21), 7, 22, 21, "one answer is the harness's 'No response requested.'"
    ),
    "entireio-git-sync__1": Expected(
        (23, 94, 109), 24, 93, 109, "one prompt was queued; one answer is an empty thought"
    ),
}
CODEX = {
    "entireio-git-sync__1": Expected((21, 88, 224), 21, 88, 224),
    "entireio-git-sync__2": Expected((35, 57, 100), 35, 57, 100),
    "entireio-git-sync__3": Expected(
        (19, 117, 286),
        10,
        47,
        95,
        "a sub-agent: 9 prompts, 70 answers and 191 results are the copied history of its parent",
    ),
}


def conversation(path: Path) -> Conversation:
    (found,) = read(path, subagents=True)
    return found


def parts(found: Conversation, kind: type) -> list:
    return [part for message in found.messages for part in message.parts if isinstance(part, kind)]


@pytest.mark.parametrize("name", CLAUDE)
def test_claude_code(name: str) -> None:
    path = AGENT / f"claude-code__{name}.jsonl"
    expected = CLAUDE[name]
    assert detect(open_source(path)).name == "claude-code"
    found = conversation(path)
    main = [m for m in found.messages if m.origin is Origin.MAIN]
    assert sum(m.role is Role.USER for m in main) == expected.people
    assert sum(m.role is Role.ASSISTANT for m in main) == expected.answers
    assert len(parts(found, ToolResult)) == expected.results
    check(found)


@pytest.mark.parametrize("name", CODEX)
def test_codex(name: str) -> None:
    path = AGENT / f"codex__{name}.jsonl"
    expected = CODEX[name]
    assert detect(open_source(path)).name == "codex"
    found = conversation(path)
    assert sum(m.role is Role.USER for m in found.messages) == expected.people
    answers = [m for m in found.messages if m.role is Role.ASSISTANT and m.text]
    assert len(answers) == expected.answers
    assert len(parts(found, ToolResult)) == expected.results
    check(found)


def check(found: Conversation) -> None:
    """What holds of any log: numbered messages with parts, paired calls, no harness text."""
    assert [m.index for m in found.messages] == list(range(len(found.messages)))
    assert all(m.parts for m in found.messages)
    calls = {call.call_id for call in parts(found, ToolCall)}
    assert {result.call_id for result in parts(found, ToolResult)} <= calls
    for message in found.messages:
        if message.role is Role.USER:
            assert not message.text.startswith(("<command", "<local-", "<environment", "Caveat:"))
            assert "[Request interrupted" not in message.text
    for part in parts(found, ToolResult):
        assert "<system-reminder>" not in part.text
    for message in found.messages:
        for part in message.parts:
            part.text.encode()


def test_counts_are_those_of_the_list() -> None:
    rows = (SHARED / "samples" / "SAMPLES.tsv").read_text("utf-8").splitlines()
    listed = {row.split("\t")[0]: row.split("\t")[4] for row in rows[1:] if row.count("\t") >= 4}
    for prefix, table in (("claude-code", CLAUDE), ("codex", CODEX)):
        for name, expected in table.items():
            people, answers, results = expected.theirs
            assert listed[f"agent/{prefix}__{name}.jsonl"] == f"{people}u/{answers}a/{results}t"
            ours = (expected.people, expected.answers, expected.results)
            assert ours == expected.theirs or expected.why
    found = {
        f"{p.name}" for p in AGENT.glob("c*__*.jsonl") if p.name.startswith(("claude", "codex"))
    }
    known = {f"claude-code__{n}.jsonl" for n in CLAUDE} | {f"codex__{n}.jsonl" for n in CODEX}
    assert found == known


def test_damaged_lines_are_mended_or_split() -> None:
    notices = {
        name: [(n.code, n.where.split(":")[1], n.count) for n in conversation(AGENT / name).notices]
        for name in (
            "claude-code__entireio-cli__3.jsonl",
            "claude-code__entireio-git-sync__1.jsonl",
            "codex__entireio-git-sync__1.jsonl",
        )
    }
    assert list(notices.values()) == [
        [("two-records", "172", 1)],
        [("bad-escape", "255,418", 2)],  # a redaction cut an escape in half
        [("bad-escape", "815", 1)],
    ]


def test_refused_calls_are_vetoes() -> None:
    found = conversation(AGENT / "claude-code__entireio-cli__1.jsonl")
    assert sum(result.is_rejected for result in parts(found, ToolResult)) == 4
    # the fourth reason was a server's tool's, which could have written it itself
    assert sum(message.is_interruption for message in found.messages) == 3


def test_a_compaction_is_marked() -> None:
    found = conversation(AGENT / "claude-code__entireio-cli__1.jsonl")
    (summary,) = [m for m in found.messages if m.origin is Origin.COMPACTION]
    assert summary.role is Role.ASSISTANT
    assert isinstance(summary.parts[0], Text)


def test_a_folder_puts_sub_agents_into_their_sessions(tmp_path: Path) -> None:
    for path in AGENT.glob("claude-code__claude-code-log__[14]*.jsonl"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    found = {c.source.name: c for c in read(tmp_path, subagents=True)}
    assert list(found) == [
        "claude-code__claude-code-log__1.jsonl",
        "claude-code__claude-code-log__4.jsonl",
    ]
    for name, inside in (("1", 6 + 15), ("4", 1 + 6 + 7 + 1 + 20 + 24 + 1 + 15 + 17)):
        full = found[f"claude-code__claude-code-log__{name}.jsonl"]
        alone = conversation(AGENT / f"claude-code__claude-code-log__{name}.jsonl")
        sub = [m for m in full.messages if m.origin is Origin.SUBAGENT]
        main = [m.parts for m in full.messages if m.origin is Origin.MAIN]
        assert len(sub) == inside
        assert main == [m.parts for m in alone.messages]
