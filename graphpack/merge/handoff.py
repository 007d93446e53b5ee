"""Writes the hand-off: where the work stands now, from the nodes that are there.

Pure and cheap, because it is written anew whenever the pruner takes a node away. What is
superseded, abandoned or resolved never appears as current.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from graphpack.merge.folding import importance_rank
from graphpack.merge.heads import head, size_tokens
from graphpack.merge.numbering import is_rule, number
from graphpack.merge.statement import statement
from graphpack.merge.telling import lays_down, state_of, telling, topic
from graphpack.model.codes import CONFLICT_NOTE, Importance, NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node
from graphpack.text.injection import is_quoted

BUDGET_TOKENS = 60
_MOST_BARE_IDS = 6
_STRETCH_TOKENS = 20

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
# whose first item may stretch the hand-off a little
_WORTH_MORE = _MUST_BE_NAMED | {"Rules"}
_AND_NOW = "; now: "


@dataclass(frozen=True)
class _Item:
    """One node to name; worded where it is asked for, as there is room for few of them."""

    node: Node
    label: str
    is_short: bool = False

    @property
    def name(self) -> str:
        return self.node.id

    @cached_property
    def text(self) -> str:
        """Word it, a little longer before not at all: a bare id tells a reader nothing."""
        node = self.node
        told = telling(
            node.summary,
            node.speaker,
            is_rule=self.label == "Rules",
            is_short=self.is_short,
            is_decided=self.label == "Decided",
        )
        return told or (head(node.title) if node.title else None) or ""


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
    is_told_who = any(node.speaker for node in graph.walk())
    for node in graph.walk():
        label = _section(node, is_superseded=node.id in superseded)
        is_anybody_s = is_told_who and node.speaker is None
        if label == "Rules" and (is_anybody_s or not lays_down(node.summary)):
            # what nobody laid down is none: «plants do not feel»
            label = "Decided" if node.type == NodeType.DECISION else None
        if label is not None:
            found.setdefault(label, []).append(node)
    return {
        label: tuple(_Item(node, label) for node in sorted(nodes, key=_rank))
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
    if CONFLICT_NOTE in node.summary:
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


def _opening(description: str, sections: Mapping[str, tuple[_Item, ...]]) -> str:
    """Say what it is about, and where it stands if the description tells."""
    begins, _, state = description.partition(_AND_NOW)
    told = [item for items in sections.values() for item in items]
    about = topic(begins)
    goals = sections.get("Goal", ())
    if not about or (goals and statement(about).words <= statement(goals[0].text).words):
        opening = "Resuming."
    else:
        opening = f"Resuming: {_ended(about)}"
    now = state_of(state)
    if not now:
        return opening
    known = [statement(item.text).words for item in told] + [statement(about).words]
    if _is_told(statement(now).words, known):
        return opening
    return f"{opening} Now: {_ended(now)}"


def _is_told(words: frozenset[str], known: list[frozenset[str]]) -> bool:
    return not words or any(2 * len(words & other) >= len(words) for other in known)


def _ended(text: str) -> str:
    return text if text.endswith(("…", "!", "?", "？", "！")) else f"{text}."


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
    told = (telling(node.summary, node.speaker, is_rule=False) for node in ranked)
    return next((words for words in told if words), "Conversation")


def _chosen(
    sections: Mapping[str, tuple[_Item, ...]], room_tokens: int
) -> dict[str, tuple[_Item, ...]]:
    taken: dict[str, tuple[_Item, ...]] = {}
    for label in _TURNS:
        held = taken.get(label, ())
        left = sections.get(label, ())[len(held) :]
        if not left:
            continue
        # the first goal, problem and blocker go in whatever they take
        is_owed = not held and label in {"Goal", "Open", "Blocked"}
        # told in few words before it is a bare number, or nothing
        spare = _STRETCH_TOKENS if not held and label in _WORTH_MORE else 0
        for item in (left[0], replace(left[0], is_short=True)):
            size = _size(item, "" if held else label)
            if is_owed or (item.text and size <= room_tokens + spare):
                taken[label] = (*held, item)
                room_tokens -= size
                break
    return taken


def _size(item: _Item, label: str) -> int:
    return size_tokens(f"{item.text} ({item.name}); " + (f"{label}: " if label else ""))


def _sentence(label: str, items: tuple[_Item, ...], chosen: tuple[_Item, ...]) -> str:
    told = sorted(chosen, key=lambda item: number(item.name))
    parts = [f"{item.text} ({item.name})" if item.text else item.name for item in told]
    if label in _MUST_BE_NAMED:
        known = {item.name for item in chosen}
        rest = sorted((i.name for i in items if i.name not in known), key=number)
        if rest:
            more = f" +{len(rest) - _MOST_BARE_IDS}" if len(rest) > _MOST_BARE_IDS else ""
            also = "also " if parts else ""
            parts.append(also + ", ".join(rest[:_MOST_BARE_IDS]) + more)
    return f"{label}: {'; '.join(parts)}." if parts else ""
