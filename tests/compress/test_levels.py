"""Which level a text is shortened at."""

import pytest

from graphpack.compress import Kind
from graphpack.compress.levels import Asked, at_most, auto_level, effective_level


@pytest.mark.parametrize(
    ("remaining", "level"),
    [
        (1.0, "off"),
        (0.71, "off"),
        (0.7, "summary"),
        (0.5, "summary"),
        (0.49, "aggressive"),
        (0.2, "aggressive"),
        (0.19, "minimal"),
        (0.0, "minimal"),
        (-0.4, "minimal"),
    ],
)
def test_auto_level_follows_the_remaining_budget(remaining, level):
    assert auto_level(remaining) == level


def test_effective_level_caps_search_results_at_summary():
    assert effective_level("minimal", Kind.SEARCH_RESULTS) == "summary"
    assert effective_level("minimal", Kind.LOG) == "minimal"
    assert effective_level("off", Kind.SEARCH_RESULTS) == "off"
    assert effective_level("minimal", Kind.LOG, caps={Kind.LOG: "off"}) == "off"


@pytest.mark.parametrize(
    ("asked", "is_too_often"),
    [
        (Asked(4, 4), False),
        (Asked(5, 1), False),
        (Asked(10, 3), False),
        (Asked(10, 4), True),
        (Asked(5, 2), True),
    ],
)
def test_asked_back_too_often_is_over_30_percent_after_5(asked, is_too_often):
    assert asked.is_too_often is is_too_often


def test_a_cap_is_raised_when_originals_are_asked_back_too_often():
    often = Asked(10, 5)
    assert effective_level("minimal", Kind.LOG, asked=often) == "summary"
    assert effective_level("aggressive", Kind.LOG, asked=often) == "summary"
    assert effective_level("summary", Kind.LOG, asked=often) == "off"
    assert effective_level("minimal", Kind.LOG, asked=Asked(10, 1)) == "minimal"


def test_at_most():
    assert at_most("minimal", "summary") == "summary"
    assert at_most("summary", "minimal") == "summary"
    assert at_most("aggressive", None) == "aggressive"
