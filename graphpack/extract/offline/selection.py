"""Chooses units: valuable ones first, each counted only for what the chosen ones do not say yet."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence

from graphpack.extract.offline.units import Unit

MAX_PICKED_CHARS = 8_000
"""Far more than any budget holds; the pruner makes the final choice."""

MAX_BRIDGE_CHARS = 90

MIN_VALUE = 0.02
LONG_CHARS, LONG_MESSAGES = 12_000, 60
"""Where this much was said, statements compete for room; in less, more of it can be carried."""
LEAST_SHORTNESS = 0.4
OVERHEAD_CHARS = 60
"""What a unit costs beside its own characters, as part of a node."""

THRIFT = 0.8
"""How much a unit's length counts against it: 0 not at all, 1 in full."""

NOVELTY_FLOOR = 0.3
"""A unit that repeats only known terms still keeps this share of its value."""


def choose(
    values: Sequence[float],
    terms: Sequence[frozenset[str]],
    weights: Sequence[dict[str, float]],
    lengths: Sequence[int],
    *,
    least: float = MIN_VALUE,
    changing: Collection[int] = (),
) -> dict[int, float]:
    """Pick units greedily by value times novelty.

    Args:
        values: 0-1, one per unit.
        terms: Each unit's terms.
        weights: Each unit's terms with their weights in the conversation.
        lengths: Characters of each unit.
        least: No unit below it is picked.
        changing: Units that change what earlier ones state: they repeat its words, and are news.

    Returns:
        The value net of repetition for each picked unit, by index, in order of the pick.
    """
    covered: set[str] = set()
    price = [(OVERHEAD_CHARS + length) ** THRIFT for length in lengths]
    heap = [(-value / price[at], at) for at, value in enumerate(values) if value >= least]
    heapq.heapify(heap)
    picked: dict[int, float] = {}
    room = MAX_PICKED_CHARS
    while heap and room > 0:
        claimed, at = heapq.heappop(heap)
        is_news = at in changing
        net = values[at] * (1.0 if is_news else _novelty(terms[at], weights[at], covered))
        worth = net / price[at]
        # worth only falls as terms get covered, so one that still leads can be taken at once
        if heap and worth < -heap[0][0] and worth < -claimed:
            heapq.heappush(heap, (-worth, at))
            continue
        if net < least:
            continue
        picked[at] = net
        covered |= terms[at]
        room -= lengths[at]
    return picked


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


def _novelty(terms: frozenset[str], weights: dict[str, float], covered: set[str]) -> float:
    total = sum(weights.values())
    if total <= 0:
        return NOVELTY_FLOOR
    new = sum(weight for term, weight in weights.items() if term not in covered)
    return NOVELTY_FLOOR + (1 - NOVELTY_FLOOR) * new / total


def bridge(picked: dict[int, float], units: Sequence[Unit], values: Sequence[float]) -> None:
    """Pick the short sentence between two picked ones, so that a paragraph is not torn.

    Args:
        picked: Net values by index; extended in place.
        units: All units, in order.
        values: Their values.
    """
    for at in range(1, len(units) - 1):
        if at in picked or at - 1 not in picked or at + 1 not in picked:
            continue
        before, unit, after = units[at - 1], units[at], units[at + 1]
        places = {
            (near.message, near.part, near.heading, near.lead) for near in (before, unit, after)
        }
        if len(places) == 1 and unit.kind == before.kind and len(unit.text) <= MAX_BRIDGE_CHARS:
            picked[at] = min(values[at], MIN_VALUE)
