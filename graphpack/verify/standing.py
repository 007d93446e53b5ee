"""Whether relationships and statuses agree: nothing dangling, no circle, the last word stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.model.topology import weak_edges
from graphpack.patterns import compiled
from graphpack.text import iter_sentences
from graphpack.verify.negation import LEAST_TERMS, Reads, Stance
from graphpack.verify.receipt import Finding

Replaces = Callable[[Node, Sequence[Node]], Iterable[tuple[Node, str]]]
"""Says which of several earlier nodes a later one takes the place of, and why."""

_DIRECTED = (
    RelationType.SUPERSEDES,
    RelationType.RESOLVES,
    RelationType.DEPENDS_ON,
    RelationType.CAUSED_BY,
)
_GONE = frozenset([Status.ABANDONED, Status.RESOLVED])
_UNDONE = frozenset([Status.OPEN, Status.BLOCKED, Status.DEFERRED, Status.ABANDONED])
NODE_ID = compiled(r"(?<![\w-])n[1-9]\d*(?:\.[1-9]\d*)*(?![\w.]*\w)")
_LABEL = compiled(
    r"(?:(?<=^)|(?<=[.)]\s))(?:Now|Goal|Open|Blocked|Deferred|To decide|Rules|Decided|Abandoned):\s"
)
_PAST = compiled(
    r"^\W*(?:abandoned|superseded|rejected|dropped|formerly|before|was|resolved|done"
    r"|decided against|verworfen|abandonn\w+|abandonad\w+|отброшено|放弃|已放弃)\b",
    re.IGNORECASE,
)


def relation_findings(graph: ContextGraph) -> Iterator[Finding]:
    """Follow every relationship.

    Args:
        graph: Any graph.

    Yields:
        A finding for each missing end, each loop and each circle.
    """
    known = {node.id for node in graph.walk()}
    for tie in graph.relationships:
        for end in (tie.start, tie.end):
            if end not in known:
                other = tie.end if end == tie.start else tie.start
                what = f"{tie.type} leads to {end}, which is no node"
                yield Finding("dangling", other, what, other=end)
        if tie.start == tie.end:
            yield Finding("loop", tie.start, f"{tie.type} leads to itself", other=tie.start)
    for kind in _DIRECTED:
        edges = {
            (tie.start, tie.end): 1.0
            for tie in graph.relationships
            if tie.type == kind and tie.start != tie.end
        }
        for start, end in weak_edges(edges):
            yield Finding("circle", start, f"{kind} {end} closes a circle", other=end)


def status_findings(graph: ContextGraph, replaces: Replaces | None) -> Iterator[Finding]:
    """Hold the statuses against the last word on each subject.

    Args:
        graph: Any graph.
        replaces: Says which nodes a later one takes the place of; None to leave that out, as
            where no sources say what came later.

    Yields:
        A finding for each node that stands though a later one took its place, and for each
        relationship that points the wrong way.
    """
    nodes = {node.id: node for node in graph.walk()}
    for tie in graph.relationships:
        if tie.start in nodes and tie.end in nodes and tie.start != tie.end:
            yield from _tie_findings(tie, nodes[tie.start], nodes[tie.end])
    if replaces is not None:
        yield from _overtaken(graph, nodes, replaces)


def _tie_findings(tie: Relationship, newer: Node, older: Node) -> Iterator[Finding]:
    if tie.type == RelationType.SUPERSEDES:
        if older.status not in _GONE:
            what = f"is {older.status or 'current'}, but {newer.id} supersedes it"
            yield Finding("superseded-current", older.id, what, other=newer.id)
        if newer.sources and older.sources and _latest(newer) < _earliest(older):
            what = f"supersedes {older.id}, which was said later"
            yield Finding("supersedes-later", newer.id, what, at=_latest(newer), other=older.id)
    elif tie.type == RelationType.RESOLVES and older.status == Status.OPEN:
        # what is a guess, or itself undone or still to be done, settles nothing
        if newer.type == NodeType.ASSUMPTION or newer.status in _UNDONE:
            return
        what = f"is open, but {newer.id} resolves it"
        yield Finding("resolved-open", older.id, what, other=newer.id)


def _overtaken(
    graph: ContextGraph, nodes: Mapping[str, Node], replaces: Replaces
) -> Iterator[Finding]:
    tied = {frozenset([tie.start, tie.end]) for tie in graph.relationships}
    fallen = _superseded(graph)
    standing = sorted(
        (
            node
            for node in nodes.values()
            if node.sources and node.id not in fallen and node.status not in _GONE
        ),
        key=_latest,
    )
    for place, newer in enumerate(standing):
        earlier = [older for older in standing[:place] if _latest(older) < _latest(newer)]
        for older, reason in replaces(newer, earlier):
            if frozenset([newer.id, older.id]) not in tied:
                what = f"is {older.status or 'current'}, but {newer.id} {reason}"
                yield Finding("overtaken", older.id, what, at=_latest(newer), other=newer.id)


def handoff_findings(graph: ContextGraph, reads: Reads) -> Iterator[Finding]:
    """Look in the hand-off for nodes that do not stand any more, or are not there.

    Args:
        graph: Any graph.
        reads: Takes a sentence apart.

    Yields:
        A finding for each node that is presented as current and is not.
    """
    nodes = {node.id: node for node in graph.walk()}
    fallen = _superseded(graph)
    gone = [n for n in nodes.values() if n.id in fallen or n.status == Status.ABANDONED]
    told = {node.id: reads(node.summary) for node in gone if node.type != NodeType.CODE}
    for sentence in _sections(graph.handoff):
        names = NODE_ID.findall(sentence)
        for name in names:
            if name not in nodes:
                what = f"names {name}, which is no node"
                yield Finding("handoff-dangling", "handoff", what, other=name)
        if _PAST.match(sentence):
            continue
        stale = {n for n in names if n in nodes and (n in fallen or nodes[n].status in _GONE)}
        if not names:
            stale |= {name for name, about in told.items() if _says(sentence, about, reads)}
        for name in sorted(stale):
            state = "superseded" if name in fallen else nodes[name].status
            what = f"presents {name} as current, which is {state}"
            yield Finding("handoff-stale", "handoff", what, other=name)


def _sections(handoff: str) -> Iterator[str]:
    """Cut a hand-off at its own labels; somebody else's, without them, at its sentences."""
    begins = [found.start() for found in _LABEL.finditer(handoff)]
    if not begins:
        yield from (handoff[start:end] for start, end in iter_sentences(handoff))
        return
    for start, end in pairwise([0, *begins, len(handoff)]):
        yield handoff[start:end]


def _says(sentence: str, about: Stance, reads: Reads) -> bool:
    if len(about.asserted) < LEAST_TERMS:
        return False
    return about.asserted <= reads(sentence).asserted


def _superseded(graph: ContextGraph) -> set[str]:
    return {tie.end for tie in graph.relationships if tie.type == RelationType.SUPERSEDES}


def _latest(node: Node) -> int:
    return max(source.message for source in node.sources)


def _earliest(node: Node) -> int:
    return min(source.message for source in node.sources)
