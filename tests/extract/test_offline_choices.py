"""A short reply means an option of the list before it; one turned down is not chosen."""

from __future__ import annotations

import pytest

from graphpack.extract.offline.answers import Reply, resolve
from graphpack.extract.offline.choices import chosen_labels
from graphpack.extract.offline.cutting import iter_units
from graphpack.model.codes import NodeType, Status
from tests.extract.test_offline_short_talks import packed

TRIP = (
    "Which one?\n\n1. Rent a van.\n   1. From Oslo.\n2. Buy a bicycle. It is slow.\n"
    "3. Walk all the way."
)
HENS = "how do i feed forty hens in winter, the shed is unheated"
WAYS = (
    "Three ways to feed the hens:\n\n1. An auger from the silo.\n2. A hopper on the wall.\n"
    "3. Buckets by hand.\n\nWhich one?"
)
HOPPER = "Good, screw the hopper to the north wall at 40 cm."


@pytest.mark.parametrize(
    ("reply", "labels"),
    [
        ("not option B", ()),
        ("option A, not option B", ("a",)),
        ("选第二个", ("2",)),
        ("不要第二个", ()),
        ("第一个或者第三个", ()),
        ("2つ目", ("2",)),
    ],
)
def test_a_reply_names_what_it_does_not_turn_down(reply, labels):
    assert chosen_labels(reply) == labels


def resolved(reply: str, offer: str = TRIP):
    found = resolve(reply, list(iter_units(0, 0, offer)))
    return found and (found.reply, [unit.text for unit in found.units])


def test_the_last_one_is_the_last_of_the_list():
    assert resolved("the last one") == (Reply.CHOSE, ["Walk all the way."])


def test_who_speaks_against_an_option_is_about_it_and_does_not_choose():
    assert resolved("not option 2") == (Reply.ABOUT, ["Buy a bicycle. It is slow."])
    assert resolved("not option 9") is None


def test_a_detail_below_an_option_is_no_option():
    assert resolved("option 1") == (Reply.CHOSE, ["Rent a van."])


def test_a_long_option_is_known_by_its_first_sentence():
    offer = "Which one?\n\n1. " + "Rent a van from the depot. " * 30 + "Or two.\n2. Walk."
    assert resolved("option 1", offer) == (Reply.CHOSE, ["Rent a van from the depot."])


def given_up(*said):
    return [
        node.summary
        for node in packed(HENS, WAYS, *said).nodes
        if (node.type, node.status) == (NodeType.DECISION, Status.ABANDONED)
    ]


def test_another_option_gives_up_the_first_with_its_reason():
    (gone,) = given_up(
        "option 2. It's the cheapest.",
        HOPPER,
        "actually option 1 instead, the wall is too thin for a hopper",
        "Then set the auger to two runs a day.",
    )
    assert "A hopper on the wall" in gone
    assert "the cheapest" in gone


def test_the_same_option_again_gives_up_nothing():
    again = "actually option 2 after all, the wall is fine"
    assert not given_up("option 2. It's the cheapest.", HOPPER, again, "Then set it at 50 cm.")


def test_an_option_of_long_ago_is_not_given_up_by_its_number():
    matters = ["straw", "water", "light", "doors", "heating", "fences", "paint"]
    between = [
        text
        for one in matters
        for text in (f"the {one} of the shed must be renewed before May", f"Noted: {one}.")
    ]
    changed = "actually option 1 instead, the wall is too thin"
    assert not given_up("option 2.", HOPPER, *between, changed, "Then two runs a day.")
