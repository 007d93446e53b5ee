"""The account of a context: what was kept, folded and left out, why, and by which settings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from graphpack.context.dedupe import Fold
from graphpack.context.score import Score
from graphpack.model.report import Notice

__all__ = [
    "BUDGET_CONFLICT",
    "PIPELINE_VERSION",
    "TOKEN_ESTIMATE_ONLY",
    "ContextReport",
    "Omission",
    "Origin",
    "Stats",
    "config_sha256",
]

PIPELINE_VERSION = "1"
"""Goes up with every change that changes a context; part of the configuration's hash."""
BUDGET_CONFLICT = "BUDGET_CONFLICT"
TOKEN_ESTIMATE_ONLY = "TOKEN_ESTIMATE_ONLY"  # a code of a notice


@dataclass(frozen=True, slots=True)
class Origin:
    """A fragment that was written, and where it comes from.

    Args:
        fragment: Its id, as its tag has it.
        record: Id of the record.
        kind: Of the record.
        path: Of the file it speaks of; None where it speaks of none.
        why: What let it in.
        is_mandatory: Whether it had to be there.
        tokens: Its size as written.
        score: By signal.
        author: The person or agent it comes from; None where unknown.
        text: What was written, without label and tag; the report leaves it out.
    """

    fragment: str
    record: str
    kind: str
    path: str | None
    why: str
    is_mandatory: bool
    tokens: int
    score: Score
    author: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Omission:
    """A record, or a piece of one, that was not written.

    Args:
        record: Its id.
        kind: Of the record.
        why: What kept it out.
        beginning: Its first words.
        score: By signal; None for what was folded, or no longer holds.
    """

    record: str
    kind: str
    why: str
    beginning: str
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class Stats:
    """Sizes.

    Args:
        input_tokens: Of all records' texts.
        output_tokens: Of the context.
        records: How many there were.
        fragments: How many were written.
        counter: What counted; ends in ``(estimate)`` where it is one.
    """

    input_tokens: int
    output_tokens: int
    records: int
    fragments: int
    counter: str

    @property
    def is_larger(self) -> bool:
        """Whether the context is larger than what it is made of, which serves better itself."""
        return self.output_tokens > self.input_tokens

    @property
    def reduction_ratio(self) -> float:
        """Share of the input that is not in the output; below 0 where tags took more."""
        if not self.input_tokens:
            return 0.0
        return round(1 - self.output_tokens / self.input_tokens, 4)


@dataclass(frozen=True, slots=True)
class ContextReport:
    """What happened on the way; equal for equal input and settings.

    Args:
        pipeline: ``PIPELINE_VERSION``.
        config_sha256: Of everything that was set.
        task: As it was used.
        budget_tokens: As it was given.
        notices: Conflicts, estimates, what was hidden and quoted.
        kept: What was written, in the records' order.
        folds: What went into what.
        omitted: What was not written.
        stats: Sizes.
    """

    pipeline: str
    config_sha256: str
    task: str
    budget_tokens: int
    notices: tuple[Notice, ...]
    kept: tuple[Origin, ...]
    folds: tuple[Fold, ...]
    omitted: tuple[Omission, ...]
    stats: Stats

    def has(self, code: str) -> bool:
        """Whether there is a notice of a code."""
        return any(notice.code == code for notice in self.notices)

    def document(self) -> dict[str, Any]:
        """Give it as a JSON value."""
        made = asdict(self)
        for one in made["kept"]:
            del one["text"]
        made["stats"]["reduction_ratio"] = self.stats.reduction_ratio
        return made

    def json(self) -> str:
        """Write it as JSON, without a final line feed."""
        return json.dumps(self.document(), indent=1, ensure_ascii=False)


def config_sha256(settings: Mapping[str, Any], others: Sequence[str] = ()) -> str:
    """Hash what was set, and the version of the pipeline."""
    value = {"pipeline": PIPELINE_VERSION, "settings": dict(settings), "others": list(others)}
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
