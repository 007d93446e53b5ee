"""Measures how time grows with size: a ratio within one run, for no test may assert seconds.

A busy machine makes everything slower, so the small and the large size are measured in turn, for
about as long as each other, by the processor time of this thread; the least of several measures
counts, for noise only adds. A growth that looks wrong is measured again with more care before it
counts. The clock of the process would not do: Linux tells it in steps of some milliseconds once a
timer such as that of ``bounded`` has run.
"""

from __future__ import annotations

import gc
import math
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any

TIMES = 8
MOST = 3.0
"""Eight times the size takes eight times as long where time is linear, 64 times where it is the
square; between them, with as much room on both sides, lies three times what linear would take."""

ENOUGH_S = 0.03
ROUNDS = (1, 3, 8, 20)
HANGS_S = 300.0


class TooSlowError(AssertionError):
    """It took longer than anything that ends."""


@contextmanager
def bounded(limit_s: float = HANGS_S) -> Iterator[None]:
    """Stop what runs away; the regex engine looks for signals as it goes.

    Args:
        limit_s: Seconds of this process's own computing, whatever else the machine does.
    """

    def stop(*_: object) -> None:
        raise TooSlowError(f"more than {limit_s} s of computing")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds(
    run: Callable[[], object], repeats: int = 1, before: Callable[[], object] | None = None
) -> float:
    """Measure the computing that some runs take, without what is called before each."""
    took = 0.0
    for _ in range(repeats):
        if before is not None:
            before()
        began = time.thread_time()
        run()
        took += time.thread_time() - began
    return took


def grows_linearly(run: Callable[[Any], object], start: int, make: Callable[[int], Any] = int):
    """Assert that eight times as much takes about eight times as long, not 64 times.

    Args:
        run: What is measured.
        start: The small size; the large one is eight times that.
        make: Makes what is run, of a size; that is not measured.
    """
    _check(run, make(start), make(start * TIMES), TIMES)


def takes_no_longer(run: Callable[[Any], object], start: int, make: Callable[[int], Any] = int):
    """Assert that eight times as much takes about as long: three times is allowed, not eight.

    Args:
        run: What is measured.
        start: The small size; the large one is eight times that.
        make: Makes what is run, of a size; that is not measured.
    """
    _check(run, make(start), make(start * TIMES), 1)


def _check(run: Callable[[Any], object], small: object, large: object, times: int) -> None:
    runs = partial(run, small), partial(run, large)
    was_collecting = gc.isenabled()
    gc.disable()  # it would look through all that other tests left, at any moment
    try:
        with bounded():
            short, long = _least(*runs, times)
    finally:
        if was_collecting:
            gc.enable()
    assert long <= MOST * short, f"{short:.6f} s for {times} small ones, {long:.6f} s for the large"


def _least(
    small: Callable[[], object], large: Callable[[], object], times: int
) -> tuple[float, float]:
    """Give the seconds of so many small runs, and of a large one."""
    small()  # what is loaded or made once
    forget = _forgetting()
    once = seconds(small, before=forget)
    if once < ENOUGH_S:
        once = max(1e-7, min(once, *(seconds(small, before=forget) for _ in range(2))))
    repeats = math.ceil(ENOUGH_S / (times * once))
    short = long = math.inf
    for tries in ROUNDS:
        for _ in range(tries):
            short = min(short, seconds(small, repeats * times, forget))
            long = min(long, seconds(large, repeats, forget))
        if long <= MOST * short:
            break
    return short / repeats, long / repeats


def _forgetting() -> Callable[[], object]:
    """Make what empties the caches that remember texts: what was read before would cost nothing."""
    wrapper = type(lru_cache(int))
    found = [
        value
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] == "graphpack"
        for value in vars(module).values()
        if isinstance(value, wrapper) and value.cache_parameters()["maxsize"] is not None
    ]

    def forget() -> None:
        for one in found:
            one.cache_clear()

    return forget
