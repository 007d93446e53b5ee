"""Claude Code's threads: queued prompts, branches, titles, sub-agents, copies, summaries."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphpack.model.conversation import (
    Origin,
    Role,
)
from graphpack.readers import read
from tests.readers.claude_code_turns import codes, conversation, people, turns

from .records import SESSION, Claude, jsonl, text, use


class TestQueuedPrompts:
    def test_injected_into_the_turn_it_stands_only_in_the_queue(self) -> None:
        c = Claude()
        found = conversation(
            c.user("go"),
            c.says("m1", use("t1", "Bash")),
            c.queue("enqueue", "only the northern buoys"),
            c.queue("remove"),
            c.result("t1", "a"),
        )
        assert people(found) == ["go", "only the northern buoys"]

    def test_sent_as_the_next_prompt_it_counts_once(self) -> None:
        c = Claude()
        found = conversation(
            c.user("go"),
            c.queue("enqueue", "then test it"),
            c.says("m1", "Done."),
            c.queue("dequeue"),
            c.user("then test it"),
        )
        assert turns(found) == [
            ("user", "go"),
            ("assistant", "Done."),
            ("user", "then test it"),
        ]

    def test_two_sent_together_count_once_each(self) -> None:
        c = Claude()
        found = conversation(
            c.user("go"),
            c.queue("enqueue", "first this"),
            c.queue("enqueue", "then that"),
            c.queue("dequeue"),
            c.queue("dequeue"),
            c.user("first this\nthen that"),
        )
        assert people(found) == ["go", "first this\nthen that"]

    @pytest.mark.parametrize("prompt", ["use knots", [text("use knots")]])
    def test_an_attachment_repeats_it(self, prompt) -> None:
        c = Claude()
        attached = {"type": "queued_command", "prompt": prompt, "commandMode": "prompt"}
        found = conversation(
            c.user("go"),
            c.queue("enqueue", "use knots"),
            c.queue("remove"),
            c.says("m1", "Working."),
            c.chain("attachment", attachment=attached),
        )
        assert turns(found) == [("user", "go"), ("assistant", "Working."), ("user", "use knots")]

    def test_an_attachment_alone_is_a_turn(self) -> None:
        c = Claude()
        attached = {"type": "queued_command", "prompt": "use knots", "origin": {"kind": "human"}}
        found = conversation(c.user("go"), c.chain("attachment", attachment=attached))
        assert people(found) == ["go", "use knots"]

    def test_pulled_back_to_the_editor_it_was_never_said(self) -> None:
        c = Claude()
        found = conversation(
            c.user("go"), c.queue("enqueue", "no, wait"), c.queue("popAll"), c.says("m1", "Done.")
        )
        assert people(found) == ["go"]

    def test_a_short_prompt_typed_again_later_is_said_twice(self) -> None:
        c = Claude()
        found = conversation(
            c.user("go"),
            c.queue("enqueue", "yes"),
            c.queue("remove"),
            c.says("m1", "Shall I push?"),
            c.user("yes"),
        )
        assert people(found) == ["go", "yes", "yes"]

    def test_content_may_be_a_list_and_notifications_are_machine_made(self) -> None:
        c = Claude()
        notice = {"type": "queued_command", "prompt": "x", "commandMode": "task-notification"}
        found = conversation(
            c.user("go"),
            c.queue("enqueue", [text("in metres"), {"type": "image", "source": {}}]),
            c.queue("enqueue", "<task-notification>\n<status>done</status>"),
            c.queue("enqueue", "/compact"),
            c.queue("remove"),
            c.queue("remove"),
            c.chain("attachment", attachment=notice),
        )
        assert people(found) == ["go", "in metres"]


class TestBranches:
    def test_a_rewound_prompt_and_all_below_it_is_left_out_and_counted(self) -> None:
        c = Claude()
        start = [c.user("go"), c.says("m1", "Ready.")]
        fork = c.last
        first = [c.user("Write it in Perl"), c.says("m2", "In Perl, then.")]
        c.last = fork
        second = [c.user("Write it in Rust"), c.says("m3", "In Rust, then.")]
        found = conversation(*start, *first, *second)
        assert [words for _, words in turns(found)] == [
            "go",
            "Ready.",
            "Write it in Rust",
            "In Rust, then.",
        ]
        assert codes(found) == {"abandoned-branch": 2}

    def test_commands_beside_each_other_are_no_branch(self) -> None:
        c = Claude()
        start = [c.user("go"), c.says("m1", "Ready.")]
        fork = c.last
        prompt = [c.user("And the docs"), c.says("m2", "Written.")]
        c.last = fork
        command = c.user("<command-name>/note</command-name><command-args>a b c</command-args>")
        assert len(conversation(*start, *prompt, command).messages) == 5

    def test_roots_are_no_siblings(self) -> None:
        c = Claude()
        first = [c.user("go"), c.says("m1", "Done.")]
        c.last = None
        assert len(conversation(*first, c.user("again")).messages) == 3

    def test_a_parallel_call_is_no_branch(self) -> None:
        c = Claude()
        start = [c.user("go"), c.says("m1", use("t1", "Bash"))]
        fork = c.last
        progress = c.chain("progress", data={"type": "hook_progress"})
        c.last = fork
        found = conversation(*start, progress, c.result("t1", "a"), c.says("m2", "Done."))
        assert len(found.messages) == 4

    def test_a_chain_that_dangles_loses_nothing(self) -> None:
        c = Claude()
        first = c.user("go")
        c.last = "a record that was never written"
        assert people(conversation(first, c.user("on"))) == ["go", "on"]


def test_copies_of_a_record_count_once() -> None:
    c = Claude()
    prompt, answer = c.user("go"), c.says("m1", "Done.")
    found = conversation(prompt, answer, prompt, answer, c.user("on"))
    assert people(found) == ["go", "on"]
    assert len(found.messages) == 3


def test_a_compaction_summary_is_the_models_and_marked() -> None:
    c = Claude()
    before = [c.user("go"), c.says("m1", "Done.")]
    boundary = c.chain("system", subtype="compact_boundary", parentUuid=None)
    summary = "This session is being continued from a previous conversation that ran out."
    found = conversation(*before, boundary, c.user(summary, isCompactSummary=True), c.user("on"))
    assert [(m.role, m.origin) for m in found.messages] == [
        (Role.USER, Origin.MAIN),
        (Role.ASSISTANT, Origin.MAIN),
        (Role.ASSISTANT, Origin.COMPACTION),
        (Role.USER, Origin.MAIN),
    ]
    assert people(found) == ["go", "on"]


class TestTitle:
    def test_a_persons_title_beats_the_programs(self) -> None:
        c = Claude()
        found = conversation(
            c.user("go"),
            {"type": "ai-title", "aiTitle": "Tides", "sessionId": SESSION},
            {"type": "custom-title", "customTitle": "Old", "sessionId": SESSION},
            {"type": "custom-title", "customTitle": "Harbour", "sessionId": SESSION},
            {"type": "ai-title", "aiTitle": "Tides again", "sessionId": SESSION},
        )
        assert found.title == "Harbour"

    def test_a_summary_of_another_session_is_no_title(self) -> None:
        c = Claude()
        other = {"type": "summary", "summary": "Elsewhere", "leafUuid": "not-here"}
        own = {"type": "summary", "summary": "Here", "leafUuid": "user-main-1"}
        assert conversation(other, c.user("go")).title == "go"
        c = Claude()
        assert conversation(own, other, c.user("go")).title == "Here"

    def test_the_first_prompt_is_cut_to_a_line(self) -> None:
        c = Claude()
        title = conversation(c.user(f"{'tide ' * 40}\nmore")).title
        assert title is not None
        assert title.endswith("tide…")
        assert len(title) <= 81


class TestSubagents:
    def test_inline_side_chains_stand_apart(self) -> None:
        main, side = Claude(), Claude(agent="a1")
        found = conversation(
            main.user("go"),
            main.says("m1", use("t1", "Task", prompt="look")),
            {**side.user("look at the gauges"), "agentId": None},
            side.says("s1", "Three gauges."),
            main.result("t1", "Three gauges."),
        )
        assert [m.origin.value for m in found.messages] == [
            "main",
            "main",
            "subagent",
            "subagent",
            "main",
        ]
        assert people(found) == ["go"]

    def test_a_file_of_its_own_is_a_conversation_of_its_own(self) -> None:
        side = Claude(agent="a1")
        found = conversation(side.user("look at the gauges"), side.says("s1", "Three."))
        assert found.id == "a1"
        assert {m.origin for m in found.messages} == {Origin.MAIN}

    @pytest.mark.parametrize("name", [f"{SESSION}/subagents/agent-a1.jsonl", "agent-a1.jsonl"])
    def test_in_a_folder_it_goes_before_the_result_it_gave(self, tmp_path: Path, name: str) -> None:
        main, side = Claude(), Claude(agent="a1")
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(
            jsonl(side.user("look at the gauges"), side.says("s1", "Three."), "{broken")
        )
        (tmp_path / f"{SESSION}.jsonl").write_bytes(
            jsonl(
                main.user("go"),
                main.says("m1", use("t1", "Task", prompt="look")),
                main.result("t1", "Three.", toolUseResult={"agentId": "a1"}),
                main.says("m2", "There are three."),
            )
        )
        (found,) = read(tmp_path, subagents=True)
        assert found.id == SESSION
        assert [(m.index, m.origin.value) for m in found.messages] == [
            (0, "main"),
            (1, "main"),
            (2, "subagent"),
            (3, "subagent"),
            (4, "main"),
            (5, "main"),
        ]
        assert [n.code for n in found.notices] == ["broken-record"]
        assert name in found.notices[0].where

    def test_without_its_parent_it_stands_alone(self, tmp_path: Path) -> None:
        side, other = Claude(agent="a1"), Claude("another-session")
        (tmp_path / "a.jsonl").write_bytes(jsonl(side.user("look"), side.says("s1", "Three.")))
        (tmp_path / "b.jsonl").write_bytes(jsonl(other.user("go")))
        assert [found.id for found in read(tmp_path)] == ["a1", "another-session"]
