"""Corrects the learned value of a unit by what the ranker cannot weigh: whether it still holds.

A claim about the state of things is only true until the next change; a proposal counts once it is
taken up; what a later turn gives up must not stand as current.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.extract.offline.aftermath import MIN_SUBJECT_SHARE, Aftermath
from graphpack.extract.offline.answers import is_yes
from graphpack.extract.offline.choices import chosen_labels
from graphpack.extract.offline.cues import Cue, cue_counts
from graphpack.extract.offline.discussion import bearings
from graphpack.extract.offline.features import Features, Surroundings
from graphpack.extract.offline.kinds import MAX_CODE_CHARS
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.passed import conceded, outdated, pasted
from graphpack.extract.offline.phrases import (
    ASSIGNED,
    DECLARED,
    LABELLED,
    LOG,
    MINUTED,
    OPTION,
    PLANNING,
    POSTPONED,
    PROPOSAL,
    PUSHBACK,
    STANDING,
    STATE,
    TABLED,
)
from graphpack.extract.offline.units import Act, Kind, Unit
from graphpack.patterns import compiled
from graphpack.text import identifiers, is_wide
from graphpack.text.dropped import dropped_spans, is_shift, is_turn, returned_spans

DROPPED = 0.3
REVERSED = 0.6
UNADOPTED = 0.35
PASSING = 0.5
OLD_OUTPUT = 0.4
FRAGMENT = 0.35
HEADING = 0.5
REQUESTED = 0.85
RULED = 1.5
STANDS = 2.5
STANDING_VALUE = 0.2
SETTLED_VALUE = 0.35
"""What people settle in so many words, in writing: the ranker learned from talk to an assistant."""
PASTED_UNITS = 40
"""A message of more sentences than this is mostly pasted; its rules are somebody else's."""
FEW_UNITS = 4
PASTED = 0.5
PLANNED = 0.4
CONTESTED = 0.5

_RULING = (
    Cue.VETO,
    Cue.RULE,
    Cue.DECISION,
    Cue.REVERSAL,
    Cue.PREFERENCE,
    Cue.CONSTRAINT,
    Cue.DEFERRED,
    Cue.BLOCKED,
)
# «actually, no» alone says nothing that could be carried
_BARE_TURN = compiled(r"\W*(?:\w+\W+){0,3}\w*\W*")
_HASH = compiled(r"\b[0-9a-f]{7,40}\b")


def worths(
    units: Sequence[Unit],
    values: Sequence[float],
    rows: Sequence[Features],
    after: Sequence[Aftermath],
    around: Surroundings,
) -> list[float]:
    """Correct each unit's value.

    Args:
        units: All units, in order.
        values: Their learned values.
        rows: Their features.
        after: What became of them.
        around: The conversation's statistics.

    Returns:
        Values 0-1, one per unit.
    """
    latest: dict[str, int] = {}
    for unit in units:
        if unit.kind == Kind.OUTPUT:
            latest[unit.label] = unit.message
    found = []
    before: Unit | None = None
    leads = False
    old = outdated(units, around)
    doubted = conceded(units, around) | pasted(units, around)
    learned = [value * by for value, by in zip(values, bearings(units, around), strict=True)]
    for unit, value, row, became in zip(units, learned, rows, after, strict=True):
        worth = min(value * _factor(unit, row, became, latest, around), 1.0)
        if unit in old or unit in doubted:
            worth *= DROPPED
        # a short line looks like little to the ranker; a rule or a switch breaks continuity
        goes_on = leads and before is not None and _goes_on(unit, before, around)
        is_held = (
            became.dropper < 0
            and unit not in old
            and unit not in doubted
            and _is_held(unit, row, around)
        )
        if is_held or goes_on:
            worth = max(worth, SETTLED_VALUE if _is_settled(unit) else STANDING_VALUE)
        leads = goes_on or (is_held and _leads(unit, row))
        before = unit
        found.append(worth)
    return found


def _is_held(unit: Unit, row: Features, around: Surroundings) -> bool:
    """Tell whether a unit is to be carried however little the ranker makes of it."""
    if unit.kind in {Kind.CODE, Kind.OUTPUT}:
        return False
    if _is_settled(unit):
        return True
    line = plain(unit.text)
    if MINUTED.match(line) or ASSIGNED.match(line):
        return True
    if not row.get("role_user"):
        return False
    return _stands(unit, around)


def _is_settled(unit: Unit) -> bool:
    """Tell whether people who write settle a matter here; in speech such words say little."""
    return unit.is_recap or (
        unit.thread >= 0 and not unit.is_spoken and unit.act in {Act.SETTLE, Act.PUT_OFF}
    )


def _leads(unit: Unit, row: Features) -> bool:
    """Tell whether what follows in the same message belongs to a unit: «A is out. We take B.»."""
    line = plain(unit.text)
    if unit.is_spoken:
        return False
    return bool(row.get("role_user")) and bool(_switches(line) or LABELLED.match(line))


def _goes_on(unit: Unit, before: Unit, around: Surroundings) -> bool:
    """Tell whether a unit goes on in the same short message, and states something."""
    if (unit.message, unit.part) != (before.message, before.part) or unit.kind != Kind.SENTENCE:
        return False
    line = plain(unit.text)
    is_told = not line.endswith(("?", "？", ":", "：")) and not LOG.search(line)
    is_short = around.units_in[unit.message] <= FEW_UNITS
    return is_told and is_short


def _stands(unit: Unit, around: Surroundings) -> bool:
    """Tell whether a person lays down a rule or switches from one thing to another here."""
    if unit.kind not in {Kind.SENTENCE, Kind.ITEM} or around.units_in[unit.message] > PASTED_UNITS:
        return False
    if unit.is_spoken:
        return False  # «no, never mind»: in speech such words are seldom a rule or a switch
    line = plain(unit.text)
    if line.endswith(("?", "？", ":", "：")) or LOG.search(line):
        return False
    is_marked = STANDING.search(line) or POSTPONED.search(line) or LABELLED.match(line)
    is_marked = is_marked or DECLARED.search(line)
    return bool(is_marked) or _switches(line) or is_shift(line)


def _switches(line: str) -> bool:
    """Tell whether a line changes what was decided before, in so many words."""
    if dropped_spans(line) or returned_spans(line):
        return True
    return is_turn(line) and not _BARE_TURN.fullmatch(line)


def _factor(
    unit: Unit, row: Features, became: Aftermath, latest: dict[str, int], around: Surroundings
) -> float:
    if unit.kind == Kind.OUTPUT:
        return 1.0 if unit.message >= latest[unit.label] else OLD_OUTPUT
    line = plain(unit.text)
    is_last = bool(row.get("last_exchange"))
    factor = DROPPED if became.dropper >= 0 else 1.0
    if TABLED.match(line):
        factor *= UNADOPTED
    if row.get("role_user"):
        wish = 1.0 if unit.is_spoken else _of_request(line, is_last=is_last)
        # what was given up gains nothing by having been a ruling
        factor *= min(wish, 1.0) if became.dropper >= 0 else wish
    else:
        factor *= _of_claim(unit, line, row, around)
        if became.dropper < 0 and became.reversed >= MIN_SUBJECT_SHARE:
            factor *= 1 - (1 - REVERSED) * min(became.reversed / 0.6, 1.0)
    if unit.kind == Kind.CODE:
        if len(unit.text) > MAX_CODE_CHARS:
            return 0.0
        return factor * PASTED if row.get("role_user") else factor
    if not is_last and (STATE.search(line) or (row.get("stale") and _HASH.search(line))):
        factor *= PASSING
    if unit.kind == Kind.HEADING:
        factor *= HEADING
    return factor * FRAGMENT if _is_fragment(line, unit) else factor


def _of_claim(unit: Unit, line: str, row: Features, around: Surroundings) -> float:
    """What the assistant says counts as far as nobody objects and it is more than an intention."""
    factor = 1.0
    if PUSHBACK.match(around.replies[unit.message]):
        factor *= CONTESTED
    is_code = unit.kind == Kind.CODE
    if not is_code and PLANNING.match(line):
        factor *= PLANNED
    option = next(filter(None, map(OPTION.match, (line, unit.heading, unit.lead))), None)
    if row.get("last_exchange"):
        return factor
    if option:
        is_taken = option[1].lower() in chosen_labels(around.replies[unit.message])
        return factor if is_taken else factor * UNADOPTED
    if not is_code and _is_unadopted(unit, line, row, around):
        factor *= UNADOPTED
    return factor


def _is_unadopted(unit: Unit, line: str, row: Features, around: Surroundings) -> bool:
    """A proposal nobody took up in the next reply, or one of several options to choose from."""
    if unit.label and row.get("reply_short"):
        return True
    if "?" in line or "？" in line:
        return True
    marks = PROPOSAL.findall(line)
    if not marks or (len(marks) == 1 and Cue.DONE in cue_counts(line)):
        return False
    return not is_yes(around.replies[unit.message])


def _of_request(line: str, *, is_last: bool) -> float:
    """What a person asked for and got is told better by the answer; what they rule stays."""
    counts = cue_counts(line)
    if LOG.search(line):
        return PASTED
    is_question = line.endswith(("?", "？"))
    if not is_question and (STANDING.search(line) or _switches(line) or is_shift(line)):
        return STANDS
    if any(cue in counts for cue in _RULING):
        return RULED
    if not is_last and (is_question or Cue.REQUEST in counts):
        return REQUESTED
    return 1.0


def _is_fragment(line: str, unit: Unit) -> bool:
    size = len(line) * (2.5 if is_wide(line) else 1)
    if line.endswith((":", "：")):
        return True
    return size < 25 and not identifiers(line) and not unit.label
