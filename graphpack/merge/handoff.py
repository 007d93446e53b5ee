"""Writes the hand-off: where the work stands now, from the nodes that are there.

Pure and cheap, because it is written anew whenever the pruner takes a node away. What is
superseded, abandoned or resolved never appears as current.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphpack.merge.folding import importance_rank
from graphpack.merge.heads import head, size_tokens
from graphpack.merge.numbering import is_rule, number
from graphpack.merge.statement import statement
from graphpack.model.codes import Importance, NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node
from graphpack.text.injection import is_quoted

BUDGET_TOKENS = 60
_MOST_BARE_IDS = 6
_MOST_WORDS = 32

_LABELS = (
    "Goal",
    "Open",
    "Blocked",
    "Deferred",
    "To decide",
    "Rules",
    "Decided",
    "Abandoned",
)
# whose next item is taken while there is room: what a successor must not miss comes first
_TURNS = (
    *("Goal", "Open", "Blocked", "To decide", "Rules", "Open", "Deferred", "Rules", "Goal"),
    *("Decided", "Blocked", "Open", "Deferred", "To decide", "Rules", "Decided", "Abandoned"),
)
# left out, these are at least named by id
_MUST_BE_NAMED = frozenset({"Goal", "Open", "Blocked", "Deferred", "To decide"})
_BY_STATUS = {Status.BLOCKED: "Blocked", Status.DEFERRED: "Deferred", Status.RESOLVED: None}
_CONFLICT_NOTE = "[conflict: "


@dataclass(frozen=True, slots=True)
class _Item:
    name: str
    text: str


def restate(graph: ContextGraph) -> ContextGraph:
    """Write the hand-off of a graph anew, and its description where it has none.

    Args:
        graph: Numbered.

    Returns:
        The same graph with a hand-off of at most about 60 tokens: topic, goals, what is open,
        blocked, deferred and to decide, standing rules, then decisions as far as there is room.
        Each item is the head of its node's summary, in the conversation's language, with its id.

    Source:
        Seed 002, "Conversation state preservation".
    """
    sections = _sections(graph)
    description = graph.description.strip() or _description(sections, graph)
    opening = _opening(description, sections)
    chosen = _chosen(sections, BUDGET_TOKENS - size_tokens(opening))
    sentences = [opening]
    for label in _LABELS:
        words = _sentence(label, sections.get(label, ()), chosen.get(label, ()))
        if words:
            sentences.append(words)
    return graph.model_copy(update={"handoff": " ".join(sentences), "description": description})


def _sections(graph: ContextGraph) -> dict[str, tuple[_Item, ...]]:
    superseded = _superseded(graph)
    found: dict[str, list[Node]] = {}
    for node in graph.walk():
        label = _section(node, is_superseded=node.id in superseded)
        if label is not None:
            found.setdefault(label, []).append(node)
    return {
        label: tuple(_Item(node.id, _words(node)) for node in sorted(nodes, key=_rank))
        for label, nodes in found.items()
    }


def _superseded(graph: ContextGraph) -> set[str]:
    return {tie.end for tie in graph.relationships if tie.type == RelationType.SUPERSEDES}


def _section(node: Node, *, is_superseded: bool) -> str | None:
    if node.type == NodeType.CODE or is_quoted(node.summary):
        return None
    if is_superseded or node.status == Status.ABANDONED:
        return "Abandoned" if node.type == NodeType.DECISION else None
    if node.status in _BY_STATUS:
        return _BY_STATUS[Status(node.status)]
    if _CONFLICT_NOTE in node.summary:
        return "To decide"
    if node.type == NodeType.GOAL:
        return "Goal"
    if node.type == NodeType.PROBLEM:
        return "Open"
    if node.type == NodeType.CONTEXT:
        if node.status is None:
            return None
        return "To decide" if statement(node.summary).is_question else "Open"
    if is_rule(node):
        return "Rules"
    is_standing = node.type == NodeType.DECISION and node.importance == Importance.HIGH
    return "Decided" if is_standing else None


def _rank(node: Node) -> tuple[int, float, tuple[int, ...]]:
    return (-importance_rank(node.importance), -node.value, number(node.id))


def _words(node: Node) -> str:
    """Give a node's head; a longer one before none, because a bare id tells a reader nothing."""
    short = head(node.summary) or (head(node.title) if node.title else None)
    return short or head(node.summary, most=_MOST_WORDS) or ""


def _opening(description: str, sections: Mapping[str, tuple[_Item, ...]]) -> str:
    topic = head(description, words=8) or ""
    goals = sections.get("Goal", ())
    if not topic or (goals and statement(topic).words <= statement(goals[0].text).words):
        return "Resuming."
    return f"Resuming: {topic}."


def _description(sections: Mapping[str, tuple[_Item, ...]], graph: ContextGraph) -> str:
    for label in ("Goal", "Open", "Decided", "Rules"):
        for item in sections.get(label, ()):
            if item.text:
                return item.text
    superseded = _superseded(graph)
    standing = (
        node
        for node in graph.walk()
        if node.type != NodeType.CODE
        and not is_quoted(node.summary)
        and node.status != Status.ABANDONED
        and node.id not in superseded
    )
    ranked = sorted(standing, key=_rank)
    return next((words for node in ranked if (words := _words(node))), "Conversation")


def _chosen(
    sections: Mapping[str, tuple[_Item, ...]], room_tokens: int
) -> dict[str, tuple[_Item, ...]]:
    taken: dict[str, tuple[_Item, ...]] = {}
    for label in _TURNS:
        held = taken.get(label, ())
        left = sections.get(label, ())[len(held) :]
        if not left:
            continue
        words = f"{left[0].text} ({left[0].name}); " + ("" if held else f"{label}: ")
        size = size_tokens(words)
        # the first goal, problem and blocker go in whatever they take
        if size <= room_tokens or (not held and label in {"Goal", "Open", "Blocked"}):
            taken[label] = (*held, left[0])
            room_tokens -= size
    return taken


def _sentence(label: str, items: tuple[_Item, ...], chosen: tuple[_Item, ...]) -> str:
    told = sorted(chosen, key=lambda item: number(item.name))
    parts = [f"{item.text} ({item.name})" if item.text else item.name for item in told]
    if label in _MUST_BE_NAMED:
        rest = sorted((i.name for i in items if i not in chosen), key=number)
        if rest:
            more = f" +{len(rest) - _MOST_BARE_IDS}" if len(rest) > _MOST_BARE_IDS else ""
            parts.append(", ".join(rest[:_MOST_BARE_IDS]) + more)
    return f"{label}: {'; '.join(parts)}." if parts else ""
