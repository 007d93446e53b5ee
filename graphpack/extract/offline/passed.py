"""Finds what no longer holds, or was never anybody's word: given up, outdated, conceded, pasted.

A run of statements would carry such a unit along for its neighbours' sake; so it is told apart
from one that is merely worth little.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphpack.extract.offline.aftermath import Aftermath
from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.features import Features, Surroundings
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.phrases import CONCESSION, LOG, PUSHBACK, STATE
from graphpack.extract.offline.units import Kind, Unit
from graphpack.patterns import compiled
from graphpack.text import words

MIN_TWIN_WORDS = 4
"""Fewer words in common than this are no sign that one thing is said twice."""

MIN_LOG_UNITS = 2
"""So many lines of a log in one message, and what stands between them is pasted as well."""

_FRAME = compiled(r"^\s*\d+ ?\||^\s*\^+|^(?:File|Location|Stack trace|Traceback)\b", re.IGNORECASE)


def passed(
    units: Sequence[Unit], rows: Sequence[Features], after: Sequence[Aftermath]
) -> frozenset[int]:
    """Find the units that no longer hold.

    Args:
        units: All units, in order.
        rows: Their features.
        after: What became of them.

    Returns:
        Indices of what was given up, or told of a state that went on; not even their neighbours
        make them worth carrying.
    """
    return frozenset(
        at
        for at, (unit, row, became) in enumerate(zip(units, rows, after, strict=True))
        if became.dropper >= 0 or _is_past(unit, row)
    )


def _is_past(unit: Unit, row: Features) -> bool:
    if row.get("last_exchange") or unit.kind in {Kind.CODE, Kind.OUTPUT}:
        return False
    line = plain(unit.text)
    if row.get("role_user") and has_cue(line, Cue.RULE, Cue.VETO):
        return False  # «must stay unpushed» holds until somebody says otherwise
    return bool(STATE.search(line))


def outdated(units: Sequence[Unit], around: Surroundings) -> set[Unit]:
    """Find what a person says again later, word for word but for its numbers.

    Args:
        units: All units, in order.
        around: The conversation's statistics.

    Returns:
        The earlier units.
    """
    latest: dict[frozenset[str], Unit] = {}
    found = set()
    for unit in reversed(units):
        if unit.kind not in {Kind.SENTENCE, Kind.ITEM} or not around.placed[unit.message].is_human:
            continue
        said = words(plain(unit.text))
        key = frozenset(word for word in said if not any(char.isdigit() for char in word))
        if len(key) < MIN_TWIN_WORDS or len(key) == len(set(said)):
            continue
        later = latest.setdefault(key, unit)
        if later.message > unit.message and later.text != unit.text:
            found.add(unit)
    return found


def conceded(units: Sequence[Unit], around: Surroundings) -> set[Unit]:
    """Find what an assistant said, a person objected to, and the assistant then took back.

    Args:
        units: All units, in order.
        around: The conversation's statistics.

    Returns:
        The earlier message's units that name what the objection is about.
    """
    answers: dict[int, str] = {}
    for unit in units:
        if not around.placed[unit.message].is_human and unit.place == 0:
            answers.setdefault(around.placed[unit.message].exchange, plain(unit.text))
    found = set()
    for at, unit in enumerate(units):
        turn = around.placed[unit.message]
        reply = around.replies[unit.message]
        if turn.is_human or not PUSHBACK.match(reply):
            continue
        if CONCESSION.match(answers.get(turn.exchange + 1, "")):
            objected = frozenset(words(reply))
            if any(len(term) > 2 and term in objected for term in around.terms[at]):
                found.add(unit)
    return found


def pasted(units: Sequence[Unit], around: Surroundings) -> set[Unit]:
    """Find what a person only pasted: everything from the first to the last line of a log.

    Args:
        units: All units, in order.
        around: The conversation's statistics.

    Returns:
        The units of people's messages that stand among lines of a log or a trace.
    """
    logged: dict[tuple[int, int], list[int]] = {}
    for unit in units:
        if around.placed[unit.message].is_human:
            line = plain(unit.text)
            if LOG.search(line) or _FRAME.search(line):
                logged.setdefault((unit.message, unit.part), []).append(unit.place)
    spans = {
        key: (places[0], places[-1])
        for key, places in logged.items()
        if len(places) >= MIN_LOG_UNITS
    }
    return {
        unit
        for unit in units
        if (span := spans.get((unit.message, unit.part))) and span[0] <= unit.place <= span[1]
    }
