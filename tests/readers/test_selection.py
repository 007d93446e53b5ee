"""Branches and sub-agents: what is yielded, under which ids and numbers."""

from __future__ import annotations

import pytest

from graphpack.errors import UsageError
from graphpack.model.conversation import (
    Branch,
    Conversation,
    ConversationSource,
    Message,
    Origin,
    Role,
    Text,
)
from graphpack.model.report import Notice
from graphpack.readers.selection import select


def said(*texts: str, first: int = 0) -> tuple[Message, ...]:
    """Messages of these words; a word with an asterisk is a sub-agent's."""
    return tuple(
        Message(
            number,
            Role.USER,
            (Text(text),),
            origin=Origin.SUBAGENT if text.startswith("*") else Origin.MAIN,
        )
        for number, text in enumerate(texts, start=first)
    )


def kiln(*texts: str, branches=(), id: str = "kiln") -> Conversation:
    source = ConversationSource("kiln.json", "x")
    notices = (Notice("broken-record", "kiln.json:3", "not JSON; skipped"),)
    return Conversation(id, "Kiln", source, said(*texts), None, notices, tuple(branches))


def chosen(*whole: Conversation, branch=None, subagents=False) -> list[Conversation]:
    found = list(select(whole, branch=branch, subagents=subagents, name="kiln.json"))
    for one in found:
        assert [message.index for message in one.messages] == list(range(len(one.messages)))
    return found


def words(one: Conversation) -> list[str]:
    return [message.text for message in one.messages]


FORKED = kiln(
    "glaze?",
    "*look",
    "*found",
    "blue",
    "good",
    branches=(
        Branch("b1", 2, said("green", "*deep", "no", first=3)),
        Branch("b2", -1, said("never mind", first=0)),
    ),
)


def test_the_current_path_is_the_default_and_keeps_its_branches() -> None:
    (found,) = chosen(FORKED)
    assert words(found) == ["glaze?", "blue", "good"]
    assert found.hidden == 2
    assert [(one.id, one.after) for one in found.branches] == [("b1", 0), ("b2", -1)]
    assert [message.index for message in found.branches[0].messages] == [1, 2]
    assert found.notices == FORKED.notices


def test_sub_agents_are_kept_where_asked_for() -> None:
    (found,) = chosen(FORKED, subagents=True)
    assert found is FORKED


def test_a_sub_agents_own_log_is_not_emptied() -> None:
    own = kiln("*look", "*found")
    assert chosen(own) == [own]


def test_without_sub_agents_nothing_is_copied() -> None:
    plain = kiln("a", "b")
    assert chosen(plain)[0] is plain


def test_all_branches_follow_their_conversation() -> None:
    other = kiln("x", id="other")
    found = chosen(FORKED, other, branch="all")
    assert [one.id for one in found] == ["kiln", "kiln~b1", "kiln~b2", "other"]
    assert [words(one) for one in found[1:3]] == [["glaze?", "green", "no"], ["never mind"]]
    assert [one.hidden for one in found] == [2, 3, 0, 0]
    assert [len(one.notices) for one in found] == [1, 0, 0, 1]
    whole = chosen(FORKED, branch="all", subagents=True)
    assert words(whole[1]) == ["glaze?", "*look", "*found", "green", "*deep", "no"]


@pytest.mark.parametrize("wanted", ["b2", "kiln~b2"])
def test_one_branch_comes_alone(wanted: str) -> None:
    (found,) = chosen(FORKED, kiln("x", id="other"), branch=wanted)
    assert (found.id, words(found), found.branches) == ("kiln~b2", ["never mind"], ())


def test_a_branch_that_is_not_there_names_those_that_are() -> None:
    many = kiln("a", branches=[Branch(f"b{n}", 0, said("x", first=1)) for n in range(14)])
    with pytest.raises(UsageError, match=r"^kiln.json: no branch is called 'b77'$") as caught:
        chosen(many, branch="b77")
    assert caught.value.hint is not None
    assert "kiln~b0" in caught.value.hint
    assert "and 4 more" in caught.value.hint
    with pytest.raises(UsageError) as caught:
        chosen(kiln("a"), branch="b1")
    assert caught.value.hint == "the source has no abandoned branches"
