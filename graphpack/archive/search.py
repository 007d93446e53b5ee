"""Finds statements and messages in an archive by words, ranked, with snippets and provenance.

Words are looked for as they are typed first; where that gives too few, by their beginnings; then
those that hold any of them. Words in which a question is put are left out where nothing holds them.
Of very many that match, the newest ``RANKED`` are ranked. Several lists become one by reciprocal
rank fusion: a place high in any of them counts, scores do not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, Protocol

from sqlalchemy import Connection

from graphpack.archive.cited import TABLES, Cited, Kind, Wanted, given_up
from graphpack.archive.matching import Match
from graphpack.archive.ranking import best as best_rows
from graphpack.archive.ranking import common, newest
from graphpack.archive.snippets import Snippet, snippet
from graphpack.archive.store import Archive
from graphpack.archive.telling import Place, each_once, meant
from graphpack.archive.terms import query_terms, telling
from graphpack.errors import UsageError

__all__ = ["Hit", "Kinds", "Meaning", "Wanted", "search"]

Kinds = Literal["nodes", "messages", "all"]
LIMIT = 20
MOST_TERMS = 200
"""So many words at most are looked for: each takes its time."""
_FUSED = 60
"""Of reciprocal rank fusion: the larger, the less the first places stand out."""
_LATER = 3
"""So many places later comes what was given up, among those that hold the words alike."""
_SPARE = 5
_NEAR = 20
"""So many that are near in meaning are told of a topic."""
_DEPTH = 100
"""So many of each list are fused at least."""


class Meaning(Protocol):
    """Finds statements whose meaning is near; ``semantic`` has one."""

    def nearest(
        self, connection: Connection, query: str, wanted: Wanted, *, limit: int
    ) -> Sequence[int]:
        """Give the numbers of the nearest statements, the nearest first."""
        ...


@dataclass(frozen=True, slots=True)
class Hit:
    """What was found.

    Args:
        cited: The statement or message, and where it comes from.
        snippet: The piece of it that shows why.
        score: Of the fusion: larger is better, comparable within one answer only.
        by_words: Whether it holds words of the query.
        by_meaning: Whether it was near in meaning.
    """

    cited: Cited
    snippet: Snippet
    score: float
    by_words: bool = True
    by_meaning: bool = False


def search(  # noqa: PLR0913  # each is asked for by itself, on the command line and on the page
    archive: Archive,
    query: str,
    wanted: Wanted | None = None,
    *,
    kinds: Kinds = "all",
    limit: int = LIMIT,
    offset: int = 0,
    meaning: Meaning | None = None,
) -> tuple[Hit, ...]:
    """Find statements and messages.

    Args:
        archive: Where.
        query: Words; no character is an operator. Blank lists the newest statements.
        wanted: What they have to be, besides.
        kinds: What is looked through.
        limit: How many at most.
        offset: How many to leave out before.
        meaning: Finds what says the same in other words, besides.

    Returns:
        The best first, of like ones what holds before what was given up. A message that a found
        statement says again is told as that statement. A query without a word that can be looked
        for, or with too many, is a ``UsageError``.
    """
    wanted = wanted or Wanted()
    terms = _asked(query) if query.strip() else ()
    depth = max(limit + offset + 1, _DEPTH)
    with archive.reading() as connection:
        if not terms:
            numbers = newest(connection, wanted, limit=limit + offset)
            lists: dict[str, list[Place]] = {"newest": [("node", one) for one in numbers]}
        else:
            lists = {
                kind: [(kind, one) for one in _by_words(connection, kind, terms, wanted, depth)]
                for kind in _kinds(kinds, wanted)
            }
            if meaning is not None and kinds != "messages":
                near = meaning.nearest(connection, query, wanted, limit=depth)
                lists["meaning"] = [("node", one) for one in near]
        scores = _fused(lists)
        best = sorted(scores, key=lambda place: (-scores[place], place[0] != "node", -place[1]))
        once = each_once(connection, best, terms, step=limit + _SPARE)
        told = list(islice(once, offset, offset + limit))
    by_meaning = frozenset(lists.get("meaning", ()))
    by_words = frozenset(place for name in TABLES for place in lists.get(name, ()))
    return tuple(
        Hit(
            one.cited,
            snippet(one.cited.text, meant(one.cited.text, terms)),
            scores[one.ranked],
            one.place in by_words,
            one.place in by_meaning,
        )
        for one in told
    )


def found_statements(
    connection: Connection,
    query: str,
    wanted: Wanted,
    *,
    limit: int,
    meaning: Meaning | None = None,
) -> list[int]:
    """Find the statements that fit a query closely.

    Args:
        connection: Reads.
        query: Words.
        wanted: Which statements.
        limit: How many at most.
        meaning: Finds what says the same in other words, besides.

    Returns:
        Numbers of their rows, the best first: those that hold all words, in any form; where there
        are none, those that hold some. A query without a word that can be looked for, or with
        too many, is a ``UsageError``.
    """
    terms = _asked(query)
    lists: dict[str, list[Place]] = {"words": []}
    for reading in _readings(connection, "node", terms):
        if reading.is_any and lists["words"]:
            break
        found = best_rows(connection, "node", reading, wanted, limit=limit)
        lists["words"] += [("node", one) for one in found if ("node", one) not in lists["words"]]
    if meaning is not None:
        near = meaning.nearest(connection, query, wanted, limit=_NEAR)
        lists["meaning"] = [("node", one) for one in near]
    scores = _fused(lists)
    best = sorted(scores, key=lambda place: (-scores[place], -place[1]))
    return [number for _, number in best[:limit]]


def count_others(
    connection: Connection, query: str, wanted: Wanted, *, limit: int, told: Collection[int]
) -> int:
    """Count the statements that a search finds besides those that fit a query closely.

    Args:
        connection: Reads.
        query: Words.
        wanted: Which statements.
        limit: How many were to be found at most.
        told: Numbers of the rows of those that fit.

    Returns:
        How many more there are among the first that a search lists, a hundred or ``limit``.
    """
    found = _by_words(connection, "node", _asked(query), wanted, max(limit + 1, _DEPTH))
    return len(set(found).difference(told))


def _asked(query: str) -> tuple[str, ...]:
    terms = query_terms(query)
    if not terms:
        raise UsageError(f"{query.strip()[:40]}: holds no word", hint="letters, digits or names")
    if len(terms) > MOST_TERMS:
        raise UsageError(
            f"{query.strip()[:40]} …: {len(terms)} words, more than {MOST_TERMS}",
            hint="ask for the few that tell the most",
        )
    return terms


def _kinds(kinds: Kinds, wanted: Wanted) -> tuple[Kind, ...]:
    if kinds == "nodes" or wanted.is_of_statements:
        return ("node",)
    return ("message",) if kinds == "messages" else tuple(TABLES)


def _by_words(
    connection: Connection, kind: Kind, terms: Sequence[str], wanted: Wanted, depth: int
) -> list[int]:
    """Rank by the strictest reading of a query first, then by looser ones until it is enough."""
    found: dict[int, None] = {}
    for reading in _readings(connection, kind, terms):
        if len(found) >= depth:
            break
        rows = best_rows(connection, kind, reading, wanted, limit=depth)
        over = given_up(connection, rows) if kind == "node" else ()
        places = {row: place + _LATER * (row in over) for place, row in enumerate(rows)}
        found |= dict.fromkeys(sorted(rows, key=lambda row: (places[row], row in over)))
    return list(found)[:depth]


def _readings(connection: Connection, kind: Kind, terms: Sequence[str]) -> Iterator[Match]:
    asked = telling(terms)
    # as it was typed first: «WHO» may be a name
    for some in dict.fromkeys((tuple(terms), asked)):
        yield Match(some)
        whole = Match(some, is_prefix=True)
        if whole.words != some or any(map(str.isalpha, some)):
            yield whole
    if len(asked) > 1:
        # a word that nearly all hold tells nothing, and takes the longest to rank
        usual = common(connection, kind, asked)
        rare = tuple(term for term in asked if term not in usual)
        yield Match(rare or asked, is_any=True)


def _fused(lists: Mapping[str, Sequence[Place]]) -> dict[Place, float]:
    scores: dict[Place, float] = defaultdict(float)
    for places in lists.values():
        for rank, place in enumerate(places, 1):
            scores[place] += 1.0 / (_FUSED + rank)
    return {place: round(score, 6) for place, score in scores.items()}
