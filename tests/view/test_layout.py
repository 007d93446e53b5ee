"""No card covers another, each stands in its lane, time goes from left to right."""

from hypothesis import given
from hypothesis import strategies as st

from graphpack.view.layout import CARD_HEIGHT, CARD_WIDTH, Card, arrange

LANES = ("goal", "decision", "fact")
cards = st.lists(
    st.tuples(st.sampled_from(LANES), st.integers(0, 30)), min_size=1, max_size=60
).map(lambda found: [Card(f"c{n}", lane, (at,)) for n, (lane, at) in enumerate(found)])


@given(cards, st.sampled_from([0.5, 1.0, 2.0]))
def test_cards_stand_apart_in_their_lanes_and_in_their_time(found, ratio):
    made = arrange(found, LANES, ratio=ratio)
    assert set(made.places) == {card.id for card in found}
    spots = [made.places[card.id] for card in found]
    for n, (x, y) in enumerate(spots):
        assert CARD_WIDTH / 2 <= x <= made.width - CARD_WIDTH / 2
        for ox, oy in spots[:n]:
            assert abs(x - ox) >= CARD_WIDTH or abs(y - oy) >= CARD_HEIGHT
    bands = {lane.name: lane for lane in made.lanes}
    for card in found:
        y, band = made.places[card.id][1], bands[card.lane]
        assert band.top <= y - CARD_HEIGHT / 2
        assert y + CARD_HEIGHT / 2 <= band.top + band.height <= made.height
        for other in found:
            if other.moment < card.moment:
                assert made.places[other.id][0] <= made.places[card.id][0]
            elif other.moment == card.moment:
                assert made.places[other.id][0] == made.places[card.id][0]


def test_the_plane_comes_near_the_shape_that_is_asked_for():
    many = [Card(f"c{n}", LANES[n % 3], (n,)) for n in range(300)]
    for ratio in (0.6, 1.45, 3.0):
        made = arrange(many, LANES, ratio=ratio)
        assert 0.8 < made.width / made.height / ratio < 1.25


def test_columns_name_their_cards_and_empty_lanes_are_left_out():
    made = arrange([Card("b", "fact", (2,)), Card("a", "goal", (1,))], LANES, ratio=9)
    assert [column.cards for column in made.columns] == [("a",), ("b",)]
    assert [lane.name for lane in made.lanes] == ["goal", "fact"]
    assert arrange([], LANES, ratio=1).places == {}


@given(cards, st.sampled_from([0.5, 2.0]))
def test_a_column_holds_the_cards_that_stand_in_it_and_no_other(found, ratio):
    made = arrange(found, LANES, ratio=ratio)
    for column in made.columns:
        assert {made.places[name][0] for name in column.cards} == {column.left + CARD_WIDTH / 2}
    assert sorted(name for column in made.columns for name in column.cards) == sorted(made.places)
