"""Which values that were said earlier a person moves, corrects or sets anew, and where they stand.

«So we move it to 25 April» leaves «18 April it is» behind; «the limit is 5, not 10» leaves every
10 behind that was a limit. Where an earlier sentence says more than its value, only the value goes.
What is asked, supposed or only proposed moves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from graphpack.patterns import compiled
from graphpack.text import turning
from graphpack.text.dropped import is_argued
from graphpack.text.figures import Figure, figures, is_other, is_same
from graphpack.text.forbidding import STOPPED
from graphpack.text.lifting import said_keys

MOST_BACK = 400
"""Against so many of the lines before it a correction is held."""

NEAR_MESSAGES = 8
"""A day that is only pointed at was settled not further back than so many messages."""

CLOSE_MESSAGES = 3
"""A number that is only pointed at stands not further back."""

_MOST_BESIDE = 3
"""A sentence of more words of its own beside its value says more than the value."""

_MOST_OWN = 6
"""A sentence of more values counts or compares."""

_BETWEEN_CHARS = 45
_TELLING_DIGITS = 2
_LABEL = compiled(r"\b(?:option|opción|opção|step|schritt|plan)\s+[\w#]\b", re.IGNORECASE)


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


@dataclass(frozen=True, slots=True)
class _Change:
    old: Figure
    new: Figure
    is_within: bool
    is_named: bool
    is_day: bool = False


def moved(lines: Sequence[Said]) -> tuple[Moved, ...]:
    """Find the values that a later sentence of a person replaces.

    Args:
        lines: Sentences in order, a person's and an assistant's.

    Returns:
        In order of the older lines; for one place the latest that moves it.
    """
    found: dict[tuple[int, int], Moved] = {}
    for at, line in enumerate(lines):
        if not line.is_order or not turning.GATE.search(line.text):
            continue
        own = figures(line.text)
        if not own or len(own) > _MOST_OWN or _is_asked(line.text):
            continue
        for change in _changes(at, own, lines):
            for one in _fallen(at, change, lines):
                found[one.older, one.start] = one
    return tuple(found[key] for key in sorted(found))


def _is_asked(text: str) -> bool:
    return text.rstrip().endswith(("?", "？")) or is_argued(text)


def _changes(at: int, own: Sequence[Figure], lines: Sequence[Said]) -> Iterator[_Change]:
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


def _contrasted(text: str, own: Sequence[Figure]) -> Iterator[_Change]:
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
            yield _Change(old, new, is_within=False, is_named=True)


def _neighbours(own: Sequence[Figure]) -> Iterator[tuple[Figure, Figure]]:
    """Each value with the next one of its kind."""
    for at, one in enumerate(own):
        following = next((other for other in own[at + 1 :] if other.kind == one.kind), None)
        if following is not None:
            yield one, following


def _corrected(at: int, own: Sequence[Figure], lines: Sequence[Said]) -> Iterator[_Change]:
    """A value is put right in the same breath: «10%. no, sorry, 5»."""
    text = lines[at].text
    for one, other in _neighbours(own):
        between = text[one.end : other.start]
        behind = text[other.end : other.end + 10]
        is_put_right = turning.OOPS.search(between) or re.match(r"\W*sorry\b", behind)
        if is_other(one, other) and is_put_right:
            yield _Change(one, other, is_within=True, is_named=True)
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
                yield _Change(old, new, is_within=True, is_named=True)
            return


def _moved_day(at: int, own: Sequence[Figure], lines: Sequence[Said]) -> Iterator[_Change]:
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
    if not is_short and (is_bare or not turning.MOVES.search(before)):
        return
    own_keys = frozenset[str]() if is_short else _keys(text)
    old = _settled_day(at, new, lines, own_keys)
    if old is not None:
        yield _Change(old, new, is_within=False, is_named=False, is_day=True)


def _bare_days(own: Sequence[Figure]) -> list[Figure]:
    """What may be a day where a day was spoken of: «agreed, 26»."""
    if len(own) != 1 or own[0].unit or not own[0].value.isdigit():
        return []
    return [replace(own[0], kind="day", value=f"-{int(own[0].value)}")]


def _settled_day(
    at: int, new: Figure, lines: Sequence[Said], own: frozenset[str]
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
        beside = _keys(line.text)
        is_set = turning.SET.search(line.text) is not None or not beside
        is_of_it = not own or not beside or not own.isdisjoint(beside) or len(beside) <= 1
        if is_set and is_of_it:
            return others[0]
    return None


def _resized(at: int, own: Sequence[Figure], lines: Sequence[Said]) -> Iterator[_Change]:
    """A number is too high or too low, and another is ordered: «5000 is too much. Go to 1000»."""
    text = lines[at].text
    new = own[-1]
    lead = text[: new.start]
    if new.kind != "amount" or len(text[new.end :].split()) > _MOST_BESIDE:
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
        yield _Change(old, new, is_within=False, is_named=False)


def _renamed(at: int, own: Sequence[Figure], lines: Sequence[Said]) -> Iterator[_Change]:
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
                yield _Change(one, own[0], is_within=False, is_named=True)
                return


def _clause_before(text: str, figure: Figure) -> str:
    return re.split(r"[.,;:!?()]\s", text[: figure.start])[-1]


def _fallen(at: int, change: _Change, lines: Sequence[Said]) -> Iterator[Moved]:
    newer = lines[at]
    own = _keys(newer.text)
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
            beside = _keys(older.text)
            if back != at and not _is_meant(change, older, newer, beside, own):
                continue
            others = [one for one in held if not is_same(one, change.old)]
            is_whole = (
                back != at
                and len(beside - own) <= _MOST_BESIDE
                and not others
                and not _LABEL.search(older.text)
            )
            if change.is_day and not is_whole and not turning.SET.search(older.text):
                continue
            yield Moved(back, at, figure.start, figure.end, value, is_whole)
            break


def _is_meant(
    change: _Change, older: Said, newer: Said, beside: frozenset[str], own: frozenset[str]
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
    own = figures(text)
    return any(wording.search(text) for wording in wordings) or any(_contrasted(text, own))


@lru_cache(maxsize=4096)
def _keys(text: str) -> frozenset[str]:
    """Beginnings of the words of a text that are no values."""
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
