"""Which orders a person lifts later: what was forbidden and is wanted now, a version stayed with.

«Don't upgrade X yet» and «stay on 1.2» name nothing that a later «upgrade X after all» gives up;
yet handed on beside it they bring the old order back.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from graphpack.extract.offline.features import Surroundings
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.units import Kind, Unit
from graphpack.text import normal
from graphpack.text.forbidding import ECHO, RAISES, STAYS
from graphpack.text.lifting import ban_keys, lifts, may_lift, said_keys

MOST_BANS = 60
"""So many of the latest orders that share a word with a sentence are held against it."""

OWNER_MESSAGES = 8
"""What a bare version belongs to was named in one of so many messages before it, or in the same."""

MOST_ECHOED = 7
"""An answer of more words than this says more than that it has understood."""

_NAME = r"[A-Za-z][A-Za-z0-9_.+-]{1,40}"
_LINKS = frozenset(
    [
        "on",
        "at",
        "with",
        "to",
        "from",
        "is",
        "of",
        "in",
        "by",
        "version",
        "versions",
        "sur",
        "en",
        "à",
        "auf",
        "bei",
        "con",
        "na",
        "no",
        "em",
        "su",
        "op",
        "на",
    ]
)


def lifted(units: Sequence[Unit], around: Surroundings) -> dict[int, int]:
    """Find the orders that a person lifts later, and where an assistant only repeats them.

    Args:
        units: All units, in order.
        around: The conversation's statistics.

    Returns:
        For an earlier unit the later one that lifts what it says.
    """
    found: dict[int, int] = {}
    known: dict[str, list[int]] = defaultdict(list)
    stays: list[tuple[int, str, str]] = []
    for at, unit in enumerate(units):
        if not around.is_human(unit) or unit.kind not in {Kind.SENTENCE, Kind.ITEM}:
            continue
        line = plain(unit.text)
        if unit.is_spoken or not line:
            continue
        for other in _lifts(line, unit, units, known):
            found.setdefault(other, at)
        for other, name, version in stays:
            if units[other].message < unit.message and _raises(line, name, version):
                found.setdefault(other, at)
        for key in sorted(ban_keys(line)):
            known[key].append(at)
        stays += [(at, *one) for one in _stays(line, unit, around)]
    return found | dict(_echoed(found, units, around))


def _lifts(
    line: str, unit: Unit, units: Sequence[Unit], known: dict[str, list[int]]
) -> Iterator[int]:
    if not known or not may_lift(line):
        return
    others = {other for key in said_keys(line) for other in known.get(key, ())[-MOST_BANS:]}
    for other in sorted(others):
        # what is said in one breath limits what stands before it
        if units[other].message < unit.message and lifts(line, plain(units[other].text)):
            yield other


def _stays(line: str, unit: Unit, around: Surroundings) -> Iterator[tuple[str, str]]:
    for match in STAYS.finditer(line):
        name = match["of"] or _owner(match["at"], unit.message, around)
        if name:
            yield normal(name), match["at"].lstrip("v")


def _owner(version: str, message: int, around: Surroundings) -> str:
    """What a bare version was called a version of, latest first."""
    named = re.compile(
        rf"({_NAME})(?:\s+(?:version|Version)|==|@)?[ =@-]?\s?v?{re.escape(version)}(?![\w.]*\d)"
    )
    for at in range(message, max(message - OWNER_MESSAGES, -1), -1):
        found = [
            name for name in named.findall(around.messages[at].text) if name.lower() not in _LINKS
        ]
        if found:
            return str(found[-1]).rstrip("=@-")
    return ""


def _raises(line: str, name: str, version: str) -> bool:
    match = RAISES.search(line)
    if match is None or match["to"].lstrip("v") == version or not may_lift(line):
        return False
    said = re.findall(_NAME, normal(line))
    return any(
        one == name or name.startswith(f"{one}-") or one.startswith(f"{name}-") for one in said
    )


def _echoed(
    found: dict[int, int], units: Sequence[Unit], around: Surroundings
) -> Iterator[tuple[int, int]]:
    """Where an assistant took the order in: «OK, no tent», «X stays at 1.2»."""
    answered = defaultdict(list)
    for at, unit in enumerate(units):
        turn = around.placed[unit.message]
        if not turn.is_human and unit.kind in {Kind.SENTENCE, Kind.ITEM}:
            answered[turn.exchange].append(at)
    for older, newer in sorted(found.items()):
        exchange = around.placed[units[older].message].exchange
        order = plain(units[older].text)
        keys = ban_keys(order) or said_keys(order)
        for at in answered[exchange]:
            own = said_keys(plain(units[at].text))
            is_short = len(own) <= MOST_ECHOED
            if is_short and not own.isdisjoint(keys) and ECHO.search(plain(units[at].text)):
                yield at, newer
