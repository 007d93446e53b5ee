"""Reads a conversation for the extractor: its units, and all that is known of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from graphpack.extract.offline.aftermath import Aftermath, after_features, aftermaths
from graphpack.extract.offline.choices import chosen_labels
from graphpack.extract.offline.courtesy import is_courtesy, is_step
from graphpack.extract.offline.cutting import iter_units, said_units
from graphpack.extract.offline.discussion import is_discussion, threaded
from graphpack.extract.offline.features import Features, Surroundings, unit_features
from graphpack.extract.offline.fragments import fragments
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.minuted import minuted
from graphpack.extract.offline.offered import offers
from graphpack.extract.offline.passed import passed
from graphpack.extract.offline.passing import passing_worths
from graphpack.extract.offline.ranking import ranker
from graphpack.extract.offline.stance import is_talk, with_stances
from graphpack.extract.offline.statements import Statement, word_units
from graphpack.extract.offline.terse import is_terse as is_terse_talk
from graphpack.extract.offline.terse import parted
from graphpack.extract.offline.tools import iter_tool_units
from graphpack.extract.offline.turns import Turn, turns
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.worth import SETTLED_VALUE, STANDING_VALUE, worths
from graphpack.model.conversation import (
    Attachment,
    Message,
    Origin,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.report import Notice

SETTLING = 2.0
"""Where people write to each other, what they settle or leave open is what they met for."""

CHOSEN_VALUE = 0.7
"""Where a person settles things in passing, a choice among what was offered is worth most."""

MAX_UNITS = 20_000
"""More sentences and items than this are not all weighed against each other."""


@dataclass(frozen=True)
class Reading:
    """A conversation's units with all that is known of each.

    ``is_passing``: a person settles things in short answers, see ``terse.py``.
    """

    messages: Sequence[Message]
    units: list[Unit]
    placed: list[Turn]
    around: Surroundings
    rows: list[Features]
    after: list[Aftermath]
    values: list[float]
    passed: frozenset[int]
    bare: frozenset[int]
    unread: int
    is_passing: bool = False

    @property
    def last(self) -> int:
        """The last exchange."""
        return self.around.exchanges - 1

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was left unread."""
        if not self.unread:
            return ()
        message = "statements of a very long conversation left unread, the assistant's asides first"
        return (Notice("unread-statements", "conversation", message, self.unread),)

    def terms_of(self, unit: Unit) -> frozenset[str]:
        """What a unit names, in normal form."""
        return self._terms.get((unit.message, unit.part, unit.start), frozenset())

    def units_of(self, message: int) -> list[Unit]:
        """The units of one message, in order."""
        return self._by_message.get(message, [])

    @cached_property
    def _by_message(self) -> dict[int, list[Unit]]:
        found: dict[int, list[Unit]] = {}
        for unit in self.units:
            found.setdefault(unit.message, []).append(unit)
        return found

    @cached_property
    def _terms(self) -> dict[tuple[int, int, int], frozenset[str]]:
        places = ((unit.message, unit.part, unit.start) for unit in self.units)
        return dict(zip(places, self.around.terms, strict=True))

    def worded(self, picked: Mapping[int, float]) -> list[Statement]:
        """Word some units, in order."""
        net = [picked.get(at, 0.0) for at in range(len(self.units))]
        return word_units(
            self.units,
            sorted(picked),
            net,
            self.rows,
            messages=self.messages,
            placed=self.placed,
        )


def read_units(messages: Sequence[Message], *, is_terse: bool = True) -> Reading:
    """Cut a conversation and weigh its units.

    Args:
        messages: A chunk's.
        is_terse: Articles and padding may be left out of an assistant's words.

    Returns:
        All that the extractor chooses from.
    """
    placed = turns(messages)
    is_passing = is_terse_talk(messages, placed)
    is_finer = is_passing or (
        not is_discussion(messages) and is_talk(cut(messages), messages, placed)
    )
    every = cut(messages, placed if is_finer else None)
    every = [unit if is_terse else replace(unit, is_whole=True) for unit in every]
    units = with_stances(_telling(every, placed), messages, placed)
    around = Surroundings(messages, placed, units)
    rows = [unit_features(unit, around.terms[at], around) for at, unit in enumerate(units)]
    after = aftermaths(units, around)
    for row, became in zip(rows, after, strict=True):
        row.update(after_features(became))
    model = ranker()
    learned = [model.value_of(row) for row in rows]
    values = [
        min(value * SETTLING, 1.0) if unit.act and not unit.is_spoken else value
        for unit, value in zip(units, worths(units, learned, rows, after, around), strict=True)
    ]
    for became in after:
        # what gives an order up has to be carried, or nobody knows that the order is gone
        if became.dropper >= 0 and around.is_human(units[became.dropper]):
            values[became.dropper] = max(values[became.dropper], STANDING_VALUE)
    chosen = offers(units, messages, placed)
    if is_passing:
        values = passing_worths(units, values, around, chosen.answering)
    for at in sorted(chosen.choosing):
        values[at] = max(values[at], CHOSEN_VALUE if is_passing else SETTLED_VALUE)
    for at in sorted(chosen.limiting):
        values[at] = max(values[at], STANDING_VALUE)
    bare = fragments(units, around) - chosen.choosing
    gone = passed(units, rows, after) | chosen.settled
    if is_passing:
        gone -= _reported(units, after, around)
    unread = len(every) - len(units)
    return Reading(
        messages, units, placed, around, rows, after, values, gone, bare, unread, is_passing
    )


def _reported(
    units: Sequence[Unit], after: Sequence[Aftermath], around: Surroundings
) -> frozenset[int]:
    """Find what people say and an assistant alone puts aside: it is not the assistant's to drop."""
    return frozenset(
        at
        for at, became in enumerate(after)
        if became.dropper >= 0
        and around.is_human(units[at])
        and not around.is_human(units[became.dropper])
    )


def _telling(units: list[Unit], placed: Sequence[Turn]) -> list[Unit]:
    """Bound the work: of a huge conversation, what people and closings say, then the end."""
    if len(units) <= MAX_UNITS:
        return units

    def asides(unit: Unit) -> int:
        turn = placed[unit.message]
        return 0 if turn.is_human and not unit.is_borrowed else 1 if turn.is_closing else 2

    rank = sorted(range(len(units)), key=lambda at: (asides(units[at]), -at))
    return [units[at] for at in sorted(rank[:MAX_UNITS])]


def cut(messages: Sequence[Message], terse: Sequence[Turn] | None = None) -> list[Unit]:
    """Cut the main thread's parts; where it says nothing, whatever else there is.

    Args:
        messages: A chunk's; positions count from the first one given.
        terse: One turn per message of terse talk, which is cut finer; else None.

    Returns:
        Units in order, those that say nothing left out.
    """
    main = [
        at
        for at, message in enumerate(messages)
        if message.origin == Origin.MAIN and message.role != Role.SYSTEM
    ]
    found = [unit for at in main for unit in _said(at, messages[at])]
    if not found:
        found = [unit for at, message in enumerate(messages) for unit in _said(at, message)]
    if not found:
        # calls and nothing else: their arguments are all that can be told
        found = [
            unit
            for at, message in enumerate(messages)
            for number, part in enumerate(message.parts)
            for unit in iter_units(at, number, part.text)
        ]
    if terse is not None:
        found = parted(found, messages, terse)
    telling = [
        unit
        for unit in found
        if (len(unit.text.strip()) > 1 or chosen_labels(unit.text))
        # of «**one. two.**» the last mark stands alone
        and (unit.kind in {Kind.CODE, Kind.OUTPUT} or any(map(str.isalnum, unit.text)))
        and not is_courtesy(plain(unit.text))
        and not is_step(plain(unit.text))
    ]
    return minuted(threaded(telling, messages), messages)


def _said(at: int, message: Message) -> Iterator[Unit]:
    for number, part in enumerate(message.parts):
        if isinstance(part, Text):
            yield from said_units(at, number, part.text)
        elif isinstance(part, Attachment):
            # nobody has said what a file says
            for unit in iter_units(at, number, part.text):
                yield replace(unit, is_borrowed=True)
        elif isinstance(part, ToolCall | ToolResult):
            yield from iter_tool_units(at, number, part)
