"""The context for one task, from what was ingested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, fields

from graphpack.context import (
    BUDGET_TOKENS,
    Context,
    Kind,
    Options,
    Record,
    Weights,
    build_context,
)
from graphpack.errors import UsageError
from graphpack.mcp.desk import Answer, Desk, Given, Progress
from graphpack.mcp.gathering import Gathered, gather, likely

__all__ = ["build"]

SHOWN_REASONS = 6
MAX_JUDGED = 600
"""Records that are judged for a task; decisions and the latest besides."""
LATEST = 100


def build(desk: Desk, given: Given, progress: Progress) -> Answer:
    """Build a context.

    Args:
        desk: What the server has.
        given: ``task``; ``session``, ``budget_tokens``, ``weights``, ``floor``, ``detail``.
        progress: Told of the stages.

    Returns:
        The context and its sources; with ``detail`` the whole report.

    Raises:
        UsageError: The task is empty.
    """
    if not given["task"].strip():
        raise UsageError("task: is empty", hint="what is to be done, in a sentence")
    gathered = gather(desk, given.get("session"))
    records = _narrowed(given["task"], gathered.records)
    progress("building", 0, len(records))
    made = build_context(
        given["task"],
        records,
        budget_tokens=given.get("budget_tokens", BUDGET_TOKENS),
        options=Options(
            weights=_weights(given.get("weights", {})),
            floor=given.get("floor", 1.0),
            tokenizer=desk.counted,
            policy=desk.policy,
        ),
    )
    is_detail = bool(given.get("detail"))
    answer: Answer = {
        "context": made.context,
        "is_over_budget": made.is_over,
        "input_tokens": made.stats.input_tokens,
        "tokens": made.stats.output_tokens,
        "fragments": made.stats.fragments,
        "records": made.stats.records,
        "notices": [f"{one.code}: {one.message}" for one in made.report.notices],
    }
    if is_detail:
        answer["report"] = made.report.document()
    if made.stats.is_larger:
        answer["notices"].append("larger than the records it is made of: those serve as they are")
    answer["left_out"] = _left_out(made, gathered, is_detail=is_detail)
    if len(records) < len(gathered.records):
        less = len(gathered.records) - len(records)
        answer["left_out"].insert(0, f"{less} that share the least with the task were not judged")
    return answer


def _narrowed(task: str, records: Sequence[Record]) -> Sequence[Record]:
    """Of very many records the decisions, the latest, and those that share most with the task."""
    if len(records) <= MAX_JUDGED:
        return records
    kept = {one.id for one in records if one.kind is Kind.DECISION}
    kept |= {one.id for one in records[-LATEST:]}
    kept |= {one.id for one in likely(task, records, MAX_JUDGED)}
    return [one for one in records if one.id in kept]


def _weights(given: dict[str, float]) -> Weights:
    names = [one.name for one in fields(Weights)]
    wrong = next((name for name in given if name not in names), None)
    if wrong is not None:
        raise UsageError(f"weights: {wrong}: no such signal", hint=f"one of {', '.join(names)}")
    return Weights(**{**asdict(Weights()), **given})


def _left_out(made: Context, gathered: Gathered, *, is_detail: bool) -> list[str]:
    """Say by reason how much is not in the context."""
    reasons = Counter(one.why.partition(": ")[0] for one in made.omitted)
    lines = [*gathered.unseen]
    lines += [f"{count} {reason}" for reason, count in reasons.most_common(SHOWN_REASONS)]
    rest = sum(reasons.values()) - sum(count for _, count in reasons.most_common(SHOWN_REASONS))
    if rest:
        lines.append(f"{rest} for other reasons")
    if made.omitted and not is_detail:
        lines.append("each with its reason and scores: detail=true")
    return lines
