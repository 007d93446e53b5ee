"""OpenAssistant's trees: the best ranked way, and all the others as branches."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphpack.model.conversation import Conversation, Role
from graphpack.readers import read

from .thread_records import dumped, lines, reply, tree

SHARED = Path(__file__).parents[2].parent / "shared"


def one(raw: bytes) -> Conversation:
    (found,) = read(raw)
    assert found.source.format == "oasst"
    return found


def texts(found: Conversation) -> list[str]:
    return [message.text for message in found.messages]


def test_the_lowest_rank_is_followed_and_the_rest_are_branches() -> None:
    worse = reply("w", "assistant", "Worse", reply("w2", "prompter", "Hm"), rank=1)
    best = reply("b", "assistant", "Best", reply("b2", "prompter", "Thanks", rank=None), rank=0)
    found = one(lines(tree(reply("p", "prompter", "Ask", worse, best))))
    assert texts(found) == ["Ask", "Best", "Thanks"]
    assert found.id == "p"
    (branch,) = found.branches
    assert (branch.id, branch.after) == ("w2", 0)
    assert [(m.index, m.role, m.text) for m in branch.messages] == [
        (1, Role.ASSISTANT, "Worse"), (2, Role.USER, "Hm"),
    ]  # fmt: skip


def test_unranked_replies_follow_the_longest_way() -> None:
    short, long = (
        reply("s", "assistant", "S"),
        reply("l", "assistant", "L", reply("m", "prompter", "M")),
    )
    assert texts(one(lines(tree(reply("p", "prompter", "P", short, long))))) == ["P", "L", "M"]


def test_a_rank_counts_before_length() -> None:
    ranked = reply("r", "assistant", "R", rank=3)
    long = reply("l", "assistant", "L", reply("m", "prompter", "M"))
    assert texts(one(lines(tree(reply("p", "prompter", "P", long, ranked))))) == ["P", "R"]


@pytest.mark.parametrize(
    ("key", "parent"), [("message_id", "parent_id"), ("user_message_id", "parent_message_id")]
)
def test_loose_messages_find_their_trees(key: str, parent: str) -> None:
    rows = [
        {key: "b", parent: "a", "text": "B", "role": "assistant"},
        {key: "x", parent: None, "text": "X", "role": "prompter"},
        {key: "a", parent: None, "text": "A", "role": "prompter"},
        {key: "c", parent: "a", "text": "C", "role": "assistant"},
    ]
    for raw in (dumped(rows), lines(*rows)):
        first, second = read(raw)
        assert texts(first) == ["A", "B"]
        assert [branch.id for branch in first.branches] == ["c"]
        assert texts(second) == ["X"]


def test_a_circle_of_parents_is_read_once() -> None:
    rows = [
        {"message_id": "a", "parent_id": "b", "text": "A", "role": "prompter"},
        {"message_id": "b", "parent_id": "a", "text": "B", "role": "assistant"},
    ]
    assert len(one(dumped(rows)).messages) == 2


def test_deleted_messages_are_counted() -> None:
    gone = reply("g", "assistant", "Gone", deleted=True)
    found = one(lines(tree(reply("p", "prompter", "P", gone, reply("k", "assistant", "Kept")))))
    assert texts(found) == ["P", "Kept"]
    assert [(notice.code, notice.count) for notice in found.notices] == [("deleted-message", 1)]


def test_a_made_up_answer_names_its_model() -> None:
    answer = reply("a", "assistant", "A", synthetic=True, model_name="chip")
    assert one(lines(tree(reply("p", "prompter", "P", answer)))).messages[1].author == "chip"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the sample transcripts are not here")
@pytest.mark.parametrize(
    ("name", "trees", "path", "branches"),
    [
        ("oasst__Open-Assistant__1.json", 74, 360, 84),  # 444 messages
        # one hundred is the count of trees; branches repeat what they share with one another
        ("oasst__Open-Assistant__2.jsonl", 100, 328, 1190),
    ],
)
def test_samples(name: str, trees: int, path: int, branches: int) -> None:
    found = list(read(SHARED / "samples" / "chat" / name))
    assert (len(found), sum(len(item.messages) for item in found)) == (trees, path)
    assert sum(len(b.messages) for item in found for b in item.branches) == branches
    assert not [notice for item in found for notice in item.notices]
