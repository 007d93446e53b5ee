"""What shortening has brought: a record for each text, and sums over many records.

A record holds sizes and names of kinds, never a text or a path.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from graphpack.compress.base import Shortened
from graphpack.compress.changes import UNCHANGED
from graphpack.compress.levels import Asked
from graphpack.compress.repeats import SEEN

__all__ = ["Metric", "Totals", "metric_of", "totals"]


@dataclass(frozen=True, slots=True)
class Metric:
    """One text, or several of a kind.

    Args:
        tool: Who shortened: ``compress``, ``export``, or ``retrieve`` where an original was asked
            back.
        kind: What the text was.
        level: As asked for.
        raw_tokens: Before.
        compressed_tokens: After.
        bypassed: Why it passed through whole; None where it was shortened.
        is_detail: True where the whole was asked for.
        failures: Compressors that failed.
        elisions: Places where something was left out.
        is_seen: True where it, or an earlier version of it, was shown before.
        texts: How many texts the record stands for.
        at: When, ISO 8601 in UTC; None where nobody said.
    """

    tool: str
    kind: str
    level: str = ""
    raw_tokens: int = 0
    compressed_tokens: int = 0
    bypassed: str | None = None
    is_detail: bool = False
    failures: int = 0
    elisions: int = 0
    is_seen: bool = False
    texts: int = 1
    at: str | None = None

    @property
    def compression_ratio(self) -> float:
        """What is left of the text: 1 where nothing went, and for an empty one."""
        return self.compressed_tokens / self.raw_tokens if self.raw_tokens else 1.0

    def line(self) -> str:
        """Write the record as one line of JSON, without its end."""
        document = {
            "timestamp": self.at,
            "tool": self.tool,
            "kind": self.kind,
            "compression_level": self.level,
            "raw_tokens": self.raw_tokens,
            "compressed_tokens": self.compressed_tokens,
            "compression_ratio": round(self.compression_ratio, 4),
            "bypassed": self.bypassed,
            "detail_requested": self.is_detail,
            "failures": self.failures,
            "elisions": self.elisions,
            "seen_before": self.is_seen,
            "texts": self.texts,
        }
        return json.dumps(document, ensure_ascii=False)


def metric_of(made: Shortened, *, tool: str, tokens: int, at: str | None = None) -> Metric:
    """Record how a text was shortened.

    Args:
        made: The result.
        tool: Who shortened.
        tokens: Size of what is shown, with whatever stands below it.
        at: When.
    """
    return Metric(
        tool=tool,
        kind=str(made.kind),
        level=made.level,
        raw_tokens=tokens if made.original_tokens is None else made.original_tokens,
        compressed_tokens=tokens,
        bypassed=made.bypass,
        is_detail=made.bypass == "detail",
        failures=made.failures,
        elisions=len(made.elisions),
        is_seen=any(one.reason in {SEEN, UNCHANGED} for one in made.elisions),
        at=at,
    )


@dataclass(frozen=True, slots=True)
class Row:
    """Sums over the texts of a kind."""

    texts: int = 0
    shortened: int = 0
    raw_tokens: int = 0
    compressed_tokens: int = 0
    failures: int = 0
    returned: int = 0
    seen: int = 0

    @property
    def saved_ratio(self) -> float:
        """Share of the tokens that went."""
        return 1 - self.compressed_tokens / self.raw_tokens if self.raw_tokens else 0.0

    @property
    def asked(self) -> Asked:
        """How often originals were asked back."""
        return Asked(self.shortened, self.returned)


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over records.

    Args:
        kinds: For each kind, by name.
        bypassed: Why texts passed through, and how many.
        unread: Lines that are no records.
    """

    kinds: Mapping[str, Row] = field(default_factory=dict)
    bypassed: Mapping[str, int] = field(default_factory=dict)
    unread: int = 0

    @property
    def all(self) -> Row:
        """Sum over the kinds."""
        rows = self.kinds.values()
        return Row(
            sum(row.texts for row in rows),
            sum(row.shortened for row in rows),
            sum(row.raw_tokens for row in rows),
            sum(row.compressed_tokens for row in rows),
            sum(row.failures for row in rows),
            sum(row.returned for row in rows),
            sum(row.seen for row in rows),
        )

    @property
    def failure_ratio(self) -> float:
        """Share of the texts that a compressor failed on."""
        whole = self.all
        return whole.failures / whole.texts if whole.texts else 0.0

    def plus(self, record: Metric) -> Totals:
        """Add a record; kinds and reasons stay in the order of their names."""
        kinds = {**self.kinds, record.kind: _added(self.kinds.get(record.kind, Row()), record)}
        bypassed = dict(self.bypassed)
        if record.bypassed:
            bypassed[record.bypassed] = bypassed.get(record.bypassed, 0) + record.texts
        return Totals(dict(sorted(kinds.items())), dict(sorted(bypassed.items())), self.unread)


def totals(lines: Iterable[str]) -> Totals:
    """Sum up records.

    Args:
        lines: As ``Metric.line`` writes them; other lines are counted.

    Returns:
        The sums, kinds in the order of their names.
    """
    kinds: dict[str, Row] = {}
    bypassed: dict[str, int] = {}
    unread = 0
    for line in lines:
        if not line.strip():
            continue
        record = _record(line)
        if record is None:
            unread += 1
            continue
        kinds[record.kind] = _added(kinds.get(record.kind, Row()), record)
        if record.bypassed:
            bypassed[record.bypassed] = bypassed.get(record.bypassed, 0) + record.texts
    return Totals(dict(sorted(kinds.items())), dict(sorted(bypassed.items())), unread)


def _added(row: Row, record: Metric) -> Row:
    if record.tool == "retrieve":
        return replace(row, returned=row.returned + 1)
    return Row(
        row.texts + record.texts,
        row.shortened + (record.texts if record.bypassed in {None, "detail"} else 0),
        row.raw_tokens + record.raw_tokens,
        row.compressed_tokens + record.compressed_tokens,
        row.failures + record.failures,
        row.returned + record.is_detail,
        row.seen + record.is_seen,
    )


def _record(line: str) -> Metric | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not isinstance(found.get("kind"), str):
        return None
    bypassed = found.get("bypassed")
    return Metric(
        tool=str(found.get("tool", "")),
        kind=found["kind"],
        level=str(found.get("compression_level", "")),
        raw_tokens=_whole(found, "raw_tokens"),
        compressed_tokens=_whole(found, "compressed_tokens"),
        bypassed=bypassed if isinstance(bypassed, str) else None,
        is_detail=found.get("detail_requested") is True,
        failures=_whole(found, "failures"),
        elisions=_whole(found, "elisions"),
        is_seen=found.get("seen_before") is True,
        texts=_whole(found, "texts") if "texts" in found else 1,
    )


def _whole(record: Mapping[str, Any], key: str) -> int:
    value = record.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
