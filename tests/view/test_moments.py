"""A column says from when to when its statements reach, and sessions stand in their order."""

import pytest

from graphpack.model.graph import Source
from graphpack.view.moments import first_said, moments_of, stretch

SESSIONS = ("winter", "autumn")  # in the order in which they were joined, not of the alphabet


def said(message, session=None):
    return Source(message=message, part=0, start=0, end=1, quote="x", session=session)


@pytest.mark.parametrize(
    ("firsts", "name"),
    [
        ([], ""),
        ([None], ""),
        ([said(0)], "message 0"),
        ([said(0), said(0)], "message 0"),
        ([said(0), said(6), said(20)], "messages 0–20"),
        ([None, said(6), None], "message 6"),
        ([said(2, "winter"), said(9, "winter")], "winter, messages 2–9"),
        ([said(2, "winter"), said(1, "autumn")], "winter, message 2 – autumn, message 1"),
    ],
)
def test_a_stretch_is_named_by_its_two_ends(firsts, name):
    assert stretch(firsts) == name


def test_the_first_evidence_is_that_of_the_first_session():
    late, early = said(1, "autumn"), said(7, "winter")
    assert first_said([late, early], SESSIONS) is early
    assert first_said([said(4), said(3)], ()).message == 3
    assert first_said([], SESSIONS) is None


def test_what_has_no_evidence_follows_what_stands_before_it():
    firsts = {"a": None, "b": said(5), "c": None, "d": said(6), "e": said(5)}
    found = moments_of(firsts, ())
    assert sorted(found, key=found.get) == ["a", "b", "e", "c", "d"]
    assert found["b"] == found["e"]


def test_a_later_session_comes_later():
    found = moments_of({"a": said(1, "autumn"), "b": said(9, "winter")}, SESSIONS)
    assert found["b"] < found["a"]
