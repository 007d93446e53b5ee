"""Selects who extracts. A model only where the settings name one; a key selects nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphpack.errors import UsageError
from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.protocol import Extractor, Reconciler, Relation
from graphpack.merge import Verdict
from graphpack.model.graph import Node
from graphpack.model.report import Notice, Usage
from graphpack.settings import Settings

if TYPE_CHECKING:
    from graphpack.extract.llm import ModelExtractor
    from graphpack.extract.llm.answers import AnswerStore
    from graphpack.extract.llm.options import ModelOptions

_VERDICTS = {
    Relation.SAME: Verdict.SAME,
    Relation.SUPERSEDES: Verdict.SUPERSEDES,
    Relation.CONTRADICTS: Verdict.CONFLICT,
    Relation.UNRELATED: Verdict.DIFFERENT,
}


def extractor_of(
    settings: Settings,
    *,
    count: Callable[[str], int],
    answers: AnswerStore | None = None,
    before: Callable[[], None] | None = None,
) -> Extractor:
    """Select the extractor of a run.

    Args:
        settings: Whose ``model`` decides.
        count: Tokens of a text.
        answers: Where a model's answers are kept from run to run; None keeps none.
        before: Called before each request to a model.

    Returns:
        The offline extractor, or one that asks the model and has begun to load what it needs.
    """
    if settings.model is None:
        return _offline(settings)
    extractor = model_of(settings, count=count, answers=answers, before=before)
    extractor.preload()
    return extractor


def model_of(
    settings: Settings,
    *,
    count: Callable[[str], int],
    answers: AnswerStore | None = None,
    before: Callable[[], None] | None = None,
) -> ModelExtractor:
    """Make the extractor that asks the settings' model, without loading anything yet.

    Args:
        settings: With a ``model``.
        count: Tokens of a text.
        answers: Where answers are kept from run to run; None keeps none.
        before: Called before each request.

    Returns:
        The extractor.

    Raises:
        UsageError: A limit of cost is set, and no price is known.
    """
    # templates and schemas are of no use to a run without a model, and take a third of its start
    from graphpack.extract.llm.extractor import ModelExtractor  # noqa: PLC0415

    options = options_of(settings)
    extractor = ModelExtractor(options, count=count, answers=answers, before=before)
    if settings.max_cost_usd is not None and extractor.price is None:
        raise UsageError(
            f"--max-cost-usd: the price of {settings.model} is not known",
            hint="set input_usd_per_million and output_usd_per_million",
        )
    return extractor


def options_of(settings: Settings) -> ModelOptions:
    """Take from settings what a model run is told.

    Args:
        settings: With a ``model``.
    """
    from graphpack.extract.llm.options import ModelOptions  # noqa: PLC0415

    prices = (settings.input_usd_per_million, settings.output_usd_per_million)
    return ModelOptions(
        model=settings.model or "",
        api_base=settings.api_base,
        api_key=settings.api_key,
        timeout_s=settings.timeout_s,
        retries=settings.retries,
        concurrency=settings.concurrency,
        max_reply_tokens=settings.max_reply_tokens,
        json_mode=settings.json_mode,
        repairs=settings.repairs,
        temperature=settings.temperature,
        seed=settings.seed,
        extra=settings.model_arguments,
        fallbacks=settings.fallbacks,
        max_cost_usd=settings.max_cost_usd,
        price_usd=None if prices[0] is None or prices[1] is None else (prices[0], prices[1]),
    )


def reach(settings: Settings) -> str:
    """Ask the settings' model one short question, once.

    Args:
        settings: With a ``model``.

    Returns:
        Why nothing came back; empty where something did.
    """
    from graphpack.extract.llm.client import LiteLLMClient  # noqa: PLC0415
    from graphpack.extract.llm.exchange import ProviderError, Terms  # noqa: PLC0415
    from graphpack.extract.llm.options import JsonMode  # noqa: PLC0415

    question = ({"role": "user", "content": "Answer with the word yes."},)
    try:
        LiteLLMClient(options_of(settings)).complete(question, Terms(JsonMode.TEXT, 256, None))
    except ProviderError as error:
        return str(error)
    return ""


def substitute_of(settings: Settings, extractor: Extractor) -> Extractor | None:
    """Select who reads what a model fails to read; nobody where none may, or none is needed."""
    is_model = settings.offline_fallback and not extractor.reads_whole
    return _offline(settings) if is_model else None


def _offline(settings: Settings) -> OfflineExtractor:
    return OfflineExtractor(is_terse=settings.mode == "compact")


@dataclass(slots=True)
class ModelJudge:
    """Asks a model about the pairs the merger leaves in doubt, once.

    What one reply said side by side is not asked about: it was read together. So a conversation
    that was read in one piece costs no further call.

    Args:
        reconciler: The model's extractor.
        usage: What it took so far.
        notices: Why pairs were not answered.
    """

    reconciler: Reconciler
    usage: Usage = field(default_factory=Usage)
    notices: tuple[Notice, ...] = ()

    def __call__(self, pairs: Sequence[tuple[Node, Node]], /) -> Sequence[Verdict]:
        """Judge pairs.

        Args:
            pairs: Earlier node and later node, with the ids of their chunks.

        Returns:
            One verdict for each pair, in order.
        """
        verdicts = [Verdict.DIFFERENT] * len(pairs)
        asked = [at for at, (one, other) in enumerate(pairs) if _chunk(one) != _chunk(other)]
        if not asked:
            return verdicts
        said = self.reconciler.reconcile([pairs[at] for at in asked])
        self.usage = self.usage + said.usage
        self.notices += said.notices
        for at, relation in zip(asked, said.relations, strict=True):
            verdicts[at] = _VERDICTS[relation]
        return verdicts


def judge_of(extractor: Extractor) -> ModelJudge | None:
    """Let an extractor that can be asked about pairs be asked; None for one that cannot."""
    return ModelJudge(extractor) if isinstance(extractor, Reconciler) else None


def _chunk(node: Node) -> str:
    return node.id.partition("-")[0]
