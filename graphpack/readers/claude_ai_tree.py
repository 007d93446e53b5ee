"""Which of a Claude.ai chat's messages are its active thread.

Older exports have one flat list; newer ones name each message's parent, so that edits and retries
can be told apart. Nothing here looks into a message beyond its ids.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphpack.readers.branching import Side, walk
from graphpack.readers.faults import Faults

Raw = dict[str, Any]

_ROOT = "00000000-0000-4000-8000-000000000000"


@dataclass(frozen=True, slots=True)
class Thread:
    """The messages of the active thread, and the ways that leave it, as places in the list.

    Args:
        path: In reading order.
        sides: The abandoned branches.
        is_broken: True where parents are named but do not form a tree, and the file's order was
            taken instead.
    """

    path: tuple[int, ...]
    sides: tuple[Side[int], ...] = ()
    is_broken: bool = False


def active_messages(
    messages: list[Raw], *, leaf: Any = None, faults: Faults | None = None
) -> Thread:
    """Walk from the leaf to the root where parents are named, else keep the file's order.

    Nothing is sorted by time: question and answer often share one.

    Args:
        messages: The chat's message objects, in file order.
        leaf: The id of the last message on screen; without it the file's last message is it.
        faults: Takes a notice of branches that are too many.

    Returns:
        The thread.

    Source:
        Claude.ai export and web API as of 2024-2026; a root's parent is a fixed id.
    """
    flat = tuple(range(len(messages)))
    if not any(isinstance(item.get("parent_message_uuid"), str) for item in messages):
        return Thread(flat)
    places = _places(messages)
    if places is None:
        return Thread(flat, is_broken=True)
    parents = _parents(messages, places)
    is_known = isinstance(leaf, str) and leaf in places
    found = walk(parents, places[leaf] if is_known else len(messages) - 1, faults)
    first = messages[found.path[0]].get("parent_message_uuid")
    if first != _ROOT and not (first is None and found.path[0] == 0):
        return Thread(flat, is_broken=True)
    return Thread(found.path, found.sides)


def _places(messages: list[Raw]) -> dict[str, int] | None:
    """Map ids to places; None where one is missing or twice."""
    places: dict[str, int] = {}
    for place, item in enumerate(messages):
        uuid = item.get("uuid")
        if not isinstance(uuid, str) or uuid in places:
            return None
        places[uuid] = place
    return places


def _parents(messages: list[Raw], places: dict[str, int]) -> dict[int, int | None]:
    """Map places to their parents' places; a parent that is not in the list is none."""
    parents: dict[int, int | None] = {}
    for place, item in enumerate(messages):
        parent = item.get("parent_message_uuid")
        parents[place] = places.get(parent) if isinstance(parent, str) else None
    return parents
