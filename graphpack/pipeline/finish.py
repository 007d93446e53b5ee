"""Gives the nodes that are left their final ids, and tells the account of it.

A pack counts n1, n2, … without holes. What was cut keeps an id too, above those of the pack, so
that the evidence file can name it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from graphpack.merge import renumber, restate, simplify
from graphpack.model.conversation import Conversation, Role
from graphpack.model.graph import ContextGraph, Node
from graphpack.model.report import Cut, Merge, Notice
from graphpack.patterns import compiled

_PLAIN = "plain-text"
_NOT_SHORT = 5
_ID = compiled(r"\bn\d+(?:\.\d+)*\b")


@dataclass(frozen=True, slots=True)
class Finished:
    """A graph with its final ids.

    Args:
        graph: Numbered without holes.
        names: Final id of each node that was there before the cuts.
        gone: The nodes that a cut removed or shortened, as they were, by their final ids.
        joined: The nodes of a very short conversation that became one.
    """

    graph: ContextGraph
    names: Mapping[str, str]
    gone: tuple[Node, ...]
    joined: tuple[Merge, ...] = ()

    def cut(self, cut: Cut) -> Cut:
        """Name the nodes of a cut by their final ids."""
        node = self.names.get(cut.node, cut.node)
        return replace(cut, node=node, reason=renamed(cut.reason, self.names))

    def merge(self, merge: Merge) -> Merge:
        """Name the nodes of a merge by their final ids."""
        kept = self.names.get(merge.kept, merge.kept)
        return replace(merge, kept=kept, folded=self.names.get(merge.folded, merge.folded))

    def notice(self, notice: Notice) -> Notice:
        """Name the nodes of a notice by their final ids."""
        if notice.where not in self.names:
            return notice
        message = renamed(notice.message, self.names)
        return replace(notice, where=self.names[notice.where], message=message)


def is_one_text(conversation: Conversation) -> bool:
    """Tell whether nobody speaks in a conversation: it is one text, such as a meeting's minutes.

    Args:
        conversation: As it was read.

    Returns:
        True for plain text in which no speaker was found.
    """
    return conversation.source.format == _PLAIN and all(
        message.role == Role.USER and not message.author for message in conversation.messages
    )


def turns_of(conversation: Conversation) -> int:
    """Count the turns of a conversation; the sections of one text are none.

    Args:
        conversation: As it was read.

    Returns:
        Its messages; of one text with sections as many as are no short conversation.
    """
    count = len(conversation.messages)
    is_sectioned = count > 1 and is_one_text(conversation)
    return max(count, _NOT_SHORT) if is_sectioned else count


def finish(pruned: ContextGraph, before: ContextGraph, *, messages: int) -> Finished:
    """Number what is left, and bring a very short conversation down to one or two nodes.

    Args:
        pruned: After the cuts, with the ids it had before them.
        before: The whole graph.
        messages: How many the conversation has.

    Returns:
        The nodes and relationships that are left with final ids, the hand-off following them.

    Source:
        Seed 002, "Chunked compression" (re-ID) and "Edge cases" (under 5 turns).
    """
    numbered = renumber(pruned.nodes, pruned.relationships)
    names = dict(numbered.names)
    kept = {node.id: node.summary for node in pruned.walk()}
    free = len(numbered.nodes)
    for node in before.walk():
        if node.id not in names:
            free += 1
            names[node.id] = f"n{free}"
    graph = pruned.model_copy(
        update={"nodes": numbered.nodes, "relationships": numbered.relationships}
    )
    fresh = restate(graph)
    # a hand-off that was cut to fit is not written anew, only its ids follow
    is_cut = restate(pruned).handoff != pruned.handoff
    if is_cut:
        fresh = graph.model_copy(update={"handoff": renamed(pruned.handoff, names)})
    gone = tuple(
        node.model_copy(update={"id": names[node.id], "children": ()})
        for node in before.walk()
        if kept.get(node.id) != node.summary
    )
    short = simplify(fresh, messages)
    if is_cut:
        # nodes that became one have other ids than a shortened hand-off names
        handoff = fresh.handoff if len(short.nodes) == len(fresh.nodes) else ""
        short = short.model_copy(update={"handoff": handoff})
    # what was joined has no number of its own any more; its last one stands in the account
    joined = tuple(
        Merge(_holder(short, node), node.id, "a conversation of less than five messages")
        for node in fresh.walk()
        if len(short.nodes) < len(fresh.nodes)
    )
    return Finished(short, names, gone, joined)


def _holder(graph: ContextGraph, node: Node) -> str:
    """Find the node that a node's text went into."""
    found = (other.id for other in graph.walk() if node.summary.rstrip(".") in other.summary)
    return next(found, graph.nodes[0].id)


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Put final ids where a text of this package mentions earlier ones.

    Args:
        text: Never a transcript's.
        names: Final id of each earlier one.

    Returns:
        The text with the ids it knows replaced.
    """
    return _ID.sub(lambda found: names.get(found.group(), found.group()), text)
