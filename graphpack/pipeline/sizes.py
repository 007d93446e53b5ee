"""How large a pack may be, and in how many pieces a conversation is read.

A pack grows with what the session holds; it does not fill a budget for its own sake.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from graphpack.chunk import split
from graphpack.model.chunk import Chunk
from graphpack.model.codes import Mode
from graphpack.model.conversation import Message, Reasoning
from graphpack.model.report import Strategy
from graphpack.pipeline.compression import Shown
from graphpack.prune import Budget
from graphpack.settings import Settings

DEFAULTS = {Mode.COMPACT: Budget(800, 1200), Mode.READABLE: Budget(2000, 2400)}
"""Source: seed 002, "Compression modes" and "Token budget"."""

# size of a conversation -> largest usual size of its compact pack, by the table's rows
_BY_TOKENS = ((1_000, 300), (3_000, 400), (8_000, 400), (15_000, 700), (40_000, 700),
              (60_000, 1_000), (150_000, 1_000), (400_000, 1_200))  # fmt: skip
_BY_MESSAGES = ((4, 300), (10, 400), (20, 400), (50, 700), (100, 700), (200, 1_000), (400, 1_000),
                (1_000, 1_200))  # fmt: skip
_TARGET_RATIO = 0.85
# what important nodes may add to a budget that was asked for without a cap: as 1,200 is to 800
_STRETCH = 1.5
# talk in which nearly each message settles something holds more than its size tells; yet a pack
# of half of it is no pack
_SETTLING, _PART = 1.5, 0.5
# so short a chat of so many turns says each thing once
_WHOLE, _WHOLE_MESSAGES = 500, 8
# below this not even one statement fits into the frame
_LEAST = 200


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large a pack may be, in tokens.

    Args:
        target_tokens: What it is cut to.
        usual_tokens: What important nodes may stretch it to.
        cap_tokens: What only nodes that a person pinned may exceed.
    """

    target_tokens: int
    usual_tokens: int
    cap_tokens: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How a conversation is given to an extractor.

    Args:
        strategy: As the report names it.
        chunks: In order, together the whole conversation.
        input_tokens: Size of everything that was read.
    """

    strategy: Strategy
    chunks: tuple[Chunk, ...]
    input_tokens: int


def plan(
    compressed: Shown,
    settings: Settings,
    *,
    count: Callable[[str], int],
    is_whole: bool,
) -> Plan:
    """Decide in how many pieces a conversation is read.

    Args:
        compressed: A conversation with at least one message, as the extractor is shown it.
        settings: The limits ``read_tokens``, ``chunk_tokens`` and ``priority_tokens``.
        count: Tokens of a text.
        is_whole: True for an extractor that reads everything at once, whatever its size.

    Returns:
        One chunk where what the model is shown of it fits, else several; beyond the last limit
        only priorities are wanted.

    Source:
        Seed 002, "Conversation size & strategy".
    """
    conversation, read = compressed.conversation, compressed.whole
    size = sum(count(part.text) for message in read.messages for part in message.parts)
    whole = Chunk(0, conversation.messages, size)
    if is_whole or size <= settings.read_tokens:
        return Plan(Strategy.SINGLE_PASS, (whole,), size)
    shown = sum(count(_shown(message)) for message in conversation.messages)
    if shown <= settings.read_tokens:
        return Plan(Strategy.SINGLE_PASS, (whole,), size)
    chunks = split(conversation, max_tokens=settings.chunk_tokens, count=count, show=_shown)
    is_priority = shown > settings.priority_tokens
    return Plan(Strategy.PRIORITY_ONLY if is_priority else Strategy.CHUNKED, chunks, size)


def _shown(message: Message) -> str:
    """What a model is shown of a message: everything but the thinking."""
    return "\n".join(part.text for part in message.parts if not isinstance(part, Reasoning))


def sizes(settings: Settings, *, input_tokens: int, messages: int, is_terse: bool = False) -> Sizes:
    """Decide how large the pack may be.

    Args:
        settings: A budget or cap that is set there is taken as asked.
        input_tokens: Size of the conversation.
        messages: Their number.
        is_terse: A person settles something in nearly each short message, so that more of it has
            to be carried.

    Returns:
        The sizes; without an explicit budget they follow the conversation's, and one that is
        smaller than its pack would be is told whole.

    Source:
        Seed 002, "Benchmarks" (the table of sizes).
    """
    default = DEFAULTS[Mode(settings.mode)]
    cap = settings.cap or max(default.cap_tokens, settings.budget or 0)
    if settings.budget:
        usual = settings.cap or min(max(round(settings.budget * _STRETCH), _LEAST), cap)
        return Sizes(settings.budget, usual, cap)
    scale = default.target_tokens / DEFAULTS[Mode.COMPACT].target_tokens
    usual = min(round(scale * usual_tokens(input_tokens, messages)), cap)
    if is_terse:
        usual = max(usual, min(round(_SETTLING * usual), round(_PART * input_tokens), cap))
    if input_tokens <= usual or (input_tokens <= _WHOLE and messages >= _WHOLE_MESSAGES):
        # a pack as large as the talk itself leaves nothing out
        return Sizes(cap, cap, cap)
    ratio = 1.0 if is_terse else _TARGET_RATIO
    return Sizes(min(round(ratio * usual), default.target_tokens), usual, cap)


def usual_tokens(input_tokens: int, messages: int) -> int:
    """Say how large the compact pack of a session of this size is at most, as a rule.

    Tokens alone would let one pasted log, messages alone a chat of one-liners, ask for too much;
    the size lies half-way between what each of them says.

    Args:
        input_tokens: Size of the conversation.
        messages: Their number.

    Returns:
        Tokens; never falls when either grows.
    """
    return round((_on(_BY_TOKENS, input_tokens) + _on(_BY_MESSAGES, messages)) / 2)


def _on(curve: Sequence[tuple[int, int]], size: int) -> float:
    """Interpolate between two points, on a logarithmic scale of sizes."""
    place = bisect_right([x for x, _ in curve], size)
    if place == 0:
        return float(curve[0][1])
    if place == len(curve):
        return float(curve[-1][1])
    (x0, y0), (x1, y1) = curve[place - 1], curve[place]
    return y0 + (y1 - y0) * log(size / x0) / log(x1 / x0)
