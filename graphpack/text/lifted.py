"""Which orders a person lifts later: what was forbidden and is wanted now, a version stayed with.

«Don't upgrade X yet» and «stay on 1.2» name nothing that a later «upgrade X after all» gives up;
yet handed on beside it they bring the old order back.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from graphpack.text import normal
from graphpack.text.amounts import (
    is_other_value,
    is_same_setting,
    is_same_value,
    is_wanted,
    points_anew,
    resets,
)
from graphpack.text.amounts import values as values_of
from graphpack.text.called_off import fallen_plans
from graphpack.text.forbidding import CORRECTS, ECHO, LINKS, RAISES, STAYS
from graphpack.text.lifting import ban_keys, lifts, may_lift, said_keys
from graphpack.text.moved import moved
from graphpack.text.reverting import is_change, taken_back

MOST_BANS = 60
"""So many of the latest orders that share a word with a sentence are held against it."""

OWNER_MESSAGES = 8
"""What a bare version belongs to was named in one of so many messages before it, or in the same."""

MOST_ECHOED = 7
"""An answer of more words than this says more than that it has understood."""

MOST_VALUES = 60
"""Against so many of the latest values a new one is held."""

MOST_RECENT = 6

NEAR_MESSAGES = 6
"""«Make it 4 GB» points at a value not further back than so many messages."""

REVERTED_MESSAGES = 10
"""What is taken back was ordered not further back than so many messages."""

MOST_REVERTED = 60
"""So many of the lines before it are held against «revert that»."""

_NAME = r"[A-Za-z][A-Za-z0-9_.+-]{1,40}"


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a conversation.

    Args:
        message: Index of its message.
        text: What it says.
        is_order: A person says it in words of their own; else it may be an assistant's answer.
    """

    message: int
    text: str
    is_order: bool


def lifted(lines: Sequence[Line], text_of: Callable[[int], str]) -> dict[int, int]:
    """Find the orders that a person lifts later, and where an assistant only repeats them.

    Args:
        lines: Sentences in order; those that can be neither may be left out.
        text_of: Gives all that the message of an index says.

    Returns:
        For an earlier line the later one that lifts what it says, by index.
    """
    found: dict[int, int] = {}
    known: dict[str, list[int]] = defaultdict(list)
    stays: list[tuple[int, str, str]] = []
    values: list[int] = []
    for at, line in enumerate(lines):
        if not line.is_order:
            continue
        if _is_corrected(at, lines):
            found.setdefault(at - 1, at)
        for other in _lifts(line, lines, known):
            found.setdefault(other, at)
        for other, name, version in stays:
            if lines[other].message < line.message and _raises(line.text, name, version):
                found.setdefault(other, at)
        for other in (*_taken_back(at, lines), *_set_anew(line, lines, values)):
            found.setdefault(other, at)
        if values_of(line.text):
            values.append(at)
        for key in sorted(ban_keys(line.text)):
            known[key].append(at)
        stays += [(at, *one) for one in _stays(line, text_of)]
    found = fallen_plans(lines) | found
    echoed = found | dict(_echoed(found, lines))
    return echoed | {one.older: one.newer for one in moved(lines) if one.is_whole}


def _is_corrected(at: int, lines: Sequence[Line]) -> bool:
    """Tell whether a sentence takes back the one before it in the same breath, and says another."""
    line = lines[at]
    said = CORRECTS.match(line.text)
    if said is None or not at or lines[at - 1].message != line.message:
        return False
    before = said_keys(lines[at - 1].text)
    mine = said_keys(line.text[said.end() :])
    return bool(mine) and not before.isdisjoint(mine) and not line.text.endswith(("?", "？"))


def _lifts(line: Line, lines: Sequence[Line], known: dict[str, list[int]]) -> Iterator[int]:
    if not known or not may_lift(line.text):
        return
    others = {other for key in said_keys(line.text) for other in known.get(key, ())[-MOST_BANS:]}
    for other in sorted(others):
        # what is said in one breath limits what stands before it
        if lines[other].message < line.message and lifts(line.text, lines[other].text):
            yield other


def _set_anew(line: Line, lines: Sequence[Line], values: Sequence[int]) -> Iterator[int]:
    """Earlier orders of which a value is set anew: by name, or the one that is pointed at."""
    if not values_of(line.text):
        return
    is_pointing = points_anew(line.text)
    meant = ""
    # «the 3rd is taken» names what was set long before, and brings it near
    recent = [
        lines[one].text
        for one in values[-MOST_RECENT:]
        if 0 < line.message - lines[one].message <= NEAR_MESSAGES
    ]
    for other in reversed(values[-MOST_VALUES:]):
        earlier = lines[other]
        if earlier.message >= line.message:
            continue
        is_near = line.message - earlier.message <= NEAR_MESSAGES
        is_near = is_near or any(is_same_value(one, earlier.text) for one in recent)
        if (
            is_pointing
            and is_near
            and is_other_value(line.text, earlier.text)
            and is_wanted(earlier.text)
        ):
            is_pointing, meant = False, earlier.text
            yield other
        elif meant and is_near and is_same_setting(meant, earlier.text):
            yield other  # what was set had been proposed and nodded to
        elif resets(line.text, earlier.text):
            yield other


def _taken_back(at: int, lines: Sequence[Line]) -> Iterator[int]:
    """The change that a sentence takes back: as a person ordered it, and as it was proposed."""
    keys = taken_back(lines[at].text)
    if keys is None:
        return
    first = lines[at].message
    yield from (
        other
        for other in range(max(at - MOST_REVERTED, 0), at)
        # what a person agrees to needs no telling beside the agreement
        if lines[other].message == first - 1
        and not lines[other].is_order
        and taken_back(lines[other].text) == keys
    )
    changes = [
        other
        for other in range(max(at - MOST_REVERTED, 0), at)
        if 0 < first - lines[other].message <= REVERTED_MESSAGES and is_change(lines[other].text)
    ]
    for other in reversed(changes):
        proposed = _proposed(other, changes, lines) if lines[other].is_order else []
        said = frozenset[str]().union(*(said_keys(lines[one].text) for one in (other, *proposed)))
        if len(keys & said) * 2 >= len(keys) and (keys or lines[other].is_order):
            yield from (other, *proposed)
            return


def _proposed(order: int, changes: Sequence[int], lines: Sequence[Line]) -> list[int]:
    """What the message before an order proposed in words that the order takes up."""
    said = said_keys(lines[order].text)
    return [
        other
        for other in changes
        if lines[other].message == lines[order].message - 1
        and not lines[other].is_order
        and not said.isdisjoint(said_keys(lines[other].text))
    ]


def _stays(line: Line, text_of: Callable[[int], str]) -> Iterator[tuple[str, str]]:
    for match in STAYS.finditer(line.text):
        name = match["of"] or _owner(match["at"], line.message, text_of)
        if name:
            yield normal(name), match["at"].lstrip("v")


def _owner(version: str, message: int, text_of: Callable[[int], str]) -> str:
    """What a bare version was called a version of, latest first."""
    named = re.compile(
        rf"({_NAME})(?:\s+version|==|@)?[ =@-]?\s?v?{re.escape(version)}(?![\w.]*\d)",
        re.IGNORECASE,
    )
    for at in range(message, max(message - OWNER_MESSAGES, -1), -1):
        found = [name for name in named.findall(text_of(at)) if name.lower() not in LINKS]
        if found:
            return str(found[-1]).rstrip("=@-")
    return ""


def _raises(text: str, name: str, version: str) -> bool:
    match = RAISES.search(text)
    if match is None or match["to"].lstrip("v") == version or not may_lift(text):
        return False
    return any(
        one == name or name.startswith(f"{one}-") or one.startswith(f"{name}-")
        for one in re.findall(_NAME, normal(text))
    )


def _echoed(found: dict[int, int], lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Where an assistant took the order in: «OK, no tent», «X stays at 1.2»."""
    answers: dict[int, list[int]] = defaultdict(list)
    asked = -1
    for at, line in enumerate(lines):
        if line.is_order:
            asked = line.message
        else:
            answers[asked].append(at)
    for older, newer in sorted(found.items()):
        order = lines[older].text
        keys = ban_keys(order) or said_keys(order)
        for at in answers[lines[older].message]:
            own = said_keys(lines[at].text)
            is_short = len(own) <= MOST_ECHOED
            if is_short and not own.isdisjoint(keys) and ECHO.search(lines[at].text):
                yield at, newer
