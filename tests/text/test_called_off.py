"""Plans that a person calls off by their name, and what stays beside them."""

from __future__ import annotations

import pytest

from graphpack.text.called_off import called_off, fallen_plans
from graphpack.text.lifted import Line


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Then forget the jetty.", "jett"),
        ("Scrap the jetty.", "jett"),
        ("No jetty then.", "jett"),
        ("Never mind the jetty.", "jett"),
        ("The jetty is off.", "jett"),
        ("Dann vergiss den Steg.", "steg"),
        ("Olvida el muelle.", "muel"),
        ("On laisse tomber le ponton.", "pont"),
        ("Esquece o pontão.", "pont"),
        ("Lasciamo perdere il pontile.", "pont"),
        ("Забудь про причал.", "прич"),
    ],
)
def test_what_is_called_off(text: str, key: str) -> None:
    """By its name, in eight languages."""
    assert called_off(text) == {key}


@pytest.mark.parametrize(
    "text",
    [
        "Don't forget the jetty.",
        "I can't cancel the jetty.",
        "Should we scrap the jetty?",
        "If it rains we scrap the jetty.",
        "No need then.",
        "No problem then.",
        "Let's not cancel the jetty.",
    ],
)
def test_what_is_not(text: str) -> None:
    """Denied, asked, supposed, or a thing of no name."""
    assert not called_off(text)


def test_each_plan_falls_and_the_rest_stays() -> None:
    """The request, the promise and the choice; not what it costs, nor what else is wanted."""
    said = (
        "Then we do the regatta with a jetty from Olsen.",
        "Can you book it?",
        "Yes, I'll book the jetty by Friday.",
        "We also need buoys and a jetty light.",
        "Olsen wrote back, the jetty is 700 euros.",
        "Then forget the jetty.",
    )
    lines = [Line(at, text, is_order=True) for at, text in enumerate(said)]
    assert fallen_plans(lines) == {0: 5, 1: 5, 2: 5}


def test_what_is_named_all_over_the_talk_is_not_called_off_as_a_plan() -> None:
    """A thing of that many sentences is what the talk is about, and not one plan of it."""

    def fallen(between: int) -> dict[int, int]:
        told = ["The jetty is 3 m wide."] * between
        said = ["Let's build a jetty in May.", *told, "Then forget the jetty."]
        return fallen_plans([Line(at, text, is_order=True) for at, text in enumerate(said)])

    assert fallen(1) == {0: 2}
    assert fallen(20) == {}
