"""Times doublings: what is linear takes about twice as long for twice as much."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest


@pytest.fixture
def doubling():
    def check(run: Callable[[int], object], start: int) -> None:
        run(start)
        times = []
        for factor in (1, 4):
            best = float("inf")
            for _ in range(2):
                begun = time.process_time()
                run(start * factor)
                best = min(best, time.process_time() - begun)
            times.append(best)
        # four times as much: a quadratic one takes sixteen times as long
        assert times[1] < max(10 * times[0], 0.05), times

    return check
