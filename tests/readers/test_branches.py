"""Abandoned branches of tree-shaped sources: kept, in the source's order, and told apart."""

from __future__ import annotations

import json

import pytest

from graphpack.model.conversation import Conversation, Role
from graphpack.readers import read
from tests.readers import chatgpt_records as gpt
from tests.readers import test_claude_ai as claude
from tests.readers.records import Claude, Codex, jsonl


def one(raw: bytes | list | dict) -> Conversation:
    data = raw if isinstance(raw, bytes) else json.dumps(raw).encode()
    (found,) = read(data)
    return found


def words(messages) -> list[str]:
    return [part.text for message in messages for part in message.parts]


def shape(found: Conversation) -> list[tuple[str, int, list[str]]]:
    for branch in found.branches:
        first = branch.after + 1
        assert [m.index for m in branch.messages] == list(
            range(first, first + len(branch.messages))
        )
    return [(branch.id, branch.after, words(branch.messages)) for branch in found.branches]


def abandoned(found: Conversation) -> int:
    return sum(notice.count for notice in found.notices if notice.code == "abandoned-branch")


class TestChatGPT:
    def tree(self, *links: tuple[str, str | None, str, str], leaf: str) -> Conversation:
        """Nodes as (key, parent, role, words)."""
        mapping = {
            key: {
                "id": key,
                "parent": parent,
                "children": [],
                "message": {"id": key, **gpt.said(role, said)} if role else None,
            }
            for key, parent, role, said in links
        }
        for key, parent, *_ in links:
            if parent:
                mapping[parent]["children"].append(key)
        return one([{"title": "Beds", "mapping": mapping, "current_node": leaf, "id": "c"}])

    def test_an_edited_prompt_and_a_retry(self):
        found = self.tree(
            ("r", None, "", ""),
            ("u1", "r", "user", "Plan beds"),
            ("a1", "u1", "assistant", "Which?"),
            ("a2", "u1", "assistant", "How many?"),
            ("u2", "a2", "user", "Two"),
            ("u3", "a2", "user", "Three"),
            ("a3", "u3", "assistant", "Three it is"),
            leaf="a3",
        )
        assert words(found.messages) == ["Plan beds", "How many?", "Three", "Three it is"]
        assert shape(found) == [("a1", 0, ["Which?"]), ("u2", 1, ["Two"])]
        assert abandoned(found) == 2

    def test_an_answer_of_several_nodes_that_goes_on_differently_is_one_message_on_each(self):
        found = self.tree(
            ("u1", None, "user", "Plan beds"),
            ("t1", "u1", "assistant", "Looking."),
            ("a1", "t1", "assistant", "Beans."),
            ("a2", "t1", "assistant", "Peas."),
            leaf="a1",
        )
        assert [words([m]) for m in found.messages] == [["Plan beds"], ["Looking.", "Beans."]]
        assert shape(found) == [("a2", 0, ["Looking.", "Peas."])]
        assert len(found.branches[0].messages) == 1

    def test_another_first_prompt_shares_nothing(self):
        found = self.tree(
            ("r", None, "", ""),
            ("u1", "r", "user", "Plan beds"),
            ("u2", "r", "user", "Plan paths"),
            leaf="u2",
        )
        assert shape(found) == [("u1", -1, ["Plan beds"])]

    def test_a_branch_of_hidden_nodes_is_none(self):
        found = self.tree(
            ("u1", None, "user", "Plan beds"),
            ("s1", "u1", "system", "hidden"),
            ("a1", "u1", "assistant", "Beans."),
            leaf="a1",
        )
        assert found.branches == ()

    def test_a_result_on_a_branch_is_paired_with_the_call_before_the_fork(self):
        call = gpt.call("python", "1+1", "code")
        nodes = {
            "u1": (None, gpt.said("user", "Add")),
            "c1": ("u1", call),
            "t1": ("c1", gpt.said("tool", "2", author="python")),
            "t2": ("c1", gpt.said("tool", "3", author="python")),
        }
        mapping = {
            key: {"id": key, "parent": parent, "children": [], "message": {"id": key, **message}}
            for key, (parent, message) in nodes.items()
        }
        found = one([{"mapping": mapping, "current_node": "t1"}])
        (branch,) = found.branches
        assert (branch.after, branch.messages[0].role) == (1, Role.TOOL)
        assert branch.messages[0].parts[0].call_id == found.messages[1].parts[0].call_id == "c1"


class TestClaudeAI:
    def test_an_edited_prompt(self):
        def at(number, sender, text, parent):
            return claude.said(sender, text, number=number, parent_message_uuid=parent)

        found = one(
            [
                claude.chat(
                    at(0, "human", "Caulk", claude.ROOT),
                    at(1, "assistant", "Which?", "m0"),
                    at(2, "human", "Oak", "m1"),
                    at(3, "assistant", "Cotton.", "m2"),
                    at(4, "human", "Pine", "m1"),
                    at(5, "assistant", "Oakum.", "m4"),
                    at(6, "human", "Tar", claude.ROOT),
                    current_leaf_message_uuid="m5",
                )
            ]
        )
        assert words(found.messages) == ["Caulk", "Which?", "Pine", "Oakum."]
        assert shape(found) == [("m3", 1, ["Oak", "Cotton."]), ("m6", -1, ["Tar"])]
        assert abandoned(found) == 3


class TestClaudeCode:
    def test_a_prompt_that_was_rewound_twice(self):
        c = Claude()
        start = [c.user("go"), c.says("m1", "Ready.")]
        fork = c.last
        log = [*start, c.user("In Perl"), c.says("m2", "Perl, then.")]
        c.last = fork
        log += [c.user("In Ada")]
        c.last = fork
        log += [c.user("In Rust"), c.says("m3", "Rust, then.")]
        found = one(jsonl(*log))
        assert words(found.messages) == ["go", "Ready.", "In Rust", "Rust, then."]
        assert [(after, said) for _, after, said in shape(found)] == [
            (1, ["In Perl", "Perl, then."]),
            (1, ["In Ada"]),
        ]
        assert found.branches[0].id == log[3]["uuid"]
        assert abandoned(found) == 3

    def test_a_branch_of_a_branch_holds_what_it_shares_with_that(self):
        c = Claude()
        log = [c.user("go"), c.says("m1", "Ready.")]
        fork = c.last
        log += [c.user("In Perl"), c.says("m2", "Version?")]
        inner = c.last
        log += [c.user("Four")]
        c.last = inner
        log += [c.user("Five")]
        c.last = fork
        log += [c.user("In Rust")]
        found = one(jsonl(*log))
        assert [(after, said) for _, after, said in shape(found)] == [
            (1, ["In Perl", "Version?", "Five"]),
            (1, ["In Perl", "Version?", "Four"]),
        ]


class TestCodex:
    def test_turns_that_were_undone(self):
        x = Codex()
        log = [
            x.meta(),
            *x.prompt("Chart"),
            *x.says("Charted."),
            *x.prompt("In feet"),
            *x.says("Feet."),
            *x.prompt("In yards"),
            x.event("thread_rolled_back", num_turns=2),
            *x.prompt("In metres"),
            *x.says("Metres."),
        ]
        found = one(jsonl(*log))
        assert words(found.messages) == ["Chart", "Charted.", "In metres", "Metres."]
        assert [(after, said) for _, after, said in shape(found)] == [
            (1, ["In feet", "Feet.", "In yards"])
        ]
        assert abandoned(found) == 3

    @pytest.mark.parametrize("turns", [0, -1, "2", None, 1.5, 10**30])
    def test_an_odd_number_of_turns(self, turns):
        x = Codex()
        log = [x.meta(), *x.prompt("Chart"), x.event("thread_rolled_back", num_turns=turns)]
        found = one(jsonl(*log, *x.prompt("In metres")))
        assert words(found.messages)[-1] == "In metres"


class TestGeminiCLI:
    def row(self, key: str, kind: str, text: str) -> dict:
        return {"id": key, "timestamp": "2026-05-01T10:00:01Z", "type": kind, "content": text}

    def test_what_was_taken_back_twice(self):
        found = one(
            jsonl(
                {"sessionId": "s", "projectHash": "h", "startTime": "2026-05-01T10:00:00Z"},
                self.row("a", "user", "Sort"),
                self.row("b", "gemini", "By?"),
                self.row("c", "user", "Name"),
                {"$rewindTo": "c"},
                self.row("d", "user", "Age"),
                {"$rewindTo": "b"},
                self.row("e", "gemini", "Sorted."),
            )
        )
        assert words(found.messages) == ["Sort", "Sorted."]
        assert shape(found) == [("c", 0, ["By?", "Name"]), ("d", 0, ["By?", "Age"])]
        assert abandoned(found) == 3
