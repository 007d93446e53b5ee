"""The graph of a very short conversation: one or two nodes, no relationships."""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.merge.draft import place_of
from graphpack.merge.folding import importance_rank
from graphpack.merge.handoff import restate
from graphpack.merge.numbering import number, renumber
from graphpack.model.codes import Importance, NodeType, Status
from graphpack.model.graph import ContextGraph, Node
from graphpack.text.injection import is_quoted

FEW_MESSAGES = 5
_MOST_NODES = 2
_USER = "User: "
_SETTLED = frozenset({Status.RESOLVED, Status.ABANDONED})


def simplify(graph: ContextGraph, messages: int) -> ContextGraph:
    """Bring the graph of a conversation under five messages down to one or two nodes.

    The code stays one node, verbatim; the statements become one node, or two where there is no
    code and some matters are settled and some are not. Nothing is dropped: texts are put behind
    one another as they were said, those with another status last and behind it; sources are kept.

    Args:
        graph: Merged and numbered.
        messages: How many the conversation has.

    Returns:
        The graph as it is from five messages on, and where it is already this small.

    Source:
        Seed 002, "Edge cases" (under 5 turns: 1-2 nodes, no relationships).
    """
    nodes = list(graph.walk())
    if messages >= FEW_MESSAGES:
        return graph
    if len(nodes) <= _MOST_NODES:
        return restate(graph.model_copy(update={"relationships": ()}))
    # what only quotes an order becomes part of no statement
    orders = [node for node in nodes if is_quoted(node.summary)]
    code = [node for node in nodes if node.type == NodeType.CODE]
    words = [node for node in nodes if node.type != NodeType.CODE and node not in orders]
    groups = [words, code, orders] if code or orders else _by_state(words)
    joined = [_joined(sorted(group, key=_rank)) for group in groups if group]
    numbered = renumber(joined, ())
    return restate(graph.model_copy(update={"nodes": numbered.nodes, "relationships": ()}))


def _by_state(nodes: Sequence[Node]) -> list[list[Node]]:
    return [
        [node for node in nodes if node.status not in _SETTLED],
        [node for node in nodes if node.status in _SETTLED],
    ]


def _rank(node: Node) -> tuple[bool, int, float, tuple[int, ...]]:
    # what is settled, or only assumed, does not lead
    is_weak = node.status in _SETTLED or node.type == NodeType.ASSUMPTION
    return (is_weak, -importance_rank(node.importance), -node.value, number(node.id))


def _joined(nodes: Sequence[Node]) -> Node:
    lead = nodes[0]
    is_code = lead.type == NodeType.CODE
    # as it was said; what has a status of its own stands last: nothing behind its label is taken
    # for it
    told = nodes if is_code else sorted(nodes, key=lambda node: _place(node, lead))
    texts: list[str] = []
    is_named = False
    for node in told:
        texts.append(node.summary.strip() if is_code else _told(node, lead, is_named=is_named))
        is_named = is_named or node.speaker is not None or texts[-1].startswith(_USER)
    if not is_code:
        texts = [
            text if text.endswith((".", "。", "!", "?", "？")) else f"{text}." for text in texts
        ]
    sources = {(place_of(s), s.end): s for node in nodes for s in node.sources}
    return lead.model_copy(
        update={
            "summary": ("\n\n" if is_code else " ").join(texts),
            "importance": max((n.importance for n in nodes), key=importance_rank)
            if lead.importance != Importance.HIGH
            else lead.importance,
            "children": (),
            "sources": tuple(sources[key] for key in sorted(sources)),
            "value": max(node.value for node in nodes),
        }
    )


def _place(node: Node, lead: Node) -> tuple[bool, bool, tuple[int, int, int], tuple[int, ...]]:
    is_other = node.status not in {None, Status.ACTIVE, lead.status}
    is_assumed = node.type == NodeType.ASSUMPTION != lead.type
    first = min((place_of(source) for source in node.sources), default=(0, 0, 0))
    return (is_other, is_assumed, first, number(node.id))


def _told(node: Node, lead: Node, *, is_named: bool) -> str:
    """Word a statement behind others; what nobody's name stands before is not a person's."""
    text = node.summary.strip()
    if is_named and node.speaker is None and not text.startswith(_USER):
        text = f"Assistant: {text}"
    if node.type == NodeType.ASSUMPTION and lead.type != NodeType.ASSUMPTION:
        return f"Assumed: {text}"
    if node.status is None or node.status in {Status.ACTIVE, lead.status}:
        return text
    return f"{node.status.capitalize()}: {text}"
