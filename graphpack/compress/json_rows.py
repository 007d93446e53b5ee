"""Records of a JSON array written as rows: keys once, then values as they stand, in order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from graphpack.compress.base import Elision, mark
from graphpack.compress.json_census import Census, Path
from graphpack.compress.json_places import Place, members

__all__ = ["row_elisions"]

_DEEPEST = 3
_SAMPLE_REASON = "like the records that are kept"
_KEY_REASON = "keys are said once"


def row_elisions(
    text: str, array: Place, records: Sequence[Place], found: Census, kept: Collection[int]
) -> Iterator[Elision]:
    """Leave out keys, constants and the records that are not kept.

    Args:
        text: The whole text.
        array: Where the array stands.
        records: Its items, all of them objects.
        found: What they have in common.
        kept: Places of the records that stay.

    Yields:
        Elisions in order. What is left are the values of each kept record, parted by commas, an
        empty cell where a record has no such key; a record in another order stays as it is.
    """
    columns = [path for path in found.columns if path not in found.constants]
    total = len(records)
    head = mark(total - len(kept), f"of {total} items; {found.schema()}; rows: #item, values")
    at, pending, reason = array.start, head, _KEY_REASON
    gone = 0
    for index, record in enumerate(records):
        if index not in kept:
            gone += 1
            continue
        start, cells = _cells(text, record, columns)
        marker = f"{pending}\n#{index} {start.marker if start else ''}"
        first = start.end if start else record.start
        reason = _SAMPLE_REASON if gone else _KEY_REASON
        yield Elision(at, first, marker, max(1, gone), "items", reason)
        for cell in cells:
            if cell.end < record.end:
                yield cell
        at = cells[-1].start if cells else record.end
        pending = cells[-1].marker if cells else ""
        gone = 0
    yield Elision(at, array.end, pending, max(1, gone), "items", _SAMPLE_REASON)


def _cells(
    text: str, record: Place, columns: Sequence[Path]
) -> tuple[Elision | None, list[Elision]]:
    """Find what to leave out of a record: before its first value, and after each one.

    Returns:
        None and nothing where its values do not stand in the order of the columns.
    """
    order = {path: at for at, path in enumerate(columns)}
    leaves = [(path, place) for path, place in _leaves(text, record, ()) if path in order]
    places = [order[path] for path, _ in leaves]
    if not leaves or any(after <= before for before, after in pairwise(places)):
        return None, []
    first = leaves[0][1].start
    start = Elision(record.start, first, "," * places[0], 1, "keys", _KEY_REASON)
    cells: list[Elision] = []
    for at, (_, place) in enumerate(leaves):
        is_last = at == len(leaves) - 1
        end = record.end if is_last else leaves[at + 1][1].start
        width = (len(columns) - 1 if is_last else places[at + 1]) - places[at]
        cells.append(Elision(place.end, end, "," * width, 1, "keys", _KEY_REASON))
    return start, cells


def _leaves(text: str, record: Place, stem: Path) -> Iterator[tuple[Path, Place]]:
    for member in members(text, record):
        path = (*stem, member.key)
        value = member.place.value
        if isinstance(value, dict) and value and len(path) < _DEEPEST:
            yield from _leaves(text, member.place, path)
        else:
            yield path, member.place
