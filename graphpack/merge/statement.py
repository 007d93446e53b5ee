"""What a node's summary says, taken apart: content terms, names, numbers, and what is denied.

The one view of a text that identity and conflicts share. It never judges two texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from graphpack.merge.reading import Term, stem, terms_of
from graphpack.merge.words import APPOINTMENTS, ENUMERATORS, LIMITS, TURNS, VETOES
from graphpack.patterns import compiled
from graphpack.text.dropped import (
    dropped_spans,
    droppings,
    is_denial,
    is_of_another,
    is_shift,
    kept_spans,
    returned_spans,
)

# what a slot can hold: no date, no time of day, no range
_VALUE = compiled(r"[$€£¥₽]?\d+(?:[.,]\d+)*(?:%|[a-z]{1,3}|[$€£¥₽])?")
_DATE = compiled(r"\d{4}-\d{2}(?:-\d{2})?|\d{1,2}:\d{2}")
_NAMED_NUMBER = compiled(r"([^\W\d_]+)-?(\d+(?:\.\d+)*)")
_MOST_LEFT = 8
_ANY_MORE = frozenset(
    ("any", "more", "anymore", "longer", "mehr", "plus", "más", "mais", "più", "больше")
)
# «leave the lettuce out of it» stands for no lettuce
_OMITTED = compiled(
    r"\b(?:leav(?:e|es|ing)|left|keep|keeps|kept)\s+((?:[\w-]+\s+){1,3}?)out\b"
    r"|\blass(?:en|t)?\s(?:wir\s)?((?:[\w-]+\s+){1,3}?)weg\b",
    re.IGNORECASE,
)
_CHOOSER = compiled(r"^[^:.\n]{1,60}? (?=(?:chose|agreed to|said no to): )")
_NOTE = compiled(r"(?:(?<!\s)\s++)?+\[(?:was|conflict): (?:[^\[\]]|\[(?!was: |conflict: ))*+\]")


@dataclass(frozen=True, slots=True)
class Dropped:
    """One thing a text leaves behind.

    Args:
        first: Key of its first term.
        terms: Keys of its terms.
        subject: Keys of who or what leaves it behind; none for «we», «let's» or a bare verb.
        beside: Other common words of the same clause: what for; of a verdict, all the others.
        is_tight: True where all of ``terms`` surely belong to its name.
        is_denial: True where it is only turned down, which may be for one purpose.
        is_contrast: True where it is turned down in a clause of its own: «…, not X».
        is_verdict: True where it is only called unfit.
    """

    first: str
    terms: frozenset[str]
    subject: frozenset[str]
    beside: frozenset[str]
    is_tight: bool
    is_denial: bool
    is_contrast: bool = False
    is_verdict: bool = False


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
        dropped: Keys of what the text says it leaves behind, whatever was said before.
        left: Each thing it leaves behind if that was chosen before.
        returned: Keys of what it goes back to.
        kept: Keys of what it stays with.
        polarity: Whether there is a negator, and whether a vetoing word.
        limits: Narrowing words.
        slots: Label and number, where a number is a value of a label.
        pairs: Keys of common words that stand side by side, the verb of a command aside.
        counted: Numbers that say which one of many, and are no values.
        is_ordered: True where turning the terms round would change the meaning.
        is_question: True where it asks.
        has_turn: True where it says that something changed.
        sets_anew: True where it opens or closes as a change of what was said before.
    """

    sequence: tuple[str, ...]
    words: frozenset[str]
    raws: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[str]
    proper: frozenset[str]
    denied: frozenset[str]
    dropped: frozenset[str]
    left: tuple[Dropped, ...]
    returned: frozenset[str]
    kept: frozenset[str]
    polarity: tuple[bool, bool]
    limits: frozenset[str]
    slots: frozenset[tuple[str, str]]
    pairs: frozenset[tuple[str, str]]
    counted: frozenset[str]
    is_ordered: bool
    is_question: bool
    has_turn: bool
    sets_anew: bool

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
    """Take off what the merger itself wrote behind a summary."""
    return _NOTE.sub("", text) if "[" in text else text


def bare(text: str) -> str:
    """Take off the merger's notes, and who chose: «User» is no part of what was chosen."""
    return _CHOOSER.sub("", without_notes(text))


def statement(text: str) -> Statement:
    """Take a summary apart.

    Args:
        text: A summary; notes of the merger are not part of what it says.

    Returns:
        What it says.
    """
    return _statement(bare(text))


@lru_cache(maxsize=4096)
def _statement(text: str) -> Statement:
    reading = terms_of(text)
    plain, terms = reading.text, reading.terms
    omitted = (found.span(found.lastindex or 0) for found in _OMITTED.finditer(plain))
    left = _left_behind(terms, (*dropped_spans(plain), *omitted))
    dropped = {t.key for t in left}
    denied = reading.denied()
    asserted_again = {t.key for t in terms if t not in left}
    slots, counted = _slots(terms, reading.answers)
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
        left=tuple(_leaving(terms, plain)),
        returned=_within(terms, returned_spans(plain)),
        kept=_within(terms, kept_spans(plain)),
        polarity=(bool(reading.negators), bool(raws & VETOES)),
        limits=raws & LIMITS,
        slots=frozenset(slot for slot in slots if slot[1] not in dropped),
        pairs=_pairs(terms),
        counted=counted,
        is_ordered=bool(dropped) or bool(reading.negators) or reading.is_ordered,
        is_question=plain.rstrip().endswith(("?", "？", "؟")),
        has_turn=TURNS.is_in(plain),
        sets_anew=is_shift(plain),
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


def _leaving(terms: list[Term], plain: str) -> Iterator[Dropped]:
    for found in droppings(plain):
        left = _left_behind(terms, ((found.start, found.end),))
        if not left:
            continue
        inside = [t for t in terms if found.start <= t.at < found.end]
        # «instead of A we take B»: the name ends where nothing marks it
        is_tight = found.at > found.clause + 1 or left == inside
        named = inside if is_tight and len(inside) <= _MOST_LEFT else left
        keys = frozenset(t.key for t in named)
        lead = [t for t in terms if found.clause <= t.at < found.at]
        is_ours = not is_of_another(plain, found)
        verb = next((t.key for t in terms if t.at >= found.at), "")
        beside = (
            t
            for t in terms
            if (t.clause == named[0].clause or found.is_verdict)
            and t.kind == "word"
            and not found.end <= t.at <= found.until
            and t.raw not in _ANY_MORE
        )
        besides = frozenset(t.key for t in beside) - keys - {verb}
        is_denied = is_denial(plain, found)
        yield Dropped(
            first=named[0].key,
            terms=keys,
            subject=frozenset() if is_ours else frozenset(t.key for t in lead) - keys,
            beside=besides,
            is_tight=is_tight,
            is_denial=is_denied,
            is_contrast=is_denied and not besides and plain[: found.at].strip() != "",
            is_verdict=found.is_verdict,
        )


def _slots(
    terms: list[Term], answers: set[int]
) -> tuple[frozenset[tuple[str, str]], frozenset[str]]:
    """Pair each number with the word it is a value of: the one before it, else the one behind.

    Returns:
        The pairs, and the numbers that only count («step 2», «Verse 2: …»).
    """
    slots: set[tuple[str, str]] = set()
    counted: set[str] = set()
    for place, term in enumerate(terms):
        if term.kind == "name":
            named = _NAMED_NUMBER.fullmatch(term.raw)
            if named:
                slots.add((stem(named.group(1)), named.group(2)))
        elif term.kind == "number" and _is_value(term, terms):
            # «Part 2: …» counts parts, whatever the word
            is_heading = place < 2 and term.clause == 0 and term.clause + 1 in answers
            label = None if is_heading else _label(terms, place, answers)
            if is_heading or (label and {label.raw, label.key} & ENUMERATORS):
                counted.add(term.key)
            elif label:
                slots.add((label.key, term.key))
    return frozenset(slots), frozenset(counted)


def _within(terms: list[Term], spans: Iterable[tuple[int, int]]) -> frozenset[str]:
    spans = tuple(spans)
    return frozenset(t.key for t in terms if any(start <= t.at < end for start, end in spans))


def _pairs(terms: list[Term]) -> frozenset[tuple[str, str]]:
    return frozenset(
        (one.key, other.key)
        for one, other in pairwise(terms[1:])
        if one.kind == other.kind == "word"
        and one.clause == other.clause
        and other.at == one.at + len(one.raw) + 1
    )


def _is_value(term: Term, terms: list[Term]) -> bool:
    if _VALUE.fullmatch(term.key):
        return True
    # a date is the value of what happens once, never of what is logged day by day
    return bool(_DATE.fullmatch(term.key)) and any(t.raw in APPOINTMENTS for t in terms)


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
