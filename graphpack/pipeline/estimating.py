"""What packing a conversation with a model will take, found without asking anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphpack.extract.offline.terse import is_terse
from graphpack.model.conversation import Conversation
from graphpack.pipeline.chain import contexts_of
from graphpack.pipeline.compression import compressed
from graphpack.pipeline.extractors import model_of
from graphpack.pipeline.safety import policy_of
from graphpack.pipeline.sizes import plan, sizes
from graphpack.redact import redact
from graphpack.settings import Settings
from graphpack.tokens import counter

if TYPE_CHECKING:
    from graphpack.extract.llm.answers import AnswerStore

# as replies were seen to be: some nodes always, more of them the more there is to read
_REPLY_BASE, _REPLY_RATIO, _REPLY_MOST = 800, 0.1, 4_500


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will take where no reply has to be asked for again.

    Args:
        calls: Requests that will be sent.
        kept: Requests whose answers are kept from an earlier run.
        most_calls: With the one that may be needed to reconcile what the chunks say.
        prompt_tokens: Sent, by graphpack's own count.
        reply_tokens: Received, as replies of that size were seen to be.
        cost_usd: None where the price is not known.
    """

    calls: int
    kept: int
    most_calls: int
    prompt_tokens: int
    reply_tokens: int
    cost_usd: float | None

    def __add__(self, other: Estimate) -> Estimate:
        costs = (self.cost_usd, other.cost_usd)
        return Estimate(
            self.calls + other.calls,
            self.kept + other.kept,
            self.most_calls + other.most_calls,
            self.prompt_tokens + other.prompt_tokens,
            self.reply_tokens + other.reply_tokens,
            None if costs[0] is None or costs[1] is None else costs[0] + costs[1],
        )


NOTHING = Estimate(0, 0, 0, 0, 0, 0.0)


def estimate(
    conversation: Conversation, settings: Settings, *, answers: AnswerStore | None = None
) -> Estimate:
    """Say what packing a conversation will take.

    Args:
        conversation: With at least one message.
        settings: With a ``model``.
        answers: Where answers are kept from run to run.

    Returns:
        Exact for what is sent where nothing has to be asked again; a guess for what comes back.
    """
    conversation = redact(conversation, policy_of(settings)).conversation
    count = counter(settings.tokenizer).count
    extractor = model_of(settings, count=count, answers=answers)
    shown = compressed(conversation, settings.compression, count=count, is_whole=False)
    way = plan(shown, settings, count=count, is_whole=False)
    room = sizes(
        settings,
        input_tokens=way.input_tokens,
        messages=len(conversation.messages),
        is_terse=is_terse(conversation.messages),
    )
    pairs = zip(way.chunks, contexts_of(way, room), strict=True)
    found = [extractor.foresee(chunk, context) for chunk, context in pairs]
    calls = sum(one.calls for one in found)
    prompt_tokens = sum(one.prompt_tokens for one in found)
    usual = min(calls * _REPLY_MOST, calls * _REPLY_BASE + round(_REPLY_RATIO * prompt_tokens))
    reply_tokens = min(calls * settings.max_reply_tokens, usual)
    price = extractor.price
    return Estimate(
        calls=calls,
        kept=sum(one.kept for one in found),
        most_calls=calls + (len(way.chunks) > 1),
        prompt_tokens=prompt_tokens,
        reply_tokens=reply_tokens,
        cost_usd=None if price is None else price.of(prompt_tokens, reply_tokens),
    )
