"""A rule is told whole where its colon belongs to a time, a path, an address or a name."""

import pytest

from graphpack.merge.telling import telling


@pytest.mark.parametrize(
    "said",
    [
        "The list is at https://pantry.example/v2 and must stay private.",
        r"The list is in C:\pantry\jars.ini and must stay private.",
        "Baking at 12:30 must never be moved.",
        "Calls of std::fs::write must never be added.",
        "The server at localhost:8080 must never be public.",
    ],
)
def test_a_colon_within_a_word_leads_to_nothing(said):
    told = telling(said, None, is_rule=True)
    assert said.startswith(told.rstrip("….").rstrip())
    assert told


@pytest.mark.parametrize(
    "said", ["Keep this for the whole work: never use eval.", "Keep this for ever：never use eval."]
)
def test_a_colon_behind_an_announcement_leads_to_the_rule(said):
    assert telling(said, None, is_rule=True) == "never use eval"
