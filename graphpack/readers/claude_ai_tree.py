"""Which of a Claude.ai chat's messages are its active thread.

Older exports have one flat list; newer ones name each message's parent, so that edits and retries
can be told apart. Nothing here looks into a message beyond its ids.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Raw = dict[str, Any]

_ROOT = "00000000-0000-4000-8000-000000000000"


@dataclass(frozen=True, slots=True)
class Thread:
    """The messages of the active thread, and the rest.

    Args:
        path: In reading order.
        branches: Off the path, in file order.
        is_broken: True where parents are named but do not form a tree, and the file's order was
            taken instead.
    """

    path: tuple[Raw, ...]
    branches: tuple[Raw, ...] = ()
    is_broken: bool = False


def active_messages(messages: list[Raw], *, leaf: Any = None) -> Thread:
    """Walk from the leaf to the root where parents are named, else keep the file's order.

    Nothing is sorted by time: question and answer often share one.

    Args:
        messages: The chat's message objects, in file order.
        leaf: The id of the last message on screen; without it the file's last message is it.

    Returns:
        The thread.

    Source:
        Claude.ai export and web API as of 2024-2026; a root's parent is a fixed id.
    """
    if not any(isinstance(item.get("parent_message_uuid"), str) for item in messages):
        return Thread(tuple(messages))
    places = _places(messages)
    chain = None
    if places is not None:
        is_known = isinstance(leaf, str) and leaf in places
        chain = _chain(messages, places, places[leaf] if is_known else len(messages) - 1)
    if chain is None:
        return Thread(tuple(messages), is_broken=True)
    on_path = set(chain)
    return Thread(
        path=tuple(messages[place] for place in reversed(chain)),
        branches=tuple(m for place, m in enumerate(messages) if place not in on_path),
    )


def _places(messages: list[Raw]) -> dict[str, int] | None:
    """Map ids to places; None where one is missing or twice."""
    places: dict[str, int] = {}
    for place, item in enumerate(messages):
        uuid = item.get("uuid")
        if not isinstance(uuid, str) or uuid in places:
            return None
        places[uuid] = place
    return places


def _chain(messages: list[Raw], places: dict[str, int], leaf: int) -> list[int] | None:
    """List the places from a leaf to its root; None where the links break or go in a circle."""
    chain: list[int] = []
    seen: set[int] = set()
    place = leaf
    while place not in seen:
        seen.add(place)
        chain.append(place)
        parent = messages[place].get("parent_message_uuid")
        if parent == _ROOT or (parent is None and place == 0):
            return chain
        if not isinstance(parent, str) or parent not in places:
            return None
        place = places[parent]
    return None
