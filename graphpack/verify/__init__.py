"""Holds a graph against its transcript: what a pack says is there, or it is a finding.

Offline and exact: it finds what is made up, mixed up, turned round or out of date. Whether a
statement is well chosen or well put is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graphpack.model.codes import NodeType, RelationType
from graphpack.model.conversation import Conversation
from graphpack.model.graph import ContextGraph, Node, Source
from graphpack.text import words
from graphpack.text.details import missing_details
from graphpack.verify.lastword import last_word_findings
from graphpack.verify.negation import Language, Stance
from graphpack.verify.places import Places
from graphpack.verify.receipt import NOWHERE, Finding, Receipt, Tally, Unchecked
from graphpack.verify.standing import (
    NODE_ID,
    Replaces,
    handoff_findings,
    relation_findings,
    status_findings,
)
from graphpack.verify.swaps import Vocabulary
from graphpack.verify.wording import (
    code_findings,
    detail_findings,
    details_of,
    evidence_of,
    negation_findings,
    span_findings,
    swap_findings,
)

__all__ = [
    "NOWHERE",
    "Conversation",
    "Finding",
    "Knowledge",
    "Language",
    "Places",
    "Receipt",
    "Stance",
    "Tally",
    "Unchecked",
    "verify",
]

_TIED = frozenset([RelationType.SUPERSEDES, RelationType.RELATED_TO])


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the merger knows of statements, handed in.

    Args:
        language: What has to be known of languages.
        plain: Gives a summary without the notes on other nodes.
        replaces: Says which earlier nodes a later one takes the place of, and why; None for a
            graph that the merger has just settled.
        gives_up: Says which nodes a sentence of the transcript gives up by name; None likewise.
    """

    language: Language
    plain: Callable[[str], str]
    replaces: Replaces | None = None
    gives_up: Replaces | None = None


def verify(graph: ContextGraph, places: Places, knowledge: Knowledge) -> Receipt:
    """Hold a graph against its transcript.

    Args:
        graph: A valid graph; with sources, or without, which leaves a check of its texts alone.
        places: The transcript, redacted by the pack's own policy.
        knowledge: What the merger knows of statements.

    Returns:
        The findings, and what could not be looked at.

    Source:
        Seed 002, "Universal compression rules"; docs/verify.md.
    """
    return _Check(graph, places, knowledge).run()


class _Check:
    def __init__(self, graph: ContextGraph, places: Places, knowledge: Knowledge) -> None:
        self.graph = graph
        self.places = places
        self.knowledge = knowledge
        self.nodes = {node.id: _of_session(node) for node in graph.walk()}
        self.has_sources = any(node.sources for node in graph.walk())
        self.foreign = {
            node.id
            for node in graph.walk()
            if node.sources and all(source.session is not None for source in node.sources)
        }
        self.negations = 0
        speakers = {message.author or "" for message in places.conversation.messages}
        spoken = frozenset(words(" ".join(sorted(speakers))))
        self.vocabulary = Vocabulary(knowledge.language, spoken)

    def run(self) -> Receipt:
        findings: list[Finding] = []
        for node in self.nodes.values():
            findings.extend(self._node(node))
        findings.extend(relation_findings(self.graph))
        is_ordered = self.has_sources and not self.foreign
        replaces = self.knowledge.replaces if is_ordered else None
        findings.extend(status_findings(self.graph, replaces))
        gives_up = self.knowledge.gives_up if is_ordered else None
        if gives_up is not None:
            told = {finding.node for finding in findings if finding.code == "overtaken"}
            later = last_word_findings(self.graph, self.places.conversation, gives_up)
            findings.extend(finding for finding in later if finding.node not in told)
        findings.extend(self._frame())
        findings.extend(handoff_findings(self.graph, self.knowledge.language.reads))
        return Receipt(tuple(findings), tuple(self._unchecked()), self._tally())

    def _node(self, node: Node) -> Iterator[Finding]:
        if node.id in self.foreign:
            return
        if self.has_sources and not node.sources and node.type != NodeType.ASSUMPTION:
            yield Finding("no-evidence", node.id, "has no evidence and is no assumption")
        yield from span_findings(node, self.places)
        yield from code_findings(node, self.places)
        plain = self.knowledge.plain(node.summary)
        notes = node.summary.replace(plain, "", 1) if plain != node.summary else ""
        missing = list(detail_findings(node, self.places, self._related(node), notes))
        yield from missing
        if node.sources:
            self.negations += 1
            evidence = evidence_of(node, self.places)
            yield from negation_findings(node, evidence, self.knowledge.language, plain)
            if not missing:  # else it is told already
                cited = self.places.cited(node.sources)
                yield from swap_findings(node, evidence, cited, self.vocabulary, plain)

    def _related(self, node: Node) -> list[Source]:
        others = [
            tie.end if tie.start == node.id else tie.start
            for tie in self.graph.relationships
            if tie.type in _TIED and node.id in {tie.start, tie.end}
        ]
        return [s for other in others if other in self.nodes for s in self.nodes[other].sources]

    def _frame(self) -> Iterator[Finding]:
        """Look for the exact things of the description; the hand-off repeats nodes."""
        if self.foreign:
            return
        told = [f"{node.title or ''} {node.summary}" for node in self.nodes.values()]
        for name, text in (
            ("description", self.graph.description),
            ("handoff", _without_counts(self.graph.handoff)),
        ):
            for detail in missing_details(text, told):
                if self.places.naming(detail) is None:
                    what = f"{detail!r} stands nowhere in the transcript"
                    yield Finding(NOWHERE, name, what, detail=detail)

    def _unchecked(self) -> Iterator[Unchecked]:
        nodes = len(self.nodes)
        if self.foreign:
            reason = "they cite other sessions"
            yield Unchecked("spans", reason, len(self.foreign))
        if nodes and not self.has_sources:
            reason = "the pack holds no evidence, a check of its texts alone"
            for check in ("spans", "citations", "negations", "order"):
                yield Unchecked(check, reason, nodes)
            return
        bare = sum(not n.sources and n.type == NodeType.ASSUMPTION for n in self.nodes.values())
        if bare:
            yield Unchecked("citations", "assumptions without a source", bare)

    def _tally(self) -> Tally:
        checked = [node for node in self.nodes.values() if node.id not in self.foreign]
        return Tally(
            nodes=len(self.nodes),
            spans=sum(len(node.sources) for node in checked),
            details=sum(len(details_of(node)) for node in checked),
            codes=sum(node.type == NodeType.CODE for node in checked),
            negations=self.negations,
            relationships=len(self.graph.relationships),
        )


def _of_session(node: Node) -> Node:
    """A node with the sources that are this transcript's."""
    if all(source.session is None for source in node.sources):
        return node
    kept = tuple(source for source in node.sources if source.session is None)
    return node.model_copy(update={"sources": kept})


def _without_counts(handoff: str) -> str:
    """A hand-off without ids, and without the «+3» that stands for further nodes."""
    return NODE_ID.sub("", " ".join(word for word in handoff.split() if not word.startswith("+")))
