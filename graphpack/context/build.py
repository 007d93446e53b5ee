"""Builds the context for one task: the order of the stages, readable in a minute."""

from __future__ import annotations

import math
from collections import Counter as Times
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from graphpack.context.account import (
    BUDGET_CONFLICT,
    PIPELINE_VERSION,
    TOKEN_ESTIMATE_ONLY,
    ContextReport,
    Omission,
    Origin,
    Stats,
    config_sha256,
)
from graphpack.context.amending import amended
from graphpack.context.dedupe import Folded, fold
from graphpack.context.facts import paths_in
from graphpack.context.fragments import Forms, fragments, pieces
from graphpack.context.gate import Gate, Verdict
from graphpack.context.lexicon import TROUBLE
from graphpack.context.protect import Protected, protect
from graphpack.context.records import Record
from graphpack.context.relevance import relevances, shown
from graphpack.context.score import Score, Weights, penalised, score
from graphpack.context.selection import Chosen, Room, select
from graphpack.context.sorts import is_aside, trusted
from graphpack.context.stale import stale
from graphpack.context.terms import Rarity, terms
from graphpack.context.writing import written
from graphpack.errors import UsageError
from graphpack.model.report import Notice
from graphpack.pipeline.safety import seal
from graphpack.redact import Policy, Vault, clean
from graphpack.text.injection import is_order, quoted
from graphpack.tokens import DEFAULT, Counter, counter

__all__ = ["Context", "Options", "build_context"]

BUDGET_TOKENS = 12_000
_BEGINNING_CHARS = 80
_ROUNDS = 3
_MAX_TIES = 80


@dataclass(frozen=True, slots=True)
class Options:
    """How a context is built.

    Args:
        weights: Of the nine signals.
        floor: Factor on the relevance a record has to show; 0 lets all in that fits.
        tokenizer: What counts; see ``tokens.counter``. Or a counter of one's own.
        policy: What is hidden.
        vault: Knows the placeholders of what the records were made of; None where nothing of that
            was hidden yet.
    """

    weights: Weights = field(default_factory=Weights)
    floor: float = 1.0
    tokenizer: str | Counter = DEFAULT
    policy: Policy = field(default_factory=Policy)
    vault: Vault | None = field(default=None, compare=False, repr=False)

    def counted(self) -> Counter:
        """Give the counter."""
        return counter(self.tokenizer) if isinstance(self.tokenizer, str) else self.tokenizer


@dataclass(frozen=True, slots=True)
class Context:
    """A context for one task.

    Args:
        context: Markdown, without a final line feed.
        sources: What was written, and where it comes from.
        omitted: What was not, and why.
        report: All of the account.
        stats: Sizes.
    """

    context: str
    sources: tuple[Origin, ...]
    omitted: tuple[Omission, ...]
    report: ContextReport
    stats: Stats

    @property
    def is_over(self) -> bool:
        """Whether mandatory fragments alone are over the budget."""
        return self.report.has(BUDGET_CONFLICT)


def build_context(
    task: str,
    records: Iterable[Record],
    *,
    budget_tokens: int = BUDGET_TOKENS,
    options: Options | None = None,
) -> Context:
    """Build the context for a task.

    Args:
        task: What is to be done, or asked.
        records: In their order; ``records_of`` and ``records_from`` make them.
        budget_tokens: Size of the whole text; exceeded only by mandatory fragments.
        options: Weights, floor, counter, redaction; None is the defaults.

    Returns:
        The context with its account; equal for equal arguments, to the byte. A budget that is not
        positive, a weight or floor below 0, and an id that is there twice raise a UsageError.
    """
    options = options or Options()
    given = tuple(records)
    _check(given, budget_tokens, options)
    counted, vault = options.counted(), options.vault or Vault()
    vault.reserve(task)
    safe = protect(amended(given), options.policy, vault)
    asked = clean(task, options.policy, vault).strip()
    whole = tuple(record for record in safe.records if record.text.strip())
    folded = fold(whole)
    judged = _judge(asked, whole, folded, options)
    may = [one for one in judged.records if judged.verdicts[one.id].may]
    scores = {**judged.scores, **penalised(judged.scores, may, options.weights)}
    forms = Forms(tuple(paths_in(asked)), counted.count, terms(asked))
    room = Room(asked, budget_tokens, counted.count, forms)
    found = fragments(may, folded.history)
    chosen = select(found, judged.verdicts, scores, room)
    text = seal(chosen.text, options.policy, vault, name="context")
    stats = Stats(
        input_tokens=sum(counted.count(shown(record)) for record in given),
        output_tokens=counted.count(text),
        records=len(given),
        fragments=len(chosen.fragments),
        counter=counted.name,
    )
    report = ContextReport(
        pipeline=PIPELINE_VERSION,
        config_sha256=_config(budget_tokens, options, counted),
        task=asked,
        budget_tokens=budget_tokens,
        notices=_notices(safe, chosen, counted, budget_tokens),
        kept=_kept(chosen, judged, scores, counted.count),
        folds=folded.folds,
        omitted=_omitted(safe.records, folded, judged, scores, chosen),
        stats=stats,
    )
    return Context(text, report.kept, report.omitted, report, stats)


@dataclass(frozen=True, slots=True)
class _Judged:
    records: tuple[Record, ...]
    verdicts: Mapping[str, Verdict]
    scores: Mapping[str, Score]


def _judge(task: str, whole: Sequence[Record], folded: Folded, options: Options) -> _Judged:
    """Hold what is left against the task."""
    records = pieces(folded.records)
    wanted = terms(task)
    # how rare a term is, is told from all that was said, chatter that was folded away too
    rarity = Rarity([terms(shown(record)) for record in whole])
    old = stale(records, task)
    silent = frozenset(old) | {one.id for one in records if is_aside(one, wanted)}
    known = trusted(records)
    is_trouble = bool(TROUBLE.search(task))
    for _ in range(_ROUNDS):
        near = relevances(task, records, rarity=rarity, silent=silent, trusted=known)
        gate = Gate(records, near, old, wanted, options.floor, is_trouble)
        verdicts = {record.id: gate.judge(record) for record in records}
        # what is let in ties others to the task in its turn: a cause, the file of a frame
        more = known | {name for name, verdict in verdicts.items() if verdict.may}
        if more == known or len(more) > _MAX_TIES:
            break
        known = more
    return _Judged(records, verdicts, score(records, near, options.weights))


def _check(given: Sequence[Record], budget_tokens: int, options: Options) -> None:
    twice = next(
        (name for name, times in Times(one.id for one in given).items() if times > 1), None
    )
    if twice is not None:
        raise UsageError(f"{twice}: two records have this id")
    if budget_tokens <= 0:
        raise UsageError(f"--budget: {budget_tokens} is no size", hint="--budget 12000")
    for name, weight in asdict(options.weights).items():
        if not 0 <= weight < math.inf:
            raise UsageError(f"--weight {name}: {weight} is no number from 0 on")
    if not 0 <= options.floor < math.inf:
        raise UsageError(f"--floor: {options.floor} is no number from 0 on")


def _config(budget_tokens: int, options: Options, counted: Counter) -> str:
    return config_sha256(
        {
            "budget_tokens": budget_tokens,
            "weights": asdict(options.weights),
            "floor": options.floor,
            "counter": counted.name,
            "redact": options.policy.level,
            "redact_allow": sorted(options.policy.allow),
        }
    )


def _notices(
    safe: Protected, chosen: Chosen, counted: Counter, budget_tokens: int
) -> tuple[Notice, ...]:
    found = []
    if chosen.conflict_tokens:
        over = f"what is mandatory is {chosen.conflict_tokens} tokens over {budget_tokens}"
        found.append(Notice(BUDGET_CONFLICT, "context", f"{over}; it is written whole"))
    if not counted.is_exact:
        found.append(Notice(TOKEN_ESTIMATE_ONLY, "tokenizer", f"sizes are by {counted.name}"))
    if counted.notice:
        found.append(Notice("estimated-tokens", "tokenizer", counted.notice))
    for name in safe.quoted:
        message = "text that gives orders to a model, kept as a quotation"
        found.append(Notice("order-quoted", name, message))
    for family, count in safe.families:
        found.append(Notice("secret-hidden", "records", f"{family} hidden", count=count))
    return tuple(found)


def _kept(
    chosen: Chosen, judged: _Judged, scores: Mapping[str, Score], count: Callable[[str], int]
) -> tuple[Origin, ...]:
    return tuple(
        Origin(
            fragment=fragment.id,
            record=fragment.record.given_id,
            kind=fragment.record.kind,
            path=fragment.record.path,
            why=judged.verdicts[fragment.record.id].reason,
            is_mandatory=judged.verdicts[fragment.record.id].must,
            tokens=count(written(fragment, text)),
            score=scores[fragment.record.id],
            author=fragment.record.author or fragment.record.role,
            text=text,
        )
        for fragment, text in chosen.fragments
    )


def _omitted(
    given: Sequence[Record],
    folded: Folded,
    judged: _Judged,
    scores: Mapping[str, Score],
    chosen: Chosen,
) -> tuple[Omission, ...]:
    """Every record and piece that is not written, in the records' order."""
    into = {one.folded: one for one in folded.folds}
    ids = {fragment.record.id for fragment, _ in chosen.fragments}
    own = {record.id for record in given}
    parts: dict[str, list[Record]] = {}
    for record in judged.records:
        # a decision names the message that tells it, and is a record of its own all the same
        whole = record.id if record.id in own else record.given_id
        parts.setdefault(whole, []).append(record)
    done: list[Omission] = []
    for record in given:
        if record.id in into:
            one = into[record.id]
            done.append(_omission(record, f"{one.rule}: in {one.kept}: {one.reason}"))
        elif record.id not in parts:
            done.append(_omission(record, "holds no text"))
        for part in parts.get(record.id, ()):
            if part.id in ids:
                continue
            verdict = judged.verdicts[part.id]
            why = verdict.reason if not verdict.may else _left(part, chosen)
            done.append(_omission(part, why, scores[part.id]))
    return tuple(done)


def _left(part: Record, chosen: Chosen) -> str:
    return chosen.left.get(part.id, "no room in the budget")


def _omission(record: Record, why: str, score: Score | None = None) -> Omission:
    line = " ".join(record.text.split())
    short = line if len(line) <= _BEGINNING_CHARS else f"{line[: _BEGINNING_CHARS - 1]}…"
    shown_as = quoted(short) if is_order(short, is_foreign=True) else short
    return Omission(record.given_id, record.kind, why, shown_as, score)
