"""Search results: each file once, under it every hit with its number, long lines cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from graphpack.compress.base import Elision, Kind, Level, Shortened, mark, shorten
from graphpack.compress.placed import Line, in_focus, lines_of
from graphpack.compress.severity import trouble
from graphpack.patterns import compiled

__all__ = ["COMPRESSOR", "SearchResults"]

# path:line:text or path:line:column:text; a drive's colon is none of these
_HIT = compiled(
    r"(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^:\s][^:]{0,400}?):(?P<number>\d{1,9})(?::\d{1,6})?:\s*"
)
# under a path on a line of its own
_NAMED = compiled(r"[./\\]")
_HEADED = compiled(r"L?(?P<number>\d{1,9})(?::\d{1,6})?:\s*")
_HEADING = compiled(r"(?:File: )?[^\s:]{1,400}$")
_AROUND = compiled(r"-\d{1,9}-")
_HEADED_AROUND = compiled(r"L?\d{1,9}-(?!\d\d-\d\d)")
_WORD = compiled(r"\w{3,40}")
_JOINED = compiled(r"\w\w")
_PIECE = compiled(r"\w+|[^\w\s]")
_ROOM_CHARS: dict[Level, int] = {"summary": 16, "aggressive": 12, "minimal": 8}
_LEAST_CUT_CHARS = 6
_NAME_CHARS = 40
_COMMON_RATIO = 0.8
_LONG_CHARS = 8
_LEAST_SAVED_CHARS = 160
_LOOKED_AT = 20
_PHRASE_CHARS = 80
_NEAR_CHARS = 8
_WORD_CHARS = 12
_REASON = "far from what was searched"


Span = tuple[int, int]


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
        told = [hit for hit in hits if hit]
        writing = _Writing(text, told)
        found: list[Elision] = []
        for path, run in groupby(zip(lines, hits, strict=True), lambda one: _path(*one)):
            if path is not None:
                room = len(text) if in_focus(path, focus) else _ROOM_CHARS[level]
                found += writing.grouped([hit for _, hit in run if hit], room)
        around = list(_around(lines, hits, focus))
        if found:
            said = writing.mark(len(around))
            first = told[0]
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
        found = _HIT.match(line.text)
        # "2026-03-01 10:00:" is the time of something that was printed in between
        is_path = found is not None and (" " not in found["path"] or _NAMED.search(found["path"]))
        yield (found if is_path else None), None
        if not _HEADED_AROUND.match(line.text) and line.text != "--":
            heading = line if _HEADING.match(line.text) else None


def _shared(text: str, hits: Sequence[_Hit]) -> str:
    """Find the first long run of words and signs that nearly all found lines have, or the longest.

    It is, or holds, what was searched.
    """
    said = [text[hit.said : hit.line.start + len(hit.line.text)] for hit in hits]
    some = said[:: -(-len(said) // _LOOKED_AT)] if said else []
    wanted = len(some) * _COMMON_RATIO
    places = [piece.span() for piece in _PIECE.finditer(some[0][:_PHRASE_CHARS])] if some else []
    best = ""
    for at, (start, _) in enumerate(places):
        if len(best) >= _LONG_CHARS:
            break
        for _, end in places[at:]:
            phrase = some[0][start:end]
            if sum(phrase in one for one in some) < wanted:
                break
            if len(phrase) > len(best) and _WORD.search(phrase):
                best = phrase
    return best


class _Writing:
    """Writes hits one after the other: what the one before has said is not said again.

    Args:
        text: The whole text.
        hits: All of them.
    """

    def __init__(self, text: str, hits: Sequence[_Hit]) -> None:
        self._text = text
        self._count = len(hits)
        self._shared = _shared(text, hits)
        # saying once what all share costs a place in the mark
        saved = len(self._shared) * sum(self._place(hit) is not None for hit in hits)
        self._is_unsaid = saved >= _LEAST_SAVED_CHARS
        self._left_out = False
        self._repeated = False
        self._before = ""

    def mark(self, around: int) -> str:
        """Word the mark; called when all hits are written."""
        said = "hits by file, long lines cut"
        said += f", … after the first is {self._shared}" * self._left_out
        said += ', " is the hit above' * self._repeated
        return mark(self._count, said + f", {around} lines round them left out" * bool(around))

    def grouped(self, hits: Sequence[_Hit], room_chars: int) -> Iterator[Elision]:
        """Write the hits of one file, each with so much of its line."""
        for at, hit in enumerate(hits):
            start, end = hit.number
            if at and not hit.heading:
                yield Elision(hit.line.start, start, "", 1, "paths", "said above")
            elif not hit.heading:
                path_end = hit.line.start + len(hit.path)
                yield Elision(path_end, start, "\n", 1, "characters", "said above")
            yield Elision(end, hit.said, " ", hit.said - end, "characters", "indent")
            yield from self._line(hit, room_chars)

    def _line(self, hit: _Hit, room_chars: int) -> Iterator[Elision]:
        start, stop = hit.said, hit.line.start + len(hit.line.text)
        before, self._before = self._before, self._text[start:stop]
        if room_chars >= len(self._text):
            return
        if self._before == before and stop - start > _LEAST_CUT_CHARS:
            self._repeated = True
            yield Elision(start, stop, '"', 1, "lines", "as the hit above")
        elif not hit.is_whole and stop - start > room_chars + _LEAST_CUT_CHARS:
            place = self._place(hit)
            if self._is_unsaid and before and place:
                self._left_out = True
                yield from _without(self._text, (start, stop), place, room_chars)
            else:
                at = self._text.find(self._shared, start, stop) if self._shared else start
                yield from _cuts(self._text, (start, stop), max(at, start), room_chars)

    def _place(self, hit: _Hit) -> Span | None:
        """Find in a long line, as words of their own, what all hits share."""
        stop = hit.line.start + len(hit.line.text)
        if len(self._shared) < _LONG_CHARS or stop - hit.said <= _ROOM_CHARS["summary"]:
            return None
        near = hit.said + _NEAR_CHARS + len(self._shared)
        at = self._text.find(self._shared, hit.said, min(near, stop))
        end = at + len(self._shared)
        return (at, end) if at >= 0 and _is_apart(self._text, at, end) else None


def _without(text: str, span: Span, shared: Span, room_chars: int) -> Iterator[Elision]:
    """Keep what differs: what stands right before what all hits share, and what comes after."""
    stop = span[1]
    yield Elision(*shared, "…", shared[1] - shared[0], "characters", _REASON)
    # where the room is full already, one more word tells this hit from the others
    end = max(min(shared[0] + room_chars, stop), min(shared[1] + 1, stop))
    yield from _tail(text, end, stop, _WORD_CHARS)


def _cuts(text: str, span: Span, hit: int, room_chars: int) -> Iterator[Elision]:
    """Keep the words round what was searched."""
    start, stop = span
    first = start
    if hit - start > room_chars // 2:
        first = _boundary(text, hit - room_chars // 3, hit)
        yield Elision(start, first, "…", first - start, "characters", _REASON)
    yield from _tail(text, min(first + room_chars, stop), stop)


def _tail(text: str, end: int, stop: int, name_chars: int = _NAME_CHARS) -> Iterator[Elision]:
    # a name is not cut in two
    last = _boundary(text, end, min(end + name_chars, stop))
    if stop - last >= _LEAST_CUT_CHARS:
        yield Elision(last, stop, "", stop - last, "characters", _REASON)


def _boundary(text: str, start: int, stop: int) -> int:
    return next((at for at in range(start, stop) if _parts(text, at)), stop)


def _is_apart(text: str, start: int, end: int) -> bool:
    """Tell whether no word goes on across either end of a place."""
    ends = (text[max(start - 1, 0) : start + 1], text[end - 1 : end + 1])
    return not any(_JOINED.fullmatch(pair) for pair in ends)


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
        block = list(part)
        is_headed = any(hit.heading for _, hit in block if hit)
        for line, hit in block:
            is_around = line.text.startswith(path) and _AROUND.match(line.text, len(path))
            is_around = is_around or (is_headed and _HEADED_AROUND.match(line.text))
            if hit is None and is_around:
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
