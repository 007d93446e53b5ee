"""Unified diffs: every changed line, hunk header, file name and mode stays; context goes.

One mark stands where the first context is cut and counts them all: with three lines of context a
mark for each place would cost what is saved. A lone ``…`` stands between two runs of changes of
one hunk, as they are no neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from graphpack.compress.base import Elision, Kind, Level, Shortened, mark, shorten
from graphpack.compress.placed import Line, in_focus, lines_of
from graphpack.patterns import compiled

__all__ = ["COMPRESSOR", "Diffs"]

_COMBINED = compiled(r"(@@@+) (?:-\d{1,9}(?:,\d{1,9})? )+\+\d{1,9}(?:,\d{1,9})? @@@+")
_HUNK = compiled(r"@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@")
_GIT = compiled(r"diff --git \S+ \S+$")
_INDEX = compiled(r"index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: \d{6})?$")
_HEADER = ("index ", "--- ", "+++ ", "old mode ", "new mode ", "new file ", "deleted file ")
_KEPT_HEADER = ("rename ", "copy ", "similarity ", "dissimilarity ", "Binary files ", "GIT binary ")
_CHANGES = ("+", "-", "\\")

_CONTEXT = "unchanged context"
_TWICE = "said by the next line"


@dataclass(frozen=True, slots=True)
class _Gap:
    """Lines next to each other that go for the same reason."""

    lines: Sequence[Line]
    reason: str
    is_inner: bool = False

    @property
    def is_context(self) -> bool:
        return self.reason == _CONTEXT

    def elision(self, marker: str) -> Elision:
        start, end = self.lines[0].start, self.lines[-1].end
        return Elision(start, end, marker, len(self.lines), "lines", self.reason)


class Diffs:
    """Leaves out unchanged lines, and what a file header says twice."""

    name = "diffs"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        """Shorten a unified diff; the level changes nothing, as only changes are left.

        Args:
            text: A diff, or a commit with its message and its diff.
            level: Not ``off``.
            focus: Paths whose part of the diff keeps its context.

        Returns:
            The diff without context lines.
        """
        gaps = list(_gaps(lines_of(text), focus))
        total = sum(len(gap.lines) for gap in gaps if gap.is_context)
        if not total:
            return shorten(text, (), kind=Kind.DIFF, level=level)
        elisions: list[Elision] = []
        is_said = False
        for gap in gaps:
            marker = "…\n" if gap.is_inner else ""
            if gap.is_context and not is_said:
                marker, is_said = mark(total, "context lines in all") + "\n", True
            elisions.append(gap.elision(marker))
        return shorten(text, elisions, kind=Kind.DIFF, level=level)


def _gaps(lines: Sequence[Line], focus: Sequence[str]) -> Iterator[_Gap]:
    at = 0
    is_focused = False
    while at < len(lines):
        line = lines[at].text
        hunk = _HUNK.match(line)
        if hunk:
            end = _hunk_end(lines, at + 1, int(hunk[1] or 1), int(hunk[2] or 1))
            if not is_focused:
                yield from _context(lines[at + 1 : end])
            at = end
        elif _COMBINED.match(line):
            parents = len(line) - len(line.lstrip("@")) - 1
            end = _combined_end(lines, at + 1, parents)
            if not is_focused:
                yield from _context(lines[at + 1 : end], parents)
            at = end
        elif _GIT.match(line):
            end = _header_end(lines, at + 1)
            is_focused = in_focus(line, focus)
            yield from _header(lines[at:end])
            at = end
        else:
            if line.startswith("+++ "):
                is_focused = in_focus(line, focus)
            at += 1


def _hunk_end(lines: Sequence[Line], at: int, old: int, new: int) -> int:
    """Find the end of a hunk by the sizes in its header; a line no hunk can hold ends it, too."""
    while at < len(lines) and (old > 0 or new > 0):
        first = lines[at].text[:1]
        if first not in {"", " ", "\t", "+", "-", "\\"}:
            break
        old -= first not in {"+", "\\"}
        new -= first not in {"-", "\\"}
        at += 1
    return at


def _combined_end(lines: Sequence[Line], at: int, parents: int) -> int:
    """Find the end of a hunk of a merge, which has a column of signs for each parent."""
    while at < len(lines) and (
        not lines[at].text.strip("+- \t")[:1] or not set(lines[at].text[:parents]) - {" ", "+", "-"}
    ):
        at += 1
    return at


def _context(lines: Sequence[Line], columns: int = 1) -> Iterator[_Gap]:
    def is_changed(line: Line) -> bool:
        return any(sign in line.text[:columns] for sign in _CHANGES)

    at = 0
    for is_change, run in groupby(lines, is_changed):
        part = list(run)
        if not is_change:
            yield _Gap(part, _CONTEXT, is_inner=at > 0 and at + len(part) < len(lines))
        at += len(part)


def _header_end(lines: Sequence[Line], at: int) -> int:
    while at < len(lines) and lines[at].text.startswith(_HEADER + _KEPT_HEADER):
        at += 1
        if lines[at - 1].text.startswith("+++ "):
            break
    return at


def _header(lines: Sequence[Line]) -> Iterator[_Gap]:
    """Leave one line that names the file, where all others name the same."""
    names = {line.text[:4]: line.text[4:] for line in lines if line.text[:4] in {"--- ", "+++ "}}
    git = lines[0].text.removeprefix("diff --git ")
    old, new = names.get("--- ", ""), names.get("+++ ", "")
    is_same = old[:2] == "a/" and new[:2] == "b/" and old[2:] == new[2:] and git == f"{old} {new}"
    is_new = old == "/dev/null" and new[:2] == "b/" and git == f"a/{new[2:]} {new}"
    is_gone = new == "/dev/null" and old[:2] == "a/" and git == f"{old} b/{old[2:]}"
    for line in lines:
        is_twice = _INDEX.match(line.text) is not None
        if is_same or is_new or is_gone:
            is_twice |= line.text.startswith(("diff ", "+++ " if is_gone else "--- "))
        if is_twice:
            yield _Gap([line], _TWICE)


COMPRESSOR = Diffs()
