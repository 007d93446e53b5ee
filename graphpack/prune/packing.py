"""Joins short statements of one kind and state into fuller lines, before any of them is dropped.

A node costs some twenty tokens of JSON beside its words. Where nodes would have to go, two
statements in one line are worth more than one statement and a frame.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node
from graphpack.model.line import dense_line
from graphpack.model.subset import keep_nodes
from graphpack.prune.draft import Scale
from graphpack.prune.fold import is_foldable, join
from graphpack.text import is_wide

MAX_WORDS, MAX_CHARS, MAX_WIDE_CHARS = 60, 420, 200
"""A fuller line is still read in one go."""

MOST_FAILURES = 25
"""After so many statements that found no room the rest is not tried."""

_LOOSE = frozenset([RelationType.RELATED_TO])
_OPEN_LINES = 2
"""Lines of a group that may still grow: what is worth about the same stands together."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A graph of fuller lines.

    Args:
        graph: With them.
        folds: Ids of the nodes that are in another one's line, with that one's id.
        dropped: Ids of the root nodes that found no room, those first that are worth least.
    """

    graph: ContextGraph
    folds: Mapping[str, str] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()


def pack_lines(
    graph: ContextGraph,
    order: Sequence[str],
    pinned: Collection[str],
    scale: Scale,
    *,
    target_tokens: int,
    replaced: Mapping[str, str] | None = None,
) -> Packed:
    """Choose as many statements as fit, joined where they go together.

    Only root nodes of the same type, status and importance are joined, none that something
    depends on, resolves or supersedes, none with children, and none that a person pinned.

    Args:
        graph: Over its target.
        order: Ids of its root nodes, those first that are worth most.
        pinned: Ids that no step may touch.
        scale: Weighs.
        target_tokens: What must fit.
        replaced: What is told only with what replaced it.

    Returns:
        The graph; over the target only where pinned nodes alone are.
    """
    work = _Work(graph, pinned)
    kept = [node_id for node_id in order if node_id in pinned]
    dropped: list[str] = []
    failures = 0
    for node_id in order:
        if node_id in pinned:
            continue
        is_alone = replaced is not None and replaced.get(node_id, node_id) not in [*kept, node_id]
        if failures < MOST_FAILURES and not is_alone:
            tried = [*kept, node_id]
            if scale.weigh(work.built(tried, work.joints(tried))) <= target_tokens:
                kept = tried
                continue
        failures += 1
        dropped.append(node_id)
    joints = work.joints(kept)
    # no more of it than it needs: the least worth are joined first
    few, many = 0, len(joints)
    while few < many:
        half = (few + many) // 2
        if scale.weigh(work.built(kept, joints[:half])) <= target_tokens:
            many = half
        else:
            few = half + 1
    folds = {other: keeper for keeper, other in joints[:many]}
    packed = work.built(kept, joints[:many])
    return Packed(packed, folds, tuple(reversed(dropped)))


class _Work:
    def __init__(self, graph: ContextGraph, pinned: Collection[str]) -> None:
        bound = {
            end
            for tie in graph.relationships
            if tie.type not in _LOOSE
            for end in (tie.start, tie.end)
        }
        self._graph = graph
        self._nodes = {node.id: node for node in graph.nodes}
        self._free = {
            node.id
            for node in graph.nodes
            if is_foldable(node) and node.id not in bound and node.id not in pinned
        }

    def joints(self, kept: Iterable[str]) -> list[tuple[str, str]]:
        """Which node goes into which one's line, least worth first."""
        groups: dict[tuple[object, ...], list[Node]] = defaultdict(list)
        for node_id in kept:
            node = self._nodes[node_id]
            if node_id in self._free:
                groups[_group(node)].append(node)
        found: list[tuple[float, int, str, str]] = []
        for group in groups.values():
            lines: list[Node] = []
            for node in sorted(group, key=lambda node: -node.value):
                places = range(max(0, len(lines) - _OPEN_LINES), len(lines))
                at = next((at for at in places if _is_short(lines[at], node)), None)
                if at is None:
                    lines.append(node)
                    continue
                lines[at] = join(lines[at], node)
                found.append((node.value, len(found), lines[at].id, node.id))
        return [(keeper, other) for _, _, keeper, other in sorted(found)]

    def built(self, kept: Iterable[str], joints: Iterable[tuple[str, str]]) -> ContextGraph:
        """Build the graph of some nodes, some of them joined."""
        nodes = {node_id: self._nodes[node_id] for node_id in kept}
        # those that are worth more stand first in their line
        for keeper, other in sorted(joints, key=lambda pair: -self._nodes[pair[1]].value):
            nodes[keeper] = join(nodes[keeper], nodes.pop(other))
        chosen = {below for node in nodes.values() for below in _ids(node)}
        smaller = keep_nodes(self._graph, lambda node: node.id in chosen)
        return smaller.model_copy(update={"nodes": tuple(nodes[node.id] for node in smaller.nodes)})


def _group(node: Node) -> tuple[object, ...]:
    """What nodes have in common that may stand in one line; a choice without a status holds."""
    status = node.status
    if node.type in {NodeType.DECISION, NodeType.FACT}:
        status = status or Status.ACTIVE
    return node.type, status, node.importance, node.confidence is None


def _ids(node: Node) -> Iterable[str]:
    yield node.id
    for child in node.children:
        yield from _ids(child)


def _is_short(first: Node, second: Node) -> bool:
    both = f"{dense_line(first)}; {dense_line(second)}"
    chars = MAX_WIDE_CHARS if is_wide(both) else MAX_CHARS
    return len(both) <= chars and len(both.split()) <= MAX_WORDS
