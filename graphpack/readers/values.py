"""Reads the records of a data set one after the other, in whichever JSON it is written.

JSON Lines, one big array, an array under a key, a single record: the readers of data sets get the
same stream from all of them, and memory does not grow with the file. It knows no format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation
from graphpack.readers.arrays import is_lines
from graphpack.readers.base import Opened, Probe
from graphpack.readers.cut import CUT, CUT_HINT
from graphpack.readers.elements import iter_elements
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import iter_records

_NO_WRAPPER: frozenset[str] = frozenset()


def iter_values(
    source: Opened, faults: Faults, *, wrappers: frozenset[str] = _NO_WRAPPER
) -> Iterator[tuple[int, Any]]:
    """Read the records of a data set.

    Args:
        source: A file, bytes or a ZIP member.
        faults: Takes what was repaired or lost, with its line or number.
        wrappers: Keys of the outermost object whose array holds the records.

    Yields:
        Line or element number from 1, and the record; a single record has the number 0.
    """
    found = (
        iter_records(source, faults)
        if is_lines(source)
        else iter_elements(source, faults, wrappers=wrappers)
    )
    for number, value in found:
        if value is not None:  # a broken element, already counted
            yield number, value


def probed_values(probe: Probe, *, wrappers: frozenset[str] = _NO_WRAPPER) -> tuple[Any, ...]:
    """List the records that a probe saw.

    Args:
        probe: The first look.
        wrappers: As for ``iter_values``.

    Returns:
        The records; the last may be incomplete.
    """
    if len(probe.records) > 1:
        return probe.records
    document = probe.document
    if isinstance(document, dict):
        for key in wrappers:
            if isinstance(document.get(key), list):
                return tuple(document[key])
    if isinstance(document, list):
        return tuple(document)
    return probe.records if document is None else (document,)


def or_read_error(
    found: Iterable[Conversation], source: Opened, faults: Faults, *, what: str
) -> Iterator[Conversation]:
    """Put a data set's own faults on its conversations; without one there is nothing to read.

    Args:
        found: Conversations, being read while this runs.
        source: Where they are from.
        faults: What their reading counts.
        what: What the source should hold, for the message.

    Yields:
        The conversations.

    Raises:
        ReadError: There are none.
    """
    is_empty = True
    for conversation in attached(found, faults):
        is_empty = False
        yield conversation
    if is_empty and (faults.count("broken-document") or faults.count("broken-record")):
        raise ReadError(f"{source.name}: {CUT}", hint=CUT_HINT)
    if is_empty:
        raise ReadError(
            f"{source.name}: holds no {what}", hint="leave --format out to detect the format"
        )
