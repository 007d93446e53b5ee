"""The header of a table whose columns are parted by nothing but blanks."""

from __future__ import annotations

from graphpack.patterns import compiled

__all__ = ["is_header"]

_NAME = r"[A-Z%#][A-Z0-9()%/_.#:-]*"
_CAPITALS = compiled(rf"{_NAME}(?:[ \t]+{_NAME}){{2,}}\s*$|Filesystem\s+\S")
_RULE = compiled(r"\s*(?:-{2,}|={2,})(?:\s+(?:-{2,}|={2,}))+\s*$")


def is_header(line: str, below: str) -> bool:
    """Tell whether a line names columns.

    Args:
        line: A line.
        below: The next one.

    Returns:
        Whether it is at least three names in capitals, or stands above a rule for each column.
    """
    return _CAPITALS.match(line) is not None or _RULE.match(below) is not None
