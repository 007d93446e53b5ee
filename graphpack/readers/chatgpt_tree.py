"""Which of a ChatGPT conversation's nodes were on screen, in order.

An export keeps every edit and regeneration as a branch of one tree; only the thread that ends in
``current_node`` is the conversation. Nothing here looks into a message beyond its time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphpack.readers.branching import Side, walk
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, time_of


@dataclass(frozen=True, slots=True)
class Thread:
    """The nodes of the active thread, and the ways that leave it.

    Args:
        path: Key and node, root first.
        sides: The abandoned branches.
        is_guessed: True where ``current_node`` did not name a node of the tree.
    """

    path: tuple[tuple[str, Any], ...]
    sides: tuple[Side[str], ...] = ()
    is_guessed: bool = False


def active_thread(raw: dict[str, Any], faults: Faults | None = None) -> Thread:
    """Walk from ``current_node`` to the root, or take a share page's ready-made order.

    Where ``current_node`` is missing or dangling, the leaf with the longest chain of parents is
    taken, the newest one on ties. Times never order anything else.

    Args:
        raw: One conversation, with ``mapping`` or ``linear_conversation``.
        faults: Takes a notice of branches that are too many.

    Returns:
        The thread; empty where there is neither.

    Source:
        OpenAI data export, ``conversations.json`` as of 2023-2026; share pages as of 2024-2025.
    """
    linear = list_of(raw.get("linear_conversation"))
    if linear:
        return Thread(tuple((str(dict_of(node).get("id", "")), node) for node in linear))
    mapping = dict_of(raw.get("mapping"))
    parents = _parents(mapping)
    leaf = raw.get("current_node")
    is_guessed = not (isinstance(leaf, str) and leaf in mapping)
    if is_guessed:
        leaf = _longest(mapping, parents)
    found = walk(parents, leaf if isinstance(leaf, str) else None, faults)
    return Thread(
        path=tuple((key, mapping[key]) for key in found.path),
        sides=found.sides,
        is_guessed=is_guessed and bool(mapping),
    )


def _parents(mapping: dict[str, Any]) -> dict[str, str | None]:
    """Map every node to its parent; a lost ``parent`` is taken from the other side's children."""
    claimed = {
        child: key
        for key, node in mapping.items()
        for child in list_of(dict_of(node).get("children"))
        if isinstance(child, str)
    }
    parents: dict[str, str | None] = {}
    for key, node in mapping.items():
        parent = dict_of(node).get("parent")
        if not (isinstance(parent, str) and parent in mapping):
            parent = claimed.get(key)
        parents[key] = parent
    return parents


def _longest(mapping: dict[str, Any], parents: dict[str, str | None]) -> str | None:
    """Find the leaf with the longest chain; on ties the newest, then the one last in the file."""
    depths: dict[str, int] = {}
    for key in mapping:
        pending = []
        at: str | None = key
        while at is not None and at not in depths:
            depths[at] = 0
            pending.append(at)
            at = parents.get(at)
        depth = depths[at] if at is not None else 0
        for waiting in reversed(pending):
            depth += 1
            depths[waiting] = depth
    best: tuple[int, float, int] | None = None
    leaf = None
    for position, (key, node) in enumerate(mapping.items()):
        at_time = time_of(dict_of(dict_of(node).get("message")).get("create_time"))
        rank = (depths[key], at_time.timestamp() if at_time else 0.0, position)
        if best is None or rank > best:
            best, leaf = rank, key
    return leaf
