"""A graph under cutting: which nodes stay, in which words; and what a choice would weigh.

Exact sizes come from ``measure`` on a built graph; choices between candidates go by the size of
each node alone, so that a choice among hundreds costs no rendering.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from graphpack.model.graph import ContextGraph, Node
from graphpack.model.subset import keep_nodes
from graphpack.text import iter_sentences

Measure = Callable[[ContextGraph], int]
Restate = Callable[[ContextGraph], ContextGraph]


@dataclass(frozen=True, slots=True)
class Draft:
    """One choice of nodes.

    Args:
        graph: Before any choice.
        kept: Ids of the nodes that stay; the parent of each stays too.
        words: New versions of nodes by id; their children are taken from ``graph``.
    """

    graph: ContextGraph
    kept: frozenset[str]
    words: Mapping[str, Node] = field(default_factory=dict)

    def build(self) -> ContextGraph:
        """Build the chosen graph; its hand-off is still the old one."""
        smaller = keep_nodes(self.graph, lambda node: node.id in self.kept)
        if not self.words:
            return smaller
        return smaller.model_copy(update={"nodes": self._reworded(smaller.nodes)})

    def with_nodes(self, ids: Iterable[str]) -> Draft:
        """Keep further nodes."""
        return replace(self, kept=self.kept | set(ids))

    def with_node(self, node_id: str) -> Draft:
        """Keep one more node."""
        return self.with_nodes([node_id])

    def without(self, ids: Iterable[str]) -> Draft:
        """Let nodes go."""
        return replace(self, kept=self.kept - set(ids))

    def reworded(self, nodes: Iterable[Node]) -> Draft:
        """Use new versions of nodes."""
        return replace(self, words={**self.words, **{node.id: node for node in nodes}})

    def unworded(self, node_id: str) -> Draft:
        """Go back to a node's own words."""
        return replace(
            self, words={key: node for key, node in self.words.items() if key != node_id}
        )

    def node(self, node_id: str, original: Mapping[str, Node]) -> Node:
        """Give a node in its present words."""
        return self.words.get(node_id, original[node_id])

    def _reworded(self, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        found = []
        for node in nodes:
            children = self._reworded(node.children) if node.children else ()
            version = self.words.get(node.id, node)
            if children != version.children:
                version = version.model_copy(update={"children": children})
            found.append(version)
        return tuple(found)


class Scale:
    """Weighs graphs exactly and nodes nearly.

    Args:
        measure: Exact size of a rendered graph, in tokens.
        restate: Writes the hand-off for the nodes that are left.
        cap_tokens: Half of it is the most that what is not a node may take.
    """

    def __init__(self, measure: Measure, restate: Restate, cap_tokens: int) -> None:
        self.measure = measure
        self.restate = restate
        self._frame_tokens = cap_tokens // 2
        self._empty = measure(ContextGraph(description="", nodes=()))
        self._sizes: dict[tuple[str, str, str], int] = {}

    def node_tokens(self, node: Node) -> int:
        """Weigh one node alone, without its children."""
        key = (node.id, node.importance, node.summary)
        if key not in self._sizes:
            alone = node.model_copy(update={"children": ()})
            graph = ContextGraph(description="", nodes=(alone,))
            self._sizes[key] = self.measure(graph) - self._empty
        return self._sizes[key]

    def relationship_tokens(self, graph: ContextGraph) -> int:
        """Weigh a relationship, on average over a graph's."""
        if not graph.relationships:
            return 0
        bare = graph.model_copy(update={"relationships": ()})
        return -(-(self.measure(graph) - self.measure(bare)) // len(graph.relationships))

    def settle(self, draft: Draft) -> tuple[ContextGraph, int]:
        """Build a draft with its hand-off, and weigh it exactly."""
        graph = self._framed(self.restate(draft.build()))
        return graph, self.measure(graph)

    def weigh(self, graph: ContextGraph) -> int:
        """Weigh a graph exactly, with its hand-off written anew."""
        return self.measure(self._framed(self.restate(graph)))

    def _framed(self, graph: ContextGraph) -> ContextGraph:
        """Cut a hand-off that would leave no room for nodes, at the end of a sentence."""
        frame = graph.model_copy(update={"nodes": (), "relationships": ()})
        while frame.handoff and self.measure(frame) > self._frame_tokens:
            spans = list(iter_sentences(frame.handoff))[:-1]
            frame = frame.model_copy(
                update={"handoff": frame.handoff[: spans[-1][1]] if spans else ""}
            )
        if frame.handoff == graph.handoff:
            return graph
        return graph.model_copy(update={"handoff": frame.handoff})
