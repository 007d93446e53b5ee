"""The lines of IRC logs, in the layouts that clients, bouncers and bots write.

``[12:18] <nick> words``, ``12:18 <@nick> words``, ``[2026-03-01T12:18:00Z]<tab><nick><tab>words``,
``Mar 01 12:18:00 <nick><tab>words``, ``2026-03-01 12:18:00<tab>nick<tab>words`` and kin.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

from graphpack.patterns import compiled
from graphpack.readers.loose import time_of

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTH = "|".join(_MONTHS)
_PREFIX = compiled(
    r"[\[(]?(?:(?P<day>\d{4}-\d\d-\d\d)[T ]{1,2}"
    rf"|(?P<month>{_MONTH}) {{1,2}}(?P<dom>\d{{1,2}}) )?"
    r"(?P<clock>\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,6})?)?)(?P<zone>Z|[+-]\d\d:?\d\d)?[\])]?"
    r"(?P<gap>\t| {1,4})"
)
_SAID = compiled(r"<[ @+%~&!]?(?P<nick>[^<>=/\s][^<>=]{0,39})>(?:[ \t]+(?P<text>.*)|$)")
_ACTION = compiled(r"\*[ \t]+(?P<nick>[^\s*]{1,40})(?:[ \t]+(?P<text>.*)|$)")
_TABBED = compiled(r"(?P<nick>[ @+%~&]?\S{1,40})\t(?P<text>.*)")
_ASIDE = compiled(r"(?:\*{3}|-!-|={3}|-->|<--|--|->|<-|!|•|→|←)(?:\s|$)|\*[ \t]+\*{3} ")
_BARE_ASIDE = compiled(
    r"={3} |\*{3} |-!- |--- (?:Log|Day)|\*{4} (?:BEGIN|END)|Session (?:Start|Time|Close|Ident)"
)
_EVENT = compiled(
    r"(?:[(\[]\S{1,200}[)\]] )?(?:has (?:joined|left|quit|kicked|changed|set|been)\b"
    r"|(?:joined|left|quit) (?:the (?:channel|room)|#|[(\[]|$)|is now known as|sets? mode"
    r"|(?:gives|removes) (?:channel|voice)|(?:sets?|changes) (?:the )?topic|was kicked)"
)
_DATED = compiled(
    rf"(?P<month>{_MONTH})[a-z]* {{1,2}}(?P<dom>\d{{1,2}})(?: [\d:]{{5,8}})?,? (?P<year>\d{{4}})"
)
_SERVICES = frozenset(
    {"chanserv", "nickserv", "memoserv", "botserv", "zakim", "rrsagent", "trackbot", "agendabot"}
)
_LEVELS = frozenset({"info", "error", "warn", "warning", "debug", "trace", "fatal", "notice"})


class Kind(StrEnum):
    """What a line of a log is."""

    SAID = "said"
    ACTION = "action"
    ASIDE = "aside"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log.

    Args:
        number: From 1.
        kind: What it is.
        nick: Who speaks or acts; empty for an aside.
        text: What was said; for what is no line of a log, all of it.
        at: Aware UTC time, where the log says the day.
        is_local: True where its zone is a guess.
        is_timed: True where a time stands before it.
    """

    number: int
    kind: Kind
    nick: str = ""
    text: str = ""
    at: datetime | None = None
    is_local: bool = False
    is_timed: bool = False

    @property
    def is_service(self) -> bool:
        """True for what a channel's services and minute takers' bots write."""
        return self.nick.casefold() in _SERVICES


def lines_of(lines: Sequence[str]) -> Iterator[Line]:
    """Read the lines of a log.

    Args:
        lines: The file.

    Yields:
        Every line that is not blank. Days come from the lines themselves, or from those that say
        that a log was opened or the day changed; without either there are no times.
    """
    tabbed = any(_is_tabbed(line) for line in lines[:400])
    day: date | None = None
    last: time | None = None
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip()
        if not line:
            continue
        if _BARE_ASIDE.match(line):
            stated = _day_in(line)
            day, last = stated or day, None if stated else last
            yield Line(number, Kind.ASIDE)
            continue
        prefix = _PREFIX.match(line)
        body = line[prefix.end() :] if prefix else line
        read = _body(body, number, is_tabbed=tabbed and prefix is not None)
        if prefix is None or read.kind is Kind.OTHER:
            yield replace(read, text=line) if read.kind is Kind.OTHER else read
            continue
        clock = _clock(prefix["clock"])
        if clock and last and day and prefix["day"] is None and _is_next_day(last, clock):
            day = _following(day)
        last = clock
        yield replace(_timed(read, prefix, clock, day), is_timed=True)


def is_log(text: str) -> bool:
    """Tell an IRC log from other text with brackets and times.

    Args:
        text: The head of the file.

    Returns:
        True where the first line and most others are lines of a log, and people speak.
    """
    lines = text.split("\n", 3000)[:3000]
    read = list(lines_of(lines))
    said = [line for line in read if line.kind is Kind.SAID]
    known = sum(1 for line in read if line.kind is not Kind.OTHER)
    if len(said) < 2 or read[0].kind is Kind.OTHER or known * 10 < len(read) * 7:
        return False
    closed = sum(1 for line in said if "</" in line.text)
    if closed * 5 > len(said) or any(line.nick.casefold() in _LEVELS for line in said):
        return False
    counts = Counter(line.nick for line in said)
    if all(line.is_timed for line in said):
        return len(said) < 5 or max(counts.values()) >= 2
    has_regulars = sum(1 for count in counts.values() if count >= 2) >= 2
    return has_regulars and known * 10 >= len(read) * 9


def _is_tabbed(line: str) -> bool:
    """Tell WeeChat's layout by its arrows: a table with dates has none."""
    prefix = _PREFIX.match(line)
    rest = line[prefix.end() :] if prefix and prefix["gap"] == "\t" and prefix["day"] else ""
    return rest.startswith(("-->\t", "<--\t", "--\t"))


def _body(body: str, number: int, *, is_tabbed: bool) -> Line:
    if is_tabbed:
        found = _TABBED.match(body)
        if not found or found["nick"] in ("-->", "<--", "--", "=!="):
            return Line(number, Kind.ASIDE if found else Kind.OTHER)
        nick, text = found["nick"].strip().lstrip("@+%~&"), found["text"]
        if nick == "*":
            nick, _, rest = text.partition(" ")
            return Line(number, Kind.ACTION, nick, rest)
        return Line(number, Kind.SAID, nick, text)
    found = _SAID.match(body)
    if found:
        return Line(number, Kind.SAID, found["nick"].strip(), (found["text"] or "").strip())
    if _ASIDE.match(body):
        return Line(number, Kind.ASIDE)
    found = _ACTION.match(body)
    if found is None:
        return Line(number, Kind.OTHER)
    nick, text = found["nick"], (found["text"] or "").strip()
    if nick.endswith(":") or nick == "Now" or _EVENT.match(text):
        return Line(number, Kind.ASIDE)
    return Line(number, Kind.ACTION, nick, text)


def _clock(text: str) -> time | None:
    hour, minute, *rest = text.replace(",", ".").split(":")
    try:
        return time(int(hour), int(minute), int(float(rest[0])) if rest else 0)
    except ValueError:
        return None


def _timed(line: Line, prefix: re.Match[str], clock: time | None, day: date | None) -> Line:
    if prefix["day"]:
        stamp = (
            f"{prefix['day']}T{prefix['clock'].zfill(5).replace(',', '.')}{prefix['zone'] or ''}"
        )
        return replace(line, at=time_of(stamp), is_local=not prefix["zone"])
    if prefix["month"] and day:
        day = _day(day.year, prefix["month"], prefix["dom"])
    if day is None or clock is None:
        return line
    return replace(line, at=datetime.combine(day, clock, UTC), is_local=True)


def _day_in(line: str) -> date | None:
    found = _DATED.search(line)
    return _day(int(found["year"]), found["month"], found["dom"]) if found else None


def _day(year: int, month: str, dom: str) -> date | None:
    try:
        return date(year, _MONTHS.index(month) + 1, int(dom))
    except ValueError:
        return None


def _is_next_day(last: time, clock: time) -> bool:
    return last.hour >= 18 and clock.hour < 6


def _following(day: date) -> date:
    return day + timedelta(days=1) if day < date.max else day
