"""Brings a graph in line with what its verification found, before it is written.

What is made up or turned round is said in its evidence's own words, or dropped where these are
too long; what has no evidence becomes an assumption, what only lacks a source or a status is given
it. Each is told: a cut for words that go, a notice for all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from graphpack.merge import restate
from graphpack.model.codes import MIN_CONFIDENCE, Importance, NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.model.report import Cut, Notice
from graphpack.model.subset import keep_nodes
from graphpack.pipeline.checking import SETTLED
from graphpack.text.injection import is_order, is_quoted
from graphpack.verify import NOWHERE, Finding, Places, verify

UNVERIFIED = "unverified"
"""Code of the notice of a node that did not stand up to its transcript."""

MAX_OWN_CHARS = 320
"""So long may the evidence's own words be that stand for a statement: some sixty words."""

_LINES = frozenset({"description", "handoff"})
_UNTRUE = frozenset(
    {NOWHERE, "negation-differs", "number-differs", "word-differs", "order-differs", "code-altered"}
)
_UNPROVEN = frozenset({"no-evidence", "quote-nowhere", "span-missing", "quote-differs"})
_UNCITED = frozenset({"detail-elsewhere", "code-elsewhere"})
_TIES = frozenset({"dangling", "loop", "circle", "supersedes-later"})
_RANKS = (Importance.LOW, Importance.MEDIUM, Importance.HIGH)

Measure = Callable[[ContextGraph], int]


@dataclass(frozen=True, slots=True)
class Mended:
    """A graph that its transcript bears out.

    Args:
        graph: The same one where nothing was found.
        cuts: What was dropped or demoted, in reading order.
        notices: One for each thing that was done.
    """

    graph: ContextGraph
    cuts: tuple[Cut, ...] = ()
    notices: tuple[Notice, ...] = ()


def mend(
    graph: ContextGraph, places: Places, *, measure: Measure, may_demote: bool = True
) -> Mended:
    """Verify a graph and take out or put right what its transcript does not bear out.

    Args:
        graph: A valid graph with its evidence.
        places: The transcript, redacted.
        measure: Exact size of a rendered graph in tokens.
        may_demote: False to drop what would become an assumption or be said in other words, for
            either may take more room.

    Returns:
        The graph, with an account of what was done.
    """
    job = _Job(places, measure, may_demote)
    mended = _mended(graph, places, job)
    if job.is_reworded:  # the evidence of one may name what it does not cite
        job.may_reword = False
        mended = _mended(mended, places, job)
    if mended is graph:
        return Mended(graph)
    return Mended(restate(mended), tuple(job.cuts), tuple(job.notices))


def _mended(graph: ContextGraph, places: Places, job: _Job) -> ContextGraph:
    receipt = verify(graph, places, SETTLED)
    if receipt.is_clean:
        return graph
    by_node: dict[str, list[Finding]] = defaultdict(list)
    for finding in receipt.findings:
        by_node[finding.node].append(finding)
    mended = job.nodes(graph, by_node)
    mended = job.ties(mended, [f for f in receipt.findings if f.code in _TIES])
    if any(f.node == "description" for f in receipt.findings):
        job.notices.append(Notice("description-mended", "", "named what stands nowhere"))
        mended = mended.model_copy(update={"description": ""})
    return mended


class _Job:
    def __init__(self, places: Places, measure: Measure, may_demote: bool) -> None:
        self.places = places
        self.measure = measure
        self.may_demote = may_demote
        self.may_reword = may_demote
        self.is_reworded = False
        self.cuts: list[Cut] = []
        self.notices: list[Notice] = []

    def nodes(self, graph: ContextGraph, by_node: Mapping[str, Sequence[Finding]]) -> ContextGraph:
        """Drop, demote and complete nodes."""
        fates = {
            node.id: self._fate(node, by_node[node.id])
            for node in graph.walk()
            if node.id in by_node and node.id not in _LINES
        }
        gone = {name for name, node in fates.items() if node is None}
        kept = keep_nodes(graph, lambda node: node.id not in gone)
        changed = {name: node for name, node in fates.items() if node is not None}
        return kept.model_copy(update={"nodes": _changed(kept.nodes, changed)})

    def ties(self, graph: ContextGraph, findings: Sequence[Finding]) -> ContextGraph:
        """Take relationships away that lead nowhere, and weaken those that go the wrong way."""
        if not findings:
            return graph
        lost = {(f.node, f.other) for f in findings if f.code in {"dangling", "loop"}}
        weak = {(f.node, f.other) for f in findings if f.code in {"circle", "supersedes-later"}}
        kept: list[Relationship] = []
        for tie in graph.relationships:
            ends = (tie.start, tie.end)
            if ends in lost or ends[::-1] in lost:
                continue
            is_weak = ends in weak and tie.type != RelationType.REFERENCES
            kept.append(
                tie.model_copy(update={"type": RelationType.RELATED_TO}) if is_weak else tie
            )
        for finding in findings:
            self.notices.append(Notice("relation-mended", finding.node, finding.message))
        return graph.model_copy(update={"relationships": tuple(kept)})

    def _fate(self, node: Node, findings: Sequence[Finding]) -> Node | None:
        codes = {finding.code for finding in findings}
        untrue = next((f for f in findings if f.code in _UNTRUE), None)
        if untrue is not None:
            return self._in_own_words(node, untrue) or self._dropped(node, untrue)
        if codes & _UNPROVEN:
            kept = tuple(source for source in node.sources if self.places.is_quoted(source))
            node = node.model_copy(update={"sources": kept})
            if not kept:
                return self._unproven(node, next(f for f in findings if f.code in _UNPROVEN))
        for finding in findings:
            if finding.code in _UNCITED:
                found = self._cited(node, finding)
                if found is None:
                    return self._dropped(node, finding)
                node = found
        return self._settled(node, findings)

    def _in_own_words(self, node: Node, finding: Finding) -> Node | None:
        """Say a statement as its evidence does: a wrong word is no reason to lose what is right."""
        if not self.may_reword or node.type == NodeType.CODE or is_quoted(node.summary):
            return None
        proven = [source for source in node.sources if self.places.is_quoted(source)]
        told = dict.fromkeys(words for one in proven for words in self.places.sentences(one))
        words = " ".join(" ".join(told).split())
        if not words or len(words) > MAX_OWN_CHARS or is_order(words, is_foreign=True):
            return None
        self.is_reworded = True
        own = node.model_copy(update={"summary": words, "title": None, "speaker": None})
        saved = max(_size(node, self.measure) - _size(own, self.measure), 0)
        self.cuts.append(Cut(node.id, "shortened", _reason(finding), node.summary, saved))
        message = f"said in its evidence's own words: {finding.message}"
        self.notices.append(Notice(UNVERIFIED, node.id, message))
        return own

    def _dropped(self, node: Node, finding: Finding) -> Node | None:
        self.cuts.append(_cut(node, "dropped", finding, self.measure))
        self.notices.append(Notice(UNVERIFIED, node.id, f"left out: {finding.message}"))
        return None

    def _unproven(self, node: Node, finding: Finding) -> Node | None:
        if not self.may_demote or node.type == NodeType.CODE:
            return self._dropped(node, finding)
        self.cuts.append(Cut(node.id, "demoted", _reason(finding), "", 0))
        self.notices.append(Notice(UNVERIFIED, node.id, f"an assumption now: {finding.message}"))
        least = min(node.importance, Importance.MEDIUM, key=_rank)
        return node.model_copy(
            update={
                "type": NodeType.ASSUMPTION,
                "confidence": MIN_CONFIDENCE,
                "importance": least,
            }
        )

    def _cited(self, node: Node, finding: Finding) -> Node | None:
        if finding.at is None:
            return None
        if finding.code == "code-elsewhere":
            source = self.places.source_of(node.summary.strip(), finding.at)
        else:
            source = self.places.source_naming(finding.detail, finding.at)
        if source is None:
            return None
        self.notices.append(Notice("evidence-added", node.id, finding.message))
        return node.model_copy(update={"sources": (*node.sources, source)})

    def _settled(self, node: Node, findings: Sequence[Finding]) -> Node:
        for finding in findings:
            if finding.code == "superseded-current":
                status = Status.RESOLVED if node.type == NodeType.CONTEXT else Status.ABANDONED
            elif finding.code == "resolved-open":
                status = Status.RESOLVED
            else:
                continue
            self.notices.append(Notice("status-mended", node.id, finding.message))
            node = node.model_copy(update={"status": status})
        return node


def _changed(nodes: Sequence[Node], changed: Mapping[str, Node]) -> tuple[Node, ...]:
    return tuple(
        changed.get(node.id, node).model_copy(update={"children": _changed(node.children, changed)})
        for node in nodes
    )


def _cut(node: Node, action: str, finding: Finding, measure: Measure) -> Cut:
    return Cut(node.id, action, _reason(finding), node.summary, _size(node, measure))


def _size(node: Node, measure: Measure) -> int:
    alone = ContextGraph(description="", nodes=(node.model_copy(update={"children": ()}),))
    return measure(alone) - measure(ContextGraph(description="", nodes=()))


def _reason(finding: Finding) -> str:
    return f"verification: {finding.message}"


def _rank(importance: str) -> int:
    return _RANKS.index(importance) if importance in _RANKS else 1
