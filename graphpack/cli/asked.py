"""How often originals of each kind of text are asked back: a small file in the cache.

Where it is too often, shortening costs more than it saves, and less is left out. What is counted
fades, so that a kind is tried again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress

from graphpack.atomic import write_private
from graphpack.cli.caching import ASKED, cache_folder
from graphpack.compress.ansi import Plain
from graphpack.compress.base import Kind
from graphpack.compress.levels import Asked
from graphpack.compress.router import classify

FADES_AT = 40
"""Texts of a kind after which both counts are halved."""


def read_asked() -> dict[Kind, Asked]:
    """Read the counts; none where there are none, or where they are damaged."""
    try:
        found = json.loads((cache_folder() / ASKED).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    counts: dict[Kind, Asked] = {}
    for name, row in found.items() if isinstance(found, dict) else ():
        match row:
            case [int(shortened), int(returned)] if name in set(Kind) and shortened >= 0:
                counts[Kind(name)] = Asked(shortened, max(0, returned))
    return counts


def count_shortened(kind: Kind, *, is_returned: bool = False) -> None:
    """Note that a text was shortened, or passed because too many are asked back.

    Args:
        kind: What it is.
        is_returned: True where the whole was asked for.
    """
    _add(kind, Asked(1, int(is_returned)))


def count_returned(text: str) -> None:
    """Note that an original was asked back.

    Args:
        text: The original.
    """
    _add(kind_of(text), Asked(0, 1))


def kind_of(text: str) -> Kind:
    """Tell what a text is as a whole."""
    return classify(Plain(text).text)


def _add(kind: Kind, one: Asked) -> None:
    counts = read_asked()
    before = counts.get(kind, Asked())
    now = Asked(before.shortened + one.shortened, before.returned + one.returned)
    if now.shortened >= FADES_AT:
        now = Asked(now.shortened // 2, now.returned // 2)
    with suppress(OSError):  # a count that is lost costs nothing
        _write({**counts, kind: now})


def _write(counts: Mapping[Kind, Asked]) -> None:
    rows = {str(kind): [one.shortened, one.returned] for kind, one in sorted(counts.items())}
    write_private(cache_folder() / ASKED, json.dumps(rows).encode())
