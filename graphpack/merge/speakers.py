"""Takes «User: » off summaries while they are compared, and puts it back when that is done.

Who says something is no part of what is said: left on, it looks like the label of a slot that
each of a person's statements fills anew.
"""

from __future__ import annotations

from collections.abc import Collection

from graphpack.merge.draft import Draft, latest
from graphpack.patterns import compiled

_CHOSE = compiled(r"[^:.\n]{1,60} (?:chose|agreed to|said no to): ")
USUAL = frozenset({"User", "Assistant"})


def take_off(draft: Draft, speakers: Collection[str]) -> None:
    """Take the speakers off the summaries.

    Args:
        draft: Changed in place; its ``openings`` remember them.
        speakers: Names of those who speak in the conversation.
    """
    names = sorted({*speakers, *USUAL}, key=lambda name: (-len(name), name))
    for name, node in draft.nodes.items():
        opening = next((f"{s}: " for s in names if s and node.summary.startswith(f"{s}: ")), "")
        if opening and node.summary != opening:
            draft.openings[name] = opening
            draft.change(name, summary=node.summary.removeprefix(opening))


def put_back(draft: Draft) -> None:
    """Put the speakers back.

    Args:
        draft: Changed in place.
    """
    known = frozenset(draft.openings.values())
    for name, node in draft.nodes.items():
        if opening := draft.openings.get(name):
            # of a talk that was parted the rest may name another speaker by itself
            own, colon, _ = node.summary.partition(": ")
            if own + colon in known:
                draft.change(name, speaker=own)
                continue
            speaker = opening.removesuffix(": ")
            draft.change(name, summary=f"{opening}{node.summary}", speaker=speaker)


def only_answers(draft: Draft, newer: str, older: str) -> bool:
    """Tell whether a node only answers what a person has just laid down.

    Args:
        draft: Holds both.
        newer: A node.
        older: Another one.

    Returns:
        True where a person says the older one and an assistant's next message the newer one: who
        repeats what was ordered does not give it up.
    """
    first, second = latest(draft.nodes[newer]), latest(draft.nodes[older])
    is_said = older in draft.openings or _CHOSE.match(draft.nodes[older].summary)
    if first is None or second is None or newer in draft.openings or not is_said:
        return False
    return 0 <= first[0] - second[0] <= 1


def are_two(draft: Draft, one: str, other: str) -> bool:
    """Tell whether two nodes are known to be said by two people.

    Args:
        draft: Holds both.
        one: A node.
        other: Another one.

    Returns:
        True where both open with a speaker, and with different ones.
    """
    first, second = draft.openings.get(one), draft.openings.get(other)
    return bool(first and second and first != second)
