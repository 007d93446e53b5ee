"""Tells a trouble with what ended it: reported, put right, gone, in one statement.

Torn apart, the report looks open and the end says of nothing what it ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphpack.extract.offline.attitudes import TROUBLED, WANTING
from graphpack.extract.offline.dialogue import Dialogue, speaker
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.phrases import GENERIC, STOCK
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.stance import WAITING
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Act, Kind, Stance, Unit
from graphpack.extract.offline.wording import clip, strip_filler
from graphpack.model.codes import NodeType, Status

MAX_CHARS = 700
"""A longer story is cut at its end."""

MAX_REPORT_CHARS, MAX_STEP_CHARS, MAX_CODE_CHARS = 240, 220, 120
"""So much is told of each of its parts."""

MIN_STEM_CHARS = 4
LEAST_VALUE = 0.05

MAX_PEOPLE_MESSAGES = 8
"""Among people a trouble ends within so many turns, or they speak of another one."""

MAX_AFTER_EXCHANGES = 2
"""A second «no crash any more» within so many messages of a person bears out the first."""

_STAYS = frozenset({Stance.BINDS, Stance.ASKS, *WAITING})
_PROSE = frozenset({Kind.SENTENCE, Kind.ITEM})


@dataclass(slots=True)
class _Trouble:
    """What somebody reported.

    Args:
        units: How it was reported, and reported again.
        steps: What was chosen against it and proposed, and by what it ended, in any order.
        is_over: It ended.
    """

    units: list[int]
    steps: list[int]
    is_over: bool = False


def with_endings(talk: Dialogue, reading: Reading) -> Dialogue:
    """Add to what is told of a talk the troubles that ended in it.

    Args:
        talk: What came of questions and offers.
        reading: The conversation.

    Returns:
        The same, with one statement for each trouble that ended, in place of its parts.
    """
    if not any(unit.stance == Stance.ENDS for unit in reading.units):
        return talk
    told: list[_Trouble] = []
    for message in dict.fromkeys(unit.message for unit in reading.units):
        if reading.placed[message].is_human:
            _read(message, told, talk, reading)
    for trouble in told:
        if trouble.is_over:
            talk.told.append(_statement(trouble, reading))
            talk.hidden.update(trouble.units, trouble.steps)
    return talk


def _read(message: int, told: list[_Trouble], talk: Dialogue, reading: Reading) -> None:
    own = [at for at, unit in enumerate(reading.units) if unit.message == message]
    is_first = message == reading.units[0].message and reading.units[0].thread < 0
    chosen = [at for at, unit in enumerate(reading.units) if unit in talk.chosen.get(message, ())]
    for trouble in told[-1:]:
        if not trouble.is_over:
            trouble.steps += chosen
    taken = -1
    for place, at in enumerate(own):
        unit = reading.units[at]
        if at <= taken or unit.stance is None or unit.kind not in _PROSE:
            continue
        if unit.stance == Stance.ENDS:
            _end(at, own, told, talk, reading)
        elif at not in talk.asked and _is_report(unit, is_first=is_first and place == 0):
            units = _run(own[place:], reading)
            taken = units[-1]
            last = told[-1] if told else None
            if last and not last.is_over and _is_same(last.units, units, reading):
                last.units += units
            else:
                told.append(_Trouble(units, []))


def _is_report(unit: Unit, *, is_first: bool) -> bool:
    line = plain(unit.text)
    if unit.stance == Stance.FAULT:
        return not unit.act or unit.act == Act.NOTE or TROUBLED.search(line) is not None
    if is_first:
        return unit.stance == Stance.TELLS and not WANTING.search(line)
    return unit.stance == Stance.TELLS and TROUBLED.search(line) is not None


def _run(own: Sequence[int], reading: Reading) -> list[int]:
    """What the same breath adds to a report, until the talk turns or tells how it ended."""
    found = [own[0]]
    for at in own[1:]:
        unit = reading.units[at]
        if (
            unit.matter != reading.units[own[0]].matter
            or unit.stance in _STAYS
            or unit.stance == Stance.ENDS
        ):
            break
        found.append(at)
    return found


def _end(
    at: int, own: Sequence[int], told: list[_Trouble], talk: Dialogue, reading: Reading
) -> None:
    """Let a sentence end the trouble that was open last."""
    message = reading.units[at].message
    open_ = [one for one in told if not one.is_over and _is_near(one, message, reading)]
    last = told[-1] if told else None
    if not open_:
        if last is not None and last.is_over and _is_after(last, message, reading):
            last.steps += [*_proposed(message, last, talk, reading), at]
        return
    trouble = open_[-1]
    trouble.steps += [*_between(trouble, at, talk, reading), *_leading(at, own, reading), at]
    trouble.is_over = True


def _leading(at: int, own: Sequence[int], reading: Reading) -> list[int]:
    """What the same message tells right before the end."""
    units = reading.units
    found: list[int] = []
    for other in reversed(own[: own.index(at)]):
        if units[other].matter != units[at].matter or units[other].stance != Stance.TELLS:
            break
        found.insert(0, other)
    return found


def _is_near(trouble: _Trouble, message: int, reading: Reading) -> bool:
    first = reading.units[trouble.units[0]]
    if reading.placed[message].reply_to >= 0 or first.message == message:
        return True
    return message - first.message <= MAX_PEOPLE_MESSAGES


def _is_after(trouble: _Trouble, message: int, reading: Reading) -> bool:
    ended = max(reading.units[at].message for at in trouble.steps)
    humans = reading.around.humans
    return humans.index(message) - humans.index(ended) <= MAX_AFTER_EXCHANGES


def _between(trouble: _Trouble, at: int, talk: Dialogue, reading: Reading) -> list[int]:
    """What was proposed against a trouble just before it ended."""
    units = reading.units
    message = units[at].message
    if reading.placed[message].reply_to >= 0:
        is_new = units[trouble.units[-1]].message != message
        return _proposed(message, trouble, talk, reading) if is_new else []
    return [
        other
        for other in range(trouble.units[-1] + 1, at)
        if units[other].kind in _PROSE and units[other].stance not in WAITING
    ]


def _proposed(message: int, trouble: _Trouble, talk: Dialogue, reading: Reading) -> list[int]:
    """What an assistant advised in the message before, and nobody turned down."""
    before = reading.placed[message].reply_to
    return [
        at
        for at, unit in enumerate(reading.units)
        if unit.message == before
        and (unit.stance == Stance.OFFERS or (unit.kind == Kind.CODE and trouble.is_over))
        and unit not in talk.turned_down
    ]


def _is_same(one: Sequence[int], other: Sequence[int], reading: Reading) -> bool:
    """Tell whether two reports are of one trouble."""
    return bool(_stems(one, reading) & _stems(other, reading))


def _stems(units: Iterable[int], reading: Reading) -> frozenset[str]:
    return frozenset(
        term.rstrip("s")
        for at in units
        for term in reading.around.terms[at]
        if len(term) >= MIN_STEM_CHARS and term not in STOCK and term not in GENERIC
    )


def _statement(trouble: _Trouble, reading: Reading) -> Statement:
    places = sorted(
        at
        for at in {*trouble.units, *trouble.steps}
        if at not in reading.bare or reading.units[at].stance == Stance.ENDS
    )
    return story(places, reading, (NodeType.PROBLEM, Status.RESOLVED))


def story(
    places: Sequence[int],
    reading: Reading,
    kind: tuple[NodeType, Status | None],
    limit: int = MAX_CHARS,
) -> Statement:
    """Tell in one statement what several messages say of one matter.

    Args:
        places: Indices of the units, in order.
        reading: The conversation.
        kind: What the statement is, and where its matter stands.
        limit: Greatest width in columns.

    Returns:
        The statement, message by message.
    """
    units = [reading.units[at] for at in places]
    grouped: dict[int, list[Unit]] = {}
    for unit in units:
        grouped.setdefault(unit.message, []).append(unit)
    steps: list[str] = []
    who = ""
    for group in grouped.values():
        said = speaker(group[0], reading) if reading.placed[group[0].message].is_human else ""
        opening = f"{said}: " if said and said != who else ""
        who = said or who
        room = MAX_STEP_CHARS if steps else MAX_REPORT_CHARS
        steps.append(opening + clip(_told(group), room))
    values = [reading.values[at] for at in places]
    peak = max(*values, LEAST_VALUE)
    return Statement(
        tuple(units),
        clip(" → ".join(steps), limit),
        sum(values),
        reading.rows[places[0]],
        is_human=True,
        peak=peak,
        votes=((*kind, peak),),
    )


def _told(units: Sequence[Unit]) -> str:
    """What one message adds to a story."""
    return " ".join(
        f"`{unit.text.strip()}`" if unit.kind == Kind.CODE else strip_filler(plain(unit.text))
        for unit in units
        if unit.kind != Kind.CODE or _is_line(unit)
    )


def _is_line(unit: Unit) -> bool:
    return "\n" not in unit.text.strip() and len(unit.text) <= MAX_CODE_CHARS
