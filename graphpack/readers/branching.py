"""Walks a tree of messages: the way that was taken, and the ways that were abandoned.

Chat programs keep every edited prompt and every retried answer as a branch, and name each
message's parent. Nothing here looks into a message; keys are whatever the source calls them by.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from graphpack.readers.faults import Faults

Key = TypeVar("Key", bound=Hashable)

MAX_BRANCHES = 1_000
"""How many abandoned branches of one conversation are kept."""

MAX_BRANCH_NODES = 200_000
"""How many messages they may hold together: branches that share most of their way repeat it."""


@dataclass(frozen=True, slots=True)
class Side(Generic[Key]):
    """An abandoned branch, from where it left the path to its leaf.

    Args:
        fork: The last node it shares with the path; None where it shares none.
        keys: The nodes after that, in reading order; at least one, the last is the leaf.
    """

    fork: Key | None
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Walk(Generic[Key]):
    """A tree as one path and its sides.

    Args:
        path: From the root to the current leaf.
        sides: What was abandoned, by the place of the leaves in the source.
    """

    path: tuple[Key, ...]
    sides: tuple[Side[Key], ...] = ()


def walk(
    parents: Mapping[Key, Key | None], leaf: Key | None, faults: Faults | None = None
) -> Walk[Key]:
    """Follow the parents from the current leaf, and from every other one.

    Takes time in proportion to the nodes, however they are linked: a circle ends where it closes,
    and a parent that is not among the nodes is none.

    Args:
        parents: Each node's parent, None for a root, in the source's order.
        leaf: The last node on screen; None or an unknown one gives no path.
        faults: Takes a notice of the branches above the bounds.

    Returns:
        The path and the sides; every node is on at least one of them, but for the branches that
        are left out.
    """
    path = _chain(parents, leaf, frozenset())
    on_path = frozenset(path)
    sides: list[Side[Key]] = []
    room = MAX_BRANCH_NODES
    ends = list(_ends(parents, on_path))
    for end in ends[:MAX_BRANCHES]:
        keys = _chain(parents, end, on_path, room)
        if len(keys) > room:
            break
        room -= len(keys)
        fork = parents.get(keys[-1])
        sides.append(Side(fork if fork in on_path else None, tuple(reversed(keys))))
    if faults is not None:
        for _ in range(len(ends) - len(sides)):
            faults.add("branches-left-out", "more abandoned branches than are kept; left out")
    return Walk(tuple(reversed(path)), tuple(sides))


def leaves(parents: Mapping[Key, Key | None]) -> tuple[Key, ...]:
    """List the nodes that are nobody's parent, in the source's order."""
    inner = set(parents.values())
    return tuple(key for key in parents if key not in inner)


def _chain(
    parents: Mapping[Key, Key | None],
    leaf: Key | None,
    stops: frozenset[Key],
    most: int | None = None,
) -> list[Key]:
    """List the nodes from a leaf up to a root or a stop; no more than one above ``most``."""
    keys: list[Key] = []
    seen: set[Key] = set()
    while leaf is not None and leaf in parents and leaf not in stops and leaf not in seen:
        seen.add(leaf)
        keys.append(leaf)
        if most is not None and len(keys) > most:
            break
        leaf = parents[leaf]
    return keys


def _ends(parents: Mapping[Key, Key | None], on_path: frozenset[Key]) -> Iterator[Key]:
    """Yield the leaves off the path, then one node of each circle that no leaf leads to."""
    seen = set(on_path)
    for candidates in (leaves(parents), parents):
        for key in candidates:
            if key in seen:
                continue
            yield key
            at: Key | None = key
            while at is not None and at in parents and at not in seen:
                seen.add(at)
                at = parents[at]


def link(
    ids: Sequence[str | None], parents: Sequence[str | None], faults: Faults
) -> dict[int, int | None]:
    """Turn the ids of a list's messages into links between their places.

    A message whose parent is missing follows the one before it in the list; where nobody names a
    parent the list is the conversation. Of an id that occurs twice the first place is meant.

    Args:
        ids: Each message's own, None where it has none.
        parents: Each message's parent's, None for a root.
        faults: Takes a notice of missing parents.

    Returns:
        Place to place, for ``walk``.
    """
    places: dict[str, int] = {}
    for place, own in enumerate(ids):
        if own is not None:
            places.setdefault(own, place)
    if not any(parent is not None for parent in parents):
        return {place: place - 1 if place else None for place in range(len(ids))}
    links: dict[int, int | None] = {}
    for place, parent in enumerate(parents):
        if parent is None:
            links[place] = None
        elif parent in places:
            links[place] = places[parent]
        else:
            faults.add("broken-branch", "a parent is missing; put after the message before it")
            links[place] = place - 1 if place else None
    return links
