"""How a topic went: what was said of it over all sessions, in the order of time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graphpack.archive.cited import Cited, Wanted
from graphpack.archive.decisions import members_of, replaced_by
from graphpack.archive.laying import Laid, laid
from graphpack.archive.search import Meaning, count_others, found_statements
from graphpack.archive.store import Archive
from graphpack.archive.weaving import weave

LIMIT = 100


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was said of a topic.

    Args:
        cited: What, when, in which session, by whom.
        replaces: What it takes the place of.
        repeats: The earlier statement that says the same; None where it is new.
        disputes: What another person said that it is at odds with.
        is_over: Whether something said later takes its place.
    """

    cited: Cited
    replaces: tuple[Cited, ...] = ()
    repeats: Cited | None = None
    disputes: tuple[Cited, ...] = ()
    is_over: bool = False


def timeline(
    archive: Archive,
    topic: str,
    wanted: Wanted | None = None,
    *,
    limit: int = LIMIT,
    meaning: Meaning | None = None,
) -> tuple[Event, ...]:
    """Tell what was said of a topic.

    Args:
        archive: Where.
        topic: Words; a statement holds all of them or, where none does, some.
        wanted: Which statements.
        limit: How many at most: those that fit the topic best.
        meaning: Finds what says the same in other words, besides.

    Returns:
        The earliest first, also what a session's pack had no room for; what has no time comes
        last. A topic without a word is a ``UsageError``.
    """
    wanted = wanted or Wanted()
    with archive.reading() as connection:
        numbers = found_statements(connection, topic, wanted, limit=limit, meaning=meaning)
        projects = laid(connection, wanted, numbers=numbers)
    events = (event for found in projects for event in _each_once(_events(found)))
    return tuple(sorted(events, key=lambda event: _moment(event.cited)))


def beside(
    archive: Archive,
    topic: str,
    wanted: Wanted,
    *,
    limit: int = LIMIT,
    meaning: Meaning | None = None,
) -> int:
    """Count the statements that a search for a topic finds and its timeline leaves out.

    Args:
        archive: Where.
        topic: Words.
        wanted: Which statements.
        limit: How many the timeline tells at most.
        meaning: What the timeline was told with.

    Returns:
        How many of the first that a search lists hold some of the words only, or are beyond
        ``limit``.
    """
    with archive.reading() as connection:
        told = found_statements(connection, topic, wanted, limit=limit, meaning=meaning)
        return count_others(connection, topic, wanted, limit=limit, told=told)


def _events(found: Laid) -> Iterator[Event]:
    """Tell what was said in one project."""
    woven = weave(found.parts, found.told, tells=False)
    before = replaced_by(woven)
    over = {old for olds in before.values() for old in olds}
    disputes: dict[str, list[str]] = defaultdict(list)
    for later, earlier in woven.contradictions:
        disputes[later].append(earlier)

    def first_of(names: Iterable[str]) -> tuple[Cited, ...]:
        return tuple(members_of(woven, found, name)[0] for name in names)

    for name in woven.members:
        first, *others = sorted(members_of(woven, found, name), key=_moment)
        yield Event(
            first,
            replaces=first_of(before.get(name, ())),
            disputes=first_of(disputes[name]),
            is_over=name in over,
        )
        for one in others:
            yield Event(one, repeats=first, is_over=name in over)


def _each_once(events: Iterable[Event]) -> Iterable[Event]:
    """Tell a statement once of which a part was replaced, and a part still holds."""
    found: dict[tuple[str, str | None], Event] = {}
    for event in events:
        place = (event.cited.session, event.cited.node)
        found[place] = _one_of(found[place], event) if place in found else event
    return found.values()


def _one_of(one: Event, other: Event) -> Event:
    replaces, disputes = (
        tuple(old for old in dict.fromkeys(both) if old != one.cited)
        for both in (one.replaces + other.replaces, one.disputes + other.disputes)
    )
    repeats = one.repeats if other.repeats else None
    return Event(one.cited, replaces, repeats, disputes, one.is_over and other.is_over)


def _moment(one: Cited) -> tuple[bool, str, str, int, str]:
    at = one.said_at.isoformat() if one.said_at else ""
    return (not at, at, one.session, one.message or 0, one.node or "")
