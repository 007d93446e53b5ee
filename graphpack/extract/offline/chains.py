"""Chains what a person says by turns: a question and its answer, a fault and what it came from.

In terse talk a message alone says «90, the soil is clay»; with the line before it, it says of what.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce

from graphpack.extract.offline.continuing import LABEL, asks, goes_on, is_strong, names
from graphpack.extract.offline.echoes import with_echo
from graphpack.extract.offline.joining import WAITING, join_neighbours
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.moving import SHIFT
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.settling import settled
from graphpack.extract.offline.statements import Statement, Vote
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import line_of, width
from graphpack.model.codes import NodeType, Status
from graphpack.text import is_wide, negations, words
from graphpack.text.dropped import returned_spans

MAX_WORDS = 60
"""A longer line is not read in one go."""

DENIAL_WORDS = 4
"""«So not the church»: who denies in so few words gives up what was named before."""

WIDE_WORD = 4
"""So many columns of wide script are about a word."""


def chained(statements: Sequence[Statement], reading: Reading) -> list[Statement]:
    """Join what belongs together in terse talk.

    Args:
        statements: Judged, in order, one for each unit.
        reading: What they were chosen from.

    Returns:
        Fewer statements, in order of where they begin.
    """
    said = _alone([settled(one, reading) for one in statements if _is_said(one)])
    chains: list[list[Statement]] = []
    used: set[Unit] = set()
    for group in _paragraphs(said, reading):
        echoed = with_echo(group, reading, used)
        used.update(unit for one in echoed for unit in one.units)
        first, *later = _parts(echoed)
        if chains and not _is_parted(chains[-1], first) and goes_on(chains[-1], group, reading):
            chains[-1] += first
        else:
            chains.append(first)
        chains += later
    told = [one for chain in chains for one in _told(chain)]
    others = [one for one in statements if not _is_said(one)]
    rest = [one for one in others if not used.issuperset(one.units)]
    return sorted([*told, *join_neighbours(rest)], key=_place)


def _alone(said: Sequence[Statement]) -> list[Statement]:
    """Leave out of each line what the line before it says."""
    found: list[Statement] = []
    for one in said:
        before = found[-1].units[-1] if found else None
        if before is not None and len(one.units) > 1 and before in one.units:
            line = one.opening + line_of(one.units[-1], is_verbatim=True)
            found.append(replace(one, line=line, units=one.units[-1:]))
        else:
            found.append(one)
    return found


def _told(chain: Sequence[Statement]) -> list[Statement]:
    """Word a chain in few lines; the last one holds how it ended and what led there."""
    lines: list[list[Statement]] = []
    for message in reversed(_messages(chain)):
        if lines and _size([*message, *lines[0]]) <= MAX_WORDS:
            lines[0] = [*message, *lines[0]]
        else:
            lines.insert(0, message)
    return [
        reduce(_join, map(_given_up, line) if _is_returned(line, lines[at + 1 :]) else line)
        for at, line in enumerate(lines)
    ]


def _is_returned(line: Sequence[Statement], later: Iterable[Sequence[Statement]]) -> bool:
    """Tell whether a person goes back to what a line leaves, or then says no to what it names."""
    named = {word for one in line for word in words(plain(one.units[-1].text))}
    for text in (plain(one.units[-1].text) for each in later for one in each):
        said = words(text)
        is_no = len(said) <= DENIAL_WORDS and negations(text) and not text.endswith(("?", "？"))
        if is_no and any(word in named and is_strong(word) for word in said):
            return True
        if any(not named.isdisjoint(words(text[a:b])) for a, b in returned_spans(text)):
            return True
    return False


def _given_up(statement: Statement) -> Statement:
    kind, _, weight = statement.votes[0]
    is_held = kind in {NodeType.DECISION, NodeType.FACT}
    if not is_held or asks(statement.units[-1]):
        return statement
    return replace(statement, votes=((NodeType.DECISION, Status.ABANDONED, weight),))


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
    """Tell whether one thing holds and the other waits; what follows a question answers it."""
    message = following[0].units[-1].message
    if asks(chain[-1].units[-1]) or any(
        asks(one.units[-1]) and one.units[-1].message == message for one in chain
    ):
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
        if (
            last is None
            or last.units[-1].message != one.units[-1].message
            or _is_headed(one.units[-1], found[-1], reading)
            or SHIFT.match(plain(one.units[-1].text))
            or "\n" in _between(last.units[-1], one.units[-1], reading)
        ):
            found.append([one])
        else:
            found[-1].append(one)
    return found


def _is_headed(unit: Unit, before: Sequence[Statement], reading: Reading) -> bool:
    """Tell whether a line names another matter before it speaks of it: «fuel: …»."""
    label = LABEL.match(plain(unit.text))
    if not label:
        return False
    named = frozenset().union(*(reading.terms_of(one.units[-1]) for one in before))
    return not names(label[1], named)


def _between(last: Unit, unit: Unit, reading: Reading) -> str:
    if last.part != unit.part:
        return "\n"
    return reading.messages[unit.message].parts[unit.part].text[last.end : unit.start]


def _is_said(statement: Statement) -> bool:
    return statement.is_human and statement.units[-1].kind in {Kind.SENTENCE, Kind.ITEM}


def _place(statement: Statement) -> tuple[int, int, int]:
    unit = statement.units[-1]
    return statement.units[0].message, unit.message, unit.place


def _join(first: Statement, second: Statement) -> Statement:
    tail = second.line.removeprefix(second.opening)
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
    if kind == NodeType.PROBLEM or status in WAITING or asks(second.units[-1]):
        return tuple(votes)
    return tuple(
        (each, Status.RESOLVED, weight)
        if each == NodeType.PROBLEM and state == Status.OPEN
        else (each, state, weight)
        for each, state, weight in votes
    )
