"""From a shortened text back to its original."""

from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.compress import Kind, compress
from graphpack.compress.base import Elision, shorten
from graphpack.compress.places import Places

from . import outputs

TEXT = "alpha beta gamma delta epsilon"
CUT = [
    Elision(6, 10, "[… 1 word]", 1, "words", "test"),
    Elision(17, 22, "", 1, "words", "test"),
]


def test_what_is_kept_leads_back_and_what_is_a_mark_does_not():
    made = shorten(TEXT, CUT, kind=Kind.TEXT, level="summary")
    assert made.text == "alpha [… 1 word] gamma  epsilon"
    places = Places(made.elisions, len(TEXT))
    at = made.text.index("gamma")
    assert places.pieces(at, at + 5) == [(11, 16)]
    assert places.pieces(6, 16) == []
    assert places.pieces(0, len(made.text)) == [(0, 6), (10, 17), (22, 30)]


def test_no_span_crosses_an_elision():
    made = shorten(TEXT, CUT, kind=Kind.TEXT, level="summary")
    places = Places(made.elisions, len(TEXT))
    assert places.longest(TEXT, 0, len(made.text)) == (23, 30)
    assert TEXT[23:30] == "epsilon"
    assert places.longest(TEXT, 7, 12) is None


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([outputs.LOG, outputs.PYTEST]), st.data())
def test_every_kept_character_is_the_originals(text, data):
    made = compress(text)
    places = Places(made.elisions, len(text))
    start = data.draw(st.integers(0, len(made.text)))
    end = data.draw(st.integers(start, len(made.text)))
    shown = made.text[start:end]
    for first, last in places.pieces(start, end):
        assert text[first:last] in shown


def test_without_elisions_every_place_is_its_own():
    assert Places((), 10).pieces(3, 7) == [(3, 7)]
    assert Places((), 0).pieces(0, 0) == []
