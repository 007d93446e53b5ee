"""Chooses units: valuable ones first, each counted only for what the chosen ones do not say yet."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

MAX_PICKED_CHARS = 14_000
"""Far more than any budget holds; the pruner makes the final choice."""

MIN_VALUE = 0.02
NOVELTY_FLOOR = 0.3
"""A unit that repeats only known terms still keeps this share of its value."""


def choose(
    values: Sequence[float],
    terms: Sequence[frozenset[str]],
    weights: Sequence[dict[str, float]],
    lengths: Sequence[int],
) -> dict[int, float]:
    """Pick units greedily by value times novelty.

    Args:
        values: 0-1, one per unit.
        terms: Each unit's terms.
        weights: Each unit's terms with their weights in the conversation.
        lengths: Characters of each unit.

    Returns:
        The value net of repetition for each picked unit, by index, in order of the pick.
    """
    covered: set[str] = set()
    heap = [(-value, at) for at, value in enumerate(values) if value >= MIN_VALUE]
    heapq.heapify(heap)
    picked: dict[int, float] = {}
    room = MAX_PICKED_CHARS
    while heap and room > 0:
        claimed, at = heapq.heappop(heap)
        net = values[at] * _novelty(terms[at], weights[at], covered)
        # values only fall as terms get covered, so a fresh best can be taken at once
        if heap and -heap[0][0] > net + 1e-9 and net < -claimed - 1e-9:
            heapq.heappush(heap, (-net, at))
            continue
        if net < MIN_VALUE:
            continue
        picked[at] = net
        covered |= terms[at]
        room -= lengths[at]
    return picked


def _novelty(terms: frozenset[str], weights: dict[str, float], covered: set[str]) -> float:
    total = sum(weights.values())
    if total <= 0:
        return NOVELTY_FLOOR
    new = sum(weight for term, weight in weights.items() if term not in covered)
    return NOVELTY_FLOOR + (1 - NOVELTY_FLOOR) * new / total
