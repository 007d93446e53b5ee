"""Where a reply contradicts itself: relations in a circle, several statuses of one statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphpack.extract.llm.assembling import Named
from graphpack.model.codes import RelationType, Status
from graphpack.model.report import Notice
from graphpack.text import normal

_ORDERED = (RelationType.SUPERSEDES, RelationType.RESOLVES, RelationType.DEPENDS_ON)
"""Relations that cannot go round: of a circle no part is worth more than another."""

Ties = set[tuple[str, str]]


def consistent(found: Sequence[Named], where: str) -> tuple[list[Named], list[Notice]]:
    """Weaken what cannot be so, whatever the conversation says.

    Args:
        found: A chunk's drafts, in the order found.
        where: The chunk, for the notices.

    Returns:
        The drafts: relations of a circle only relate, and a statement that has several statuses
        has the one that leaves it standing; a notice for each kind of thing that was done.
    """
    ties = {
        kind: {(one.key, end) for one in found for name, end in one.links if name == kind}
        for kind in _ORDERED
    }
    round_ = {(str(kind), *tie) for kind in _ORDERED for tie in _circular(ties[kind])}
    statuses = _statuses(found)
    notices = []
    if round_:
        message = "relations that go round in a circle, only related"
        notices.append(Notice("circle-weakened", where, message, len(round_)))
    contested = [states for states in statuses.values() if len(states) > 1]
    if contested:
        message = "statements with several statuses, taken for unsettled"
        notices.append(Notice("status-contested", where, message, len(contested)))
    return [_settled(one, round_, statuses) for one in found], notices


def _settled(
    one: Named, circles: set[tuple[str, str, str]], statuses: Mapping[tuple[int, str], list[Status]]
) -> Named:
    links = tuple(
        (str(RelationType.RELATED_TO), end) if (str(kind), one.key, end) in circles else (kind, end)
        for kind, end in one.links
    )
    states = statuses[_said(one)]
    if len(states) > 1:
        status = next((s for s in (Status.OPEN, Status.ACTIVE) if s in states), None)
        one = replace(one, draft=replace(one.draft, raw=replace(one.draft.raw, status=status)))
    return replace(one, links=links) if links != one.links else one


def _statuses(found: Sequence[Named]) -> dict[tuple[int, str], list[Status]]:
    """The different statuses of each statement of a reply."""
    states: dict[tuple[int, str], list[Status]] = {}
    for one in found:
        known = states.setdefault(_said(one), [])
        status = one.draft.raw.status
        if status is not None and status not in known:
            known.append(status)
    return states


def _said(one: Named) -> tuple[int, str]:
    return one.piece, normal(one.draft.summary)


def _circular(ties: Ties) -> Ties:
    """The ties that lead back to where they begin."""
    # what nothing leads to, or what leads nowhere, is part of no circle
    left = set(ties)
    while True:
        starts, ends = {start for start, _ in left}, {end for _, end in left}
        inner = {tie for tie in left if tie[0] in ends and tie[1] in starts}
        if inner == left:
            break
        left = inner
    return {tie for tie in left if _leads(tie[1], tie[0], left)}


def _leads(start: str, goal: str, ties: Ties) -> bool:
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        if here == goal:
            return True
        following = {end for begin, end in ties if begin == here} - reached
        reached |= following
        waiting += sorted(following)
    return False
