"""What a line is worth where people settle things in passing (`terse.py`).

The ranker learned from agents at work, whose reports say most. In talk by turns a person's few
words decide, and what the assistant offers counts as far as it is taken up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphpack.extract.offline.answers import is_yes
from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.discussion import is_nod
from graphpack.extract.offline.features import Surroundings
from graphpack.extract.offline.fragments import is_bare
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.moving import REFUSES
from graphpack.extract.offline.units import Kind, Unit
from graphpack.text import identifiers, negations, words

SAID, TAKEN, RULED, ASKED, ASIDE = 0.15, 0.25, 0.35, 0.06, 0.04
"""The least worth of a person's line: a statement, one that takes up what was offered or is taken
up itself, a ruling, a question, a remark by the way."""

FIRST_UNITS = 2
"""An assistant takes up what was said in so many sentences."""

OFFERED = 0.15
"""What is left of the worth of an assistant's line that a person goes on from."""

ASIDE_WORDS = 8
"""A longer sentence is no remark by the way."""

COMMON_SHARE = 0.1
"""A term in a greater share of the units says nothing."""

NOD_WORDS = 3
"""So few words that name nothing only nod."""

MIN_CHARS = 3

NAME_CHARS, STRONG_CHARS = 4, 5
"""A shorter word names no matter; among few words none that is shorter than the second does."""

MIN_MOST, TELLING_PART = 6, 16
"""A term in more units than so many, and a greater part of them than one in so many, is
everybody's."""

_RULING = (
    Cue.VETO, Cue.RULE, Cue.DECISION, Cue.REVERSAL, Cue.REJECTED, Cue.CONSTRAINT, Cue.DEFERRED,
    Cue.PREFERENCE,
)  # fmt: skip


def passing_worths(
    units: Sequence[Unit],
    values: Sequence[float],
    around: Surroundings,
    answering: frozenset[int],
) -> list[float]:
    """Weigh the units of terse talk.

    Args:
        units: All units, in order.
        values: Their corrected values.
        around: The conversation's statistics.
        answering: Messages that answer what was asked or offered.

    Returns:
        Values 0-1, one per unit.
    """
    beside = _beside(units, around)
    return [
        _said(at, unit, value, around, answering, beside[unit.message])
        if around.is_human(unit)
        else value * OFFERED
        if around.replies[unit.message]
        else value
        for at, (unit, value) in enumerate(zip(units, values, strict=True))
    ]


@dataclass(frozen=True, slots=True)
class _Beside:
    """What an assistant says around a person's message: all that it answers, and how it is met."""

    before: frozenset[str]
    after: frozenset[str]


def _beside(units: Sequence[Unit], around: Surroundings) -> dict[int, _Beside]:
    named: dict[int, frozenset[str]] = {}
    first: dict[int, frozenset[str]] = {}
    for unit, terms in zip(units, around.terms, strict=True):
        if not around.placed[unit.message].is_human:
            named[unit.message] = named.get(unit.message, frozenset()) | terms
            if unit.place < FIRST_UNITS:
                first[unit.message] = first.get(unit.message, frozenset()) | terms
    found = {}
    answer = -1
    for at in range(len(around.placed) - 1, -1, -1):
        turn = around.placed[at]
        if turn.is_human:
            none: frozenset[str] = frozenset()
            found[at] = _Beside(named.get(turn.reply_to, none), first.get(answer, none))
        elif at in named:
            answer = at
    return found


def _said(
    at: int,
    unit: Unit,
    value: float,
    around: Surroundings,
    answering: frozenset[int],
    beside: _Beside,
) -> float:
    if unit.kind in {Kind.CODE, Kind.OUTPUT}:
        return value
    line = plain(unit.text)
    is_answer = unit.place == 0 and unit.message in answering
    if is_bare_nod(line, beside.before):
        return SAID if is_answer else 0.0
    if line.endswith(("?", "？")):
        return max(min(value, SAID), ASKED)
    if not is_answer and is_aside(at, line, around):
        return min(value, ASIDE)
    if has_cue(line, *_RULING) or _refuses(line):
        return max(value, RULED)
    named = {term for term in around.terms[at] if is_telling(term, around)}
    is_taken = is_answer or named & beside.before or named & beside.after
    return max(min(value, RULED), TAKEN if is_taken else SAID)


def _refuses(line: str) -> bool:
    """Tell whether a person turns something down by its name, in more than two words."""
    return REFUSES.match(line) is not None and len(words(line)) >= NOD_WORDS


def is_telling(term: str, around: Surroundings) -> bool:
    """Tell whether a term names something that not everything names.

    Args:
        term: In normal form.
        around: The conversation's statistics.

    Returns:
        True for a word of some length, or a number, that is in few units.
    """
    most = max(MIN_MOST, around.total // TELLING_PART)
    is_name = len(term) >= MIN_CHARS or (len(term) > 1 and term.isdigit())
    return is_name and around.frequency[term] <= most and not has_cue(term, Cue.AGREEMENT)


def is_aside(at: int, line: str, around: Surroundings) -> bool:
    """Tell whether a short sentence is about nothing that is talked about: «what a storm».

    Args:
        at: Index of its unit.
        line: The same, plain.
        around: The conversation's statistics.

    Returns:
        True where it names nothing exact and nothing that comes up elsewhere.
    """
    said = words(line)
    if len(said) > ASIDE_WORDS or identifiers(line) or any(map(str.isdigit, line)):
        return False
    # «don't care» forbids nothing
    cues = _RULING if len(said) > NOD_WORDS else _RULING[1:]
    if has_cue(line, *cues):
        return False
    least = NAME_CHARS if len(said) > NOD_WORDS else STRONG_CHARS
    return not any(
        (len(term) >= least or any(map(str.isdigit, term)))
        and 1 < around.frequency[term] <= COMMON_SHARE * around.total
        for term in around.terms[at]
    )


def is_bare_nod(line: str, named: frozenset[str]) -> bool:
    """Tell whether a sentence only agrees, or says that something is done.

    Args:
        line: A plain line.
        named: What the message before it names.

    Returns:
        True for «accepted.», «yes», «good idea».
    """
    said = words(line)
    if len(said) > NOD_WORDS or identifiers(line):
        return False
    if negations(line):
        return False
    if is_nod(line) or is_bare(line):
        return True
    return (is_yes(line) or has_cue(line, Cue.AGREEMENT)) and not any(
        term in named for term in said if not has_cue(term, Cue.AGREEMENT) and not is_yes(term)
    )
