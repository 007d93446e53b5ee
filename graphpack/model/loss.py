"""One thing that a transcript holds and its pack does not, or not in the same words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class LossKind(StrEnum):
    """What became of it, in the order in which a report tells of it."""

    SKIPPED = "skipped"
    ABANDONED = "abandoned"
    HIDDEN = "hidden"
    REDACTED = "redacted"
    GAP = "gap"
    ELIDED = "elided"
    UNPICKED = "unpicked"
    UNGROUNDED = "ungrounded"
    MERGED = "merged"
    SUPERSEDED = "superseded"
    SHORTENED = "shortened"
    CUT = "cut"
    NOTED = "noted"


@dataclass(frozen=True, slots=True)
class Loss:
    """One line of a loss report.

    Args:
        kind: What became of it.
        what: The node's id, the notice's code or the placeholder.
        reason: Why, lower case.
        where: Where to find it: a message and line of the transcript, or a file and its line.
        text: What it said; empty where that is not known, or is not to be shown.
        tokens: Its size; None where that is not known.
        count: How many times, where one line stands for several.
    """

    kind: LossKind
    what: str
    reason: str
    where: str = ""
    text: str = ""
    tokens: int | None = None
    count: int = 1
