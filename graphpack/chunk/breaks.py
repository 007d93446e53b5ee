"""Where a conversation may be cut: the marks of a natural break and which of them is strongest.

A window sees the messages up to the one that overflowed a chunk and nothing later, so that its
answer stays the same when the conversation grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from graphpack.chunk.topic import Vocabulary, cohesion, vocabulary
from graphpack.model.conversation import Message, Origin, Role, Text, ToolCall


@dataclass(frozen=True, slots=True)
class Breaks:
    """What counts as a natural break, and how much each kind weighs.

    Args:
        min_fill_ratio: A chunk is not cut before this part of the bound, if it can be helped.
        gap_s: A pause shorter than this is none.
        gap_ratio: A pause must be this many times the chunk's typical one.
        closing_chars: A closing summary has at least as many characters.
        topic_messages: Spoken messages compared on either side of a topic shift.
        topic_ratio: A shift is a cohesion below this part of the chunk's typical one.
        compaction: Weight of a compaction mark.
        gap: Weight of a pause.
        phase: Weight of a new request after a closing summary.
        topic: Weight of a full change of vocabulary.
        human: Weight of beginning with what a person said.
        apart: Weight against parting a tool's answer from its call.
    """

    min_fill_ratio: float = 0.4
    gap_s: float = 900.0
    gap_ratio: float = 8.0
    closing_chars: int = 200
    topic_messages: int = 6
    topic_ratio: float = 0.6
    compaction: float = 6.0
    gap: float = 2.5
    phase: float = 2.0
    topic: float = 2.0
    human: float = 1.5
    apart: float = 4.0


DEFAULT_BREAKS = Breaks()


@dataclass(slots=True)
class Window:
    """The messages read so far, with what was worked out about them.

    Args:
        messages: Of the whole conversation; nothing after the overflowing one is looked at.
        sizes: Tokens of each message read so far.
        max_tokens: Bound of a chunk.
        breaks: What counts as a break.
        vocabularies: Kept so that each message's words are read once.
    """

    messages: Sequence[Message]
    sizes: Sequence[int]
    max_tokens: int
    breaks: Breaks
    vocabularies: dict[int, Vocabulary] = field(default_factory=dict)

    def words_of(self, index: int) -> Vocabulary:
        """Give the vocabulary of one message.

        Args:
            index: 0-based message index.

        Returns:
            Its stems.
        """
        known = self.vocabularies.get(index)
        if known is None:
            known = self.vocabularies[index] = vocabulary(self.messages[index])
        return known

    def forget(self, start: int, end: int) -> None:
        """Drop what is kept of messages that lie in a finished chunk.

        Args:
            start: First message.
            end: Behind the last one.
        """
        for index in range(start, end):
            self.vocabularies.pop(index, None)


def best_break(window: Window, start: int, overflow: int) -> tuple[int, str]:
    """Choose where the chunk that begins at ``start`` ends.

    Args:
        window: What has been read.
        start: First message of the chunk.
        overflow: The message that no longer fits; it may begin the next chunk.

    Returns:
        The first message of the next chunk, and the reason: ``compaction``, ``gap``, ``phase``,
        ``topic``, or ``size`` where nothing natural was found.
    """
    candidates = _candidates(window, start, overflow)
    gap_s = _telling_gap_s(window, start, overflow)
    shifts = _topic_shifts(window, candidates, start, overflow)
    best, best_score, best_reason = overflow, float("-inf"), "size"
    filled = sum(window.sizes[start : candidates[0]])
    for index in candidates:
        marks = _marks(window, index, gap_s=gap_s, shift=shifts.get(index, 0.0))
        score = sum(marks.values()) + _manners(window, index) + filled / window.max_tokens
        if score >= best_score:
            reason = max(marks, key=lambda mark: marks[mark]) if marks else "size"
            best, best_score, best_reason = index, score, reason
        filled += window.sizes[index]
    window.forget(start, best)
    return best, best_reason


def is_human(message: Message) -> bool:
    """Tell whether a person said something in the main thread here.

    Args:
        message: Any message.

    Returns:
        True for a user's message with words in it.
    """
    return (
        message.role is Role.USER
        and message.origin is Origin.MAIN
        and any(isinstance(part, Text) for part in message.parts)
    )


def _candidates(window: Window, start: int, overflow: int) -> list[int]:
    # all of them lie in the fuller part of the chunk: what is cut off there is read again as the
    # front of the next chunk, never scored twice, which keeps the whole linear
    least = window.breaks.min_fill_ratio * window.max_tokens
    held = 0
    for index in range(start, overflow):
        held += window.sizes[index]
        if held >= least:
            return list(range(index + 1, overflow + 1))
    return [overflow]


def _marks(window: Window, index: int, *, gap_s: float, shift: float) -> dict[str, float]:
    breaks, message, before = window.breaks, window.messages[index], window.messages[index - 1]
    marks: dict[str, float] = {}
    if message.origin is Origin.COMPACTION and before.origin is not Origin.COMPACTION:
        marks["compaction"] = breaks.compaction
    pause_s = _pause_s(before, message)
    if pause_s is not None and pause_s >= gap_s:
        marks["gap"] = breaks.gap
    if is_human(message) and _is_closing(window, index - 1):
        marks["phase"] = breaks.phase
    if shift > 0:
        marks["topic"] = breaks.topic * shift
    return marks


def _manners(window: Window, index: int) -> float:
    message = window.messages[index]
    if message.role is Role.TOOL:
        return -window.breaks.apart
    before = window.messages[index - 1]
    if before.role is Role.ASSISTANT and any(isinstance(part, ToolCall) for part in before.parts):
        # the answer to the call is still to come, or was never written down
        return 0.0 if is_human(message) else -window.breaks.apart / 2
    return window.breaks.human if is_human(message) else 0.0


def _pause_s(before: Message, after: Message) -> float | None:
    if before.at is None or after.at is None:
        return None
    return (after.at - before.at).total_seconds()


def _telling_gap_s(window: Window, start: int, overflow: int) -> float:
    pauses = [
        pause
        for index in range(start + 1, overflow + 1)
        if (pause := _pause_s(window.messages[index - 1], window.messages[index])) is not None
    ]
    typical_s = median(pauses) if pauses else 0.0
    return max(window.breaks.gap_s, window.breaks.gap_ratio * typical_s)


def _is_closing(window: Window, index: int) -> bool:
    """Tell whether the assistant rounded something off: long words, no call, no question."""
    message = window.messages[index]
    if message.role is not Role.ASSISTANT:
        return False
    if any(isinstance(part, ToolCall) for part in message.parts):
        return False
    text = message.text.rstrip("*_` \n")
    return len(text) >= window.breaks.closing_chars and not text.endswith(("?", "？", "؟", ":"))


def _topic_shifts(
    window: Window, candidates: Sequence[int], start: int, overflow: int
) -> dict[int, float]:
    """Give, for each candidate with a lull in cohesion around it, how deep it is (0 to 1)."""
    spoken = [
        index
        for index in range(start, overflow + 1)
        if window.messages[index].role in {Role.USER, Role.ASSISTANT}
        and any(isinstance(part, Text) for part in window.messages[index].parts)
    ]
    first, width = candidates[0], window.breaks.topic_messages
    depths: dict[int, float] = {}
    for place, index in enumerate(spoken):
        # fewer than two messages on a side say nothing about a topic
        if index < first or place < 2 or place > len(spoken) - 2:
            continue
        before = (window.words_of(at) for at in spoken[max(0, place - width) : place])
        after = (window.words_of(at) for at in spoken[place : place + width])
        depths[index] = cohesion(before, after)
    if len(depths) < 3:
        return {}
    typical = median(depths.values())
    bound = window.breaks.topic_ratio * typical
    return {
        index: 1.0 - depth / typical for index, depth in depths.items() if typical and depth < bound
    }
