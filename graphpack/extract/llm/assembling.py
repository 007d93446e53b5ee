"""From drafts to a chunk's nodes: one id space, nesting, relationships, order of reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphpack.extract.llm.grounding import Draft
from graphpack.model.chunk import chunk_letter
from graphpack.model.codes import Importance, NodeType, Status
from graphpack.model.graph import Node, Relationship
from graphpack.text import negations, normal
from graphpack.text.details import missing_details, shared_ratio

# for a model that gives no worth: a rough rank, state before decisions before facts
_BASE = {Importance.HIGH: 0.6, Importance.MEDIUM: 0.4, Importance.LOW: 0.1}
_BY_TYPE = {
    NodeType.DECISION: 0.15,
    NodeType.GOAL: 0.1,
    NodeType.CONTEXT: 0.1,
    NodeType.PROBLEM: 0.1,
    NodeType.CODE: -0.05,
    NodeType.ASSUMPTION: -0.1,
}
_BY_STATUS = {
    Status.OPEN: 0.15,
    Status.BLOCKED: 0.15,
    Status.DEFERRED: 0.05,
    Status.ACTIVE: 0.05,
    Status.RESOLVED: -0.2,
    Status.ABANDONED: -0.1,
}
_NEGATIVE = 0.05
"""A decision against something is what compaction loses first."""

_DEMOTED_RATIO = 0.6
"""What is left of the worth of a node that was claimed as more than an assumption."""

SAME_RATIO = 0.6


@dataclass(frozen=True, slots=True)
class Named:
    """A draft with the names it goes by.

    Args:
        key: Unique in its chunk.
        draft: What it says.
        links: Relation type and the other draft's key.
        parent: The key of the draft it belongs under.
        piece: Which of the chunk's replies it came with.
    """

    key: str
    draft: Draft
    links: tuple[tuple[str, str], ...] = ()
    parent: str | None = None
    piece: int = 0


def unique(found: Sequence[Named]) -> tuple[tuple[Named, ...], dict[str, str]]:
    """Fold what was found twice, as happens where two pieces share a message.

    Args:
        found: In the order found.

    Returns:
        The first of each, and the keys of the others with the key that stands for them.
    """
    kept: list[Named] = []
    stands_for: dict[str, str] = {}
    for named in found:
        first = next((other for other in kept if _is_same(other, named)), None)
        if first is None:
            kept.append(named)
        else:
            stands_for[named.key] = first.key
    return tuple(kept), stands_for


def _is_same(one: Named, other: Named) -> bool:
    """One reply says a thing once; two replies may say it in other words about one message."""
    a, b = one.draft, other.draft
    is_one_reply = one.piece == other.piece
    if normal(a.summary) == normal(b.summary):
        return a.type is b.type or not is_one_reply
    if is_one_reply or a.type is not b.type or negations(a.summary) != negations(b.summary):
        return False
    if missing_details(a.summary, [b.summary]) and missing_details(b.summary, [a.summary]):
        return False  # each names a version or number of its own
    is_same_place = {s.message for s in a.sources} & {s.message for s in b.sources}
    ratio = min(shared_ratio(a.summary, [b.summary]), shared_ratio(b.summary, [a.summary]))
    return bool(is_same_place) and ratio >= SAME_RATIO


def assemble(
    found: Sequence[Named], chunk_index: int
) -> tuple[tuple[Node, ...], tuple[Relationship, ...]]:
    """Number the drafts of a chunk and tie them together.

    Args:
        found: Drafts in the order found; keys are unique.
        chunk_index: Gives the letter of the ids.

    Returns:
        Root nodes in reading order, with their children; relationships whose ends exist, each
        once.
    """
    drafts, stands_for = unique(found)
    by_key = {named.key: named for named in drafts}
    ordered = sorted(drafts, key=_place)
    roots = {named.key: _root(named, by_key, stands_for) for named in ordered}
    children: dict[str, list[Named]] = {}
    for named in ordered:
        if roots[named.key] != named.key:
            children.setdefault(roots[named.key], []).append(named)
    ids: dict[str, str] = {}
    nodes: list[Node] = []
    for named in ordered:
        if roots[named.key] != named.key:
            continue
        ids[named.key] = own = f"{chunk_letter(chunk_index)}-n{len(nodes) + 1}"
        below: list[Node] = []
        for child in children.get(named.key, ()):
            ids[child.key] = f"{own}.{len(below) + 1}"
            below.append(_node(child.draft, ids[child.key]))
        nodes.append(_node(named.draft, own, tuple(below)))
    return tuple(nodes), _relationships(ordered, ids, stands_for)


def _place(named: Named) -> tuple[int, int, int]:
    if named.draft.sources:
        first = min(named.draft.sources, key=lambda s: (s.message, s.part, s.start))
        return first.message, first.part, first.start
    claimed = [c.message for c in named.draft.raw.claims if c.message is not None]
    return min(claimed, default=0), 0, 0


def _root(named: Named, by_key: Mapping[str, Named], stands_for: Mapping[str, str]) -> str:
    """The topmost ancestor: details of details are details; a circle has no top."""
    seen = [named.key]
    current = named
    while current.parent is not None:
        above = by_key.get(stands_for.get(current.parent, current.parent))
        if above is None:
            break
        if above.key in seen:
            return min(seen)
        seen.append(above.key)
        current = above
    return current.key


def _node(draft: Draft, name: str, children: tuple[Node, ...] = ()) -> Node:
    return Node(
        id=name,
        type=draft.type,
        importance=draft.raw.importance,
        summary=draft.summary,
        status=draft.raw.status,
        title=draft.title,
        confidence=draft.confidence,
        children=children,
        sources=draft.sources,
        value=_value(draft),
    )


def _value(draft: Draft) -> float:
    raw = draft.raw
    value = raw.worth
    if value is None:
        value = _BASE[raw.importance] + _BY_TYPE.get(raw.type, 0.0)
        value += _BY_STATUS.get(raw.status, 0.0) if raw.status else 0.0
        value += _NEGATIVE if raw.type is NodeType.DECISION and negations(draft.summary) else 0.0
    if draft.type is NodeType.ASSUMPTION and raw.type is not NodeType.ASSUMPTION:
        value *= _DEMOTED_RATIO
    return round(min(1.0, max(0.0, value)), 2)


def _relationships(
    ordered: Sequence[Named], ids: Mapping[str, str], stands_for: Mapping[str, str]
) -> tuple[Relationship, ...]:
    found: dict[tuple[str, str], Relationship] = {}
    for named in ordered:
        start = ids[named.key]
        for kind, key in named.links:
            end = ids.get(stands_for.get(key, key))
            # one connection between two nodes, the first that was named
            if end is None or end == start or (end, start) in found:
                continue
            found.setdefault((start, end), Relationship(start=start, end=end, type=kind))
    return tuple(found.values())
