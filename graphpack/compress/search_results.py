"""Search results: each file once, under it every hit with its number, long lines cut."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from graphpack.compress.base import Elision, Kind, Level, Shortened, mark, shorten
from graphpack.compress.placed import Line, in_focus, lines_of
from graphpack.compress.severity import trouble

__all__ = ["COMPRESSOR", "SearchResults"]

# path:line:text or path:line:column:text; a drive's colon is none of these
_HIT = re.compile(
    r"(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^:\s][^:]{0,400}?):(?P<number>\d{1,9})(?::\d{1,6})?:\s*"
)
# under a path on a line of its own
_HEADED = re.compile(r"L?(?P<number>\d{1,9})(?::\d{1,6})?:\s*")
_HEADING = re.compile(r"(?:File: )?[^\s:]{1,400}$")
_AROUND = re.compile(r"-\d{1,9}-")
_HEADED_AROUND = re.compile(r"L?\d{1,9}-")
_WORD = re.compile(r"\w{2,40}")
_ROOM_CHARS: dict[Level, int] = {"summary": 16, "aggressive": 12, "minimal": 8}
_LEAST_CUT_CHARS = 6
_NAME_CHARS = 40
_COMMON_RATIO = 0.8
_REASON = "far from what was searched"


class _Hit(NamedTuple):
    """One result.

    Args:
        line: The whole line.
        path: The file.
        number: Where the line number begins and ends, in the text.
        said: Where the found line begins, in the text, without its indent.
        is_whole: Whether it speaks of trouble.
        heading: The line above that names the file; None where the line itself does.
    """

    line: Line
    path: str
    number: tuple[int, int]
    said: int
    is_whole: bool
    heading: Line | None = None


class SearchResults:
    """Says each path once, and of each line what is round the hit."""

    name = "search-results"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        """Shorten the output of ``grep -n`` and its kin; no hit is left out.

        Args:
            text: Lines of ``path:line:text`` or ``path:line:column:text``, or of ``line:text``
                below a path, perhaps with the lines round them (``path-line-text``); others stay.
            level: How much of each found line is shown.
            focus: Paths whose hits are shown in full.

        Returns:
            Each path once, followed by its hits; lines of trouble are not cut.
        """
        lines = lines_of(text)
        hits = list(_hits(lines))
        wanted = _searched(text, [hit for hit in hits if hit])
        found: list[Elision] = []
        for path, run in groupby(zip(lines, hits, strict=True), lambda one: _path(*one)):
            if path is not None:
                room = len(text) if in_focus(path, focus) else _ROOM_CHARS[level]
                found += _grouped(text, [hit for _, hit in run if hit], wanted, room)
        around = list(_around(lines, hits, focus))
        if found:
            said = mark(sum(hit is not None for hit in hits), "hits by file, long lines cut")
            if around:
                said = said[:-1] + f", {len(around)} lines round them left out]"
            first = next(hit for hit in hits if hit)
            if first.heading:
                last = first.heading.start + len(first.heading.text)
                found.append(Elision(last, last + 1, f" {said}\n", 1, "characters", "line break"))
            else:
                found[0] = replace(found[0], marker=f" {said}\n")
        return shorten(text, found + around, kind=Kind.SEARCH_RESULTS, level=level)


def _path(_: Line, hit: _Hit | None) -> str | None:
    return hit.path if hit else None


def _hits(lines: Sequence[Line]) -> Iterator[_Hit | None]:
    found = list(_matches(lines))
    # a path with such a word in it is no trouble
    said = [
        line.text[hit.end() if hit else 0 :] for line, (hit, _) in zip(lines, found, strict=True)
    ]
    troubled = set(trouble(said))
    for at, (line, (hit, heading)) in enumerate(zip(lines, found, strict=True)):
        if hit is None:
            yield None
            continue
        first, last = hit.span("number")
        number = (line.start + first, line.start + last)
        path = heading.text if heading else hit["path"]
        yield _Hit(line, path, number, line.start + hit.end(), at in troubled, heading)


def _matches(lines: Sequence[Line]) -> Iterator[tuple[re.Match[str] | None, Line | None]]:
    """Read each line as a hit, with the path that stands above it where it names none."""
    heading: Line | None = None
    for line in lines:
        headed = _HEADED.match(line.text)
        if headed:
            yield (headed, heading) if heading else (None, None)
            continue
        yield _HIT.match(line.text), None
        if not _HEADED_AROUND.match(line.text) and line.text != "--":
            heading = line if _HEADING.match(line.text) else None


def _searched(text: str, hits: Sequence[_Hit]) -> str:
    """Guess what was searched: the longest word that nearly every found line has."""
    counts: Counter[str] = Counter()
    for hit in hits:
        counts.update({word.group() for word in _WORD.finditer(text, hit.said, hit.line.end)})
    common = [word for word, count in counts.items() if count >= len(hits) * _COMMON_RATIO]
    return max(common, key=lambda word: (len(word), word), default="")


def _grouped(text: str, hits: Sequence[_Hit], wanted: str, room_chars: int) -> Iterator[Elision]:
    for at, hit in enumerate(hits):
        start, end = hit.number
        if at and not hit.heading:
            yield Elision(hit.line.start, start, "", 1, "paths", "said above")
        elif not hit.heading:
            yield Elision(
                hit.line.start + len(hit.path), start, "\n", 1, "characters", "said above"
            )
        yield Elision(end, hit.said, " ", hit.said - end, "characters", "indent")
        stop = hit.line.start + len(hit.line.text)
        if not hit.is_whole:
            yield from _cuts(text, (hit.said, stop), wanted, room_chars)


def _cuts(text: str, span: tuple[int, int], wanted: str, room_chars: int) -> Iterator[Elision]:
    """Keep the words round what was searched."""
    start, stop = span
    if stop - start <= room_chars + _LEAST_CUT_CHARS:
        return
    hit = text.find(wanted, start, stop) if wanted else start
    first = start
    if hit - start > room_chars // 2:
        first = _boundary(text, hit - room_chars // 3, hit)
        yield Elision(start, first, "…", first - start, "characters", _REASON)
    end = max(first + room_chars, hit + len(wanted))
    # a name is not cut in two
    last = _boundary(text, end, min(end + _NAME_CHARS, stop))
    if stop - last >= _LEAST_CUT_CHARS:
        yield Elision(last, stop, "", stop - last, "characters", _REASON)


def _boundary(text: str, start: int, stop: int) -> int:
    return next((at for at in range(start, stop) if _parts(text, at)), stop)


def _parts(text: str, at: int) -> bool:
    """Tell whether no word goes on across a place."""
    return not (text[at - 1].isalnum() or text[at - 1] in "_ \t")


def _around(
    lines: Sequence[Line], hits: Sequence[_Hit | None], focus: Sequence[str]
) -> Iterator[Elision]:
    """Find the lines that were printed round the hits; their path is that of a hit beside them."""
    for path, part in _blocks(lines, hits):
        if in_focus(path, focus):
            continue
        for line, hit in part:
            is_around = line.text.startswith(path) and _AROUND.match(line.text, len(path))
            if hit is None and (is_around or _HEADED_AROUND.match(line.text)):
                yield Elision(line.start, line.end, "", 1, "lines", "round a hit")


def _blocks(
    lines: Sequence[Line], hits: Sequence[_Hit | None]
) -> Iterator[tuple[str, Iterable[tuple[Line, _Hit | None]]]]:
    """Cut the results at the lines between them, and name each block by its first hit."""
    block: list[tuple[Line, _Hit | None]] = []
    for line, hit in [*zip(lines, hits, strict=True), (Line(0, 0, "--"), None)]:
        if line.text in {"--", ""}:
            path = next((one.path for _, one in block if one), None)
            if path is not None:
                yield path, block
            block = []
        else:
            block.append((line, hit))


COMPRESSOR = SearchResults()
