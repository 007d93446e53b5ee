from __future__ import annotations

from itertools import permutations

import pytest

from graphpack.model.graph import Node, Source
from graphpack.prune.fold import MAX_WORDS, fold_siblings, is_foldable, join


def fact(number: int, summary: str, **more) -> Node:
    return Node(id=f"n{number}", **{"type": "fact", "summary": summary, **more})


def test_one_line_says_both_with_the_evidence_of_both():
    quotes = [Source(message=i, part=0, start=0, end=1, quote="x") for i in (4, 9)]
    first = fact(1, "Login uses OAuth tokens.", sources=quotes[:1], confidence=0.9, value=0.5)
    second = fact(2, "OAuth tokens for login expire daily.", sources=quotes[1:], confidence=0.7)
    ((joined, gone),) = fold_siblings([first, fact(3, "Fonts are local."), second])
    assert gone == ("n2",)
    assert joined.id == "n1"
    assert joined.summary == "Login uses OAuth tokens; OAuth tokens for login expire daily."
    assert joined.sources == tuple(quotes)
    assert joined.confidence == 0.7
    assert joined.value == pytest.approx(0.5)


def test_a_statement_and_its_opposite_both_stay_to_be_read():
    pair = [fact(1, "Redis caches login sessions."), fact(2, "Redis never caches login pages.")]
    ((joined, _),) = fold_siblings(pair)
    assert "caches login sessions" in joined.summary
    assert "never caches login pages" in joined.summary


@pytest.mark.parametrize(
    "second",
    [
        fact(2, "Window colours follow themes."),
        fact(2, "Login uses OAuth tokens daily.", type="decision"),
        fact(2, "Login uses OAuth tokens daily.", status="open"),
        fact(2, "Login uses OAuth tokens " + "very " * MAX_WORDS + "often."),
    ],
)
def test_another_topic_type_state_or_too_many_words_stay_apart(second):
    assert list(fold_siblings([fact(1, "Login uses OAuth tokens."), second])) == []


def test_code_parents_and_later_versions_are_never_folded():
    assert is_foldable(fact(1, "Plain."))
    assert not is_foldable(fact(1, "x = 1", type="code"))
    assert not is_foldable(fact(1, "Plain.", children=(fact(2, "Child."),)))
    assert not is_foldable(fact(1, "Plain.", extra={"owner": "Ida"}))


def said(number, text, speaker=None):
    summary = f"{speaker}: {text}" if speaker else text
    return Node(id=f"n{number}", type="fact", summary=summary, speaker=speaker, value=0.5)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_nobodys_words_ever_stand_behind_a_name(order):
    parts = [said(1, "Cut the hedge", "User"), said(2, "It is cut"), said(3, "Not the yew", "User")]
    first, second, third = (parts[at] for at in order)
    line = join(join(first, second), third).summary
    assert line.startswith("It is cut; User: ")
    assert line.count("User: ") == 1


def test_people_with_names_keep_their_own():
    line = join(said(1, "I take the keys", "Ana"), said(2, "I lock up", "Ana")).summary
    assert line == "Ana: I take the keys; Ana: I lock up"
    line = join(said(1, "I take the keys", "Ana"), said(2, "I lock up", "Bo")).summary
    assert line == "Ana: I take the keys; Bo: I lock up"
