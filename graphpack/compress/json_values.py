"""JSON values of any kind, shortened in place: arrays sampled, long strings cut, depth bounded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from graphpack.compress.base import Elision, Level, mark
from graphpack.compress.json_census import Census, census
from graphpack.compress.json_choice import chosen
from graphpack.compress.json_places import Place, items, members, place_at
from graphpack.compress.json_rows import row_elisions
from graphpack.compress.placed import in_focus
from graphpack.compress.severity import is_trouble

__all__ = ["FEWEST_ITEMS", "Shortening", "record_elisions", "value_elisions"]

_LONG_CHARS: dict[Level, int] = {"summary": 240, "aggressive": 160, "minimal": 100}
_TAIL_CHARS = 40
_DEEPEST: dict[Level, int] = {"summary": 4, "aggressive": 3, "minimal": 2}
_DEEP_CHARS = 160
_DEEPEST_READ = 12
FEWEST_ITEMS = 6
_FEWEST_KEYS = 12
_LOOK_CHARS = 60
_ESCAPE_CHARS = 6
_COLUMNS_AT_MOST = 40
_FILLED_RATIO = 0.6
_NAMED_KEYS = 60


@dataclass(frozen=True, slots=True)
class Shortening:
    """What is the same for all parts of one text.

    Args:
        text: The whole text.
        level: How much is left out.
        focus: Paths; a value that names one stays whole.
    """

    text: str
    level: Level
    focus: Sequence[str]

    def said(self, place: Place) -> str:
        """Give a value as it is written."""
        return self.text[place.start : place.end]


def value_elisions(job: Shortening, place: Place, depth: int = 0) -> Iterator[Elision]:
    """Say what can go from a value.

    Args:
        job: The text, level and focus.
        place: The value.
        depth: How many objects and arrays it stands in.

    Yields:
        Elisions in order: records of an array and of an object that maps names to records, keys
        that are said once, the middle of long strings, what is nested deep.
    """
    value = place.value
    if isinstance(value, str):
        yield from _string(job, place)
    elif not isinstance(value, list | dict) or not value or depth >= _DEEPEST_READ:
        return
    elif isinstance(value, list):
        yield from _array(job, place, depth)
    elif len(value) >= _FEWEST_KEYS and all(
        isinstance(one, dict) and one for one in value.values()
    ):
        spans = [Place(one.start, *one.place[1:]) for one in members(job.text, place)]
        found = census([one.value for one in spans])
        yield from _sample(job, spans, _kept(job, spans, found), f"of {len(spans)} keys", depth)
    elif _is_too_deep(job, place, depth):
        yield _deep(place)
    else:
        for member in members(job.text, place):
            yield from value_elisions(job, member.place, depth + 1)


def record_elisions(
    job: Shortening, place: Place, spans: Sequence[Place], depth: int = 0
) -> Iterator[Elision]:
    """Say what can go from values that follow each other.

    Args:
        job: The text, level and focus.
        place: Where they stand, with what is round them.
        spans: The values.
        depth: How many objects and arrays they stand in.

    Yields:
        Elisions in order.
    """
    are_records = all(isinstance(item.value, dict) and item.value for item in spans)
    found = census([_as_record(item.value) for item in spans])
    kept = _kept(job, spans, found)
    if are_records and _is_even(found):
        yield from _long_cells(job, row_elisions(job.text, place, spans, found, kept), depth)
        return
    what = f"of {len(spans)} items" + (f"; {found.schema()}" if are_records else "")
    yield from _sample(job, spans, kept, what, depth)


def _as_record(value: Any) -> Mapping[str, Any]:
    """Give a value as a record, so that what is alike in all of them can be compared."""
    if isinstance(value, dict) and value:
        return value
    if isinstance(value, list) and 1 < len(value) <= _COLUMNS_AT_MOST:
        return {str(at): cell for at, cell in enumerate(value)}
    return {"": value}


def _array(job: Shortening, place: Place, depth: int) -> Iterator[Elision]:
    spans = items(job.text, place)
    if len(spans) >= FEWEST_ITEMS:
        yield from record_elisions(job, place, spans, depth)
    elif _is_too_deep(job, place, depth):
        yield _deep(place)
    else:
        for item in spans:
            yield from value_elisions(job, item, depth + 1)


def _kept(job: Shortening, spans: Sequence[Place], found: Census) -> set[int]:
    kept = chosen(found, job.level)
    if job.focus:
        kept |= {at for at, one in enumerate(spans) if in_focus(job.said(one), job.focus)}
    return kept


def _is_even(found: Census) -> bool:
    """Tell whether rows would have few empty cells."""
    cells = sum(len(record) for record in found.records)
    width = len(found.columns)
    return width <= _COLUMNS_AT_MOST and cells >= width * len(found.records) * _FILLED_RATIO


def _sample(
    job: Shortening, spans: Sequence[Place], kept: set[int], what: str, depth: int
) -> Iterator[Elision]:
    """Leave out runs of items, and shorten those that stay."""
    for is_kept, run in groupby(range(len(spans)), lambda at: at in kept):
        part = list(run)
        if not is_kept:
            start, end = spans[part[0]].start, spans[part[-1]].end
            marker = mark(len(part), what)
            yield Elision(start, end, marker, len(part), "items", "like those that are kept")
            what = what.partition(";")[0]
            continue
        for at in part:
            # the span of a member begins with its name; its value ends where the span does
            value = spans[at]
            if isinstance(value.value, dict) and job.text[value.start] == '"':
                value = place_at(job.text, job.text.index("{", _name_end(job.text, value.start)))
            yield from value_elisions(job, value, depth + 1)


def _name_end(text: str, start: int) -> int:
    return place_at(text, start).end


def _long_cells(job: Shortening, rows: Iterable[Elision], depth: int) -> Iterator[Elision]:
    """Shorten long values that stay in rows, each between two elisions."""
    at: int | None = None
    for row in rows:
        if at is not None and row.start - at > _LONG_CHARS[job.level]:
            yield from value_elisions(job, place_at(job.text, at), depth + 1)
        yield row
        at = row.end


def _is_too_deep(job: Shortening, place: Place, depth: int) -> bool:
    said = job.said(place)
    if depth < _DEEPEST[job.level] or len(said) <= _DEEP_CHARS:
        return False
    return not is_trouble(said) and not in_focus(said, job.focus)


def _deep(place: Place) -> Elision:
    names = list(dict.fromkeys(_names(place.value)))
    count = len(place.value)
    what = "items" if isinstance(place.value, list) else "keys"
    if names:
        what += f": {', '.join(names[:_NAMED_KEYS])}" + ", …" * (len(names) > _NAMED_KEYS)
    return Elision(
        place.start + 1, place.end - 1, mark(count, what), count, "values", "nested deep"
    )


def _names(value: object) -> Iterator[str]:
    """List the keys in a value, those of what is nested in it after its own."""
    level = [value]
    while level:
        things = [one for one in level if isinstance(one, dict)]
        for thing in things:
            yield from thing
        lists = [one for one in level if isinstance(one, list)]
        level = [below for one in things for below in one.values()]
        level += [below for one in lists for below in one]


def _string(job: Shortening, place: Place) -> Iterator[Elision]:
    """Cut a long string in its middle; lines of trouble in it stay whole."""
    said = job.said(place)
    if len(said) <= _LONG_CHARS[job.level] or in_focus(said, job.focus):
        return
    head, tail = _LONG_CHARS[job.level] // 2, len(said) - _TAIL_CHARS
    at = 0
    for is_bad, run in groupby(said.split("\\n"), is_trouble):
        end = at + sum(len(line) + 2 for line in run)
        first, last = _clear(said, max(at, head)), _clear(said, min(end - 2, tail))
        at = end
        if is_bad or first is None or last is None:
            continue
        marker = mark(last - first, "characters")
        if last - first > 2 * len(marker):
            start, size = place.start + first, last - first
            yield Elision(start, start + size, marker, size, "characters", "long")


def _clear(said: str, at: int) -> int | None:
    """Find the next place in a string that is in no escape."""
    places = range(max(at, 1), min(at + _LOOK_CHARS, len(said)))
    return next((p for p in places if "\\" not in said[max(0, p - _ESCAPE_CHARS) : p]), None)
