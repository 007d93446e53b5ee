"""Whether two nodes state the same.

Precision before recall: a duplicate that stays costs a few tokens, a false fold costs a
statement. It compares texts; who is newer and what becomes of the older is not decided here.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from graphpack.merge.statement import Statement, statement
from graphpack.merge.words import COUNTERPARTS, REVERSALS
from graphpack.model.codes import NodeType
from graphpack.model.graph import Node
from graphpack.text import is_wide

_PAIRS = (*REVERSALS, *COUNTERPARTS)
_REVERSIBLE = frozenset[str]().union(*REVERSALS)
_PAIRED = frozenset[str]().union(*_PAIRS)
_MIN_CODE_CHARS = 40
# a statement must have this many terms before one that says a little more can be the same
_MIN_PART, _MIN_PART_SPECIFIC = 4, 5
_PART_RATIO, _PART_RATIO_SPECIFIC = 0.7, 0.8
_MIN_SHARED, _SHARED_RATIO = 6, 0.75
_DOUBT_RATIO = 0.45
_WIDE_FACTOR = 2


class Likeness(StrEnum):
    """What comparing two nodes says."""

    SAME = "same"
    DOUBTFUL = "doubtful"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Compared:
    """How alike two nodes are.

    Args:
        likeness: The verdict.
        ratio: Shared terms among all terms, 0 to 1.
    """

    likeness: Likeness
    ratio: float


_DIFFERENT = Compared(Likeness.DIFFERENT, 0.0)


def compare(one: Node, other: Node) -> Compared:
    """Tell whether two nodes state the same.

    A statement and its negation, a question and its answer, and statements that differ in a
    number, version, path, identifier or name on both sides are never the same.

    Args:
        one: A node.
        other: Another one; the order does not matter.

    Returns:
        The verdict and the ratio of shared terms.

    Source:
        Seed 002, "Chunked compression" (same topic: one node) and "Universal compression rules"
        (keep negatives, versions exact, code verbatim).
    """
    if NodeType.CODE in {one.type, other.type}:
        return _compare_code(one, other)
    first, second = statement(one.summary), statement(other.summary)
    if one.type != other.type:
        return _compare_across(first, second)
    if not first.words or not second.words:
        alike = one.summary.split() == other.summary.split()
        return Compared(Likeness.SAME, 1.0) if alike else _DIFFERENT
    if contradicts(first, second):
        return _DIFFERENT
    scale = _WIDE_FACTOR if is_wide(one.summary) and is_wide(other.summary) else 1
    return _compare_terms(first, second, scale=scale)


def contradicts(one: Statement, other: Statement) -> bool:
    """Tell whether two statements cannot be the same, however many words they share.

    Args:
        one: A statement.
        other: Another one; the order does not matter.

    Returns:
        True where they differ in negation, limits or asking, turn a word into its opposite,
        or name different things in the same place.
    """
    if (one.polarity, one.limits, one.is_question) != (
        other.polarity,
        other.limits,
        other.is_question,
    ):
        return True
    if one.denied & other.asserted or other.denied & one.asserted:
        return True
    if one.dropped & other.asserted or other.dropped & one.asserted:
        return True
    if _turns_round(one, other, _PAIRS):
        return True
    kinds = ((one.names, other.names), (one.numbers, other.numbers), (one.proper, other.proper))
    return any(mine - other.words and theirs - one.words for mine, theirs in kinds)


def is_reversal(one: Statement, other: Statement) -> bool:
    """Tell whether one says a word and the other its contrary in its stead.

    Args:
        one: A statement.
        other: Another one.

    Returns:
        True for «enable» against «disable» and the like, not for «client» against «server».
    """
    return _turns_round(one, other, REVERSALS)


def may_reverse(one: Statement) -> bool:
    """Tell whether a statement has a word that another could turn into its contrary.

    Args:
        one: A statement.

    Returns:
        True where it has.
    """
    return bool(one.raws & _REVERSIBLE)


def _compare_code(one: Node, other: Node) -> Compared:
    if one.type != other.type:
        return _DIFFERENT
    first, second = one.summary.strip(), other.summary.strip()
    if first == second:
        return Compared(Likeness.SAME, 1.0)
    shorter, longer = sorted((first, second), key=len)
    if len(shorter) >= _MIN_CODE_CHARS and shorter in longer:
        return Compared(Likeness.SAME, len(shorter) / len(longer))
    return _DIFFERENT


def _compare_across(first: Statement, second: Statement) -> Compared:
    # a fact and a decision of the same words are one statement; anything less is two
    if first.words and first.sequence == second.sequence and not contradicts(first, second):
        return Compared(Likeness.SAME, 1.0)
    return _DIFFERENT


def _compare_terms(first: Statement, second: Statement, *, scale: int) -> Compared:
    small, large = sorted((first, second), key=lambda s: (len(s.words), s.sequence))
    shared = len(small.words & large.words)
    ratio = shared / len(small.words | large.words)
    is_ordered = first.is_ordered or second.is_ordered
    if is_ordered and not _in_order(small, large):
        return Compared(Likeness.DIFFERENT, ratio)
    if small.words == large.words:
        return Compared(Likeness.SAME, ratio)
    if small.words < large.words:
        is_same = _is_part(small, large, scale=scale)
    else:
        is_same = (
            shared >= _MIN_SHARED * scale
            and ratio >= _SHARED_RATIO
            and not _has_substitution(small, large)
        )
    if is_same:
        return Compared(Likeness.SAME, ratio)
    likeness = Likeness.DOUBTFUL if ratio >= _DOUBT_RATIO else Likeness.DIFFERENT
    return Compared(likeness, ratio)


def _is_part(small: Statement, large: Statement, *, scale: int) -> bool:
    """Tell whether the longer statement only says the shorter one in a little more detail."""
    ratio = len(small.words) / len(large.words)
    if (large.words - small.words) & large.specifics:
        return len(small.words) >= _MIN_PART_SPECIFIC * scale and ratio >= _PART_RATIO_SPECIFIC
    return len(small.words) >= _MIN_PART * scale and ratio >= _PART_RATIO


def _in_order(small: Statement, large: Statement) -> bool:
    shared = small.words & large.words
    mine = [key for key in dict.fromkeys(small.sequence) if key in shared]
    theirs = [key for key in dict.fromkeys(large.sequence) if key in shared]
    return mine == theirs


def _has_substitution(one: Statement, other: Statement) -> bool:
    """Tell whether one term stands where the other has a different one: another value."""
    matcher = SequenceMatcher(None, one.sequence, other.sequence, autojunk=False)
    return any(tag == "replace" for tag, *_ in matcher.get_opcodes())


def _turns_round(one: Statement, other: Statement, pairs: tuple[frozenset[str], ...]) -> bool:
    mine, theirs = (one.raws - other.raws) & _PAIRED, (other.raws - one.raws) & _PAIRED
    if not mine or not theirs:
        return False
    return any(pair & mine and pair & theirs for pair in pairs)
