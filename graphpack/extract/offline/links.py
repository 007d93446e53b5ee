"""Links statements: a fix to its problem, a result to its goal, code to what it belongs to.

Only where both sides name the same specific things; a loose likeness is no link. What replaces
what is the merger's business, which holds the guard for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.features import Surroundings
from graphpack.extract.offline.statements import Statement
from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import Node, Relationship
from graphpack.text import identifiers, normal, words

MIN_SHARE = 0.3
"""Share of the older side's specific terms that the newer side must name."""

MIN_COMMON = 2

_FIXES = (NodeType.FACT, NodeType.DECISION)


def link(
    nodes: Sequence[Node], statements: Sequence[Statement], around: Surroundings
) -> tuple[tuple[Node, ...], tuple[Relationship, ...]]:
    """Find the links of one chunk's statements.

    Args:
        nodes: One node per statement, in order.
        statements: What the nodes were made from.
        around: The conversation's statistics.

    Returns:
        The nodes, settled where a link shows how a matter ended, and the relationships.
    """
    terms = [_weighted(statement.line, around) for statement in statements]
    found: list[Relationship] = []
    settled: dict[int, Status] = {}
    for at, node in enumerate(nodes):
        if node.type in {NodeType.PROBLEM, NodeType.GOAL} and node.status != Status.DEFERRED:
            by = _ending(at, nodes, statements, terms, around)
            if by is not None:
                found.append(_relationship(nodes[by], node, RelationType.RESOLVES))
                settled[at] = Status.RESOLVED
        elif node.type == NodeType.CODE:
            by = _told_by(at, nodes, statements)
            if by is not None:
                found.append(_relationship(nodes[by], node, RelationType.REFERENCES))
    return (
        tuple(
            node.model_copy(update={"status": settled[at]}) if at in settled else node
            for at, node in enumerate(nodes)
        ),
        tuple(found),
    )


def _weighted(line: str, around: Surroundings) -> Mapping[str, float]:
    names = {normal(name) for name in identifiers(line)}
    return {term: around.weight(term) for term in sorted({*words(line), *names}) if len(term) > 2}


def _ending(
    at: int,
    nodes: Sequence[Node],
    statements: Sequence[Statement],
    terms: Sequence[Mapping[str, float]],
    around: Surroundings,
) -> int | None:
    """The first later statement that reports the end of a problem or goal."""
    total = sum(terms[at].values())
    exchange = around.placed[statements[at].at].exchange
    for other in range(at + 1, len(nodes)):
        later = statements[other]
        if nodes[other].type not in _FIXES or later.is_human:
            continue
        if nodes[at].type == NodeType.GOAL and around.placed[later.at].exchange != exchange:
            break
        if not has_cue(later.line, Cue.FIX, Cue.DONE):
            continue
        common = terms[at].keys() & terms[other].keys()
        if len(common) < MIN_COMMON:
            continue
        if sum(terms[at][term] for term in sorted(common)) >= MIN_SHARE * total:
            return other
    return None


def _told_by(at: int, nodes: Sequence[Node], statements: Sequence[Statement]) -> int | None:
    """The statement of the same message that stands nearest before a block of code."""
    unit = statements[at].units[0]
    for other in range(at - 1, -1, -1):
        earlier = statements[other].units[-1]
        if earlier.message != unit.message or earlier.part != unit.part:
            return None
        if nodes[other].type != NodeType.CODE:
            return other if unit.place - earlier.place <= MAX_CODE_DISTANCE else None
    return None


MAX_CODE_DISTANCE = 3
"""Code further from a statement than this many units is not introduced by it."""


def _relationship(newer: Node, older: Node, kind: RelationType) -> Relationship:
    return Relationship(start=newer.id, end=older.id, type=kind)
