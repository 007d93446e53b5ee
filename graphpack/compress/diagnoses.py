"""What compilers and checkers say of places in the source, and what stands round it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphpack.compress.lines import Lines
from graphpack.patterns import compiled

__all__ = ["diagnoses", "is_excerpt", "parents"]

_DIAGNOSIS = compiled(
    r"[ \t]*(?:[A-Za-z]:)?[^\s:]{1,300}:\d{1,7}:\d{1,6}(?::(?: \S|\s*$)| - \S)"
    r"|[ \t]*--> \S|[ \t]*\d{1,7}:\d{1,6} {2,}\S|In \S+ line \d+:\s*$"
    r"|[^\s:(]{1,300} ?\(\d{1,7}[:,]\d{1,6}\): \S|[^\s:]{1,300}\.\w{1,8}:\d{1,7}: \S"
    r"|[ \t]*[A-Z]{1,4}\d{2,4} (?:\[\*\] )?(?!\d\d:)\S|[ew]: (?:file://)?/"
    r"|# [\w.-]+(?:/[\w.-]+)+(?: \[.{1,200}\])?\s*$"
)
_EXCERPT = compiled(
    r"[ \t]*+(?:>[ \t]*+)?\d{1,6}(?:[ \t]*[|│]|[ \t]{2,}\S)|[ \t]+\S{1,300}:\d+:\d+:?\s*$"
)


def diagnoses(lines: Lines) -> Iterator[int]:
    """Find the lines that name a place in the source and say something of it, whatever that is.

    Args:
        lines: Of the text.

    Yields:
        Their indices, rising.
    """
    for index, line in enumerate(lines.all):
        if _DIAGNOSIS.match(line):
            yield index


def is_excerpt(lines: Lines, at: int) -> bool:
    """Tell whether a blank line only parts a message from the source that it shows.

    Args:
        lines: Of the text.
        at: Index of the line.
    """
    is_parted = at + 1 < len(lines) and not lines.all[at].strip()
    return is_parted and _EXCERPT.match(lines.all[at + 1]) is not None


def parents(lines: Lines, found: Iterable[int]) -> set[int]:
    """Find the lines that others stand below, further in: of which file they speak.

    Args:
        lines: Of the text.
        found: The lines whose parents are wanted.

    Returns:
        The indices of the nearest line above each that stands further out, over no blank one.
    """
    kept: set[int] = set()
    wanted = set(found)
    above: list[tuple[int, int]] = []
    for index, line in enumerate(lines.all):
        bare = line.lstrip()
        if not bare:
            above.clear()
            continue
        margin = len(line) - len(bare)
        while above and above[-1][0] >= margin:
            above.pop()
        if above and index in wanted:
            kept.add(above[-1][1])
        above.append((margin, index))
    return kept
