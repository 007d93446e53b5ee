"""Chains what a person says by turns: a question and its answer, a fault and what it came from.

In terse talk a message alone says «64, requests cost»; with the line before it, it says of what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from graphpack.extract.offline.echoes import with_echo
from graphpack.extract.offline.fragments import is_bare
from graphpack.extract.offline.joining import WAITING, join_neighbours
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.moving import GOES_ON, SHIFT, STEP
from graphpack.extract.offline.passing import is_telling
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.spoken import TAKES_UP
from graphpack.extract.offline.statements import Statement, Vote
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import is_dangling, line_of, width
from graphpack.model.codes import NodeType, Status
from graphpack.patterns import compiled
from graphpack.text import is_wide, iter_sentences, words

MAX_WORDS = 60
"""A longer line is not read in one go."""

WIDE_WORD = 4
"""So many columns of wide script are about a word."""

STRONG_CHARS = 5

NEAR = 6
"""What goes on takes up one of so many sentences before it."""

SHORT_WORDS = 5
_APART = frozenset({Kind.CODE, Kind.OUTPUT})
_LABEL = compiled(r"\W*((?:[^\W_][\w+.-]*\s){0,2}[^\W_][\w+.-]*)\s?[:：]\s")


def chained(statements: Sequence[Statement], reading: Reading) -> list[Statement]:
    """Join what belongs together in terse talk.

    Args:
        statements: Judged, in order, one for each unit.
        reading: What they were chosen from.

    Returns:
        Fewer statements, in order of where they begin.
    """
    said = [one for one in statements if _is_said(one)]
    rest = [one for one in statements if not _is_said(one)]
    chains: list[list[Statement]] = []
    used: set[Unit] = set()
    for group in _paragraphs(said, reading):
        echoed = with_echo(group, reading, used)
        used.update(unit for one in echoed for unit in one.units)
        first, *others = _parts(echoed)
        if chains and not _is_parted(chains[-1], first) and _goes_on(chains[-1], group, reading):
            chains[-1] += first
        else:
            chains.append(first)
        chains += others
    told = [one for chain in chains for one in _told(chain)]
    return sorted([*told, *join_neighbours(rest)], key=_place)


def _told(chain: Sequence[Statement]) -> list[Statement]:
    """Word a chain in few lines; the last one holds how it ended and what led there."""
    lines: list[list[Statement]] = []
    for message in reversed(_messages(chain)):
        if lines and _size([*message, *lines[0]]) <= MAX_WORDS:
            lines[0] = [*message, *lines[0]]
        else:
            lines.insert(0, message)
    return [reduce(_join, line) for line in lines]


def _messages(chain: Sequence[Statement]) -> list[list[Statement]]:
    found: list[list[Statement]] = []
    for one in chain:
        if found and found[-1][-1].units[-1].message == one.units[-1].message:
            found[-1].append(one)
        else:
            found.append([one])
    return found


def _size(chain: Iterable[Statement]) -> int:
    """Words of a chain; of wide script about as many tokens' worth."""
    return sum(
        len(one.line.removeprefix(one.opening).split())
        + (width(one.line) // WIDE_WORD if is_wide(one.line) else 0)
        for one in chain
    )


def _parts(group: Sequence[Statement]) -> list[list[Statement]]:
    """Part a paragraph where it goes from what holds to what waits."""
    found = [[group[0]]]
    for one in group[1:]:
        if _is_parted(found[-1], [one]):
            found.append([one])
        else:
            found[-1].append(one)
    return found


def _is_parted(chain: Sequence[Statement], following: Sequence[Statement]) -> bool:
    """Tell whether one thing holds and the other waits; a question is of either."""
    if _asks(chain[-1].units[-1]):
        return False
    return _waits(chain[-1]) != _waits(following[0])


def _waits(statement: Statement) -> bool:
    """Tell whether something is put off or left open; a fault is told with what it came from."""
    kind, status = statement.judged
    return status in WAITING and kind != NodeType.PROBLEM


def _paragraphs(said: Sequence[Statement], reading: Reading) -> list[list[Statement]]:
    """Part what one message says in several lines, or about several matters."""
    found: list[list[Statement]] = []
    for one in said:
        last = found[-1][-1] if found else None
        is_same = last is not None and last.units[-1].message == one.units[-1].message
        if (
            last is None
            or not is_same
            or SHIFT.match(plain(one.units[-1].text))
            or "\n" in _between(last.units[-1], one.units[-1], reading)
        ):
            found.append([one])
        else:
            found[-1].append(one)
    return found


def _is_said(statement: Statement) -> bool:
    return statement.is_human and statement.units[-1].kind in {Kind.SENTENCE, Kind.ITEM}


def _place(statement: Statement) -> tuple[int, int, int]:
    unit = statement.units[-1]
    return statement.units[0].message, unit.message, unit.place


def _goes_on(chain: Sequence[Statement], group: Sequence[Statement], reading: Reading) -> bool:
    """Tell whether a paragraph is about what the chain before it is about."""
    last, unit = chain[-1].units[-1], group[0].units[-1]
    if last.message == reading.around.humans[0] != unit.message:
        return False  # what the session is for stands alone
    line = plain(unit.text)
    if SHIFT.match(line):
        return False
    keys = frozenset().union(*(_keys(one.units[-1], reading) for one in group))
    told = (unit for one in chain[-NEAR:] for unit in one.units)
    before = frozenset().union(*(_keys(each, reading) for each in told))
    if last.message == unit.message:
        return any(map(_is_strong, keys & before)) or _takes_up(line)
    common = len(keys & before) if any(map(_is_strong, keys & before)) else 0
    answered = reading.placed[unit.message].reply_to
    said = _said_before(answered, before, reading)
    label = _LABEL.match(line)
    if label and not frozenset(words(label[1])) & (before | said.terms):
        return False
    if common > 1 or answered < last.message or not _is_next(last, unit, reading):
        return common > 1
    if common and keys & said.terms:
        return True
    opening = reading.units_of(unit.message)[0]
    is_on = is_dangling(plain(opening.text)) if opening != unit else _takes_up(line)
    is_short = len(line.split()) <= SHORT_WORDS and len(group) == 1
    if is_short or _asks(last) or is_on:
        return not said.is_moving
    return said.is_asking or bool(keys & said.terms)


@dataclass(frozen=True, slots=True)
class _Between:
    """What an assistant says of a matter before it goes on to another one."""

    terms: frozenset[str]
    is_asking: bool
    is_moving: bool


def _said_before(message: int, matter: frozenset[str], reading: Reading) -> _Between:
    if message < 0:
        return _Between(frozenset(), is_asking=False, is_moving=False)
    text = reading.messages[message].text
    terms: set[str] = set()
    asking = moving = False
    for unit in reading.units_of(message):
        own = _keys(unit, reading)
        before = text[: unit.start].rstrip(" *#-\t")
        is_fresh = before.endswith("\n\n") and unit.kind not in _APART and not unit.lead
        if is_fresh and terms and not own & (matter | terms):
            moving = True
            break
        terms |= own
        asking = _asks(unit)
    if _moves_on(text):
        return _Between(frozenset(), is_asking=False, is_moving=True)
    return _Between(frozenset(terms), is_asking=asking and not moving, is_moving=moving)


def _takes_up(line: str) -> bool:
    """Tell whether a line goes on with what was said: «so 10», «still 0.7», «added, works»."""
    if TAKES_UP.match(line) or GOES_ON.match(line) or is_dangling(line):
        return True
    return is_bare(re.split(r"[,.;!:]", line, maxsplit=1)[0])


def _moves_on(text: str) -> bool:
    """Tell whether the assistant itself goes on to another matter: «Now the packs. …»."""
    return any(STEP.match(text[start:end]) for start, end in iter_sentences(text))


def _is_next(last: Unit, unit: Unit, reading: Reading) -> bool:
    """Tell whether no other message of a person stands between two."""
    humans = reading.around.humans
    return humans.index(unit.message) - humans.index(last.message) <= 1


def _between(last: Unit, unit: Unit, reading: Reading) -> str:
    if last.part != unit.part:
        return "\n"
    return reading.messages[unit.message].parts[unit.part].text[last.end : unit.start]


def _asks(unit: Unit) -> bool:
    return plain(unit.text).endswith(("?", "？"))


def _keys(unit: Unit, reading: Reading) -> frozenset[str]:
    """What a unit names that not everything names."""
    around = reading.around
    return frozenset(term for term in reading.terms_of(unit) if is_telling(term, around))


def _is_strong(term: str) -> bool:
    """Tell whether a term is no word of all trades, such as «know» or «want»."""
    return len(term) >= STRONG_CHARS or not term.isalpha() or is_wide(term)


def _join(first: Statement, second: Statement) -> Statement:
    tail = second.line.removeprefix(second.opening)
    if first.units[-1] in second.units:
        # its lean-on sentence is already there
        tail = line_of(second.units[-1], is_verbatim=True)
    head = first.line
    glue = " " if head.endswith((".", "!", "?", "。", "！", "？", "…", ":", "：")) else "; "
    best = first if first.peak >= second.peak else second
    fresh = tuple(unit for unit in second.units if unit not in first.units)
    return replace(
        best,
        units=first.units + fresh,
        line=f"{head}{glue}{tail}",
        value=first.value + second.value,
        peak=max(first.peak, second.peak),
        votes=_ended(first.votes, second) + second.votes,
        opening=first.opening,
        reply=first.reply,
    )


def _ended(votes: Sequence[Vote], second: Statement) -> tuple[Vote, ...]:
    """A fault that a person goes on from, to something else than another fault, is no open one."""
    kind, status = second.judged
    if kind == NodeType.PROBLEM or status in WAITING or _asks(second.units[-1]):
        return tuple(votes)
    return tuple(
        (each, Status.RESOLVED, weight)
        if each == NodeType.PROBLEM and state == Status.OPEN
        else (each, state, weight)
        for each, state, weight in votes
    )
