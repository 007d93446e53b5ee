"""What changed from one pack to another, told by statements and not by ids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from graphpack.merge.conflicts import evidence
from graphpack.merge.identity import Likeness, compare
from graphpack.merge.statement import statement, without_notes
from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.model.line import dense_line
from graphpack.packs.loading import Loaded
from graphpack.text import normal
from graphpack.text.details import shared_ratio

RELATED_RATIO = 0.4
"""Share of a statement's words that another one of the same place must have in common with it."""

_GONE = frozenset([Status.ABANDONED])
_FIELDS = ("type", "status", "importance", "confidence")


@dataclass(frozen=True, slots=True)
class Change:
    """A statement that is in both packs, and is not told the same.

    Args:
        before: As it was.
        after: As it is.
        fields: What differs: ``type``, ``status``, ``importance``, ``confidence``, ``summary``.
    """

    before: Node
    after: Node
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A statement that stood, and stands no more.

    Args:
        before: As it was.
        by: The node that took its place; None where the pack only says that it was given up.
        after: As it is told now; None where it is not in the pack any more.
    """

    before: Node
    by: Node | None
    after: Node | None = None


@dataclass(frozen=True, slots=True)
class Lost:
    """A statement that is not in the newer pack.

    Args:
        node: As it was.
        reason: Why, where the newer pack's record says so; else empty.
    """

    node: Node
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed; every list in reading order.

    Args:
        added: Nodes of the newer pack alone.
        changed: Statements told otherwise.
        superseded: Statements that stand no more.
        lost: Nodes of the older pack alone.
        same: How many statements are told the same.
        tied: Relationships of the newer pack alone, by its ids.
        untied: Relationships of the older pack alone whose ends are in both, by its ids.
        names: Id in the newer pack of each statement of the older one that it holds.
    """

    added: tuple[Node, ...]
    changed: tuple[Change, ...]
    superseded: tuple[Switch, ...]
    lost: tuple[Lost, ...]
    same: int
    tied: tuple[Relationship, ...]
    untied: tuple[Relationship, ...]
    names: Mapping[str, str]

    @property
    def is_empty(self) -> bool:
        """Whether the packs tell the same."""
        lists = (self.added, self.changed, self.superseded, self.lost, self.tied, self.untied)
        return not any(lists)


def diff(older: Loaded, newer: Loaded) -> Difference:
    """Compare two packs.

    Args:
        older: The one before.
        newer: The one after.

    Returns:
        What was added, changed, superseded and lost.
    """
    before, after = _nodes(older.graph), _nodes(newer.graph)
    names = _matched(before, after)
    fallen = _superseded(newer.graph)
    earlier = _superseded(older.graph)
    reasons = dict(_reasons(newer))
    changed: list[Change] = []
    switched: list[Switch] = []
    lost: list[Lost] = []
    same = 0
    added = [node for name, node in after.items() if name not in set(names.values())]
    for name, node in before.items():
        now = after[names[name]] if name in names else None
        stood = node.status not in _GONE and name not in earlier
        if stood and (switch := _switch(node, now, added, fallen, after)) is not None:
            switched.append(switch)
        elif now is None:
            lost.append(Lost(node, reasons.get(_line(node), "")))
        elif fields := _differing(node, now):
            changed.append(Change(node, now, fields))
        else:
            same += 1
    tied, untied = _ties(older.graph, newer.graph, names)
    return Difference(
        tuple(added), tuple(changed), tuple(switched), tuple(lost), same, tied, untied, names
    )


def _nodes(graph: ContextGraph) -> dict[str, Node]:
    return {node.id: node for node in graph.walk()}


def _superseded(graph: ContextGraph) -> dict[str, str]:
    """By the id of each superseded node, the id of the one that stands in its place."""
    return {t.end: t.start for t in graph.relationships if t.type == RelationType.SUPERSEDES}


def _switch(
    node: Node,
    now: Node | None,
    added: Iterable[Node],
    fallen: Mapping[str, str],
    after: Mapping[str, Node],
) -> Switch | None:
    if now is not None:
        if now.id not in fallen and now.status not in _GONE:
            return None
        return Switch(node, after.get(fallen.get(now.id, "")), now)
    by = next((other for other in added if evidence(other, node) is not None), None)
    return Switch(node, by) if by is not None else None


def _matched(before: Mapping[str, Node], after: Mapping[str, Node]) -> dict[str, str]:
    """Match statements, each at most once: the same words, what states the same, what is near."""
    names: dict[str, str] = {}
    free = dict(after)
    by_line: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, node in after.items():
        by_line[node.type, _line(node)].append(name)
    for name, node in before.items():
        found = [other for other in by_line[node.type, _line(node)] if other in free]
        if found:
            names[name] = min(found, key=lambda other: other != name)
            del free[names[name]]
    pairs = sorted(_alike(before, names, free), key=lambda pair: (-pair[0], pair[1] != pair[2]))
    for _, name, other in pairs:
        if name not in names and other in free:
            names[name] = other
            del free[other]
    return {name: names[name] for name in before if name in names}


def _alike(
    before: Mapping[str, Node], names: Mapping[str, str], free: Mapping[str, Node]
) -> Iterator[tuple[float, str, str]]:
    for name, node in before.items():
        if name in names:
            continue
        terms = statement(node.summary).words
        for other, candidate in free.items():
            is_code = NodeType.CODE in {node.type, candidate.type}
            if not is_code and not terms & statement(candidate.summary).words:
                continue
            compared = compare(node, candidate)
            if compared.likeness is Likeness.SAME:
                yield 2 + compared.ratio, name, other
            # what the merger would not fold is shown with both its wordings, for a person to judge
            elif _is_of_one_place(node, candidate):
                yield 1 + compared.ratio, name, other
            elif compared.likeness is Likeness.DOUBTFUL and node.type == candidate.type:
                yield compared.ratio, name, other


def _is_of_one_place(node: Node, candidate: Node) -> bool:
    """Whether two nodes put the same words of one conversation in other words."""
    if shared_ratio(node.summary, [candidate.summary]) < RELATED_RATIO:
        return False
    places = {(source.message, source.part, source.quote) for source in node.sources}
    return any((s.message, s.part, s.quote) in places for s in candidate.sources)


def _differing(before: Node, after: Node) -> tuple[str, ...]:
    fields = [name for name in _FIELDS if getattr(before, name) != getattr(after, name)]
    if _line(before) != _line(after):
        fields.append("summary")
    return tuple(fields)


def _ties(
    older: ContextGraph, newer: ContextGraph, names: Mapping[str, str]
) -> tuple[tuple[Relationship, ...], tuple[Relationship, ...]]:
    kept = {
        (names[tie.start], tie.type, names[tie.end])
        for tie in older.relationships
        if tie.start in names and tie.end in names
    }
    there = {(tie.start, tie.type, tie.end) for tie in newer.relationships}
    tied = tuple(t for t in newer.relationships if (t.start, t.type, t.end) not in kept)
    untied = tuple(
        tie
        for tie in older.relationships
        if tie.start in names
        and tie.end in names
        and (names[tie.start], tie.type, names[tie.end]) not in there
    )
    return tied, untied


def _reasons(newer: Loaded) -> Iterator[tuple[str, str]]:
    """Why statements are not in a pack, by their words."""
    if newer.record is None:
        return
    cuts = {cut.node: f"{cut.action}: {cut.reason}" for cut in newer.record.report.cuts}
    for node in newer.record.pruned:
        if node.id in cuts:
            yield _line(node), cuts[node.id]


def _line(node: Node) -> str:
    return normal(without_notes(dense_line(node)))
