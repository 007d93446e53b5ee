"""A node's evidence is shown where it stands."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphpack.errors import UsageError
from graphpack.model.conversation import Message, Role, Text
from graphpack.model.report import Cut, Merge
from graphpack.packs import explain
from graphpack.pipeline.checking import places_of
from graphpack.redact import Policy, redact
from tests.packs.build import loaded
from tests.verify.build import node, src, talk

TALK = talk(
    "Which valve?",
    Message(
        1,
        Role.USER,
        (Text("one\ntwo\nWe take the float valve,\nnot the flap, for now.\nfive\nsix\nseven"),),
        at=datetime(2026, 3, 4, 5, 6, tzinfo=UTC),
        author="Runa",
    ),
    "Fine.",
)
QUOTE = "the float valve,\nnot the flap"


def explained(name="n1", *, with_talk=True):
    valve = node("n1", "D", "Float valve, not the flap", src(TALK, 1, QUOTE))
    tank = node("n2", "F", "The tank is full", src(TALK, 2, "Fine"), children=(valve,))
    gone = node("n9", "F", "Six", src(TALK, 1, "six"))
    pack = loaded(
        tank,
        ties=[("n1", "depends_on", "n2")],
        pruned=[gone],
        cuts=(Cut("n9", "dropped", "over target", "Six", 5),),
        merges=(Merge("n1", "A-n4", "states the same", "Float valve"),),
    )
    places = places_of(redact(TALK, Policy())) if with_talk else None
    return explain(pack, name, places)


def test_the_quote_is_marked_in_its_lines():
    told = explained()
    (passage,) = told.passages
    assert [(line.number, line.text, line.quoted, line.rest) for line in passage.lines] == [
        (1, "one", "", ""),
        (2, "two", "", ""),
        (3, "We take ", "the float valve,", ""),
        (4, "", "not the flap", ", for now."),
        (5, "five", "", ""),
        (6, "six", "", ""),
    ]
    assert (passage.who, passage.at.year, passage.is_there) == ("Runa (user)", 2026, True)
    assert passage.before == "user: Which valve?"
    assert passage.after == "user: Fine."


def test_relationships_parent_and_fate_are_told():
    told = explained()
    assert told.parent == "n2"
    assert [(t.type, t.is_from, t.other, t.summary) for t in told.ties] == [
        ("depends_on", True, "n2", "The tank is full")
    ]
    assert told.fate == ("A-n4 went into it: states the same: Float valve",)


def test_a_node_that_was_cut_is_explained():
    told = explained("n9")
    assert told.is_cut
    assert told.fate == ("dropped: over target",)
    assert told.passages[0].lines[2].quoted == "six"


def test_without_a_transcript_there_is_the_bare_quote():
    (passage,) = explained(with_talk=False).passages
    assert [line.quoted for line in passage.lines] == QUOTE.split("\n")
    assert (passage.who, passage.is_there) == ("", None)


def test_a_quote_that_is_not_there_is_said():
    other = places_of(redact(talk("a", "b", "c"), Policy()))
    pack = loaded(node("n1", "D", "Float valve", src(TALK, 1, QUOTE)))
    (passage,) = explain(pack, "n1", other).passages
    assert passage.is_there is False
    assert [line.quoted for line in passage.lines] == QUOTE.split("\n")


def test_a_node_that_never_was_is_an_error_that_lists_them():
    with pytest.raises(UsageError, match="no node 'n7'") as caught:
        explained("n7")
    assert caught.value.hint == "one of n2, n1"
