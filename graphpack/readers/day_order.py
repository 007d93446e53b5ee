"""Numeric dates whose order of day and month is the writer's: 3/4/26 is in March or in April.

One date rarely tells; all the dates of a file together nearly always do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from graphpack.patterns import compiled
from graphpack.readers.clocks import day_half, hour_of
from graphpack.readers.faults import Faults

_HALF = r"[^\W\d_](?:[^\W\d_]|\. ?){0,4}\.?"
DATE = r"(?P<a>\d{1,4})(?P<sep>[/.-]) ?(?P<b>\d{1,2})(?P=sep) ?(?P<c>\d{1,4})\.?"
"""Pattern of a date; with ``TIME`` it makes the groups that ``stamp_of`` reads."""
TIME = (
    rf"(?:(?P<before>{_HALF}) ?)?(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})"
    rf"(?:[:.](?P<second>\d{{2}}))?(?: ?(?P<after>{_HALF}))?"
)
"""Pattern of a time of day, on a clock of 12 or 24 hours."""
_STAMP = compiled(rf"{DATE},? {TIME}$")
_ORDERS = ((2, 1, 0), (2, 0, 1), (0, 1, 2))  # where year, month and day stand
_YEAR_FIRST = _ORDERS[2]


@dataclass(frozen=True, slots=True)
class Stamp:
    """A date and time as written.

    Args:
        fields: The three numbers of the date, in their order.
        widths: How many digits each has.
        separator: What stands between them.
        clock: Hour of 24, minute and second.
        half: The word for the half of the day; empty where there is none.
    """

    fields: tuple[int, int, int]
    widths: tuple[int, int, int]
    separator: str
    clock: tuple[int, int, int]
    half: str = ""


@dataclass(frozen=True, slots=True)
class DayOrder:
    """Where in a file's dates year, month and day stand.

    Args:
        places: Of year, month and day.
        year_widths: How many digits a year may have.
    """

    places: tuple[int, int, int]
    year_widths: tuple[int, ...] = (2, 4)

    def time(self, stamp: Stamp) -> datetime | None:
        """Read a time, taken as UTC; None where there is no such day."""
        year, month, day = (stamp.fields[place] for place in self.places)
        if stamp.widths[self.places[0]] not in self.year_widths:
            return None
        try:
            return datetime(year + 2000 * (year < 100), month, day, *stamp.clock, tzinfo=UTC)
        except ValueError:
            return None


def stamp_in(text: str) -> Stamp | None:
    """Read a text that is a numeric date and a time; None for any other."""
    found = _STAMP.match(text)
    return stamp_of(found) if found else None


def stamp_of(found: re.Match[str]) -> Stamp:
    """Take a stamp out of a match of a pattern with ``DATE`` and ``TIME``."""
    fields = (found["a"], found["b"], found["c"])
    half = found["before"] or found["after"] or ""
    hour = hour_of(int(found["hour"]), day_half(half))
    return Stamp(
        (int(fields[0]), int(fields[1]), int(fields[2])),
        (len(fields[0]), len(fields[1]), len(fields[2])),
        found["sep"],
        (hour, int(found["minute"]), int(found["second"] or 0)),
        half,
    )


def order_of(stamps: Sequence[Stamp], faults: Faults) -> DayOrder:
    """Find the order that all dates of a file are written in.

    Args:
        stamps: In file order; at least one.
        faults: Takes a notice where the dates allow two orders.

    Returns:
        The order under which most dates exist; among equals the one under which time runs
        backwards least; among equals, with a notice, the one under which the file covers the
        shortest time, or else that is used where such dates are written.
    """
    # 24/1/5 has its year in front only where no other order makes dates of the file
    orders = [DayOrder(places, (4,) if places == _YEAR_FIRST else (2, 4)) for places in _ORDERS]
    if not any(order.time(stamp) for order in orders for stamp in stamps):
        return DayOrder(_YEAR_FIRST)
    scores = [_score(order, stamps) for order in orders]
    best = max(scores)
    held = [order for order, score in zip(orders, scores, strict=True) if score == best]
    if len(held) == 1:
        return held[0]
    if all(stamp.fields[0] == stamp.fields[1] for stamp in stamps):
        return held[0]  # 4/4/26 is the same day in either
    if stamps[0].separator == ".":
        return held[0]  # nobody writes the month before the day with dots
    likely = _likely(held, stamps)
    name = "month before day" if likely.places == _ORDERS[1] else "day before month"
    faults.add("ambiguous-dates", f"the dates allow two orders; read as {name}")
    return likely


def _score(order: DayOrder, stamps: Sequence[Stamp]) -> tuple[int, int]:
    times = [at for at in map(order.time, stamps) if at]
    backwards = sum(1 for one, other in pairwise(times) if other < one)
    return len(times), -backwards


def _likely(held: Sequence[DayOrder], stamps: Sequence[Stamp]) -> DayOrder:
    spans = []
    for order in held:
        times = [at for at in map(order.time, stamps) if at]
        spans.append((times[-1] - times[0]).days if times else 0)
    shortest = [order for order, span in zip(held, spans, strict=True) if span == min(spans)]
    is_last = len(shortest) > 1 and _is_american(stamps)
    return shortest[-1] if is_last else shortest[0]


def _is_american(stamps: Sequence[Stamp]) -> bool:
    """Tell the dates of American phones: "1/5/26" without zeros, "PM" in capitals."""
    padded = any(1 in stamp.widths[:2] for stamp in stamps)
    return padded and all(stamp.half.replace(".", "") in ("AM", "PM") for stamp in stamps)
