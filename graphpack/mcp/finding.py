"""Finding things in what was ingested: by a query, decisions, what went wrong, a file's history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphpack.context import Kind, Record, Weights
from graphpack.context.amending import amended
from graphpack.context.asked import is_asking, settled
from graphpack.context.dedupe import fold
from graphpack.context.facts import facts_of
from graphpack.context.fragments import pieces
from graphpack.context.lexicon import DROPPED_STATUSES
from graphpack.context.relevance import Relevance, relevances, shown
from graphpack.context.score import Score, score
from graphpack.context.sorts import is_person, is_rule, reports_trouble, shows_trouble
from graphpack.context.terms import Rarity, terms
from graphpack.errors import UsageError
from graphpack.mcp.agreeing import agreements
from graphpack.mcp.desk import Answer, Desk, Given, Progress
from graphpack.mcp.gathering import Gathered, gather, likely
from graphpack.mcp.items import Found, answered

__all__ = ["get_decisions", "get_file_history", "get_relevant_errors", "search_context"]

MAX_RANKED = 200
"""Records that are held against a query; of more, those that share the most with it."""
MAX_FOLDED = 100
"""Of what was found, so many are looked through for repetitions."""
REQUIREMENT = "requirement"
"""Status of what people asked for, and nobody recorded as a decision."""
STATUSES = (
    "accepted", "rejected", "deferred", "open", "superseded", "postponed", "abandoned", REQUIREMENT,
)  # fmt: skip
"""Those of decisions by name; records may bring others."""
_LEAST = 0.12
"""A relevance under this is chance: one everyday word in common."""


def search_context(desk: Desk, given: Given, progress: Progress) -> Answer:
    """Rank what was ingested by a query.

    Args:
        desk: What the server has.
        given: ``query``; ``session``, ``kinds``, ``limit``, ``detail``.
        progress: Told of the stages.

    Returns:
        The best first, each with its score.
    """
    gathered = _gathered(desk, given)
    kinds = frozenset(given.get("kinds", ()))
    records = [one for one in gathered.records if not kinds or one.kind in kinds]
    progress("ranking", 0, len(records))
    return answered(desk, _ranked(given["query"], records), given, gathered)


def get_decisions(desk: Desk, given: Given, progress: Progress) -> Answer:
    """List what was decided, and what people asked to be kept to.

    Args:
        desk: What the server has.
        given: ``query``, ``status``, ``session``, ``limit``, ``detail``.
        progress: Told of the stages.

    Returns:
        The latest first, or the best first where there is a query. A status that no decision has
        is a UsageError.
    """
    gathered = _gathered(desk, given)
    status = given.get("status")
    agreed = agreements(gathered.records)
    found = [one for one in gathered.records if one.id in agreed or _is_decided(one)]

    def status_of(record: Record) -> str:
        own = _status(record)
        return "accepted" if own == REQUIREMENT and record.id in agreed else own

    def why(record: Record) -> str:
        to = agreed.get(record.id)
        return f"{status_of(record)}; agrees to {to}" if to else status_of(record)

    if status is not None:
        _check_status(status, found, status_of)
        found = [one for one in found if status_of(one) == status]
    return answered(desk, _listed(found, given, why, progress), given, gathered)


def get_relevant_errors(desk: Desk, given: Given, progress: Progress) -> Answer:
    """List errors, failing runs, attempts that failed, and what people say fails.

    Args:
        desk: What the server has.
        given: ``query``, ``session``, ``limit``, ``detail``.
        progress: Told of the stages.

    Returns:
        Errors and failing runs first, of each the latest first; the best first where there is a
        query.
    """
    gathered = _gathered(desk, given)
    errors = [one for one in gathered.records if shows_trouble(one)]
    failed = {one.id for one in errors}
    # what only tells of an attempt or a failure may mean another one: what shows one comes first
    told = [one for one in gathered.records if one.id not in failed and _is_attempt(one)]
    found = [*told, *errors]
    return answered(desk, _listed(found, given, _trouble, progress), given, gathered)


def get_file_history(desk: Desk, given: Given, progress: Progress) -> Answer:
    """List what was seen, changed and said of a file.

    Args:
        desk: What the server has.
        given: ``path``; ``session``, ``limit``, ``detail``.
        progress: Told of the stages.

    Returns:
        The earliest first.

    Raises:
        UsageError: The path is empty.
    """
    wanted = given["path"].replace("\\", "/").removeprefix("./").strip("/")
    if not wanted:
        raise UsageError("path: is empty", hint="src/auth/policy.ts")
    gathered = _gathered(desk, given)
    progress("looking for the file", 0, len(gathered.records))
    found = [one for one in gathered.records if _speaks_of(one, wanted)]
    told = [Found(one, _role(one, wanted)) for one in found]
    return answered(desk, told, given, gathered, is_latest_last=True)


def _gathered(desk: Desk, given: Given) -> Gathered:
    """Collect records, with values as they are now."""
    found = gather(desk, given.get("session"))
    return replace(found, records=amended(found.records))


@dataclass(frozen=True, slots=True)
class _Judged:
    record: Record
    near: Relevance
    score: Score

    @property
    def rank(self) -> float:
        """What it has to do with the query, times what it weighs among records."""
        return round(self.near.value * max(self.score.total, 0.0), 4)


def _ranked(query: str, records: Sequence[Record]) -> list[Found]:
    """Hold records against a query, repetitions folded and long messages in their pieces.

    Raises:
        UsageError: The query is empty.
    """
    if not query.strip():
        raise UsageError("query: is empty", hint="words, names, paths of what is looked for")
    parts = pieces(likely(query, records, MAX_RANKED))
    near = relevances(
        query,
        parts,
        rarity=Rarity([terms(shown(one)) for one in parts]),
        silent=frozenset(one.id for one in parts),  # what is tied to a hit is no hit itself
    )
    scores = score(parts, near, Weights())
    judged = [_Judged(one, near[one.id], scores[one.id]) for one in parts]
    judged = [one for one in judged if one.near.value >= _LEAST]
    judged.sort(key=lambda one: -one.rank)  # equal ones stay in the records' order
    wanted = terms(query)
    found = _unfolded(judged, {one.id: at for at, one in enumerate(parts)})
    return [replace(one, wanted=wanted) for one in found]


def _unfolded(judged: Sequence[_Judged], places: Mapping[str, int]) -> list[Found]:
    """Tell what was found, what stands there twice once."""
    first = sorted((one.record for one in judged[:MAX_FOLDED]), key=lambda one: places[one.id])
    folded = fold(first)
    gone = {one.folded for one in folded.folds}
    return [
        Found(
            one.record,
            folded.history.get(one.record.id, ""),
            rank=one.rank,
            relevance=one.near.value,
            score=one.score,
        )
        for one in judged
        if one.record.id not in gone
    ]


def _listed(
    found: Sequence[Record],
    given: Given,
    why: Callable[[Record], str],
    progress: Progress,
) -> list[Found]:
    progress("ranking", 0, len(found))
    if given.get("query"):
        return _ranked(given["query"], found)
    folded = fold(found[-MAX_FOLDED:])
    latest: Iterable[Record] = reversed((*found[:-MAX_FOLDED], *folded.records))
    return [Found(one, folded.history.get(one.id) or why(one)) for one in latest]


def _is_decided(record: Record) -> bool:
    if record.kind is Kind.DECISION or _said(record):
        return True
    return is_person(record) and (is_rule(record) or is_asking(record))


def _said(record: Record) -> str | None:
    """Which way a person's message that is a decision itself went; None for others."""
    return (record.status or settled(record)) if is_person(record) else None


def _status(record: Record) -> str:
    if record.kind is Kind.DECISION:
        return record.status or "accepted"
    return _said(record) or REQUIREMENT


def _check_status(status: str, found: Iterable[Record], status_of: Callable[[Record], str]) -> None:
    """See that a status is one that decisions have, or had here.

    Raises:
        UsageError: It is none.
    """
    known = dict.fromkeys((*STATUSES, *sorted({status_of(one) for one in found})))
    if status not in known:
        raise UsageError("status: is none that a decision has", hint=f"one of {', '.join(known)}")


def _is_attempt(record: Record) -> bool:
    return facts_of(record).is_failed_attempt or reports_trouble(record)


def _trouble(record: Record) -> str:
    """What failed, in a line: tests, the error's own words, where."""
    facts = facts_of(record)
    told = (*facts.failures[:2], *facts.signatures[:1], *facts.places[:1])
    if told:
        return "; ".join(told)
    if facts.is_failed_attempt:
        return "a failed attempt"
    return "reported" if reports_trouble(record) else ""


def _speaks_of(record: Record, wanted: str) -> bool:
    own = [record.path] if record.path else []
    return any(_is_same(path, wanted) for path in (*own, *facts_of(record).paths))


def _is_same(path: str, wanted: str) -> bool:
    """Whether two paths may name one file, or one the folder of the other."""
    own = path.removeprefix("./").strip("/")
    is_end = own == wanted or own.endswith(f"/{wanted}") or wanted.endswith(f"/{own}")
    return is_end or own.startswith(f"{wanted}/") or f"/{wanted}/" in own


def _role(record: Record, wanted: str) -> str:
    if record.kind is Kind.FILE:
        return "snapshot"
    if record.kind is Kind.DIFF:
        lines = record.text.split("\n")
        plus = sum(line.startswith("+") and not line.startswith("+++") for line in lines)
        minus = sum(line.startswith("-") and not line.startswith("---") for line in lines)
        return f"change +{plus} -{minus}"
    if record.status in DROPPED_STATUSES:
        return str(record.status)
    return "error" if shows_trouble(record) else "mention"
