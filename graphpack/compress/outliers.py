"""Which values of a column stand out: rare ones among few, numbers far from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import quantiles

from graphpack.patterns import compiled

__all__ = ["outliers"]

_NUMBER = compiled(r"[^\w+-]?\s?([-+]?\d{1,15}(?:\.\d{1,12})?)\s?([%\w/°µ]{0,5})$")
_FEWEST = 12
_RARE_RATIO = 0.04
_FEW_RATIO = 0.2
_FEW_AT_MOST = 24
_FENCE = 3.0


def outliers(values: Sequence[str | None]) -> set[int]:
    """Find the places in a column whose value stands out.

    Args:
        values: One for each row, as written; None where the row has no such cell.

    Returns:
        Places of values that at most one row in 25 has, where the column repeats few values; and
        of numbers more than three interquartile ranges outside the middle half. Nothing where
        that would be many.

    Source:
        Tukey, Exploratory Data Analysis, 1977: outer fences.
    """
    present = [(at, value) for at, value in enumerate(values) if value is not None]
    if len(present) < _FEWEST:
        return set()
    counts = Counter(value for _, value in present)
    rare = max(1, int(len(present) * _RARE_RATIO))
    if len(counts) <= min(_FEW_AT_MOST, max(2, int(len(present) * _FEW_RATIO))):
        found = {at for at, value in present if counts[value] <= rare}
    else:
        found = _far(present)
    return found if len(found) <= 2 * rare else set()


def _far(present: Sequence[tuple[int, str]]) -> set[int]:
    numbers: list[tuple[int, float]] = []
    units: set[str] = set()
    read = {value: _NUMBER.match(value) for _, value in present}
    for at, value in present:
        number = read[value]
        if number:
            numbers.append((at, float(number[1])))
            units.add(number[2])
    if len(numbers) * 10 < len(present) * 9 or len(units) > 1:
        return set()
    low, _, high = quantiles((number for _, number in numbers), n=4)
    reach = _FENCE * (high - low)
    if not reach:
        return set()
    return {at for at, number in numbers if not low - reach <= number <= high + reach}
