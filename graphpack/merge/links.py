"""Ties across chunks: what a later chunk settles of what an earlier one left open.

Conservative, because a problem called resolved that is open costs more than a missing tie: the
settling node must say so without reserve and share what is specific to the open one.
"""

from __future__ import annotations

import re
from collections import Counter

from graphpack.merge.draft import Draft, is_later
from graphpack.merge.statement import Statement, statement, without_notes
from graphpack.merge.words import ENDED, FINISHED, FIXED, HEDGED, Cue
from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import Node
from graphpack.patterns import compiled

_UNSETTLED = frozenset({None, Status.OPEN, Status.ACTIVE, Status.BLOCKED})
_SETTLING = frozenset(
    {NodeType.FACT, NodeType.DECISION, NodeType.CONTEXT, NodeType.PROBLEM, NodeType.GOAL}
)
_SETTLED = frozenset({NodeType.PROBLEM, NodeType.GOAL, NodeType.CONTEXT})
_COMMON_NODES = 4
# a longer text tells of many things and shares words with any of them
_MOST_TERMS = 25
_MOST_QUESTION_TERMS = 12
_OFFERS = compiled(
    r"\b(?:or|oder|ou|o|of|или|vs|versus)\b|还是|或|それとも|または|아니면", re.IGNORECASE
)
_FIX_RATIO, _GOAL_RATIO, _ANSWER_RATIO = 0.3, 0.6, 0.6


def settle(draft: Draft) -> None:
    """Tie later nodes to the open problems, goals and questions of earlier chunks they settle.

    The open node becomes resolved and gets a ``resolves`` from the other. Within one chunk the
    extractor has seen both and its word stands.

    Args:
        draft: Changed in place.

    Source:
        Docs/architecture.md, "Two extractors, one protocol" (the merger links across chunks).
    """
    spread = Counter(key for node in draft.nodes.values() for key in statement(node.summary).words)
    settled = draft.ends(RelationType.RESOLVES) | draft.ends(RelationType.SUPERSEDES)
    for name, node in list(draft.nodes.items()):
        if name in settled or node.status not in _UNSETTLED or node.type not in _SETTLED:
            continue
        other = _settling(draft, name, spread)
        if other is not None:
            draft.tie(other, name, RelationType.RESOLVES)
            draft.change(name, status=Status.RESOLVED)
            draft.notice("settled-later", name, f"resolved by {other} of a later chunk")


def _settling(draft: Draft, name: str, spread: Counter[str]) -> str | None:
    """Find the first node of a later chunk that settles one."""
    chunk, unsettled = draft.chunks[name], draft.nodes[name]
    later = (
        other
        for other, node in draft.nodes.items()
        if draft.chunks[other] > chunk
        and node.type in _SETTLING
        and node.status not in {Status.ABANDONED, Status.DEFERRED, Status.BLOCKED}
        and _settles(node, unsettled, spread)
        and is_later(draft, other, name)
    )
    return next(later, None)


def _settles(node: Node, unsettled: Node, spread: Counter[str]) -> bool:
    one, other = statement(node.summary), statement(unsettled.summary)
    if one.is_question or not other.words or not 0 < len(one.words) <= _MOST_TERMS:
        return False
    shared = one.words & other.words
    ratio = len(shared) / len(other.words)
    text = without_notes(node.summary)
    if unsettled.type == NodeType.PROBLEM:
        is_near = ratio >= _FIX_RATIO or len(shared & other.names) >= 2
        return is_near and _is_specific(shared, other, spread) and _says(FIXED, text)
    if unsettled.type == NodeType.GOAL:
        enough = ratio >= _GOAL_RATIO and len(shared) >= 2
        return enough and not _names_others(one, other) and _says(FINISHED, text)
    if unsettled.type == NodeType.CONTEXT and other.is_question:
        is_choice = _OFFERS.search(unsettled.summary) is not None
        return is_choice and _answers(node, one, other)
    return False


def _says(completion: Cue, text: str) -> bool:
    return completion.is_in(text) and not HEDGED.is_in(ENDED.cut_from(text))


def _answers(node: Node, one: Statement, other: Statement) -> bool:
    """Tell whether a decision picks among what a question offers."""
    if node.type != NodeType.DECISION or len(one.words & other.words) < 2:
        return False
    if len(other.words) > _MOST_QUESTION_TERMS or HEDGED.is_in(node.summary):
        return False
    picked = one.asserted & other.words & (one.specifics | other.specifics)
    covered = len(one.words & other.words) >= _ANSWER_RATIO * len(one.words)
    return covered and bool(picked)


def _is_specific(shared: frozenset[str], other: Statement, spread: Counter[str]) -> bool:
    """Tell whether what is shared points at this one problem: a rare name, or two of its marks."""
    names = {key for key in shared & other.names if spread[key] <= 2}
    marks = {
        key for key in shared & (other.specifics | other.names) if spread[key] <= _COMMON_NODES
    }
    return bool(names) or len(marks) >= 2 or (bool(marks) and len(shared) >= 3)


def _names_others(one: Statement, other: Statement) -> bool:
    return bool(one.names - other.names and other.names - one.names)
