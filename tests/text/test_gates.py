"""What RE2 is asked first holds back nothing that Python's patterns find."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.text import dropped, leaving, verdicts
from graphpack.text.gates import Gates, loosened

PATTERNS = dropped._GATES._patterns
PIECES = (
    "We switched from SQLite to Postgres", "instead of Redis", "let's drop the old parser",
    "statt MySQL", "nous abandonnons Kafka", "вместо SQLite", "меняем nginx на caddy",
    "不用 Redis了", "we are tired of Kafka", "remove the cache",
    "back to the flyer", "zurück zu Postgres", "actually", "ÄNDERUNG: neue Frist bis Mai: drei",
    "The new limit is: 30", "won't use Vue", "not Vue, but React", "stick with tabs", "is too slow",
    "keeps crashing", "raus", "1.2 -> 1.3", "Kafka ist gestrichen", "é", "İ", "ı", "—", ", ", ". ",
    " ", "\n", "?", "no", "of", "the", "to", "and",
)  # fmt: skip


def _matching(patterns, text):
    return {one for one in patterns if re.search(one, text, re.IGNORECASE)}


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=8), st.sampled_from(["", " "]))
def test_whatever_matches_is_worth_trying(pieces, between):
    text = between.join(pieces)
    for said in (text, text.upper(), text.lower()):
        assert _matching(PATTERNS, said) <= dropped._GATES.open_for(said)


def test_the_samples_match_something_so_that_the_test_above_can_fail():
    assert len(_matching(PATTERNS, ". ".join(PIECES))) > 10


def test_a_text_that_says_nothing_of_the_kind_opens_next_to_nothing():
    opened = dropped._GATES.open_for("The cache holds about forty entries of each kind.")
    assert not opened & {*leaving.SPACED, *leaving.KNOWN, *verdicts.VERDICTS}


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\bgrün\w+ (?=Licht)", "das grüne Licht"),
        (r"(?<!no )ab++c?+ x{2,3}", "abc xx"),
        (r"[\w-]+ \d{2}$", "caf\u00e9 \u0663\u0664"),
        (r"a\sb|c", "a\u00a0b"),
        (r"(?P<x>[^.]{1,9}?) stays(?= or| goes)", "(it) stays or"),
        (r"(?:old|(?P<x>\w+)) wins", "who wins"),
        (r"a(?P<x>.)b|[|]c", "|c"),
        (r"kilo\B\w", "KİLOx"),
        (r"x{2}?y", "xxy"),
    ],
)
def test_what_re2_does_not_know_is_left_out(pattern, text):
    assert re.search(pattern, text, re.IGNORECASE)
    assert Gates([pattern]).open_for(text) == {pattern}


def test_the_longest_stretch_is_looked_for():
    assert loosened(r"\b(?:go|went) from (?P<x>.{1,60}?) to(?=\s)", is_plain=True) == (
        r"\b(?:go|went) from "
    )


def test_of_letters_with_a_case_only_the_odd_ones_are_read_differently_by_re2():
    letters = [
        chr(code) for code in range(0x41, 0x530) if chr(code).isalpha() and chr(code) not in "İı"
    ]
    hay = [
        chr(code)
        for code in range(0x2FFF)
        if chr(code).lower() != chr(code) or chr(code).upper() != chr(code)
    ]
    missed = set()
    for letter in letters:
        gate = Gates([letter])
        for found in re.findall(letter, "".join(hay), re.IGNORECASE):
            if not gate.open_for(found):
                missed.add(found)
    assert not missed


def test_half_a_character_closes_no_gate():
    assert Gates([r"a\w+"]).open_for("ab \ud83d cd") == {r"a\w+"}
