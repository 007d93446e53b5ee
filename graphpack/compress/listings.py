"""Lists of paths and directory listings: each run of like entries keeps its ends and its number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from graphpack.compress.base import Elision, Level, mark
from graphpack.compress.placed import Line, in_focus
from graphpack.compress.severity import is_trouble
from graphpack.patterns import compiled

__all__ = ["listing_elisions"]

_LONG = compiled(r"[-bcdlps][-rwxsStT]{9}[.+@]?\s+\d")
_SIZED = compiled(r"\d[\d.]*[KMGTP]?\t\S")
_HEADER = compiled(r"\S.*:$|total \d")
_TROUBLE = compiled(r"permission denied|cannot|no such file|error:", re.IGNORECASE)
_ENDS: dict[Level, tuple[int, int]] = {"summary": (1, 1), "aggressive": (1, 0), "minimal": (1, 0)}
_FEWEST = 4
_REASON = "counted"
# what a shell says of a program that a signal ended
_ENDED = {"Killed", "Aborted", "Terminated"}

_Run = tuple[str | None, list[Line]]


def listing_elisions(lines: Sequence[Line], *, level: Level, focus: Sequence[str]) -> list[Elision]:
    """Say which entries of a listing can go.

    Args:
        lines: Those of the listing.
        level: How many entries of a run stay at its ends.
        focus: Paths whose entries stay.

    Returns:
        Elisions; every directory that is named by a path, a header or a mode is named still.
    """
    if sum(_LONG.match(line.text) is not None for line in lines) * 2 > len(lines):
        return _by_lines(_runs(lines, focus), level)
    if sum(_SIZED.match(line.text) is not None for line in lines) * 2 > len(lines):
        return _by_lines(_runs(lines, focus, are_paths=True), level)
    if sum("/" in line.text.strip()[:-1] for line in lines) * 2 > len(lines):
        return _by_directory(_runs(lines, focus, are_paths=True), level)
    return _by_lines(_runs(lines, focus), level)


def _by_lines(runs: Iterator[_Run], level: Level) -> list[Elision]:
    """Keep whole lines at both ends of a run."""
    head, tail = _ENDS[level]
    found: list[Elision] = []
    for place, run in runs:
        if place is None or len(run) <= max(_FEWEST, head + tail + 1):
            continue
        gone = run[head : len(run) - tail]
        said = f"…{len(gone)} more" if found else mark(len(gone), f"of {len(run)} entries")
        marker = said + "\n"
        start, end = gone[0].start, gone[-1].end
        found.append(Elision(start, end, marker, len(gone), "entries", _REASON))
    return found


def _by_directory(runs: Iterator[_Run], level: Level) -> list[Elision]:
    """Write a run in one line: its first path, how many more there are, the name of the last."""
    long = [run for place, run in runs if place is not None and len(run) >= _FEWEST]
    left_out = 2 if level == "summary" else 1
    total = sum(len(run) - left_out for run in long)
    found: list[Elision] = []
    for run in long:
        gone = len(run) - left_out
        said = f"…{gone} more" if found else mark(total, f"paths in all, {gone} here")
        first, last = run[0], run[-1]
        start, end = first.start + len(first.text), last.start + len(last.text)
        if level == "summary":
            name = last.text.rstrip().rpartition("/")[2]
            end = last.start + len(last.text.rstrip()) - len(name)
            said += " … " if found else " "
        found.append(Elision(start, end, " " + said, gone, "paths", _REASON))
    return found


def _runs(
    lines: Sequence[Line], focus: Sequence[str], *, are_paths: bool = False
) -> Iterator[_Run]:
    """Group entries next to each other that stand in one directory; None for what must stay."""

    def place(line: Line) -> str | None:
        said = line.text.strip()
        if not said or said.endswith("/") or _HEADER.match(said) or _TROUBLE.search(said):
            return None
        is_long = _LONG.match(said) is not None
        if in_focus(said, focus) or (said[0] == "d" and is_long):
            return None
        # a name seldom has blanks in it; what a program said has
        if said in _ENDED or (" " in said and not is_long and is_trouble(said)):
            return None
        path = said.partition("\t")[2] or said
        return path.rpartition("/")[0] if are_paths else ""

    for found, run in groupby(lines, place):
        yield found, list(run)
