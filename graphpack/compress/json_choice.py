"""Which records of a JSON array stay: the ends, trouble, what stands out, and a fair sample."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from graphpack.compress.base import Level
from graphpack.compress.json_census import Census, Path
from graphpack.compress.outliers import outliers
from graphpack.compress.severity import trouble
from graphpack.patterns import compiled

__all__ = ["chosen", "knee"]

_TROUBLE_KEY = compiled(
    r"error|exception|fail|fault|fatal|stderr|traceback|panic|crash|exit_?(?:code|status)"
    r"|signal|warning|reject|denied|invalid",
    re.IGNORECASE,
)
_STATUS_KEY = compiled(r"(?:status|code|status_?code|http_?status)$", re.IGNORECASE)
_HEAD_RATIO, _TAIL_RATIO = 0.30, 0.15
_FEWEST = 4
_SHARE: dict[Level, float] = {"summary": 0.12, "aggressive": 0.06, "minimal": 0.0}
_MOST: dict[Level, int] = {"summary": 40, "aggressive": 20, "minimal": 4}


def chosen(found: Census, level: Level) -> set[int]:
    """Choose the records that stay.

    Args:
        found: All of them.
        level: How large the sample may be.

    Returns:
        Places of: every record of trouble or with a value that stands out; 30 % of the sample
        from the head, 15 % from the tail, the others by how rare their values are.
    """
    total = len(found.records)
    kept = _troubled(found) | _standing_out(found)
    features = _features(found)
    most = max(_FEWEST, min(_MOST[level], round(total * _SHARE[level])))
    size = min(total, max(_FEWEST, min(most, knee(features))))
    head, tail = max(1, round(size * _HEAD_RATIO)), max(1, round(size * _TAIL_RATIO))
    kept |= set(range(head)) | set(range(total - tail, total))
    counts = Counter(feature for record in features for feature in record)
    rarity = [sum(1 / counts[feature] for feature in record) for record in features]
    rest = sorted((at for at in range(total) if at not in kept), key=lambda at: (-rarity[at], at))
    return kept | set(rest[: max(0, size - head - tail)])


def knee(features: Sequence[set[Any]]) -> int:
    """Find after how many records little is new: the knee of the curve of distinct features.

    Args:
        features: What each record shows, in order.

    Returns:
        A number of records, at least 1.

    Source:
        Satopää et al., Finding a "Kneedle" in a Haystack, 2011: the point farthest above the
        chord.
    """
    seen: set[Any] = set()
    curve: list[int] = []
    for record in features:
        seen |= record
        curve.append(len(seen))
    first, last = curve[0], curve[-1]
    if first == last:
        return 1
    rise, run = last - first, max(1, len(curve) - 1)
    return max(range(len(curve)), key=lambda at: ((curve[at] - first) / rise - at / run, -at)) + 1


def _features(found: Census) -> list[set[int]]:
    """Say what each record shows, coarsely: two that differ in an id only show the same."""
    numbers: dict[tuple[Path, object], int] = {}
    features: list[set[int]] = [set() for _ in found.records]
    for path in found.columns:
        if path in found.constants:
            continue
        for shown, value in zip(features, found.values[path], strict=True):
            if value is not ...:
                shown.add(numbers.setdefault((path, _coarse(value)), len(numbers)))
    return features


def _coarse(value: Any) -> object:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, str):
        return value if len(value) <= 8 and value.isalpha() else len(value).bit_length() + 1000
    if isinstance(value, int):
        return value.bit_length() // 3
    if isinstance(value, float):
        return math.frexp(value)[1] // 3 if math.isfinite(value) else "not finite"
    return type(value).__name__, len(value)


def _troubled(found: Census) -> set[int]:
    kept: set[int] = set()
    said: list[tuple[int, str]] = []
    for path in found.columns:
        if path in found.constants:
            continue
        values = found.values[path]
        kept |= _flagged(path, values)
        said += [(at, value) for at, value in enumerate(values) if isinstance(value, str)]
        said += [
            (at, str(value)) for at, value in enumerate(values) if isinstance(value, list | dict)
        ]
    distinct = list(dict.fromkeys(value for _, value in said))
    bad = {distinct[at] for at in trouble([value.replace("\n", " ") for value in distinct])}
    return kept | {at for at, value in said if value in bad}


def _flagged(path: Path, values: Sequence[Any]) -> set[int]:
    """Find records whose key speaks of trouble and whose value does not deny it."""
    if _TROUBLE_KEY.search(path[-1]):
        hits = {at for at, value in enumerate(values) if value is not ... and value}
        told = {at for at in hits if isinstance(values[at], str | list | dict)}
        # a rate or a limit that every record has is none of its own trouble
        return hits if len(hits) * 2 <= len(values) else told
    if _STATUS_KEY.search(path[-1]):
        hits = {at for at, value in enumerate(values) if type(value) is int and 400 <= value < 600}
        return hits if len(hits) * 2 <= len(values) else set()
    return set()


def _standing_out(found: Census) -> set[int]:
    kept: set[int] = set()
    for path in found.columns:
        if path in found.constants:
            continue
        values = [None if value is ... else _plain(value) for value in found.values[path]]
        kept |= outliers(values)
        kept |= _rare_presence([value is None for value in values])
    return kept


def _rare_presence(lacking: Sequence[bool]) -> set[int]:
    """Find the few that lack, or have, what the others have, or lack."""
    return outliers([str(one) for one in lacking])


def _plain(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, list | dict):
        return type(value).__name__ + str(bool(value))
    return str(value)
