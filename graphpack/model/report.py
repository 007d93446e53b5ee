"""What happened on the way: every notice, cut, merge, gap and cost is a value here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

INFORMATIONAL = frozenset(
    {
        # there is more, and it can be had
        "abandoned-branch", "branches-left-out", "fork", "other-answer",
        # what the format has beside what was said
        "automatic-mail", "bot-line", "bot-message", "empty-message", "harness-text",
        "hidden-context", "link-preview", "media-omitted", "minutes-command", "missing-file",
        "other-activity", "program-message", "reaction", "side-file", "streamed-fragment",
        "system-line", "unreadable-block",
        # what stands there twice, or was taken back by those who said it
        "copy", "deleted-conversation", "deleted-message", "duplicate-message", "edited-message",
        "hidden-message", "repeated-chat", "repeated-history", "repeated-message",
        "replayed-history", "unlisted-message",
        # how it is, and how it went
        "evidence-added", "failed-answer", "gave-up", "local-time", "low-left-out", "pack-larger",
        "settled-later",
        # what a model need not read, and what stands in the conversation as it was
        "tool-output-shortened",
    }
)  # fmt: skip
"""Codes of notices that tell of nothing lost: the format is so, or its rules leave it out.

Every other code, also one that is new or a plug-in's, tells of something that was skipped,
repaired, guessed or not found, and counts under ``--fail-on-notice``.
"""

COST_LIMIT = "cost-limit"
"""Code of a notice: messages that no model was asked about, because it might have cost too much."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth saying that is not fatal.

    Args:
        code: A stable kebab-case name, such as ``broken-record``.
        where: File with line or record number, or a node's id.
        message: What was found and what was done, lower case.
        count: How many times, where one notice stands for several.
    """

    code: str
    where: str
    message: str
    count: int = 1

    @property
    def is_loss(self) -> bool:
        """Whether something was lost, skipped, repaired or guessed; see ``INFORMATIONAL``."""
        return self.code not in INFORMATIONAL


@dataclass(frozen=True, slots=True)
class Cut:
    """One node dropped, shortened, folded or demoted to fit the budget.

    Args:
        node: The node's id before the cut.
        action: ``dropped``, ``shortened``, ``folded`` or ``demoted``.
        reason: Why this one.
        text: The text that is no longer in the pack.
        tokens: Tokens saved, as counted on the rendered form.
    """

    node: str
    action: str
    reason: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Merge:
    """Two nodes became one, or one superseded the other.

    Args:
        kept: Id of the node that stays.
        folded: Id of the node that went into it.
        reason: Which rule decided.
        text: What the folded node said; empty where it is still in the pack, or not known.
    """

    kept: str
    folded: str
    reason: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of the conversation nothing could be extracted from (refusal, nonsense, failure).

    Args:
        first_message: 0-based, inclusive.
        last_message: 0-based, inclusive.
        reason: What went wrong.
    """

    first_message: int
    last_message: int
    reason: str


@dataclass(frozen=True, slots=True)
class Elided:
    """What the extractor was not shown of one part.

    Args:
        message: 0-based.
        part: 0-based, in that message.
        spans: Half-open stretches of the part's text, in order; at least one.
    """

    message: int
    part: int
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and money a model run took; ``cost_usd`` is None where the price is unknown.

    ``cached`` counts the answers that were kept from an earlier run, and cost nothing.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None
    cached: int = 0

    def __add__(self, other: Usage) -> Usage:
        cost = (
            None
            if self.cost_usd is None and other.cost_usd is None
            else (self.cost_usd or 0.0) + (other.cost_usd or 0.0)
        )
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            cost,
            self.cached + other.cached,
        )


class Strategy(StrEnum):
    """How a conversation was given to the extractor (seed 002, "Conversation size & strategy")."""

    SINGLE_PASS = "single-pass"
    CHUNKED = "chunked"
    PRIORITY_ONLY = "chunked-priority-only"


@dataclass(frozen=True, slots=True)
class Report:
    """Everything the chain has to say about one export.

    Args:
        extractor: ``offline`` or ``model NAME``.
        strategy: How the conversation was read.
        input_tokens: Size of the conversation, by the counter named in ``counter``.
        output_tokens: Size of the rendered pack, by the same counter.
        counter: Name of the token counter; ends in ``(estimate)`` where it is one.
        notices: From readers and stages.
        cuts: From the pruner, in the order made.
        merges: From the merger.
        gaps: Stretches without a result.
        usage: What the model took; None for the offline extractor.
        redacted: How many different secrets of each family were hidden, by the family's name.
        over_cap_tokens: By how much the pack is over its cap; 0 where it fits.
        elided: What the extractor was not shown; not kept in the archive.
    """

    extractor: str
    strategy: Strategy
    input_tokens: int
    output_tokens: int
    counter: str
    notices: tuple[Notice, ...] = ()
    cuts: tuple[Cut, ...] = ()
    merges: tuple[Merge, ...] = ()
    gaps: tuple[Gap, ...] = ()
    usage: Usage | None = None
    over_cap_tokens: int = 0
    redacted: tuple[tuple[str, int], ...] = ()
    elided: tuple[Elided, ...] = ()

    @property
    def losses(self) -> int:
        """How many notices and gaps tell of something lost or uncertain."""
        return sum(notice.is_loss for notice in self.notices) + len(self.gaps)
