"""The graph while it is being merged: flat, in one id space, with what was done to it.

A draft lives inside one call of ``merge`` and is the only thing there that changes in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from graphpack.model.chunk import ChunkGraph
from graphpack.model.codes import RelationType
from graphpack.model.graph import Node, Relationship, Source
from graphpack.model.report import Notice

Position = tuple[int, int, int]
Key = tuple[str, str, str]


@dataclass(slots=True)
class Draft:
    """Nodes, ties and records.

    Args:
        nodes: By id, in reading order, without their children.
        parents: The parent's id of each child.
        ties: Relationships by start, end and type.
        chunks: The chunk each node came from.
        folds: Folded id, id it went into, and why, in the order made.
        overruled: Superseding id, superseded id, and why.
        notices: What was found and done.
        openings: Who says it, where a summary opened so; taken off while texts are compared.
    """

    nodes: dict[str, Node] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    ties: dict[Key, Relationship] = field(default_factory=dict)
    chunks: dict[str, int] = field(default_factory=dict)
    folds: list[tuple[str, str, str]] = field(default_factory=list)
    overruled: list[tuple[str, str, str]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    openings: dict[str, str] = field(default_factory=dict)

    def ancestors(self, name: str) -> Iterator[str]:
        """Yield the ids above a node, nearest first."""
        while name in self.parents:
            name = self.parents[name]
            yield name

    def notice(self, code: str, where: str, message: str) -> None:
        """Record something worth saying."""
        self.notices.append(Notice(code, where, message))

    def tie(self, start: str, end: str, kind: str) -> None:
        """Connect two nodes, unless they are so already."""
        self.keep(Relationship(start=start, end=end, type=kind))

    def untie(self, start: str, end: str, kind: str) -> None:
        """Take a connection away."""
        self.ties.pop((start, end, kind), None)

    def has_tie(self, one: str, other: str, *kinds: str) -> bool:
        """Tell whether two nodes are connected, either way, by one of the kinds given."""
        return any((one, other, k) in self.ties or (other, one, k) in self.ties for k in kinds)

    def ends(self, kind: str) -> set[str]:
        """Give the ids at the receiving end of a kind of connection."""
        return {end for _, end, k in self.ties if k == kind}

    def change(self, name: str, **fields: object) -> None:
        """Replace fields of a node."""
        self.nodes[name] = self.nodes[name].model_copy(update=fields)

    def fold(self, kept: str, gone: str, *, united: Node, reason: str) -> None:
        """Put one node into another; children and connections of both stay.

        Args:
            kept: The node that stays; never below the other one.
            gone: The node that goes.
            united: What the node that stays says from now on.
            reason: Which rule decided.
        """
        said = {self.nodes[name].summary: self.openings.get(name, "") for name in (gone, kept)}
        self.openings[kept] = said.get(united.summary, "")
        self.nodes[kept] = united
        self.chunks[kept] = min(self.chunks[kept], self.chunks[gone])
        del self.nodes[gone]
        self.parents.pop(gone, None)
        for child, parent in self.parents.items():
            if parent == gone:
                self.parents[child] = kept
        self._redirect(gone, kept)
        self.folds.append((gone, kept, reason))

    def tree(self) -> tuple[Node, ...]:
        """Give the nodes with their children, in reading order."""
        below: dict[str | None, list[str]] = {}
        for name in self.nodes:
            below.setdefault(self.parents.get(name), []).append(name)

        def grown(name: str) -> Node:
            children = tuple(grown(child) for child in below.get(name, ()))
            return self.nodes[name].model_copy(update={"children": children})

        return tuple(grown(name) for name in below.get(None, ()))

    def keep(self, tie: Relationship) -> None:
        """Add a connection as it came, unless there is one like it or it leads to itself."""
        if tie.start == tie.end:
            return
        if tie.type == RelationType.RELATED_TO and (tie.end, tie.start, tie.type) in self.ties:
            return
        self.ties.setdefault((tie.start, tie.end, tie.type), tie)

    def _redirect(self, gone: str, kept: str) -> None:
        ties, self.ties = self.ties, {}
        for tie in ties.values():
            start, end = (kept if side == gone else side for side in (tie.start, tie.end))
            self.keep(tie.model_copy(update={"start": start, "end": end}))


def gather(parts: Sequence[ChunkGraph]) -> Draft:
    """Lay the parts' nodes and relationships side by side.

    Args:
        parts: In any order; ids may be taken twice, ends may be missing.

    Returns:
        A draft whose ids are unique and whose ties have both their ends.
    """
    draft = Draft()
    for part in sorted(parts, key=_part_key):
        names: dict[str, str] = {}
        _take(draft, part.nodes, part.index, names, None)
        for tie in part.relationships:
            start, end = names.get(tie.start), names.get(tie.end)
            if start is None or end is None:
                missing = tie.start if start is None else tie.end
                draft.notice("dangling-relationship", missing, f"no such node, {tie.type} left out")
            elif start == end:
                draft.notice("self-relationship", tie.start, f"{tie.type} to itself left out")
            else:
                draft.keep(tie.model_copy(update={"start": start, "end": end}))
    return draft


def latest(node: Node) -> Position | None:
    """Give where a node was last said.

    Args:
        node: Any node.

    Returns:
        Message, part and character; None without sources.
    """
    return max(map(place_of, node.sources), default=None)


def earliest(node: Node) -> Position | None:
    """Give where a node was first said.

    Args:
        node: Any node.

    Returns:
        Message, part and character; None without sources.
    """
    return min(map(place_of, node.sources), default=None)


def is_later(draft: Draft, newer: str, older: str) -> bool | None:
    """Tell whether one node was last said in a later message than another.

    Args:
        draft: Holds both.
        newer: The node asked about.
        older: The other one.

    Returns:
        None where it cannot be told: the same message, or no sources in one chunk.
    """
    one, other = latest(draft.nodes[newer]), latest(draft.nodes[older])
    if one is not None and other is not None:
        return None if one[0] == other[0] else one[0] > other[0]
    mine, theirs = draft.chunks[newer], draft.chunks[older]
    return None if mine == theirs else mine > theirs


def place_of(source: Source) -> Position:
    """Give where a source begins: message, part and character."""
    return (source.message, source.part, source.start)


def _part_key(part: ChunkGraph) -> tuple[int, Position, str]:
    first = min((place for node in part.nodes if (place := earliest(node))), default=(0, 0, 0))
    # chunks at the same position are told apart by what they hold, never by their order
    return (part.index, first, repr((part.nodes, part.relationships)))


def _take(
    draft: Draft, nodes: Iterable[Node], chunk: int, names: dict[str, str], parent: str | None
) -> None:
    for node in nodes:
        name, copy = node.id, 2
        while name in draft.nodes:
            name, copy = f"{node.id}#{copy}", copy + 1
        if node.id in names:
            draft.notice("duplicate-id", node.id, "two nodes of a part share the id, both kept")
        names.setdefault(node.id, name)
        draft.nodes[name] = node.model_copy(update={"id": name, "children": ()})
        draft.chunks[name] = chunk
        if parent is not None:
            draft.parents[name] = parent
        _take(draft, node.children, chunk, names, name)
