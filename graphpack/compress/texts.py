"""Outputs that are nothing else: only lines of one shape, many times over, become a count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from graphpack.compress.base import Kind, Level, Shortened, shorten
from graphpack.compress.diagnoses import diagnoses, parents
from graphpack.compress.lines import Lines, apart, gaps, names_focus
from graphpack.compress.long_lines import middles
from graphpack.compress.severity import trouble
from graphpack.compress.shapes import shapes
from graphpack.patterns import compiled

__all__ = ["COMPRESSOR"]

_REPEATS: dict[Level, int] = {"summary": 20, "aggressive": 10, "minimal": 6}
_FIRST = 3
# a place in a file, as a search prints it
_PLACE = compiled(r"[ \t]*[^\s:]{1,400}\.\w{1,8}:\d{1,7}:")


class _Texts:
    name = "texts"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        lines = Lines.of(text)
        whole = set(names_focus(lines, focus))
        found = sorted({*trouble(lines.all), *diagnoses(lines)})
        placed = (at for at, line in enumerate(lines.all) if _PLACE.match(line))
        must = whole.union(found, parents(lines, found), placed)
        others = [
            index for index, line in enumerate(lines.all) if index not in must and line.strip()
        ]
        alike: dict[str, list[int]] = defaultdict(list)
        for index, shape in zip(others, shapes([lines.all[at] for at in others]), strict=True):
            alike[shape].append(index)
        keep = bytearray(b"\1" * len(lines))
        for places in alike.values():
            if len(places) >= _REPEATS[level]:
                for index in places[_FIRST:-1]:
                    keep[index] = 0
        said = list(gaps(lines, keep, reason="alike"))
        return shorten(text, apart(said, middles(lines, whole)), kind=Kind.TEXT, level=level)


COMPRESSOR = _Texts()
