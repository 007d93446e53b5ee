"""Values that a person moved later, told in the records that still give them.

«So it's a week later, on the 19th» shares no word with «the release is on the 12th»: whoever looks
for the release finds the old day alone. So the old record tells the new one, and which record says
it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphpack.context.records import Kind, Record
from graphpack.context.sorts import is_person
from graphpack.text import iter_sentences
from graphpack.text.lifted import Line
from graphpack.text.moved import moved

__all__ = ["amended"]

_READ_CHARS = 20_000
"""A longer message is a document that somebody pasted: its values are not spoken of by the way."""


def amended(records: Sequence[Record]) -> tuple[Record, ...]:
    """Tell values as they are now.

    Args:
        records: In their order; where they are of several sessions, what stands before the last
            slash of an id tells them apart.

    Returns:
        The same records; in messages a value that a person moved later reads «19th (was 12th, see
        r7)». Amending twice changes nothing.
    """
    changes: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for places, lines in _talks(records):
        for one in moved(lines):
            (at, start), (by, _) = places[one.older], places[one.newer]
            if at != by:
                old = lines[one.older].text[one.start : one.end]
                told = f"{one.value} (was {old}, see {records[by].id})"
                changes[at].append((start + one.start, start + one.end, told))
    return tuple(
        replace(record, text=_told(record.text, changes[at])) if at in changes else record
        for at, record in enumerate(records)
    )


def _talks(records: Sequence[Record]) -> Iterator[tuple[list[tuple[int, int]], list[Line]]]:
    """The sentences of each session, and where each stands: in which record, from where on."""
    talks: dict[str, tuple[list[tuple[int, int]], list[Line]]] = {}
    for at, record in enumerate(records):
        if record.kind is not Kind.MESSAGE or len(record.text) > _READ_CHARS:
            continue
        # of several sessions, the ids begin with the session's
        places, lines = talks.setdefault(record.id.rpartition("/")[0], ([], []))
        for start, end in iter_sentences(record.text):
            places.append((at, start))
            lines.append(Line(at, record.text[start:end], is_person(record)))
    yield from talks.values()


def _told(text: str, changes: Sequence[tuple[int, int, str]]) -> str:
    for start, end, told in sorted(changes, reverse=True):
        text = f"{text[:start]}{told}{text[end:]}"
    return text
