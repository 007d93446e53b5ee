"""What concerns a model at the command line: the kept answers, and what a run will cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphpack.cli.caching import ANSWERS, KeyedFolder, cache_folder
from graphpack.cli.inputs import check_inputs, reading
from graphpack.cli.picking import choose_all, wanted_of
from graphpack.cli.speak import put
from graphpack.errors import UsageError
from graphpack.extract.protocol import Extractor
from graphpack.model.conversation import Conversation
from graphpack.pipeline import survey
from graphpack.pipeline.estimating import NOTHING, Estimate, estimate
from graphpack.pipeline.extractors import extractor_of
from graphpack.pipeline.safety import cleaner, policy_of
from graphpack.settings import Settings
from graphpack.text.counted import counted
from graphpack.tokens import counter


def kept_answers(settings: Settings) -> KeyedFolder | None:
    """Give the folder of kept answers; None where none are to be kept."""
    return KeyedFolder(cache_folder() / ANSWERS) if settings.cache else None


def asked_model(settings: Settings) -> Extractor | None:
    """Make the one extractor of a run that asks a model; None where none is asked.

    One for all conversations: what it learns of the server, and what it may spend, is the run's.
    """
    if settings.model is None:
        return None
    answers = kept_answers(settings)
    if answers is not None:
        answers.trim()
    return extractor_of(settings, count=counter(settings.tokenizer).count, answers=answers)


def run_estimate(inputs: Sequence[str], settings: Settings, *, is_all: bool) -> None:
    """Write to standard output what a run will take; nobody is asked.

    Args:
        inputs: Paths, ``-``, or names of sessions.
        settings: How to pack.
        is_all: True for every conversation, not the picked one.

    Raises:
        UsageError: No model is named.
    """
    if settings.model is None:
        raise UsageError("--estimate: without a model nothing is asked", hint="add --model NAME")
    check_inputs(inputs)
    answers = kept_answers(settings)
    total, number = NOTHING, 0
    for name, conversation in _chosen(inputs, settings, is_all=is_all):
        one = estimate(conversation, settings, answers=answers)
        total, number = total + one, number + 1
        put(f"{name}: {told(one)}")
    if number > 1:
        put(f"together: {told(total)}")


def told(one: Estimate) -> str:
    """Say an estimate in a line."""
    calls = counted(one.calls, "call")
    if one.most_calls > one.calls:
        calls += f", at most {one.most_calls}"
    if one.kept:
        calls += f" ({one.kept} more answered before)"
    cost = "price unknown" if one.cost_usd is None else f"~${one.cost_usd:.4f}"
    return f"{calls} | ~{one.prompt_tokens} tokens in | ~{one.reply_tokens} out | {cost}"


def _chosen(
    inputs: Sequence[str], settings: Settings, *, is_all: bool
) -> Iterable[tuple[str, Conversation]]:
    hide = cleaner(policy_of(settings))
    for name in inputs:
        if is_all:
            for conversation in reading([name], settings, ())():
                yield hide(conversation.title or conversation.id), conversation
            continue
        shelf = survey(reading([name], settings, ()), wanted_of(settings), hide=hide)
        for conversation in choose_all(shelf, settings, name=name):
            yield name, conversation
