"""Build output: every error and warning with what stands below it; progress becomes a count.

Only what is known as progress, or comes again and again, is left out; every other line stays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from graphpack.compress.base import Elision, Kind, Level, Shortened, mark, shorten
from graphpack.compress.diagnoses import diagnoses, is_excerpt, parents
from graphpack.compress.lines import Lines, apart, gaps, names_focus
from graphpack.compress.long_lines import middles
from graphpack.compress.severity import trouble
from graphpack.compress.shapes import shapes
from graphpack.patterns import compiled

__all__ = ["COMPRESSOR", "PROGRESS", "RESULT", "keep_below", "runs_of"]

PROGRESS = compiled(
    r"\s*(?:Compiling|Checking|Downloading|Downloaded|Fetching|Updating|Unpacking|Fresh|Dirty|Locking"
    r"|Adding|Blocking|Running `|Documenting|Verifying|Packaging|Collecting|Preparing|Using cached"
    r"|Requirement already|Obtaining|Building wheel|Created wheel|Stored in|Installing|Resolving"
    r"|Extracting|Linking|Building|Generating|Copying|Processing|Transforming|Progress|Receiving"
    r"|remote: |Resolved|Scanning|Get:\d|Hit:\d|Ign:\d|Selecting|Setting up|Reading|Pulling|Pushed"
    r"|Waiting|Preparing|Digest:|Sending build|Removing intermediate"
    r"|npm (?:http|timing|verb|sill|info)\b|added \S+$|> Task \S+(?: UP-TO-DATE| NO-SOURCE"
    r"| FROM-CACHE| SKIPPED)?$|\[INFO\]\s*(?:-+|$|Download|Copying|Building|Compiling|--- )"
    r"|\[ *\d{1,3}%\]|\[\d+/\d+\]|#\d+ (?:sha256|extracting|\d|DONE|CACHED)|---> |(?:CC|CXX|LD|AR) "
    r"|(?:gcc|g\+\+|clang|clang\+\+|cc|ld|ar|javac|rustc) -\S|make\[\d+\]: (?:Enter|Leav)ing"
    r"|(?:dist|build|out)/\S+ +[\d.]+ ?[kKM]i?[bB]|asset \S+ [\d.]+ [KM]?i?B"
    r"|[━─╸▕█▏#=.>-]{8,}.{0,80}$|\d{1,3}% |> \S+@\S+ \S+$|> [\w./-]+$|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] )"
)
"""A line that only says that work goes on."""

RESULT = compiled(
    r"(?i)\s*(?:=+ .{0,120}=+$|finished|build (?:success|succeeded|completed)|\[INFO\] BUILD"
    r"|(?:added|removed|changed|audited|up to date|found)\b.{0,40}(?:package|\d)|done\b|success"
    r"|total\b|\d+ (?:warning|error|problem)|tests?:|compiled|built|created|generated \d|webpack"
    r"|exit|elapsed|time:|✓ built|installed \d)"
)
"""A line that says how it ended."""

_BELOW = compiled(
    r"(?<![ \t])[ \t]++\S|\t|[|^~=>]|[@»] ?\S|\d{1,6} *[|│]|\d{1,6} {2,}\S|-->"
    r"|(?:note|help|hint|symbol|location|required|found|expected|suggestion|In file included"
    r"|from) ?[: ]"
    r"|[A-Z]:\\|\.{3}$|[)}\]]"
)
_SUMMED = compiled(r"(?:Found )?\d+ (?:error|warning|problem)s?\b")
_UNDERLINE = compiled(r"[ \t]*+(?:[|│][ \t]*+)?[\^~╵─-]++[ \t]*+$|[ \t]++[|│╵][ \t]*+$")
_LEAST_DRAWN = 4
_NPM = compiled(r"(?i)(npm warn \w{1,40}) +")
_NPM_EMPTY = compiled(r"(?i)npm (?:warn|err!)\s*")
_WORD = compiled(r"\w+")
_LEAST_WORDS = 4
_REPEATS = 5
_LONG_CHARS = 900


class _Builds:
    name = "builds"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        lines = Lines.of(text)
        found = sorted({*trouble(lines.all), *diagnoses(lines)})
        keep = bytearray(b"\1" * len(lines))
        whole = set(names_focus(lines, focus))
        must = set(found) | keep_below(lines, found, _BELOW) | parents(lines, found) | whole
        for index in _noise(lines, must, level):
            keep[index] = 0
        said = list(gaps(lines, keep, reason="progress", what=runs_of(lines)))
        silent = [*_prefixes(lines, found), *_echoes(lines, found, whole), *_drawn(lines, whole)]
        elisions = apart(apart(said, silent), middles(lines, whole, long_chars=_LONG_CHARS))
        return shorten(text, elisions, kind=Kind.BUILD, level=level)


def keep_below(lines: Lines, found: Iterable[int], below: re.Pattern[str]) -> set[int]:
    """Find the lines that continue others, down to the first that does not.

    Args:
        lines: Of the text.
        found: The lines that are continued, rising.
        below: How a line begins that continues one.

    Returns:
        The indices of the continuing lines.
    """
    kept: set[int] = set()
    done = 0
    for index in found:
        at = max(index + 1, done)
        if _SUMMED.match(lines.all[index]):
            continue  # what comes after a sum is no part of it
        while at < len(lines) and (below.match(lines.all[at]) or is_excerpt(lines, at)):
            kept.add(at)
            at += 1
        done = at
    return kept


def _noise(lines: Lines, must: set[int], level: Level) -> Iterator[int]:
    others = [index for index, line in enumerate(lines.all) if index not in must and line.strip()]
    unknown = []
    for index in others:
        if PROGRESS.match(lines.all[index]):
            yield index
        elif not RESULT.match(lines.all[index]):
            unknown.append(index)
    shape = shapes([lines.all[index] for index in unknown])
    counts = Counter(shape)
    limit = _REPEATS if level == "summary" else 2
    seen: set[str] = set()
    for index, one in zip(unknown, shape, strict=True):
        if counts[one] >= limit and one in seen:
            yield index
        seen.add(one)


def runs_of(lines: Lines) -> Callable[[int, int], str]:
    """Word a mark by how most of the lines left out begin."""

    def what(first: int, last: int) -> str:
        noun = "lines" if last > first else "line"
        starts = Counter(_opening(line) for line in lines.all[first : last + 1] if line.strip())
        word, count = min(starts.items(), key=lambda one: (-one[1], one[0]))
        return f"{word} {noun}" if word and count * 2 > last - first else noun

    return what


def _opening(line: str) -> str:
    found = re.match(r"\W{0,8}([A-Z][a-z]{2,19})", line)
    return found[1] if found else ""


def _prefixes(lines: Lines, found: Sequence[int]) -> Iterator[Elision]:
    """Leave out how a line of an npm warning begins, where the line above begins the same."""
    for above, index in pairwise(found):
        start = _NPM.match(lines.all[index])
        place = lines.starts[index]
        if start and index == above + 1 and lines.all[above].startswith(start[1]):
            yield Elision(place, place + len(start[0]), "", 1, "prefixes", "as in the line above")
        elif _NPM_EMPTY.fullmatch(lines.all[index]) and index + 1 < len(lines):
            yield Elision(place, lines.starts[index + 1], "", 1, "lines", "says nothing")


def _drawn(lines: Lines, whole: set[int]) -> Iterator[Elision]:
    """Leave out what only underlines a place that its line names by number; the first is marked."""
    found = [
        index
        for index, line in enumerate(lines.all[:-1])
        if _UNDERLINE.match(line) and index not in whole
    ]
    for at, index in enumerate(found if len(found) >= _LEAST_DRAWN else ()):
        marker = "" if at else mark(len(found), "lines that only underline") + "\n"
        start, end = lines.starts[index], lines.starts[index + 1]
        yield Elision(start, end, marker, 1, "lines", "drawn, says nothing")


def _echoes(lines: Lines, found: Sequence[int], whole: set[int]) -> Iterator[Elision]:
    """Leave out a detail below an error that only says again, in order, what the error says."""
    for index in found:
        at = index + 1
        if at in whole or at + 1 >= len(lines) or not lines.all[at].startswith("  "):
            continue
        said = iter(_WORD.findall(lines.all[index].lower()))
        detail = _WORD.findall(lines.all[at].lower())
        if len(detail) >= _LEAST_WORDS and all(word in said for word in detail):
            yield Elision(
                lines.starts[at], lines.starts[at + 1], "", 1, "lines", "as in the line above"
            )


COMPRESSOR = _Builds()
