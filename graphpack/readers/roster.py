"""The people of a group chat: one name for each id, no name for two.

Chats refer to their members by id; names are what a reader of the conversation knows them by.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody with an account.

    Args:
        id: As messages refer to it.
        name: What the chat shows; None where unknown.
        handle: The account's own name, to tell two people of one name apart.
    """

    id: str
    name: str | None
    handle: str | None = None


def names_of(members: Iterable[Member]) -> dict[str, str]:
    """Name each member.

    Args:
        members: In source order; of an id that comes twice the first with a name counts.

    Returns:
        Names by id. Two people of one name get their handle, else their id, in brackets; who has
        no name is left out.
    """
    known: dict[str, Member] = {}
    for member in members:
        if member.id and (member.name or member.handle):
            known.setdefault(member.id, member)
    shared: dict[str, list[Member]] = defaultdict(list)
    for member in known.values():
        shared[member.name or member.handle or member.id].append(member)
    names: dict[str, str] = {}
    for name, owners in shared.items():
        handles = {owner.handle for owner in owners}
        for owner in owners:
            if len(owners) == 1:
                names[owner.id] = name
            else:
                is_telling = owner.handle and len(handles) == len(owners)
                names[owner.id] = f"{name} ({owner.handle if is_telling else owner.id})"
    return names
