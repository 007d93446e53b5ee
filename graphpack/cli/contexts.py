"""``graphpack context``: from records and transcripts to the context for one task."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

from graphpack.cli.inputs import check_inputs, reading
from graphpack.cli.picking import choose_all, wanted_of
from graphpack.cli.progress import ProgressBar
from graphpack.cli.speak import put, say, say_notices
from graphpack.cli.surroundings import working_folder
from graphpack.cli.taking import text_of
from graphpack.cli.writing import check_output, is_same, write_files
from graphpack.context import (
    BRIEF_TOKENS,
    BUDGET_TOKENS,
    Brief,
    Context,
    Options,
    Record,
    RecordSet,
    Weights,
    build_brief,
    build_context,
    parse_records,
    records_from,
)
from graphpack.errors import UsageError
from graphpack.model.conversation import Conversation
from graphpack.pipeline import pack, survey
from graphpack.pipeline.safety import cleaner, policy_of
from graphpack.redact import Vault, redact
from graphpack.settings import Settings, load
from graphpack.text.counted import counted

_Made = TypeVar("_Made", covariant=True)
OVER_BUDGET = 3
_ROOM_TOKENS = 1 << 20
"""A pack of this size holds every decision: what is cut is the context's own matter."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command line asks for.

    Args:
        task: None leaves it to the file of records.
        records: Files of records, or ``-``.
        transcripts: As ``graphpack export`` takes them.
        budget_tokens: None leaves it to the file of records.
        weights: As ``signal=number``.
        floor: Factor on the relevance that a record has to show.
        output: A file; None is standard output.
        report: A file for the account; None writes none.
        is_json: Write the context with its account.
        is_shared: Take in what agents have found for each other, too.
        agent: Who is given it; None for one without a name.
    """

    task: str | None = None
    records: tuple[str, ...] = ()
    transcripts: tuple[str, ...] = ()
    budget_tokens: int | None = None
    weights: tuple[str, ...] = ()
    floor: float = 1.0
    output: str | None = None
    report: str | None = None
    is_json: bool = False
    is_shared: bool = False
    agent: str | None = None


def run_context(asked: Asked, arguments: Mapping[str, Any]) -> int:
    """Build a context and write it.

    Args:
        asked: What the command line asks for.
        arguments: From the flags, by setting name.

    Returns:
        The exit code: 3 where what is mandatory does not fit, else 0.

    """
    settings = load(arguments, environment=os.environ, folder=working_folder())
    made, sets = _built(asked, settings, build_context, BUDGET_TOKENS)
    _deliver(made, asked)
    _tell(made, sets, settings)
    return OVER_BUDGET if made.is_over else 0


def run_brief(asked: Asked, arguments: Mapping[str, Any]) -> int:
    """Build a brief and write it.

    Args:
        asked: What the command line asks for.
        arguments: From the flags, by setting name.

    Returns:
        The exit code: 3 where rules and decisions alone do not fit, else 0.
    """
    settings = load(arguments, environment=os.environ, folder=working_folder())
    made = _brief(asked, settings)
    if asked.output is None:
        put(made.text)
    else:
        write_files({Path(asked.output): made.text})
    if made.is_over:
        say("warning: BUDGET_CONFLICT: rules and decisions take more than the budget")
    if not settings.quiet:
        left = f"; {counted(made.left, 'line')} had no room" if made.left else ""
        say(f"{made.report.stats.input_tokens:,} -> {made.tokens:,} tokens{left}")
    return OVER_BUDGET if made.is_over else 0


def _brief(asked: Asked, settings: Settings) -> Brief:
    if not asked.is_shared:
        return _built(asked, settings, build_brief, BRIEF_TOKENS)[0]
    from graphpack.cli.sharing import giving

    news, give = giving(asked.agent, is_quiet=settings.quiet)
    made, _ = _built(asked, settings, build_brief, BRIEF_TOKENS, news)
    give(made.text)
    return made


class _Build(Protocol[_Made]):
    """What makes something of records, for a task and under a budget."""

    def __call__(
        self,
        task: str,
        records: Iterable[Record],
        *,
        budget_tokens: int,
        options: Options | None,
    ) -> _Made: ...


def _built(
    asked: Asked,
    settings: Settings,
    build: _Build[_Made],
    usual_tokens: int,
    news: Sequence[Record] = (),
) -> tuple[_Made, list[RecordSet]]:
    _check(asked)
    sets = [_parsed(name) for name in asked.records]
    task = asked.task or next((one.task for one in sets if one.task), None)
    if not task or not task.strip():
        raise UsageError("--task: missing", hint='--task "what is to be done"')
    budgets = (asked.budget_tokens, *(one.budget_tokens for one in sets), usual_tokens)
    vault = Vault()
    made = build(
        task,
        (*_joined(sets, _transcribed(asked.transcripts, settings, sets, vault)), *news),
        budget_tokens=next(size for size in budgets if size is not None),
        options=Options(
            weights=_weights(asked.weights),
            floor=asked.floor,
            tokenizer=settings.tokenizer,
            policy=policy_of(settings),
            vault=vault,
        ),
    )
    return made, sets


def _check(asked: Asked) -> None:
    if not asked.records and not asked.transcripts and not asked.is_shared:
        raise UsageError(
            "nothing to read", hint="--records FILE, or a TRANSCRIPT such as session.jsonl"
        )
    check_inputs([*asked.records, *asked.transcripts])
    targets = [name for name in (asked.output, asked.report) if name is not None]
    for name in targets:
        check_output(name)
        for source in (*asked.records, *asked.transcripts):
            if is_same(Path(source), Path(name)):
                raise UsageError(f"{name}: is an input, and would be overwritten")
    if len(targets) > 1 and Path(targets[0]).absolute() == Path(targets[1]).absolute():
        raise UsageError(f"{targets[0]}: one file cannot take the context and its report")


def _parsed(name: str) -> RecordSet:
    return parse_records(text_of(name), where=name)


def parsed_records(name: str) -> tuple[Record, ...]:
    """Read a file of records.

    Args:
        name: Its path, or ``-``.

    Returns:
        The records; what cannot be read is a ReadError.
    """
    return _parsed(name).records


def _transcribed(
    names: Sequence[str], settings: Settings, sets: Sequence[RecordSet], vault: Vault
) -> Iterator[tuple[Conversation, tuple[Record, ...]]]:
    policy = policy_of(settings)
    for record in (record for one in sets for record in one.records):
        # records may come from a conversation in which the same numbers stand for other secrets
        vault.reserve(record.text)
    for place, name in enumerate(names, 1):
        with ProgressBar(is_shown=False if settings.quiet else None):
            hide = cleaner(policy)
            shelf = survey(reading([name], settings), wanted_of(settings), hide=hide)
        for chosen in choose_all(shelf, settings, name=name):
            # what one message says of the next is lost once they are records
            conversation = redact(chosen, policy, vault=vault).conversation
            if not settings.quiet:
                say_notices(conversation.notices, has_evidence=False)
            prefix = f"{place}." if len(names) > 1 else ""
            yield (
                conversation,
                records_from(conversation, graph=_graph(conversation, settings), prefix=prefix),
            )


def _graph(conversation: Conversation, settings: Settings) -> Any:
    """What was decided in a conversation, by the offline extractor: nothing leaves the machine."""
    wide = {"model": None, "budget": _ROOM_TOKENS, "cap": _ROOM_TOKENS, "mode": "compact"}
    return pack(conversation, settings.model_copy(update=wide)).graph


def _joined(
    sets: Sequence[RecordSet],
    transcribed: Iterable[tuple[Conversation, tuple[Record, ...]]],
) -> Iterator[Record]:
    """Give all records; where two files use one id, those of the second get another."""
    taken: set[str] = set()
    groups = [one.records for one in sets] + [found for _, found in transcribed]
    for number, records in enumerate(groups, 1):
        prefix = _apart(records, taken, number)
        for record in records:
            one = _renamed(record, prefix) if prefix else record
            taken.add(one.id)
            yield one


def _apart(records: Sequence[Record], taken: Set[str], number: int) -> str:
    """Choose what stands before ids, so that none of them is another file's."""
    prefix = ""
    while any(f"{prefix}{record.id}" in taken for record in records):
        prefix, number = f"{number}.", number + 1
    return prefix


def _renamed(record: Record, prefix: str) -> Record:
    of = f"{prefix}{record.of}" if record.of else None
    return replace(record, id=f"{prefix}{record.id}", of=of)


def _weights(given: Sequence[str]) -> Weights:
    names = [one.name for one in fields(Weights)]
    values: dict[str, float] = {}
    for one in given:
        name, _, number = one.partition("=")
        key = name.strip().replace("-", "_")
        if key not in names:
            raise UsageError(f"--weight {one}: no such signal", hint=f"one of {', '.join(names)}")
        try:
            values[key] = float(number)
        except ValueError as error:
            raise UsageError(f"--weight {one}: {number!r} is no number") from error
    return Weights(**values)


def _deliver(made: Context, asked: Asked) -> None:
    account = made.report.json()
    text = _as_json(made) if asked.is_json else made.context
    files = {Path(asked.output): text} if asked.output is not None else {}
    if asked.report is not None:
        files[Path(asked.report)] = account
    if asked.output is None:
        put(text)
    if files:
        write_files(files)


def _as_json(made: Context) -> str:
    import json

    value = {"context": made.context, "report": made.report.document()}
    return json.dumps(value, indent=1, ensure_ascii=False)


def _tell(made: Context, sets: Sequence[RecordSet], settings: Settings) -> None:
    for notice in made.report.notices:
        if notice.code == "BUDGET_CONFLICT":
            say(f"warning: {notice.code}: {notice.message}")
    if settings.quiet:
        return
    say_notices([one for one in made.report.notices if one.code != "BUDGET_CONFLICT"])
    empty = sum(len(one.empty) for one in sets)
    if empty:
        say(f"{empty} record{'s hold' if empty > 1 else ' holds'} no text, and were left out")
    stats = made.stats
    saved = f"{stats.reduction_ratio:.0%} less" if stats.reduction_ratio > 0 else "no less"
    say(
        f"{stats.input_tokens:,} -> {stats.output_tokens:,} tokens ({saved}, by {stats.counter}):"
        f" {counted(stats.fragments, 'fragment')} of {counted(stats.records, 'record')}"
    )
    if stats.is_larger:
        half = max(1, stats.input_tokens // 2)
        say("note: the context is larger than what it is made of: hand that on as it is")
        say(f"hint: --budget {half} keeps what tells most, in half the size")
