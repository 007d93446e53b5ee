"""Short talks are told nearly whole: what was asked or offered must not look like what holds."""

import pytest

from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.offline.stance import of_assistant
from graphpack.extract.offline.units import Stance
from graphpack.model.chunk import Chunk, ChunkContext
from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.conversation import Message, Role, Text

OVEN = (
    "the bread oven trips the breaker after ten minutes. three phase, 16 A",
    "Which breaker trips, the one in the hall or the one in the bakery? And is the fan running?",
    "the one in the hall. fan runs",
    "Three ways out:\n\n1. Put the oven on the second circuit.\n"
    "2. Set the heat limit to 210 degrees.\n3. Buy a smaller oven.\n\nI'd go with 3.",
    "no smaller oven, we bake for four shops. "
    "1 means a new cable and the landlord is against it. so 2",
    "Fine: turn the dial to 210 and wait a day. By the way, you could bake at night.",
    "it's gone, two days without a trip.\nno baking at night, the neighbours sleep next door.\n"
    "speaking of neighbours, nobody has measured the noise of the fan yet. not today",
    "Below 40 dB should be fine for them.",
)


def packed(*said):
    messages = tuple(
        Message(at, Role.ASSISTANT if at % 2 else Role.USER, (Text(text),))
        for at, text in enumerate(said)
    )
    return OfflineExtractor().extract(Chunk(0, messages, tokens=300), ChunkContext(1))


def of_people(*said):
    messages = tuple(
        Message(at, Role.USER, (Text(text),), author=name) for at, (name, text) in enumerate(said)
    )
    return OfflineExtractor().extract(Chunk(0, messages, tokens=300), ChunkContext(1)).nodes


def telling(nodes, *words):
    (node,) = [one for one in nodes if all(word in one.summary for word in words)]
    return node


def test_a_trouble_is_told_with_what_ended_it():
    node = telling(packed(*OVEN).nodes, "trips the breaker")
    assert (node.type, node.status) == (NodeType.PROBLEM, Status.RESOLVED)
    assert "heat limit to 210" in node.summary
    assert "two days without a trip" in node.summary


def test_a_question_is_told_with_its_answer_and_not_alone():
    nodes = packed(*OVEN).nodes
    assert "asked: «Which breaker trips" in telling(nodes, "the one in the hall. ").summary
    assert not [one for one in nodes if one.summary.startswith("Which")]


def test_an_option_that_was_turned_down_gives_way_to_the_reason():
    graph = packed(*OVEN)
    for option, reason in (("second circuit", "landlord"), ("smaller oven.", "four shops")):
        (node,) = [
            one for one in graph.nodes if option in one.summary and one.status == Status.ABANDONED
        ]
        (tie,) = [tie for tie in graph.relationships if tie.end == node.id]
        assert tie.type == RelationType.SUPERSEDES
        (by,) = [one for one in graph.nodes if one.id == tie.start]
        assert reason in by.summary
        assert by.status is None


def test_an_idea_that_was_refused_later_stands_abandoned():
    assert telling(packed(*OVEN).nodes, "you could bake at night").status == Status.ABANDONED


def test_what_nobody_knows_is_open_though_the_message_begins_with_something_else():
    node = telling(packed(*OVEN).nodes, "nobody has measured")
    assert node.status in {Status.OPEN, Status.DEFERRED}
    assert "without a trip" not in node.summary


def test_a_guess_is_an_assumption():
    node = telling(packed(*OVEN).nodes, "Below 40 dB")
    assert (node.type, node.confidence) == (NodeType.ASSUMPTION, 0.6)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Der Zaun steht. Niemand hat bisher das Tor ausprobiert.", Status.OPEN),
        ("La cerca está lista. Nadie ha probado la puerta.", Status.OPEN),
        ("La clôture est prête. Personne n'a essayé le portail.", Status.OPEN),
        ("A cerca está pronta. Ninguém testou o portão.", Status.OPEN),
        ("Il recinto è pronto. Nessuno ha provato il cancello.", Status.OPEN),
        ("Забор стоит. Никто не пробовал ворота.", Status.OPEN),
        ("围栏好了。还没有人试过大门，不知道能不能锁。", Status.OPEN),
    ],
)
def test_openness_is_read_in_other_languages(line, status):
    nodes = packed("We build a fence for the goats.", "Good.", line, "I see.").nodes
    assert status in {one.status for one in nodes}


@pytest.mark.parametrize(
    "offer",
    [
        "Du könntest den Zaun höher bauen.",
        "Podrías hacer la cerca más alta.",
        "Tu pourrais faire la clôture plus haute.",
        "Você poderia fazer a cerca mais alta.",
        "Potresti fare il recinto più alto.",
        "Можно сделать забор выше.",
        "你可以把围栏做得高一点。",
    ],
)
def test_an_offer_that_nobody_takes_up_is_no_fact(offer):
    nodes = packed("We build a fence for goats.", offer, "The posts came on Monday.", "OK.").nodes
    assert {one.type for one in nodes if offer[:12] in one.summary} <= {NodeType.ASSUMPTION}
    assert of_assistant(offer) == Stance.OFFERS


def test_code_in_which_a_later_statement_sets_another_value_is_overtaken():
    graph = packed(
        "the mill grinds too coarse",
        "Use this:\n\n```ini\nstone_gap = 9\nfeed_rate = 3\n```",
        "9 is still coarse, i set 5",
        "Good: `stone_gap = 5` and the old feed rate.",
        "flour is fine now",
        "Great.",
    )
    (code,) = [node for node in graph.nodes if node.type == NodeType.CODE]
    assert code.status == Status.ABANDONED


def test_what_people_settle_is_told_with_what_it_takes_the_place_of():
    nodes = of_people(
        ("Ove", "The ferry trip. I had the 12th in mind"),
        ("Lin", "the 12th is the market, I can't"),
        ("Ove", "19th then?"),
        ("Lin", "19th works"),
        ("Ove", "ok, the 19th."),
        ("Lin", "Who brings the tent?"),
    )
    node = telling(nodes, "12th in mind", "19th then?")
    assert node.type == NodeType.DECISION


def test_among_people_a_trouble_ends_where_somebody_says_so():
    nodes = of_people(
        ("Ove", "the pump gives an error on the pier, E7"),
        ("Lin", "clean the sieve, it clogs with weed"),
        ("Ove", "that fixed it, runs again"),
        ("Lin", "Good. When do we paint the hull?"),
        ("Ove", "in May"),
    )
    node = telling(nodes, "error on the pier", "clean the sieve")
    assert (node.type, node.status) == (NodeType.PROBLEM, Status.RESOLVED)


def test_a_long_session_is_read_as_it_always_was():
    said = [
        f"Row {at}: the heron stood {at} minutes at the weir, in rain and in wind."
        for at in range(60)
    ]
    said[1] = "You could count the ducks as well."
    units = OfflineExtractor().extract
    messages = tuple(
        Message(at, Role.ASSISTANT if at % 2 else Role.USER, (Text(text * 4),))
        for at, text in enumerate(said)
    )
    nodes = units(Chunk(0, messages, tokens=9000), ChunkContext(1)).nodes
    assert not [one for one in nodes if one.type == NodeType.ASSUMPTION]


def test_a_standing_rule_a_wish_to_see_and_a_fault_nobody_answered():
    nodes = packed(
        "We must not open the sluice before the gate TAX-12 is checked. Log every level in metres.",
        "Noted.",
        "Show me the code",
        "Here it is.",
        "the export loses rows on Mondays",
        "Noted.",
        "now the footer of the page",
        "I would move the footer into its own file, footer.py.",
        "Ok, do it",
        "Moved.",
    ).nodes
    rule = telling(nodes, "before the gate TAX-12", "every level")
    assert (rule.type, rule.status) == (NodeType.DECISION, None)
    assert telling(nodes, "Show me").type == NodeType.GOAL
    fault = telling(nodes, "loses rows")
    assert (fault.type, fault.status) == (NodeType.PROBLEM, Status.OPEN)
    agreed = telling(nodes, "agreed to", "footer.py")
    assert agreed.type == NodeType.DECISION


def test_an_offer_that_is_taken_up_is_not_turned_down_by_a_rule_beside_it():
    nodes = packed(
        "Where do we hang the bat boxes on the old barn?",
        "The south wall is warm. I would hang the boxes there, 4 m up.",
        "Decision: bat boxes go on the south wall. Never use treated wood, bats live there.",
        "Noted: no treated wood.",
        "The ladder is broken since Monday. Still open.",
        "Then I leave the upper row out for now.",
    ).nodes
    assert not [one for one in nodes if one.status == Status.ABANDONED]
