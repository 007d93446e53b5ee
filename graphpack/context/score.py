"""Nine signals from 0 to 1 and their weights: the sum orders what competes for the budget."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime

from graphpack.context.facts import Outcome, facts_of
from graphpack.context.lexicon import REJECTED_STATUSES
from graphpack.context.records import Kind, Record
from graphpack.context.relevance import Relevance, shown
from graphpack.context.similarity import Overlap
from graphpack.context.sorts import is_binding, is_rule, shows_trouble

__all__ = ["Part", "Score", "Weights", "penalised", "score"]

HALF_LIFE_DAYS = 7.0
BINDING_RECENCY = 0.7
"""Under this the recency of a rule or a decision does not fall: old ones bind as well."""
_ROLES: Mapping[str | None, float] = {"user": 1.0, "system": 1.0, "assistant": 0.6, "tool": 0.4}
_PRIORITY = 0.5


@dataclass(frozen=True, slots=True)
class Weights:
    """What each signal counts; all of them may be set, none below 0.

    Args:
        lexical_overlap: Share of the task's terms, by their rarity.
        identifier_match: The task's paths and names, or a tie to records that have them.
        error_relevance: An error or a failing run, by its relevance.
        constraint: A rule, a requirement or a decision.
        failed_attempt: Something that was tried in vain, or fails still.
        recency: Half for every seven days before the latest time in the records.
        role: A person's words before an assistant's, those before a tool's.
        redundancy_penalty: Taken off for what stands in fragments of higher rank already.
        caller_priority: The record's own ``priority``.
    """

    lexical_overlap: float = 3.0
    identifier_match: float = 4.0
    error_relevance: float = 3.0
    constraint: float = 5.0
    failed_attempt: float = 2.0
    recency: float = 1.5
    role: float = 1.0
    redundancy_penalty: float = 2.0
    caller_priority: float = 1.0


@dataclass(frozen=True, slots=True)
class Part:
    """What one signal adds to a score: its value, its weight, and the product."""

    value: float
    weight: float
    contribution: float


@dataclass(frozen=True, slots=True)
class Score:
    """A record's score.

    Args:
        total: Sum of the contributions.
        parts: By signal, in the order of ``Weights``.
    """

    total: float
    parts: Mapping[str, Part]


def score(
    records: Sequence[Record], relevance: Mapping[str, Relevance], weights: Weights
) -> dict[str, Score]:
    """Score records; redundancy is left to ``penalised``, which knows the order.

    Args:
        records: In their order.
        relevance: By id.
        weights: Of the signals.

    Returns:
        By id.
    """
    latest = max((record.at for record in records if record.at), default=None)
    count = len(records)
    return {
        record.id: _summed(
            {
                "lexical_overlap": relevance[record.id].lexical,
                "identifier_match": max(relevance[record.id].identifier, relevance[record.id].tie),
                "error_relevance": relevance[record.id].value * shows_trouble(record),
                "constraint": _constraint(record),
                "failed_attempt": float(_fails(record)),
                "recency": _recency(record, latest, place / count if count else 1.0),
                "role": _role(record),
                "redundancy_penalty": 0.0,
                "caller_priority": _PRIORITY if record.priority is None else record.priority,
            },
            weights,
        )
        for place, record in enumerate(records, 1)
    }


def penalised(
    scores: Mapping[str, Score], records: Sequence[Record], weights: Weights
) -> dict[str, Score]:
    """Take off what stands in fragments of higher rank already.

    Args:
        scores: By id.
        records: Those that compete.
        weights: Of the signals.

    Returns:
        By id, those of the records given.
    """
    ranked = sorted(enumerate(records), key=lambda one: (-scores[one[1].id].total, one[0]))
    done: dict[str, Score] = {}
    above: list[str] = []
    overlap = Overlap()
    for _, record in ranked:
        text = shown(record)
        value = max((overlap.containment(text, one) for one in above), default=0.0)
        values = {name: part.value for name, part in scores[record.id].parts.items()}
        values["redundancy_penalty"] = round(value, 4)
        done[record.id] = _summed(values, weights)
        if len(above) < _COMPARED:
            above.append(text)
    return done


_COMPARED = 60


def _summed(values: Mapping[str, float], weights: Weights) -> Score:
    parts = {}
    for one in fields(weights):
        weight = getattr(weights, one.name)
        sign = -1.0 if one.name == "redundancy_penalty" else 1.0
        value = round(values[one.name], 4)
        parts[one.name] = Part(value, weight, round(sign * value * weight, 4))
    return Score(round(math.fsum(part.contribution for part in parts.values()), 4), parts)


def _constraint(record: Record) -> float:
    if is_binding(record) or is_rule(record):
        return 1.0
    if record.kind is Kind.DECISION:
        return 0.8 if record.status in REJECTED_STATUSES else 0.5
    is_person = record.kind is Kind.MESSAGE and record.role in {"user", "system"}
    return 0.6 if is_person and facts_of(record).requirements else 0.0


def _fails(record: Record) -> bool:
    facts = facts_of(record)
    return facts.is_failed_attempt or facts.outcome is Outcome.FAILED


def _recency(record: Record, latest: datetime | None, place: float) -> float:
    """By the records' own clock; where they have none, by their order."""
    if latest is not None and record.at is not None:
        days = (latest - record.at).total_seconds() / 86_400
        value = float(0.5 ** (days / HALF_LIFE_DAYS))
    else:
        value = 0.5 + place / 2 if latest is None else 0.5
    is_kept = is_binding(record) or is_rule(record)
    return max(value, BINDING_RECENCY) if is_kept else value


def _role(record: Record) -> float:
    if record.kind is Kind.DECISION:
        return 1.0
    if record.kind is Kind.MESSAGE:
        return _ROLES.get(record.role, 0.4)
    return _ROLES["assistant"] if record.kind is Kind.NOTE else _ROLES["tool"]
