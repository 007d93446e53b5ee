"""Shortens what is noisy, so that what matters is read: one compressor for each kind of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from types import MappingProxyType

from graphpack import tokens
from graphpack.compress.ansi import Plain
from graphpack.compress.base import (
    LEVELS,
    Compressor,
    Elision,
    Kind,
    Level,
    Shortened,
    attempt,
    guard,
    original,
    shorten,
)
from graphpack.compress.levels import at_most
from graphpack.compress.line_numbers import Numbered
from graphpack.compress.regions import Region, split

__all__ = ["LEVELS", "TABLE", "Elision", "Kind", "Level", "Shortened", "compress", "compressor"]

# To add a compressor: write graphpack/compress/<module>.py with a COMPRESSOR, and add its line.
TABLE: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.LOG: "logs",
        Kind.TEST_RUN: "test_runs",
        Kind.BUILD: "builds",
        Kind.STACK_TRACE: "stack_traces",
        Kind.DIFF: "diffs",
        Kind.TREE: "trees",
        Kind.TABLE: "tables",
        Kind.SEARCH_RESULTS: "search_results",
        Kind.JSON_ARRAY: "json_arrays",
        Kind.JSON_OBJECT: "json_objects",
        Kind.JSON_LINES: "json_lines",
        Kind.CODE: "code",
        Kind.MARKDOWN: "markdown",
        Kind.PROSE: "prose",
        Kind.TEXT: "texts",
    }
)
"""Where each kind's compressor stands; imported when the first text of the kind comes."""


def compressor(kind: Kind) -> Compressor | None:
    """Find the compressor of a kind; None where there is none, and the text stays as it is."""
    module = TABLE.get(kind)
    if module is None:
        return None
    found: Compressor = import_module(f"graphpack.compress.{module}").COMPRESSOR
    return found


def compress(
    text: str,
    *,
    kind: Kind | None = None,
    level: Level = "summary",
    focus: Sequence[str] = (),
    caps: Mapping[Kind, Level] | None = None,
    count: Callable[[str], int] | None = None,
) -> Shortened:
    """Shorten one text.

    Args:
        text: Anything.
        kind: What the text is; None tells it from the text, region by region.
        level: How much is left out.
        focus: Paths that are being worked on: what speaks of them is kept whole.
        caps: The most that may go of regions of a type.
        count: Tokens of a text; by default by ``tokens.DEFAULT``.

    Returns:
        The result with both sizes counted; never longer than the text. Equal arguments give equal
        results, and what was shortened once stays as it is.
    """
    told = kind or Kind.TEXT

    def run() -> Shortened:
        plain = Plain(text)
        numbered = Numbered(plain.text)
        bare = numbered.text
        regions = (Region(0, len(bare), kind),) if kind else split(bare)
        parts = [
            _part(bare, region, at_most(level, (caps or {}).get(region.kind)), focus)
            for region in regions
        ]
        elisions = [
            one.shifted(region.start)
            for region, part in zip(regions, parts, strict=True)
            for one in part.elisions
        ]
        whole_kind = parts[0].kind if len(parts) == 1 else Kind.MIXED
        made = shorten(text, plain.back(numbered.back(elisions)), kind=whole_kind, level=level)
        # of one region its own reason is told: it failed, or would have become longer
        reason = parts[0].bypass if made.bypass and len(parts) == 1 else made.bypass
        return replace(made, bypass=reason, failures=sum(part.failures for part in parts))

    return guard(text, run, kind=told, level=level, count=count or tokens.counter().count)


def _part(text: str, region: Region, level: Level, focus: Sequence[str]) -> Shortened:
    part = text[region.start : region.end]
    if level == "off":
        return original(part, kind=region.kind, level=level, bypass="off")
    found = compressor(region.kind)
    if found is None:
        return original(part, kind=region.kind, level=level, bypass="unknown")
    made = attempt(found, part, kind=region.kind, level=level, focus=focus)
    return replace(made, kind=region.kind)
