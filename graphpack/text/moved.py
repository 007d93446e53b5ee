"""Which values that were said earlier a person moves, corrects or sets anew, and where they stand.

«So we move it to 25 April» leaves «18 April it is» behind; «the limit is 5, not 10» leaves every
10 behind that was a limit. Where an earlier sentence says more than its value, only the value goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphpack.patterns import compiled
from graphpack.text import turning
from graphpack.text.corrections import (
    MOST_BACK,
    NEAR_MESSAGES,
    Change,
    Said,
    changes,
    keys_of,
)
from graphpack.text.figures import figures, is_same

CLOSE_MESSAGES = 3
"""A number that is only pointed at stands not further back."""

_MOST_BESIDE = 3
"""A sentence of more words of its own beside its value says more than the value."""

_TELLING_DIGITS = 2
_LABEL = compiled(r"\b(?:option|opción|opção|step|schritt|plan)\s+[\w#]\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Moved:
    """A value that no longer holds.

    Args:
        older: Index of the line in which it stands.
        newer: Index of the line that says another.
        start: Where it begins in the older line.
        end: Where it ends.
        value: What holds instead, as it was said.
        is_whole: The older line says little else, and falls with it.
    """

    older: int
    newer: int
    start: int
    end: int
    value: str
    is_whole: bool


def moved(lines: Sequence[Said]) -> tuple[Moved, ...]:
    """Find the values that a later sentence of a person replaces.

    Args:
        lines: Sentences in order, a person's and an assistant's.

    Returns:
        In order of the older lines; for one place the latest that moves it.
    """
    found: dict[tuple[int, int], Moved] = {}
    for at in range(len(lines)):
        for change in changes(at, lines):
            for one in _fallen(at, change, lines):
                found[one.older, one.start] = one
    return tuple(found[key] for key in sorted(found))


def _fallen(at: int, change: Change, lines: Sequence[Said]) -> Iterator[Moved]:
    newer = lines[at]
    own = keys_of(newer.text)
    value = newer.text[change.new.start : change.new.end]
    for back in range(at if change.is_within else at - 1, max(at - MOST_BACK, -1), -1):
        older = lines[back]
        if not turning.GATE.search(older.text) or older.text.rstrip().endswith(("?", "？")):
            continue
        held = figures(older.text)
        if any(is_same(one, change.new) for one in held) and (back != at):
            continue  # it tells of the change itself
        for figure in held:
            if not is_same(figure, change.old):
                continue
            if back == at and figure != change.old:
                continue
            if older.message == newer.message and not change.is_within:
                continue  # why it is changed
            beside = keys_of(older.text)
            if back != at and not _is_meant(change, older, newer, beside, own):
                continue
            others = [one for one in held if not is_same(one, change.old)]
            is_whole = (
                back != at
                and len(beside - own) <= _MOST_BESIDE
                and not others
                and not _LABEL.search(older.text)
            )
            is_by_the_way = change.is_day and not change.is_named and bool(beside)
            if is_by_the_way and not turning.SET.search(older.text):
                continue  # why it is moved: «the 3rd is taken»
            yield Moved(back, at, figure.start, figure.end, value, is_whole)
            break


def _is_meant(
    change: Change, older: Said, newer: Said, beside: frozenset[str], own: frozenset[str]
) -> bool:
    """Tell whether an equal value is one of the same thing."""
    distance = newer.message - older.message
    if change.is_day:
        return True
    if not own.isdisjoint(beside):
        return True
    is_telling = len(change.old.value) >= _TELLING_DIGITS or bool(change.old.unit)
    if change.is_named:
        return is_telling and distance <= CLOSE_MESSAGES
    return len(change.old.value) > _TELLING_DIGITS and distance <= NEAR_MESSAGES
