"""Puts mails into threads: by the mails they answer, else by the subject they answer under."""

from __future__ import annotations

import heapq
import re
from collections.abc import Sequence

from graphpack.patterns import compiled
from graphpack.readers.mail import Mail

_REPLY = compiled(
    r"\s*(?:(?:re|aw|sv|vs|antw|odp|ynt|fwd?|wg|tr|rif|res)(?:\[\d{1,3}\])?\s?[:：]|\[[^\]]{1,40}\])",
    re.IGNORECASE,
)
_ANSWER = compiled(
    r"\s*(?:\[[^\]]{1,40}\]\s*)?(?:re|aw|sv|vs|antw|odp|ynt|rif|res)(?:\[\d{1,3}\])?\s?[:：]",
    re.IGNORECASE,
)
_MAX_MARKS = 30


def bare_subject(subject: str) -> str:
    """Take ``Re:`` and its like, and lists' names in brackets, off a subject."""
    for _ in range(_MAX_MARKS):
        mark = _REPLY.match(subject)
        if not mark or mark.end() >= len(subject):
            break
        subject = subject[mark.end() :]
    return subject.strip()


def threads_of(mails: Sequence[Mail]) -> list[list[Mail]]:
    """Put mails into threads.

    Args:
        mails: In the order of their file.

    Returns:
        Threads by the place of their first mail; in each, no mail stands before one it answers,
        and otherwise the earlier sent comes first: an archive's order means nothing.
    """
    groups = _Groups()
    by_subject: dict[str, int] = {}
    nodes: list[str] = []
    for place, mail in enumerate(mails):
        own = mail.id or f"\0{place}"
        nodes.append(own)
        for parent in mail.parents:
            groups.join(parent, own)
    for place, mail in enumerate(mails):
        subject = bare_subject(mail.subject).casefold()
        if not subject:
            continue
        first = by_subject.setdefault(subject, place)
        if not mail.parents and first != place and _ANSWER.match(mail.subject):
            groups.join(nodes[first], nodes[place])
    found: dict[str, list[int]] = {}
    for place, node in enumerate(nodes):
        found.setdefault(groups.root(node), []).append(place)
    return [[mails[place] for place in _ordered(mails, places)] for places in found.values()]


class _Groups:
    """Sets of ids that are joined pair by pair."""

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}

    def root(self, key: str) -> str:
        way = []
        while (parent := self._parents.get(key, key)) != key:
            way.append(key)
            key = parent
        for passed in way:
            self._parents[passed] = key
        return key

    def join(self, one: str, other: str) -> None:
        first, second = self.root(one), self.root(other)
        if first != second:
            self._parents[second] = first


def _ordered(mails: Sequence[Mail], places: list[int]) -> list[int]:
    """Order a thread: parents first, then by time, then by place."""
    by_id = {mails[place].id: place for place in reversed(places) if mails[place].id}
    children: dict[int, list[int]] = {}
    ready: list[tuple[float, int]] = []
    floor = 0.0
    times: dict[int, float] = {}
    for place in places:  # one without a time goes where it stands
        at = mails[place].at
        floor = at.timestamp() if at else floor
        times[place] = floor
        parent = next((by_id[key] for key in mails[place].parents if key in by_id), None)
        if parent is None or parent == place:
            heapq.heappush(ready, (times[place], place))
        else:
            children.setdefault(parent, []).append(place)
    ordered: list[int] = []
    while ready:
        _, place = heapq.heappop(ready)
        ordered.append(place)
        for child in children.get(place, []):
            heapq.heappush(ready, (times[child], child))
    done = set(ordered)
    return [*ordered, *(place for place in places if place not in done)]  # answers in a circle
