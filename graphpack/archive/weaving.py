"""Makes one graph of the graphs of many sessions, by the merger's own rules and under its guard.

What the merger does between the chunks of one conversation is done here between sessions, with
three differences. Later is what was said later, not what stands in a later session. What one person
states does not silently replace what another states: it takes their place only where it says so,
and else both stay and are shown as a contradiction. And of very many statements those are compared
that share the most, in groups, because comparing all takes the square of the time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphpack.archive.grouping import grouped, walk
from graphpack.archive.opposing import (
    MARK,
    are_tied,
    contradictions,
    noted,
    opening,
    plain,
    said_in,
    without_person,
)
from graphpack.merge import Merged, merge, renumber, restate
from graphpack.merge.numbering import renamed_text
from graphpack.model.chunk import ChunkGraph, chunk_letter
from graphpack.model.codes import CONFLICT_NOTE, NodeType, RelationType
from graphpack.model.graph import ContextGraph, Node, Relationship, Source
from graphpack.model.report import Merge, Notice
from graphpack.patterns import compiled
from graphpack.text.counted import counted

_LOCAL = compiled(r"\bn\d+(?:\.\d+)*\b")


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of statements besides their words.

    Args:
        people: Whose word it is, by the statement's id.
        order: Where a message stands in time, by its number; a number that is not in it stands
            where it is.
    """

    people: Mapping[str, str]
    order: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Woven:
    """One graph of many.

    Args:
        merged: The graph, and what was done to get it.
        members: The ids of the statements that each of its nodes is made of, by the node's id; the
            one whose words it has is the first.
        contradictions: Ids of nodes that say two things of one matter, the later one first.
    """

    merged: Merged
    members: Mapping[str, tuple[str, ...]]
    contradictions: tuple[tuple[str, str], ...]


_EVER = datetime.min.replace(tzinfo=UTC)


def standing(at: datetime | None) -> datetime:
    """Give the time that a statement counts as said at.

    Args:
        at: When it was; None where nobody knows.

    Returns:
        The same; before all others where nobody knows, so that what may be old takes the place of
        nothing that is dated.
    """
    return _EVER if at is None else at


def in_time(times: Mapping[tuple[int, int], datetime]) -> dict[tuple[int, int], int]:
    """Put the messages of several sessions in order.

    Args:
        times: Of messages, by their session and their number in it.

    Returns:
        The place of each; within a session none comes before an earlier one.
    """
    latest: dict[int, datetime] = {}
    moments = []
    for place in sorted(times):
        session, message = place
        at = max(latest.get(session, times[place]), times[place])
        latest[session] = at
        moments.append((at, session, message))
    return {(session, message): at for at, (_, session, message) in enumerate(sorted(moments))}


def weave(parts: Sequence[ChunkGraph], told: Told, *, tells: bool = True) -> Woven:
    """Make one graph.

    Args:
        parts: One for each session, the earliest first; ids are unique among all.
        told: Who said what, and when.
        tells: Whether to write the hand-off; who only looks at the nodes needs none.

    Returns:
        The graph; its sources keep the messages' numbers they came with.
    """
    known = {node.id: node for part in parts for root in part.nodes for node in walk(root)}
    groups = grouped(parts)
    speakers = sorted(set(told.people.values()))
    loom = _Loom(known, told)
    for number, group in enumerate(groups):
        loom.take(
            number, merge([_named(part, told) for part in group], speakers=speakers, tells=False)
        )
    ties = list(loom.ties)
    inside = {frozenset((tie.start, tie.end)) for tie in loom.ties}
    for part in parts:
        for tie in part.relationships:
            start, end = loom.into.get(tie.start), loom.into.get(tie.end)
            # within a group the merger has decided already
            is_between = start and end and loom.groups[start] != loom.groups[end]
            if start and end and is_between and frozenset((start, end)) not in inside:
                ties.append(tie.model_copy(update={"start": start, "end": end}))
    numbered = renumber(loom.roots, ties)
    graph = ContextGraph(
        description=_description(parts),
        nodes=numbered.nodes,
        relationships=numbered.relationships,
        chunks=max(1, len(parts)),
    )
    names = numbered.names
    pairs = tuple((names[one], names[other]) for one, other in loom.contradictions)
    opposed = (
        Notice("contradiction", one, f"contradicts {other}, nobody resolved it, both kept")
        for one, other in pairs
    )
    merged = Merged(
        restate(graph) if tells else graph,
        tuple(_final(one, names) for one in loom.merges),
        (*(_renamed(one, names) for one in loom.notices), *opposed, *_account(groups, known)),
    )
    members = {names[name]: loom.members[name] for name in loom.members}
    return Woven(merged, members, pairs)


class _Loom:
    """Takes in what each group's merger made, under ids of its own."""

    def __init__(self, known: Mapping[str, Node], told: Told) -> None:
        self.known, self.told = known, told
        self._message = {later: earlier for earlier, later in told.order.items()}
        self.roots: list[Node] = []
        self.ties: list[Relationship] = []
        self.merges: list[Merge] = []
        self.notices: list[Notice] = []
        self.members: dict[str, tuple[str, ...]] = {}
        self.groups: dict[str, int] = {}
        self.into: dict[str, str] = {}
        self.contradictions: list[tuple[str, str]] = []

    def take(self, number: int, merged: Merged) -> None:
        """Take in one group."""
        letter = chunk_letter(number)
        nodes = {node.id: node for node in merged.graph.walk()}
        pairs = contradictions(merged.graph, self.told.people)
        notes = noted(nodes, pairs, self.told.people)
        self.contradictions += [(f"{letter}-{one}", f"{letter}-{other}") for one, other in pairs]
        self.roots += [self._own(root, letter, number, notes) for root in merged.graph.nodes]
        new = (
            Relationship(start=one, end=other, type=RelationType.RELATED_TO)
            for one, other in pairs
            if not are_tied(merged.graph, one, other)
        )
        self.ties += [
            tie.model_copy(update={"start": f"{letter}-{tie.start}", "end": f"{letter}-{tie.end}"})
            for tie in (*merged.graph.relationships, *new)
        ]
        own = {name: f"{letter}-{name}" for name in nodes}
        self.merges += [_final(one, own) for one in merged.merges]
        self.notices += [
            replace(
                one,
                where=own.get(one.where, one.where),
                message=_LOCAL.sub(lambda found: own.get(found[0], found[0]), one.message),
            )
            for one in merged.notices
            if one.code != "contradiction"
        ]

    def _own(self, node: Node, letter: str, number: int, notes: Mapping[str, str]) -> Node:
        name = f"{letter}-{node.id}"
        said = said_in(node)
        summary = notes.get(node.id, node.summary)
        bare = without_person(summary, said, self.told.people)
        words = next((one for one in said if bare.startswith(plain(self.known[one]))), said[-1])
        begin = opening(self.known[words])
        bare = bare if bare.startswith(begin) else f"{begin}{bare}"
        self.members[name] = (words, *(one for one in said if one != words))
        self.groups[name] = number
        self.into |= dict.fromkeys(said, name)
        return node.model_copy(
            update={
                "id": name,
                # in a contradiction it is said whose word each is
                "summary": summary if CONFLICT_NOTE in summary else bare,
                "extra": {k: v for k, v in node.extra.items() if not k.startswith(MARK)},
                "sources": tuple(map(self._back, node.sources)),
                "children": tuple(
                    self._own(child, letter, number, notes) for child in node.children
                ),
            }
        )

    def _back(self, source: Source) -> Source:
        message = self._message.get(source.message, source.message)
        return source.model_copy(update={"message": message})


def _named(part: ChunkGraph, told: Told) -> ChunkGraph:
    """Let each statement begin with whose word it is, which the merger takes off and minds."""

    def one(node: Node) -> Node:
        person = told.people.get(node.id)
        summary = node.summary
        if person is not None and node.type != NodeType.CODE and summary.strip():
            summary = f"{person}: {plain(node).removeprefix(f'{person}: ')}"
        sources = tuple(
            source.model_copy(update={"message": told.order.get(source.message, source.message)})
            for source in node.sources
        )
        return node.model_copy(
            update={
                "summary": summary,
                "sources": sources,
                "extra": {**node.extra, f"{MARK}{node.id}": True},
                "children": tuple(map(one, node.children)),
            }
        )

    return replace(part, nodes=tuple(map(one, part.nodes)))


def _final(one: Merge, names: Mapping[str, str]) -> Merge:
    return replace(
        one, kept=names.get(one.kept, one.kept), folded=names.get(one.folded, one.folded)
    )


def _renamed(one: Notice, names: Mapping[str, str]) -> Notice:
    where = names.get(one.where, one.where)
    return replace(one, where=where, message=renamed_text(one.message, names))


def _description(parts: Sequence[ChunkGraph]) -> str:
    """What the latest session says it is about; the hand-off says where all of it stands."""
    told = [part.description.strip() for part in parts if part.description.strip()]
    return told[-1] if told else ""


def _account(groups: Sequence[object], known: Mapping[str, Node]) -> tuple[Notice, ...]:
    if len(groups) < 2:
        return ()
    compared = f"{counted(len(known), 'statement')} compared in {counted(len(groups), 'group')}"
    what = f"{compared} of those that share the most"
    return (Notice("compared-in-groups", "", what),)
