"""JSON lines: each run of them as the array that it is; other lines stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from graphpack.compress.base import Elision, Kind, Level, Shortened, shorten
from graphpack.compress.json_places import Place, place_at
from graphpack.compress.json_values import FEWEST_ITEMS, Shortening, record_elisions
from graphpack.compress.placed import Line, lines_of

__all__ = ["COMPRESSOR", "JsonLines"]


class JsonLines:
    """Samples records that stand one in a line."""

    name = "json-lines"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        """Shorten JSON lines.

        Args:
            text: One JSON object or array in a line; other lines stay.
            level: How large the sample is.
            focus: Paths; a record that names one stays.

        Returns:
            Rows where the records are alike, a sample of the lines where they are not.
        """
        job = Shortening(text, level, focus)
        found: list[Elision] = []
        for is_record, run in groupby(_placed(text), lambda one: one is not None):
            spans = [one for one in run if one is not None]
            if is_record and len(spans) >= FEWEST_ITEMS:
                whole = Place(spans[0].start, spans[-1].end, None)
                found += record_elisions(job, whole, spans)
        return shorten(text, found, kind=Kind.JSON_LINES, level=level)


def _placed(text: str) -> Iterator[Place | None]:
    for line in lines_of(text):
        yield _record(text, line)


def _record(text: str, line: Line) -> Place | None:
    if line.text[:1] not in {"{", "["}:
        return None
    try:
        found = place_at(text, line.start)
    except (ValueError, RecursionError):
        return None
    # a value that goes on in the next line is no record of this one
    return found if found.end <= line.end and not text[found.end : line.end].strip() else None


COMPRESSOR = JsonLines()
