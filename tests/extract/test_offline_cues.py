"""Cues are what Python's own patterns find, whatever look spared them."""

import re

from hypothesis import given
from hypothesis import strategies as st

from graphpack.extract.offline import cues
from graphpack.extract.offline.cues import Cue, cue_counts

PIECES = (
    "we decided", "Do not", "don't", "instead of", "must", "BLOCKED", "won't work", "let me",
    "müssen", "nicht", "за", "不要", "決定", "ſtop", "\n", " ", ".", "x_y", "no longer", "waiting",
)  # fmt: skip


def alone(text):
    found = {}
    for cue in Cue:
        count = 0
        if cue in cues._LATIN:
            words = re.compile("|".join(cues._WORDS[cue]), re.IGNORECASE)
            count += sum(bool(words.fullmatch(word.lower())) for word in re.findall(r"\w+", text))
            phrases = cues._by_phrase(cue)
            count += len(phrases.findall(text)) if phrases else 0
        if cue in cues._WIDE_CUES and cues._HAS_WIDE.search(text):
            count += len(re.findall(cues._WIDE_CUES[cue], text, re.IGNORECASE))
        if count:
            found[cue] = count
    return found


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=8))
def test_cues_are_those_that_each_pattern_finds_alone(pieces):
    text = " ".join(pieces)
    assert cue_counts(text) == alone(text)


def test_every_alternative_in_ascii_is_found_through_the_look():
    for cue, words in cues._WORDS.items():
        for word in words:
            if re.fullmatch(r"[a-z]+", word):
                assert cue in cue_counts(word), word
    for cue, phrases in cues._PHRASES.items():
        for phrase in phrases:
            if re.fullmatch(r"[a-z' -]+", phrase):
                assert cue in cue_counts(f"so {phrase} then"), phrase
