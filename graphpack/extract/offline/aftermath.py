"""What later turns make of a statement: whether they say it again or take it back."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphpack.extract.offline.choices import switched_labels
from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.features import Features, Surroundings
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.retracted import droppers
from graphpack.extract.offline.units import Kind, Unit
from graphpack.text.amounts import points_anew
from graphpack.text.called_off import called_off
from graphpack.text.corrections import may_move
from graphpack.text.dropped import dropped_spans
from graphpack.text.reverting import taken_back

MAX_POSTINGS = 40
"""A term in more units than this is the conversation's subject, not a statement's."""

MIN_SUBJECT_SHARE = 0.34
"""This share of a statement's specific terms must come back for it to be the same matter."""

MOST_CALLED_OFF = 3
"""So many of the plans that a person calls off are told as given up."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What became of one unit.

    Args:
        restated: Greatest share of its specific terms that one later exchange's unit repeats.
        reversed: The same, among later units that mark a switch, a veto or a rejection.
        reverser: Index of that unit, -1 where there is none.
        later: Number of later exchanges that use any of its specific terms.
        dropper: Index of a later unit that plainly says it gives up what this unit states, -1
            where there is none.
    """

    restated: float = 0.0
    reversed: float = 0.0
    reverser: int = -1
    later: int = 0
    dropper: int = -1


def aftermaths(units: Sequence[Unit], around: Surroundings) -> list[Aftermath]:
    """Look forward from each unit.

    Args:
        units: All units, in order.
        around: The conversation's statistics; ``around.terms`` runs along ``units``.

    Returns:
        One aftermath per unit.
    """
    postings: dict[str, list[int]] = defaultdict(list)
    for at, terms in enumerate(around.terms):
        for term in terms:
            if around.frequency[term] <= MAX_POSTINGS and len(term) > 2:
                postings[term].append(at)
    takes_back = [
        unit.kind not in {Kind.CODE, Kind.OUTPUT}
        and not unit.is_borrowed
        and has_cue(plain(unit.text), Cue.REVERSAL, Cue.REJECTED, Cue.VETO)
        for unit in units
    ]
    exchange = [around.placed[unit.message].exchange for unit in units]
    taken_back = droppers(units, around, postings, takes_back)
    return [
        replace(_after(at, around, postings, takes_back, exchange), dropper=taken_back.get(at, -1))
        for at in range(len(units))
    ]


def _after(
    at: int,
    around: Surroundings,
    postings: dict[str, list[int]],
    takes_back: Sequence[bool],
    exchange: Sequence[int],
) -> Aftermath:
    shares: dict[int, float] = defaultdict(float)
    total = 0.0
    for term in sorted(around.terms[at]):
        found = postings.get(term)
        if not found:
            continue
        weight = around.weight(term)
        total += weight
        for other in found:
            if exchange[other] > exchange[at]:
                shares[other] += weight
    if not total or not shares:
        return Aftermath()
    best = max(shares.values()) / total
    against = [(share, other) for other, share in shares.items() if takes_back[other]]
    strongest, reverser = max(against, default=(0.0, -1))
    later = {exchange[other] for other, share in shares.items() if share >= 0.2 * total}
    return Aftermath(best, strongest / total, reverser, len(later))


def after_features(became: Aftermath) -> Features:
    """Describe an aftermath for the ranker.

    Args:
        became: What became of a unit.

    Returns:
        Named numbers.
    """
    return {
        "restated_later": became.restated,
        "reversed_later": became.reversed,
        "later_exchanges": math.log1p(became.later),
    }


def replaced(
    picked: Mapping[int, float],
    after: Sequence[Aftermath],
    units: Sequence[Unit],
    around: Surroundings,
) -> dict[int, int]:
    """Find the earlier choices that picked statements of a person replace.

    Args:
        picked: Indices of the picked units.
        after: What became of each unit.
        units: All units, in order.
        around: The conversation's statistics.

    Returns:
        For each earlier unit the picked one that names it as given up; one for each switch, the
        latest choice before it, and of plans that are called off a few.
    """
    own = [
        at
        for at in sorted(picked)
        if around.is_human(units[at])
        and (dropped_spans(plain(units[at].text)) or _points_back(units[at]))
    ]
    switches = {units[at].message: at for at in own}
    found: dict[int, list[int]] = {}
    for at, became in enumerate(after):
        switch = switches.get(units[became.dropper].message) if became.dropper >= 0 else None
        if became.dropper in own:
            switch = became.dropper  # one message may change several things
        if (
            switch is not None
            and at not in picked
            and around.is_human(units[at])
            and units[at].kind in {Kind.SENTENCE, Kind.ITEM}
            and not units[at].text.rstrip().endswith(("?", "？"))
            # what only points says nothing without what it points at
            and (_points_back(units[switch]) or has_cue(plain(units[at].text), Cue.DECISION))
        ):
            most = MOST_CALLED_OFF if called_off(plain(units[switch].text)) else 1
            found[switch] = [*found.get(switch, ()), at][-most:]
    return {old: new for new, olds in found.items() for old in olds}


def _points_back(unit: Unit) -> bool:
    """Tell whether a sentence changes what it only points at: «make it 200», «undo that»."""
    line = plain(unit.text)
    return (
        points_anew(line)
        or may_move(line)
        or taken_back(line) is not None
        or bool(switched_labels(line) or called_off(line))
    )
