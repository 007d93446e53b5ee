"""What a node's summary says, taken apart: content terms, names, numbers, and what is denied.

The one view of a text that identity and conflicts share. It never judges two texts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from graphpack.merge.reading import Term, stem, terms_of
from graphpack.merge.words import ENUMERATORS, LIMITS, TURNS, VETOES
from graphpack.text.dropped import dropped_spans

# what a slot can hold: no date, no time of day, no range
_VALUE = re.compile(r"\d+(?:\.\d+)*(?:%|[a-z]{1,3})?")
_NAMED_NUMBER = re.compile(r"([^\W\d_]+)-?(\d+(?:\.\d+)*)")
_MOST_LEFT = 8
_NOTE = re.compile(r"\s*\[(?:was|conflict): [^\]]*\]")


@dataclass(frozen=True, slots=True)
class Statement:
    """A text as the merger compares it.

    Args:
        sequence: Keys of the content terms in order.
        words: The same as a set.
        raws: Folded words as written.
        names: Identifiers, paths, flags and URLs among the keys.
        numbers: Numbers and versions among the keys.
        proper: Capitalised names, and Latin words inside a text of another script.
        denied: Keys within the reach of a negator or a veto.
        dropped: Keys of what the text says it leaves behind.
        polarity: Whether there is a negator, and whether a vetoing word.
        limits: Narrowing words.
        slots: Label and number, where a number is a value of a label.
        is_ordered: True where turning the terms round would change the meaning.
        is_question: True where it asks.
        has_turn: True where it says that something changed.
    """

    sequence: tuple[str, ...]
    words: frozenset[str]
    raws: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[str]
    proper: frozenset[str]
    denied: frozenset[str]
    dropped: frozenset[str]
    polarity: tuple[bool, bool]
    limits: frozenset[str]
    slots: frozenset[tuple[str, str]]
    is_ordered: bool
    is_question: bool
    has_turn: bool

    @property
    def asserted(self) -> frozenset[str]:
        """Keys the text stands for: neither denied nor left behind."""
        return self.words - self.denied - self.dropped

    @property
    def labels(self) -> frozenset[str]:
        """Labels of its slots."""
        return frozenset(label for label, _ in self.slots)

    @property
    def specifics(self) -> frozenset[str]:
        """Keys that point at one thing: names, numbers and proper names."""
        return self.names | self.numbers | self.proper


def without_notes(text: str) -> str:
    """Take off what the merger itself wrote behind a summary.

    Args:
        text: A summary.

    Returns:
        The summary as the extractor gave it.
    """
    return _NOTE.sub("", text)


@lru_cache(maxsize=4096)
def statement(text: str) -> Statement:
    """Take a summary apart.

    Args:
        text: A summary; notes of the merger are not part of what it says.

    Returns:
        What it says.
    """
    reading = terms_of(without_notes(text))
    plain, terms = reading.text, reading.terms
    left = _left_behind(terms, dropped_spans(plain))
    dropped = {t.key for t in left}
    denied = reading.denied()
    asserted_again = {t.key for t in terms if t not in left}
    raws = frozenset(t.raw for t in terms) | frozenset(reading.silent)
    return Statement(
        sequence=tuple(t.key for t in terms),
        words=frozenset(t.key for t in terms),
        raws=raws,
        names=frozenset(t.key for t in terms if t.kind == "name"),
        numbers=frozenset(t.key for t in terms if t.kind == "number"),
        proper=frozenset(t.key for t in terms if t.kind == "proper"),
        denied=frozenset(denied),
        dropped=frozenset(dropped - asserted_again),
        polarity=(bool(reading.negators), bool(raws & VETOES)),
        limits=raws & LIMITS,
        slots=frozenset(slot for slot in _slots(terms, reading.answers) if slot[1] not in dropped),
        is_ordered=bool(dropped) or bool(reading.negators) or reading.is_ordered,
        is_question=plain.rstrip().endswith(("?", "？", "؟")),
        has_turn=TURNS.is_in(plain),
    )


def _left_behind(terms: list[Term], spans: tuple[tuple[int, int], ...]) -> list[Term]:
    """Give the terms that name what is left behind: up to the first names in the span.

    A span may run on into what comes instead («вместо SQLite берём Postgres»).
    """
    left: list[Term] = []
    for start, end in spans:
        named = False
        for place, term in enumerate(t for t in terms if start <= t.at < end):
            is_specific = term.kind != "word"
            if (named and not is_specific) or place >= _MOST_LEFT:
                break
            named = named or is_specific
            left.append(term)
    return left


def _slots(terms: list[Term], answers: set[int]) -> frozenset[tuple[str, str]]:
    """Pair each number with the word it is a value of: the one before it, else the one behind."""
    slots: set[tuple[str, str]] = set()
    for place, term in enumerate(terms):
        if term.kind == "name":
            named = _NAMED_NUMBER.fullmatch(term.raw)
            if named:
                slots.add((stem(named.group(1)), named.group(2)))
        elif term.kind == "number" and _VALUE.fullmatch(term.key):
            # «Part 2: …» counts parts, whatever the word
            is_heading = place < 2 and term.clause == 0 and term.clause + 1 in answers
            label = None if is_heading else _label(terms, place, answers)
            if label and not {label.raw, label.key} & ENUMERATORS:
                slots.add((label.key, term.key))
    return frozenset(slots)


def _label(terms: list[Term], place: int, answers: set[int]) -> Term | None:
    clause = terms[place].clause
    if place > 0:
        before = terms[place - 1]
        is_near = before.clause == clause or (before.clause == clause - 1 and clause in answers)
        if is_near and before.kind != "number":
            return before
    if place + 1 < len(terms):
        behind = terms[place + 1]
        if behind.clause == clause and behind.kind != "number":
            return behind
    return None
