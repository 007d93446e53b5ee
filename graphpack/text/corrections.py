"""Which value a sentence puts in another's place: both named, put right, moved, or told anew.

What is asked, supposed or only proposed moves nothing. Where else the old value stands is the
business of ``moved``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from graphpack.text import turning
from graphpack.text.dropped import is_argued
from graphpack.text.figures import Figure, figures, is_other, is_same
from graphpack.text.forbidding import STOPPED
from graphpack.text.lifting import said_keys
from graphpack.text.shifts import Shift, is_instead, is_shift, shift_of

MOST_BACK = 400
"""Against so many of the lines before it a correction is held."""

NEAR_MESSAGES = 8
"""A day that is only pointed at was settled not further back than so many messages."""

_MOST_BEHIND = 3
"""What stands behind a new number in no more words than this belongs to it."""

_MOST_OWN = 6
"""A sentence of more values counts or compares."""

_BETWEEN_CHARS = 45
_LITTLE = 3
"""Letters of words that mostly name nothing."""


class Said(Protocol):
    """One sentence of a conversation."""

    @property
    def message(self) -> int:
        """Index of its message."""

    @property
    def text(self) -> str:
        """What it says."""

    @property
    def is_order(self) -> bool:
        """Whether a person says it."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value in the place of another.

    Args:
        old: The one that is left.
        new: The one that holds, in the line that says so.
        is_within: The old one was a slip, in the same message.
        is_named: What it is a value of is said beside it.
        is_day: It is a day or a time that is only pointed at.
    """

    old: Figure
    new: Figure
    is_within: bool
    is_named: bool
    is_day: bool = False


def changes(at: int, lines: Sequence[Said]) -> Iterator[Change]:
    """Find what values a line puts in the place of others.

    Args:
        at: Index of the line.
        lines: Sentences in order.

    Yields:
        Mostly nothing, or one change.
    """
    line = lines[at]
    if not line.is_order or not turning.GATE.search(line.text):
        return
    own = figures(line.text)
    if not own or len(own) > _MOST_OWN or _is_asked(line.text):
        return
    named = [*_contrasted(lines[at].text, own)]
    yield from named
    if named:
        return
    corrected = [*_corrected(at, own, lines)]
    yield from corrected
    if corrected:
        return
    yield from _moved_day(at, own, lines)
    yield from _resized(at, own, lines)
    yield from _renamed(at, own, lines)


def _contrasted(text: str, own: Sequence[Figure]) -> Iterator[Change]:
    """Both values are said: «5, not 10», «not 10 but 5», «from 10 to 5», «5, was 10»."""
    for one, other in _neighbours(own):
        between = text[one.end : other.start]
        if len(between) > _BETWEEN_CHARS or re.search(r"[.!?](?:\s|$)", between):
            continue
        before = text[: one.start]
        is_from = turning.FROM.search(before) and turning.TO.search(between)
        is_not = turning.NOT.search(before) and turning.BUT.search(between)
        is_changed = is_from and turning.CHANGED.search(text)
        if is_not or is_changed or turning.WIDE_NOT.search(between):
            old, new = one, other
        elif turning.NOT.search(between) or turning.WAS.search(between):
            old, new = other, one
        else:
            continue
        if is_other(one, other):
            yield Change(old, new, is_within=False, is_named=True)


def _neighbours(own: Sequence[Figure]) -> Iterator[tuple[Figure, Figure]]:
    """Each value with the next one of its kind."""
    for at, one in enumerate(own):
        following = next((other for other in own[at + 1 :] if other.kind == one.kind), None)
        if following is not None:
            yield one, following


def _corrected(at: int, own: Sequence[Figure], lines: Sequence[Said]) -> Iterator[Change]:
    """A value is put right in the same breath: «10%. no, sorry, 5»."""
    text = lines[at].text
    for one, other in _neighbours(own):
        between = text[one.end : other.start]
        behind = text[other.end : other.end + 10]
        is_put_right = turning.OOPS.search(between) or re.match(r"\W*sorry\b", behind)
        if is_other(one, other) and is_put_right:
            yield Change(one, other, is_within=True, is_named=True)
            return
    said = turning.OOPS.search(text[: own[0].start])
    if said is None or said.start() > _BETWEEN_CHARS:
        return
    for back in range(at - 1, max(at - 3, -1), -1):
        if lines[back].message != lines[at].message:
            return
        before = figures(lines[back].text)
        pairs = [(one, new) for new in reversed(own) for one in before if is_other(new, one)]
        if pairs:
            old, new = pairs[0]
            if not any(is_same(one, new) for one in before):
                yield Change(old, new, is_within=True, is_named=True)
            return


def _moved_day(at: int, own: Sequence[Figure], lines: Sequence[Said]) -> Iterator[Change]:
    """A day or a time is moved without its name: «make it Friday», «then the 25th»."""
    text = lines[at].text
    days = [one for one in own if one.kind in {"day", "time"}] or _bare_days(own)
    if len(days) != 1:
        return
    (new,) = days
    before, behind = text[: new.start], text[new.end :]
    is_short = (
        turning.THEN.search(before)
        and turning.THEN_END.search(behind)
        and turning.THEN_SAID.search(before + behind)
    )
    is_bare = own == (own[0],) and own[0].kind == "amount"
    shift = None if is_bare else shift_of(text)
    far = _day_before(at, new, lines, shift) if shift is not None else None
    if far is not None:
        old: Figure | None = far
    elif is_short:
        old = _settled_day(at, new, lines, frozenset())
    elif not is_bare and turning.MOVES.search(before):
        old = _settled_day(at, new, lines, keys_of(text))
    elif not is_bare and is_instead(behind):
        old = _settled_day(at, new, lines, keys_of(text), is_named=True)
    else:
        return
    if old is not None:
        yield Change(old, new, is_within=False, is_named=far is not None, is_day=True)


def _bare_days(own: Sequence[Figure]) -> list[Figure]:
    """What may be a day where a day was spoken of: «agreed, 26»."""
    if len(own) != 1 or own[0].unit or not own[0].value.isdigit():
        return []
    return [replace(own[0], kind="day", value=f"-{int(own[0].value)}")]


def _day_before(at: int, new: Figure, lines: Sequence[Said], shift: Shift) -> Figure | None:
    """The day that was said before, is so many days away, and is of the same thing."""
    own = _telling(shift.rest)
    for back in range(at - 1, max(at - MOST_BACK, -1), -1):
        line = lines[back]
        if line.message == lines[at].message or not turning.GATE.search(line.text):
            continue
        for one in figures(line.text):
            if not (is_other(one, new) and line.is_order and is_shift(one, new, shift.days)):
                continue
            if shift.is_it or not own or not own.isdisjoint(_telling(line.text)):
                return one
    return None


def _telling(text: str) -> frozenset[str]:
    """Keys that may name a thing: «am» and «ist» stand beside every day."""
    return frozenset(key for key in keys_of(text) if len(key) > _LITTLE or not key.isascii())


def _settled_day(
    at: int, new: Figure, lines: Sequence[Said], own: frozenset[str], *, is_named: bool = False
) -> Figure | None:
    """The latest day that was settled and is another; it may have been named again since."""
    first = lines[at].message
    near: list[Figure] = []
    for back in range(at - 1, max(at - MOST_BACK, -1), -1):
        line = lines[back]
        if line.message == first or not turning.GATE.search(line.text):
            continue
        others = [one for one in figures(line.text) if is_other(one, new)]
        is_near = first - line.message <= NEAR_MESSAGES
        near += others if is_near else []
        if len(others) != 1 or not line.is_order or line.text.rstrip().endswith(("?", "？")):
            continue
        if not is_near and not any(is_same(others[0], one) for one in near):
            continue
        beside = keys_of(line.text)
        is_set = turning.SET.search(line.text) is not None or not beside
        is_of_it = not own.isdisjoint(beside) or (
            not is_named and (not own or not beside or len(beside) <= 1)
        )
        if is_set and is_of_it:
            return others[0]
    return None


def _resized(at: int, own: Sequence[Figure], lines: Sequence[Said]) -> Iterator[Change]:
    """A number is too high or too low, and another is ordered: «5000 is too much. Go to 1000»."""
    text = lines[at].text
    new = own[-1]
    lead = text[: new.start]
    if new.kind != "amount" or len(text[new.end :].split()) > _MOST_BEHIND:
        return
    is_less, is_more = turning.LESS.search(lead), turning.MORE.search(lead)
    is_anew = turning.ANEW.search(lead) or (turning.ANEW.search(text) and not lead.isascii())
    if not (is_less or is_more or is_anew):
        return
    first = next(
        back
        for back in range(at, -1, -1)
        if not back or lines[back - 1].message != lines[at].message
    )
    complaints = [
        said
        for said in (*(line.text for line in lines[first:at]), lead)
        if turning.TOO.search(said)
    ]
    known = [
        one
        for said in complaints
        for one in figures(said)
        if is_other(one, new) and one.kind == "amount" and (one.unit == new.unit or said == lead)
    ]
    fitting = {
        one.value: one
        for one in known
        if not (is_less and not is_more) or _number(one) > _number(new)
        if not (is_more and not is_less) or _number(one) < _number(new)
    }
    if len(fitting) == 1:
        (old,) = fitting.values()
        yield Change(old, new, is_within=False, is_named=False)


def _renamed(at: int, own: Sequence[Figure], lines: Sequence[Said]) -> Iterator[Change]:
    """Something is told to have another value now: «the page size is now 1000»."""
    text = lines[at].text
    found = turning.NOW.search(text)
    if found is None or len(own) != 1 or own[0].kind != "amount":
        return
    subject = said_keys(text[: min(found.start(), own[0].start)])
    if not subject:
        return
    for back in range(at - 1, max(at - MOST_BACK, -1), -1):
        line = lines[back]
        if line.message == lines[at].message or not turning.GATE.search(line.text):
            continue
        for one in figures(line.text):
            beside = said_keys(_clause_before(line.text, one))
            if is_other(one, own[0]) and one.unit == own[0].unit and beside == subject:
                yield Change(one, own[0], is_within=False, is_named=True)
                return


def _clause_before(text: str, figure: Figure) -> str:
    return re.split(r"[.,;:!?()]\s", text[: figure.start])[-1]


def _is_asked(text: str) -> bool:
    return text.rstrip().endswith(("?", "？")) or is_argued(text)


@lru_cache(maxsize=4096)
def may_move(text: str) -> bool:
    """Tell whether a sentence is one by which values are moved.

    Args:
        text: One sentence.
    """
    if not figures(text) or _is_asked(text):
        return False
    wordings = (
        turning.MOVES,
        turning.THEN_SAID,
        turning.OOPS,
        turning.NOW,
        turning.ANEW,
        turning.LESS,
        turning.MORE,
    )
    if any(wording.search(text) for wording in wordings) or shift_of(text) is not None:
        return True
    return any(_contrasted(text, figures(text)))


@lru_cache(maxsize=4096)
def keys_of(text: str) -> frozenset[str]:
    """Give the beginnings of the words of a text that are no values.

    Args:
        text: One sentence.
    """
    for figure in reversed(figures(text)):
        text = f"{text[: figure.start]} {text[figure.end :]}"
    return frozenset(
        key for key in said_keys(text) - STOPPED if not key[0].isdigit() and len(key) > 1
    )


def _number(figure: Figure) -> float:
    try:
        return float(figure.value)
    except ValueError:
        return 0.0
