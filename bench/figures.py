"""Reads figures off what a benchmark prints, holds them against others, and puts tables down."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LIMIT = 0.15
"""A ratio that moved by more than this share is worth a look."""

_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")
_RULE = re.compile(r"\|[\s:|-]+\|")
_NAMES = ("name", "case", "scenario", "strategy", "kind", "what", "tool")


@dataclass(frozen=True, slots=True)
class Moved:
    """A figure that is not what it was.

    Args:
        key: Which one.
        was: In the accepted run; None where it is new.
        now: In this one; None where it is gone.
    """

    key: str
    was: float | None
    now: float | None

    def __str__(self) -> str:
        if self.now is None or self.was is None:
            return f"{self.key}: {'is gone' if self.now is None else 'is new'}"
        share = f" ({self.now / self.was - 1:+.0%})" if self.was else ""
        return f"{self.key}: {self.now:g}, was {self.was:g}{share}"


def figures_of(text: str) -> dict[str, float]:
    """Read all numbers of a benchmark's output.

    Args:
        text: One JSON document, or lines with tables in Markdown among them.

    Returns:
        By the names on the way to it, ``row / column`` in a table.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError:
        return dict(_of_tables(text.splitlines()))
    return dict(_of_json(document, ""))


def moved(
    accepted: Mapping[str, float], now: Mapping[str, float], *, limit: float = LIMIT
) -> tuple[Moved, ...]:
    """List the figures that are another than they were.

    Args:
        accepted: The run that others are held against.
        now: This run, the same figures.
        limit: The share that chance alone may move one by.
    """
    found = []
    for key in sorted(accepted.keys() | now.keys()):
        was, is_now = accepted.get(key), now.get(key)
        if was is None or is_now is None or abs(is_now - was) > limit * abs(was):
            found.append(Moved(key, was, is_now))
    return tuple(found)


def put_down(page: Path, name: str, table: str) -> None:
    """Put a table into a document, where ``<!-- measured: NAME -->`` keeps its place.

    Args:
        page: The document.
        name: What its place is called.
        table: In Markdown.

    Raises:
        ValueError: The document has no such place.
    """
    begin, end = f"<!-- measured: {name} -->", f"<!-- end of {name} -->"
    before, begun, rest = page.read_text(encoding="utf-8").partition(begin)
    _, ended, after = rest.partition(end)
    if not begun or not ended:
        raise ValueError(f"{page}: no place {begin} … {end}")
    text = f"{before}{begin}\n\n{table.strip()}\n\n{end}{after}"
    page.write_text(text, encoding="utf-8", newline="\n")


def _of_json(value: Any, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield path, float(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _of_json(inner, f"{path} / {key}" if path else str(key))
    elif isinstance(value, list):
        for name, inner in zip(_labels(value), value, strict=True):
            yield from _of_json(inner, f"{path} / {name}" if path else name)


def _labels(rows: Sequence[Any]) -> list[str]:
    """Name the rows of a list by what they say they are; by their place where that is not one."""
    named = [
        " ".join(str(row[key]) for key in _NAMES if key in row) if isinstance(row, dict) else ""
        for row in rows
    ]
    times = Counter(named)
    return [name if name and times[name] == 1 else str(n) for n, name in enumerate(named)]


def _of_tables(lines: Sequence[str]) -> Iterator[tuple[str, float]]:
    head: list[str] = []
    for place, line in enumerate(lines):
        if not line.startswith("|"):
            head = []
        elif not head:
            head = _cells(line)
        elif not _RULE.fullmatch(line.strip()):
            cells = _cells(line)
            words = [cell for cell in cells if re.search(r"[^\W\d]", cell)]
            words = [cell for cell in words if not _NUMBER.match(cell)]
            row = " ".join(words) or cells[0] or str(place)
            for column, cell in zip(head, cells, strict=False):
                number = _NUMBER.match(cell)
                if number:
                    yield f"{row} / {column}", float(number[0].replace(",", ""))


def _cells(line: str) -> list[str]:
    return [cell.strip().strip("*`") for cell in line.strip().strip("|").split("|")]
