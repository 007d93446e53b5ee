"""Chooses runs of neighbouring units: what stands together is carried together.

A run costs the frame of one node and says in one breath what single sentences say torn apart. Each
run counts only for what the chosen ones do not say yet, and less where its exchange has its share.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from graphpack.extract.offline.units import Kind, Unit

MAX_PICKED_TOKENS = 2_600
"""More than any usual budget holds; the pruner makes the final choice."""

MOST_ASKED = 2
"""So many times an asked size is picked, for the same reason."""

FILLING = 0.25
"""Room that was asked for and is left takes what is worth this share of what is carried else."""

MAX_RUN_TOKENS = 110
"""A run longer than this is no single statement."""

MAX_RUN_UNITS = 8

MIN_VALUE = 0.02
LONG_CHARS, LONG_MESSAGES = 12_000, 60
"""Where this much was said, statements compete for room; in less, more of it can be carried."""
LEAST_SHORTNESS = 0.4
NODE_TOKENS = 22
"""What a node costs beside its words."""

NEXT_TOKENS = 3
"""What a run costs beside its words where it goes on from a chosen one."""

THRIFT = 0.8
"""How much a run's length counts against it: 0 not at all, 1 in full."""

NOVELTY_FLOOR = 0.3
"""A unit that repeats only known terms still keeps this share of its value."""

EXCHANGE_SHARE = 0.8
"""What is left of a run's worth for each `EXCHANGE_TOKENS` chosen from its exchange before."""

EXCHANGE_TOKENS = 60


@dataclass(slots=True)
class _Choice:
    """What has been chosen so far."""

    covered: set[str] = field(default_factory=set)
    picked: dict[int, float] = field(default_factory=dict)
    load: dict[int, int] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    said: set[frozenset[str]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Weighed:
    """Units with what choosing among them needs; all sequences run along ``units``.

    Args:
        units: All units, in order.
        values: 0-1 each.
        terms: What each names, with its weight in the conversation.
        tokens: What each costs as worded.
        exchanges: The exchange each stands in.
        changing: Units that change what earlier ones state: they repeat its words, and are news;
            each stands alone.
        passed: Units that no longer hold or never did; a run leaves them out.
        idle: Units that say nothing by themselves; room that is left takes none of them.
    """

    units: Sequence[Unit]
    values: Sequence[float]
    terms: Sequence[dict[str, float]]
    tokens: Sequence[int]
    exchanges: Sequence[int]
    changing: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()
    idle: frozenset[int] = frozenset()


def choose(given: Weighed, *, least: float = MIN_VALUE, asked: int = 0) -> dict[int, float]:
    """Pick runs greedily by what they add for their length.

    Args:
        given: The units.
        least: No run below it is picked, but where there is room that somebody asked for.
        asked: Tokens that the pack shall have; 0 where nobody said so.

    Returns:
        The value net of repetition for each picked unit, by index, in order of the pick.
    """
    chosen = _Choice()
    spent = _pick(given, chosen, least=least, room=max(MAX_PICKED_TOKENS, MOST_ASKED * asked))
    if spent < asked:
        telling = replace(given, passed=given.passed | given.idle)
        _pick(telling, chosen, least=least * FILLING, room=asked - spent, is_shared=False)
    return chosen.picked


def _pick(
    given: Weighed, chosen: _Choice, *, least: float, room: int, is_shared: bool = True
) -> int:
    """Add runs until the room is taken; gives the tokens they cost.

    An exchange that has its share gives less to others, but where there is room for all.
    """
    values = [0.0 if at in given.passed else value for at, value in enumerate(given.values)]
    tokens = [0 if at in given.passed else size for at, size in enumerate(given.tokens)]
    totals = [0.0, *accumulate(values)]
    sizes = [0, *accumulate(tokens)]
    heap = [
        (-value / (sizes[stop] - sizes[start] + NODE_TOKENS) ** THRIFT, start, stop)
        for start, stop in runs(given.units, tokens, given.changing)
        if (value := totals[stop] - totals[start]) >= least
    ]
    heapq.heapify(heap)
    spent = 0
    while heap and spent < room:
        claimed, start, stop = heapq.heappop(heap)
        if not chosen.used.isdisjoint(range(start, stop)):
            continue
        net = _net(given, start, stop, chosen, is_shared=is_shared)
        size = sizes[stop] - sizes[start]
        cost = size + (NEXT_TOKENS if _goes_on(start, stop, chosen) else NODE_TOKENS)
        worth = sum(net) / cost**THRIFT
        # worth falls as terms get covered, so one that still leads can be taken at once
        if heap and worth < -heap[0][0] and worth < -claimed:
            heapq.heappush(heap, (-worth, start, stop))
            continue
        if sum(net) < least:
            continue
        for at, value in zip(range(start, stop), net, strict=True):
            chosen.used.add(at)
            if at in given.passed:
                continue
            chosen.picked[at] = value
            chosen.said.add(frozenset(given.terms[at]))
            chosen.covered |= given.terms[at].keys()
        exchange = given.exchanges[start]
        chosen.load[exchange] = chosen.load.get(exchange, 0) + cost
        spent += cost
    return spent


def runs(
    units: Sequence[Unit], tokens: Sequence[int], alone: frozenset[int] = frozenset()
) -> Iterator[tuple[int, int]]:
    """Find every run of neighbours in one part that is short enough.

    Args:
        units: All units, in order.
        tokens: What each costs as worded.
        alone: Units that stand by themselves, as code and output always do.

    Yields:
        Half-open ranges of indices.
    """
    for start, first in enumerate(units):
        size = 0
        for stop in range(start, min(start + MAX_RUN_UNITS, len(units))):
            size += tokens[stop]
            if stop > start and (
                size > MAX_RUN_TOKENS
                or not is_together(first, units[stop])
                or not alone.isdisjoint((start, stop))
            ):
                break
            yield start, stop + 1


def is_together(first: Unit, unit: Unit) -> bool:
    """Tell whether two units may stand in one run.

    Args:
        first: The earlier.
        unit: The later.

    Returns:
        True for prose of one part, or of one thread among people.
    """
    apart = {Kind.CODE, Kind.OUTPUT}
    is_one = (first.message, first.part) == (unit.message, unit.part)
    return (
        (is_one or (first.thread >= 0 and first.thread == unit.thread))
        and first.is_borrowed == unit.is_borrowed
        and first.kind not in apart
        and unit.kind not in apart
    )


def _goes_on(start: int, stop: int, chosen: _Choice) -> bool:
    return start - 1 in chosen.used or stop in chosen.used


def _net(given: Weighed, start: int, stop: int, chosen: _Choice, *, is_shared: bool) -> list[float]:
    load = chosen.load.get(given.exchanges[start], 0) if is_shared else 0
    share = EXCHANGE_SHARE ** (load / EXCHANGE_TOKENS)
    return [share * _own(given, at, chosen) for at in range(start, stop)]


def _own(given: Weighed, at: int, chosen: _Choice) -> float:
    terms = given.terms[at]
    if at in given.passed or frozenset(terms) in chosen.said:
        return 0.0
    if at in given.changing:
        return given.values[at]
    return given.values[at] * _novelty(terms, chosen.covered)


def shortness(lengths: Sequence[int], messages: int) -> float:
    """Say by how much less worth is needed to be carried out of a short conversation.

    The ranker learned from long sessions, where a plain sentence is one of thousands.

    Args:
        lengths: Characters of each unit.
        messages: How many there are.

    Returns:
        1 for a long conversation, less for a short one.
    """
    share = max(sum(lengths) / LONG_CHARS, messages / LONG_MESSAGES)
    return min(max(share, LEAST_SHORTNESS), 1.0)


def _novelty(weights: dict[str, float], covered: set[str]) -> float:
    total = sum(weights.values())
    if total <= 0:
        return NOVELTY_FLOOR
    new = sum(weight for term, weight in weights.items() if term not in covered)
    return NOVELTY_FLOOR + (1 - NOVELTY_FLOOR) * new / total
