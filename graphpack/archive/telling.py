"""What was found, each thing told once: a message and the statement that says it again are one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from graphpack.archive.cited import Cited, Kind, by_number
from graphpack.archive.matching import stem
from graphpack.archive.snippets import held
from graphpack.archive.terms import query_terms, telling
from graphpack.text import iter_sentences

Place = tuple[Kind, int]
"""A statement or a message, and the number of its row."""

_SOUGHT_CHARS = 20_000
_SAME = 0.75
"""So much of a sentence a statement holds that says it again: «Decision:» may be left out."""


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that was found.

    Args:
        place: What is told.
        cited: It.
        ranked: For what it is told here: itself, or a message that it says again.
    """

    place: Place
    cited: Cited
    ranked: Place


def each_once(
    connection: Connection, places: Sequence[Place], terms: Sequence[str], *, step: int
) -> Iterator[Told]:
    """Read what was found, and tell for a message the statement that says it again.

    Args:
        connection: Reads.
        places: The best first.
        terms: What was looked for.
        step: So many messages are read at a time.

    Yields:
        Each statement once, where it or such a message comes first. A message stays where it holds
        words of the query that no statement says again.
    """
    terms = telling(terms)
    numbers = [number for kind, number in places if kind == "node"]
    nodes = by_number(connection, "node", numbers)
    of_session: dict[str, list[tuple[Place, Cited]]] = defaultdict(list)
    for number in numbers:
        if number in nodes:
            of_session[nodes[number].session].append((("node", number), nodes[number]))
    shown: set[Place] = set()
    for place, one in _read(connection, places, nodes, step):
        told, cited = place, one
        if one.kind == "message":
            told, cited = _instead(one, of_session[one.session], shown, terms) or (place, one)
        if told not in shown:
            shown.add(told)
            yield Told(told, cited, place)


def _read(
    connection: Connection, places: Sequence[Place], nodes: Mapping[int, Cited], step: int
) -> Iterator[tuple[Place, Cited]]:
    for start in range(0, len(places), step):
        some = places[start : start + step]
        numbers = [number for kind, number in some if kind == "message"]
        messages = by_number(connection, "message", numbers)
        for place in some:
            one = (nodes if place[0] == "node" else messages).get(place[1])
            if one is not None:
                yield place, one


def _instead(
    message: Cited,
    nodes: Sequence[tuple[Place, Cited]],
    shown: set[Place],
    terms: Sequence[str],
) -> tuple[Place, Cited] | None:
    """Choose the statement that says what a message was found for; one told before, if any."""
    sought = held(message.text, terms)
    own = [pair for pair in nodes if pair[1].message == message.message]
    before = next((pair for pair in own if pair[0] in shown), None)
    if before is not None:
        return before
    sentences = _telling_sentences(message.text, terms)
    fit = [
        (place, one)
        for place, one in nodes
        if sought <= held(one.text, terms)
        and (one.message == message.message or _says(one, sentences))
    ]
    return next((pair for pair in fit if pair[0] in shown), fit[0] if fit else None)


def meant(text: str, terms: Sequence[str]) -> tuple[str, ...]:
    """Choose the words that a text was found for: those in which a question is put are seldom."""
    return tuple(terms) if held(text, terms).issuperset(terms) else telling(terms)


def _telling_sentences(text: str, terms: Sequence[str]) -> list[frozenset[str]]:
    """Give the words of the sentences that hold what was looked for."""
    text = text[:_SOUGHT_CHARS]
    pieces = (text[start:end] for start, end in iter_sentences(text))
    return [_words(piece) for piece in pieces if held(piece, terms)]


def _says(statement: Cited, sentences: Sequence[frozenset[str]]) -> bool:
    own = _words(statement.text)
    return bool(sentences) and all(len(words & own) >= _SAME * len(words) for words in sentences)


def _words(text: str) -> frozenset[str]:
    return frozenset(map(stem, telling(query_terms(text))))
