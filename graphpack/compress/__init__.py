"""Shortens what is noisy, so that what matters is read: one compressor for each kind of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType

from graphpack import tokens
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
)

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
    kind: Kind,
    level: Level = "summary",
    focus: Sequence[str] = (),
    count: Callable[[str], int] | None = None,
) -> Shortened:
    """Shorten one text.

    Args:
        text: Anything.
        kind: What the text is.
        level: How much is left out.
        focus: Paths that are being worked on: what speaks of them is kept whole.
        count: Tokens of a text; by default by ``tokens.DEFAULT``.

    Returns:
        The result with both sizes counted; never longer than the text. Equal arguments give equal
        results, and what was shortened once stays as it is.
    """

    def run() -> Shortened:
        found = compressor(kind)
        if found is None:
            return original(text, kind=kind, level=level, bypass="unknown")
        return attempt(found, text, kind=kind, level=level, focus=focus)

    return guard(text, run, kind=kind, level=level, count=count or tokens.counter().count)
