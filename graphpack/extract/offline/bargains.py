"""Tells a number or a day that people settled with the ones it took the place of.

«Fine, the 26th then» says nothing of what is on the 26th, and «I had planned the 22nd», told alone,
is wrong by then.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.extract.offline.attitudes import DAYS, SETTLING
from graphpack.extract.offline.dialogue import Dialogue
from graphpack.extract.offline.endings import story
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.units import Kind, Stance, Unit
from graphpack.extract.offline.wording import width
from graphpack.model.codes import NodeType
from graphpack.patterns import compiled
from graphpack.text import words
from graphpack.text.numerals import NUMERALS

MAX_SETTLING_WORDS = 8
"""Who says more names what is settled."""

MAX_TURNS_BACK = 8
MAX_CHARS = 460

MAX_LINK_WORDS = 5
"""So short a sentence without a number may stand between two that name one."""

_NUMBER = compiled(r"(?<![\w.])\d+(?:[.,:/]\d+)*")


def with_bargains(talk: Dialogue, reading: Reading) -> Dialogue:
    """Add to what is told of a talk what people settled after naming other numbers or days.

    Args:
        talk: What is told already.
        reading: The conversation.

    Returns:
        The same, with one statement for each such matter, in place of its parts.
    """
    units = reading.units
    taken: set[int] = set(talk.hidden)
    for at, unit in enumerate(units):
        if at in taken or unit.thread < 0 or not _settles(unit):
            continue
        places = _back(at, taken, units)
        if _is_changed(places, units):
            talk.told.append(story(places, reading, (NodeType.DECISION, None), MAX_CHARS))
            talk.hidden.update(places)
            taken.update(places)
    return talk


def _settles(unit: Unit) -> bool:
    line = plain(unit.text)
    if unit.stance in {None, Stance.ASKS, Stance.UNKNOWN} or unit.kind != Kind.SENTENCE:
        return False
    is_said = SETTLING.search(line) is not None and not unit.is_recap
    return is_said and bool(_values(unit)) and len(line.split()) <= MAX_SETTLING_WORDS


def _values(unit: Unit) -> frozenset[str]:
    """The numbers and days that a unit names."""
    line = plain(unit.text)
    said = {str(NUMERALS[word]) for word in words(line) if word in NUMERALS}
    days = {day[0].casefold() for day in DAYS.finditer(line)}
    return frozenset({*_NUMBER.findall(line), *said, *days})


def _back(at: int, taken: set[int], units: Sequence[Unit]) -> list[int]:
    """The sentences before that name a number or lead from one to the next."""
    found = [at]
    chars = width(units[at].text)
    for other in range(at - 1, -1, -1):
        unit = units[other]
        chars += width(unit.text)
        if (
            other in taken
            or units[at].message - unit.message > MAX_TURNS_BACK
            or unit.thread != units[at].thread
            or chars > MAX_CHARS
            or unit.stance in {Stance.BINDS, Stance.UNKNOWN, Stance.ENDS}
            or (not _values(unit) and len(plain(unit.text).split()) > MAX_LINK_WORDS)
            or (_settles(unit) and unit.message != units[at].message)
        ):
            break
        found.insert(0, other)
    # it begins where a number or a question stands
    while found[0] != at and not (
        _values(units[found[0]]) or units[found[0]].stance == Stance.ASKS
    ):
        found.pop(0)
    return found


def _is_changed(places: Sequence[int], units: Sequence[Unit]) -> bool:
    """Tell whether somebody named another value before the one that was settled."""
    settled = _values(units[places[-1]])
    named = [_values(units[at]) for at in places[:-1]]
    speakers = {units[at].message for at in places}
    return len(speakers) > 1 and any(values and not values & settled for values in named)
