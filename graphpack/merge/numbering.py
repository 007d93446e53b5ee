"""Puts a graph in reading order and numbers it.

Order: goals, standing rules, decisions, problems, facts, assumptions, code, context; within each
by where it was first said. A status does not move a node, so that its number outlives the matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphpack.merge.draft import Position, earliest
from graphpack.merge.words import RULES
from graphpack.model.codes import Importance, NodeType, Status
from graphpack.model.graph import Node, Relationship
from graphpack.patterns import compiled

_ORDER = (
    NodeType.GOAL,
    "rule",
    NodeType.DECISION,
    NodeType.PROBLEM,
    NodeType.FACT,
    NodeType.ASSUMPTION,
    NodeType.CODE,
    NodeType.CONTEXT,
)
_PASSING = frozenset({Status.DEFERRED, Status.ABANDONED, Status.RESOLVED})
_CHUNK_ID = compiled(r"\b[A-Z]+-n\d+(?:\.\d+)*\b")
_NOWHERE: Position = (1 << 62, 0, 0)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A graph in reading order.

    Args:
        nodes: Ids ``n1``, ``n2``, children ``n1.1``.
        relationships: With the new ids, in their order.
        names: New id of each old one.
    """

    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]
    names: Mapping[str, str]


def renumber(nodes: Sequence[Node], relationships: Sequence[Relationship]) -> Numbered:
    """Put nodes in reading order and give them their final ids.

    Args:
        nodes: Roots with their children; ids are unique.
        relationships: Both ends exist.

    Returns:
        The same graph in order; where a summary mentions another node by its chunk id, it
        mentions the new one.

    Source:
        Seed 002, "Chunked compression" (re-ID); docs/architecture.md, "Reading order".
    """
    names: dict[str, str] = {}
    _name(nodes, "n", names)
    renamed = tuple(_renamed(node, names) for node in sorted(nodes, key=_reading_key))
    ties = {
        (tie.start, tie.end, tie.type): tie
        for old in relationships
        for tie in [old.model_copy(update={"start": names[old.start], "end": names[old.end]})]
    }
    ordered = sorted(ties.values(), key=lambda t: (number(t.start), number(t.end), t.type))
    return Numbered(renamed, tuple(ordered), names)


def is_rule(node: Node) -> bool:
    """Tell whether a node binds whatever comes later.

    Args:
        node: Any node.

    Returns:
        True for a decision or fact of high importance that says always, never, must and the like,
        and is neither put off nor over.
    """
    return (
        node.type in {NodeType.DECISION, NodeType.FACT}
        and node.importance == Importance.HIGH
        and node.status not in _PASSING
        and RULES.is_in(node.summary)
    )


def number(name: str) -> tuple[int, ...]:
    """Give the numbers of an id, for ordering.

    Args:
        name: Such as ``n2.10``.

    Returns:
        Such as ``(2, 10)``.
    """
    return tuple(int(digits) for digits in re.findall(r"\d+", name))


def renamed_text(text: str, names: Mapping[str, str]) -> str:
    """Put new ids where a text mentions chunk ids.

    Args:
        text: Any text.
        names: New id of each old one.

    Returns:
        The text with the ids it knows replaced.
    """
    return _CHUNK_ID.sub(lambda match: names.get(match.group(), match.group()), text)


def _reading_key(node: Node) -> tuple[int, Position]:
    kind = "rule" if is_rule(node) else node.type
    rank = _ORDER.index(kind) if kind in _ORDER else len(_ORDER)
    return rank, earliest(node) or _NOWHERE


def _child_key(node: Node) -> Position:
    return earliest(node) or _NOWHERE


def _name(nodes: Sequence[Node], prefix: str, names: dict[str, str]) -> None:
    key = _reading_key if prefix == "n" else _child_key
    for place, node in enumerate(sorted(nodes, key=key), start=1):
        names[node.id] = f"{prefix}{place}"
        _name(node.children, f"{names[node.id]}.", names)


def _renamed(node: Node, names: Mapping[str, str]) -> Node:
    children = sorted(node.children, key=_child_key)
    changed: dict[str, object] = {
        "id": names[node.id],
        "children": tuple(_renamed(child, names) for child in children),
    }
    if node.type != NodeType.CODE and "-n" in node.summary:
        changed["summary"] = renamed_text(node.summary, names)
    return node.model_copy(update=changed)
