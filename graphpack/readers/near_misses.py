"""Finds the formats that a file of no known format comes near to: what it has, and what it lacks.

It goes by the keys that a format's ``Facts.sign`` names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from graphpack.patterns import compiled
from graphpack.readers.base import Probe

MOST = 3
"""How many are named."""

_NAMED = compiled(r"`([A-Za-z_][\w-]*)`")
_KEY = compiled(r'"([A-Za-z_][\w-]{0,60})"\s{0,20}:')
# of any JSON: they tell no format
_COMMON = frozenset(
    {
        "author", "body", "chat", "chats", "content", "contents", "conversation", "data", "events",
        "from", "history", "id", "index", "info", "input", "kind", "message", "messages", "name",
        "output", "parts", "prompt", "role", "system", "text", "time", "title", "type", "user",
        "v", "value", "header",
    }
)  # fmt: skip


def near_misses(look: Probe, signs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Find the formats of which a file has some of the distinguishing keys.

    Args:
        look: The first look at a file of no known format.
        signs: Formats with what each is known by, in the table's order.

    Returns:
        At most ``MOST`` formats with what is there and what is missing; those first that have
        keys of their own, then those with the largest share of their keys.
    """
    keys = set(_KEY.findall(look.head)) if look.is_text else set()
    found = list(_near(keys, signs)) if keys else []
    found.sort(key=lambda miss: miss[0])  # stable: the table's order among equals
    return tuple((name, why) for _, name, why in found[:MOST])


def _near(
    keys: set[str], signs: Iterable[tuple[str, str]]
) -> Iterator[tuple[tuple[float, float], str, str]]:
    known = [(name, list(dict.fromkeys(_NAMED.findall(sign)))) for name, sign in signs]
    shared = Counter(key for _, named in known for key in named)
    for name, named in known:
        there = [key for key in named if key in keys]
        telling = [key for key in there if key not in _COMMON]
        if not telling and len(there) < 2:
            continue
        missing = [key for key in named if key not in keys]
        why = f"has {_listed(there)}"
        why += f" but not {_listed(missing)}" if missing else ", but not where it keeps them"
        weight = sum(1 / shared[key] for key in telling)  # a key of many formats tells little
        yield (-weight, -len(there) / len(named)), name, why


def _listed(keys: list[str]) -> str:
    return ", ".join(f"`{key}`" for key in keys)
