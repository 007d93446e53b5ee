"""Puts the sessions of sub-agents under the sessions that started them.

For programs that keep every sub-agent as a session of its own and name its parent. Nothing here
knows a format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from graphpack.model.conversation import Origin
from graphpack.readers.assembly import Draft

MAX_DEPTH = 8
"""How deep sub-agents of sub-agents are put into their parents; deeper ones stand alone."""


@dataclass(frozen=True, slots=True)
class Family:
    """Which sessions are conversations, and which were started by which.

    Args:
        roots: Ids of the sessions nobody here started, in the source's order.
        children: Ids of those that a session started; no session stands twice.
    """

    roots: tuple[str, ...]
    children: Mapping[str, tuple[str, ...]]


def family(parents: Mapping[str, str | None]) -> Family:
    """Sort sessions by who started them.

    Args:
        parents: Each session's parent, in the source's order; one that is not there is none.

    Returns:
        All of them, each once: a circle is broken at its first, a chain at ``MAX_DEPTH``.
    """
    under: dict[str, list[str]] = {}
    first: list[str] = []
    for own, parent in parents.items():
        if parent is not None and parent in parents and parent != own:
            under.setdefault(parent, []).append(own)
        else:
            first.append(own)
    roots: list[str] = []
    children: dict[str, tuple[str, ...]] = {}
    placed: set[str] = set()
    for root in (*first, *parents):
        if root in placed:
            continue
        roots.append(root)
        placed.add(root)
        level = [root]
        for _ in range(MAX_DEPTH):
            following: list[str] = []
            for own in level:
                fresh = [child for child in under.get(own, ()) if child not in placed]
                placed.update(fresh)
                children[own] = tuple(fresh)
                following += fresh
            level = following
    order = {own: place for place, own in enumerate(parents)}
    return Family(tuple(sorted(roots, key=order.__getitem__)), children)


def as_subagent(drafts: list[Draft]) -> list[Draft]:
    """Say of messages that a sub-agent's session holds them."""
    return [replace(draft, origin=Origin.SUBAGENT) for draft in drafts]


def insert_by_time(nodes: list[list[Draft]], last: int, thread: list[Draft]) -> None:
    """Put a sub-agent that no call names into its parent.

    Args:
        nodes: The drafts of each of the parent's messages; changed. At least one.
        last: How many of them count, at least one; what is behind was taken back.
        thread: The sub-agent's drafts: they go before the first message that is younger than
            their start, else to the end of what counts.
    """
    began = next((draft.at for draft in thread if draft.at), None)
    for node in nodes[:last]:
        if began and node and node[0].at and node[0].at > began:
            node[:0] = thread
            return
    nodes[last - 1] += thread
