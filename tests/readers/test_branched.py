"""A conversation of a tree: its path is the conversation, the rest are branches that join it."""

from __future__ import annotations

from datetime import UTC, datetime

from graphpack.model.conversation import ConversationSource, Role, Text, ToolCall, ToolResult
from graphpack.readers.assembly import Draft, Label
from graphpack.readers.branched import Tree, assemble
from graphpack.readers.branching import link
from graphpack.readers.faults import Faults
from tests.timing import grows_linearly

SOURCE = ConversationSource("chat.json", "made-up")


def say(words: str, minute: int | None = None) -> tuple[Draft, ...]:
    at = None if minute is None else datetime(2026, 3, 1, 10, minute, tzinfo=UTC)
    return (Draft(Role.USER, (Text(words),) if words else (), at, source_id=words or None),)


def build(tree: Tree):
    return assemble(tree, SOURCE, Faults("chat.json"), Label())


def test_a_branch_goes_on_where_it_left_the_path() -> None:
    found = build(
        Tree(
            {0: None, 1: 0, 2: 1, 3: 0, 4: 3},
            {0: say("q"), 1: say("a"), 2: say("q2"), 3: say("b"), 4: say("b2")},
            leaf=2,
            head=say("rules"),
        )
    )
    assert [m.text for m in found.messages] == ["rules", "q", "a", "q2"]
    (branch,) = found.branches
    assert (branch.id, branch.after) == ("b2", 1)
    assert [(m.index, m.text) for m in branch.messages] == [(2, "b"), (3, "b2")]
    assert [(n.code, n.count) for n in found.notices] == [("abandoned-branch", 2)]


def test_a_message_without_content_moves_no_branch() -> None:
    found = build(
        Tree({0: None, 1: 0, 2: 1, 3: 1}, {0: say("q"), 1: say(""), 2: say("a"), 3: say("b")}, 2)
    )
    assert [m.text for m in found.messages] == ["q", "a"]
    assert [(b.after, b.messages[0].index) for b in found.branches] == [(0, 1)]


def test_a_branch_without_words_is_none() -> None:
    found = build(Tree({0: None, 1: 0, 2: 0}, {0: say("q"), 1: say("a"), 2: say("")}, 1))
    assert found.branches == ()
    assert not [n for n in found.notices if n.code == "abandoned-branch"]


def test_a_second_root_shares_nothing_with_the_path() -> None:
    found = build(Tree({0: None, 1: None}, {0: say("first"), 1: say("edited")}, 1))
    assert [m.text for m in found.messages] == ["edited"]
    assert (found.branches[0].after, found.branches[0].messages[0].index) == (-1, 0)


def test_without_a_mark_the_newest_leaf_is_the_conversation_and_that_is_said() -> None:
    parents = {0: None, 1: 0, 2: 0}
    drafts = {0: say("q", 0), 1: say("newer", 9), 2: say("older", 3)}
    found = build(Tree(parents, drafts))
    assert [m.text for m in found.messages] == ["q", "newer"]
    assert "guessed-branch" in {n.code for n in found.notices}
    untimed = {0: say("q", 0), 1: say("unsaved"), 2: say("older", 3)}
    assert build(Tree(parents, untimed)).messages[-1].text == "older"
    assert build(Tree(parents, untimed, is_untimed_new=True)).messages[-1].text == "unsaved"


def test_one_leaf_needs_no_guess() -> None:
    assert build(Tree({0: None, 1: 0}, {0: say("q"), 1: say("a")})).notices == ()


def test_a_branch_without_ids_is_numbered() -> None:
    plain = (Draft(Role.ASSISTANT, (Text("b"),)),)
    found = build(Tree({0: None, 1: 0, 2: 0}, {0: say("q"), 1: say("a"), 2: plain}, 1))
    assert [branch.id for branch in found.branches] == ["b1"]


def test_links_survive_missing_and_repeated_ids() -> None:
    faults = Faults("chat.json")
    assert link(["a", "b", "a", "d"], [None, "a", "a", "lost"], faults) == {
        0: None,
        1: 0,
        2: 0,
        3: 2,
    }
    assert faults.count("broken-branch") == 1
    assert link([None, None, None], [None, None, None], faults) == {0: None, 1: 0, 2: 1}


def test_branches_that_share_their_way_share_their_messages() -> None:
    parents = {0: None, 1: 0, 2: 0, 3: 2, 4: 2, 5: 4, 6: 4}
    words = ("q", "a", "b", "c", "", "d", "e")
    found = build(Tree(parents, {at: say(text) for at, text in enumerate(words)}, 1))
    kept = [(b.after, [(m.index, m.text) for m in b.messages]) for b in found.branches]
    assert kept == [
        (0, [(1, "b"), (2, "c")]),
        (0, [(1, "b"), (2, "d")]),
        (0, [(1, "b"), (2, "e")]),
    ]
    assert len({id(branch.messages[0]) for branch in found.branches}) == 1


def test_a_result_on_a_branch_is_named_by_the_call_before_it() -> None:
    call = (Draft(Role.ASSISTANT, (ToolCall("tariff", {}, "c1"),)),)
    result = (Draft(Role.TOOL, (ToolResult("9", call_id="c1"),)),)
    found = build(Tree({0: None, 1: 0, 2: 0}, {0: call, 1: say("a"), 2: result}, 1))
    assert found.branches[0].messages[0].parts == (ToolResult("9", "tariff", "c1"),)
    assert found.branches[0].messages[0].index == 1


def test_a_comb_of_branches_takes_no_square_of_its_size() -> None:
    def comb(size: int) -> Tree:
        parents: dict[int, int | None] = {at: at - 1 if at else None for at in range(size)}
        parents.update({size + at: at for at in range(size)})
        return Tree(parents, {at: say(f"m{at}") for at in parents}, leaf=size)

    grows_linearly(build, 250, comb)
    deepest = build(comb(4000)).branches[-1]
    assert [m.index for m in deepest.messages] == list(range(1, len(deepest.messages) + 1))
