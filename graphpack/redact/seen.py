"""One pass over a text, or over many short ones together: where there is anything to look into."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from graphpack.patterns import compiled
from graphpack.redact.literals import Literals, Match, Near
from graphpack.redact.rules import Hit, Rule
from graphpack.redact.runs import KINDS, MIN_BROKEN, SEPARATOR, Run, breaks_of, runs_of

_BEGINS = (b"\x1b[", b"\\x1b[", b"\\u001b[", b"\\e[", b"\\033[")
# the letter that ends a sequence belongs to no word behind it
_COLOUR = compiled(rb"(?:\x1b|\\(?:x1b|u001b|e|033))\[[0-9;:?]{0,20}[A-Za-z@`~]")


class Seen(NamedTuple):
    """What one pass over a text shows.

    Args:
        bare: The text with blanks for its colours and other sequences to a terminal: they stand
            between a name and its value.
        kinds: Of its bytes, see ``KINDS``.
        matches: Its literals.
        runs: Its long runs.
        breaks: Ends of lines over which a word may go on.
        colours: Where they begin.
    """

    bare: bytes
    kinds: bytes
    matches: Sequence[Match]
    runs: Sequence[Run]
    breaks: Sequence[int]
    colours: Sequence[int]


def see(data: bytes, literals: Literals) -> Seen:
    """Look at a text once.

    Args:
        data: UTF-8; several texts with ``SEPARATOR`` between them.
        literals: To be found.

    Returns:
        What there is to look into.
    """
    bare, colours = _without_colours(data)
    matches = literals.search(bare)
    if len(bare) < MIN_BROKEN:
        return Seen(bare, b"", matches, (), (), colours)
    kinds = bare.translate(KINDS)
    return Seen(bare, kinds, matches, runs_of(bare, kinds), breaks_of(kinds), colours)


class Part(NamedTuple):
    """What there is to look into in one of several texts; offsets are its own.

    Args:
        start: Where it begins in all of them.
        words: See ``Near``.
        rules: See ``Near``.
        marks: See ``Near``.
        hits: What was found in it already.
    """

    start: int
    words: list[tuple[int, int, bytes]]
    rules: list[tuple[int, int, Rule]]
    marks: list[list[int]]
    hits: list[Hit]


def apart(datas: Sequence[bytes], near: Near, hits: Iterable[Hit]) -> Mapping[int, Part]:
    """Take apart what was seen of several texts.

    Args:
        datas: The texts, UTF-8.
        near: Of all, with ``SEPARATOR`` between them.
        hits: What was found in all.

    Returns:
        By number, each text in which there is anything to look into.
    """
    starts = [0, *accumulate(len(data) + len(SEPARATOR) for data in datas)]
    parts: dict[int, Part] = {}
    part = Part(0, [], [], [], [])
    past = 0

    def part_at(place: int) -> Part:
        nonlocal part, past
        # most stand in the same text as the one before
        if part.start <= place < past:
            return part
        number = min(bisect_right(starts, place), len(datas)) - 1
        past = starts[number + 1]
        if number not in parts:
            parts[number] = Part(starts[number], [], [], [[] for _ in near.marks], [])
        part = parts[number]
        return part

    for start, end, word in near.words:
        part = part_at(start)
        part.words.append((start - part.start, end - part.start, word))
    for start, end, rule in near.rules:
        part = part_at(start)
        part.rules.append((start - part.start, end - part.start, rule))
    for number, marks in enumerate(near.marks):
        for mark in marks:
            part = part_at(mark)
            part.marks[number].append(mark - part.start)
    for hit in hits:
        part = part_at(hit.start)
        part.hits.append(hit.moved(-part.start))
    return parts


def _without_colours(data: bytes) -> tuple[bytes, Sequence[int]]:
    """Put blanks, as offsets have to stay; the pattern is tried only where its beginnings are."""
    spans = [
        match.span()
        for begin in _BEGINS
        for start in _places(data, begin)
        if (match := _COLOUR.match(data, start))
    ]
    if not spans:
        return data, ()
    bare = bytearray(data)
    for start, end in spans:
        bare[start:end] = b" " * (end - start)
    return bytes(bare), sorted(start for start, _ in spans)


def _places(data: bytes, wanted: bytes) -> Iterator[int]:
    start = data.find(wanted)
    while start >= 0:
        yield start
        start = data.find(wanted, start + len(wanted))
