"""Turns headed by a name with a time of day: what is copied out of meeting and chat programs.

A name beside a time is also a line of a schedule, of a log or of a list of songs; so the names have
to come back, to take turns, and to be followed by something that was said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from graphpack.patterns import compiled
from graphpack.readers.clocks import day_half, hour_of
from graphpack.readers.loose import time_of
from graphpack.readers.people import addresses, is_dialogue, is_name

MAX_LINE_CHARS = 100
"""A longer line heads no turn, unless what was said stands on it."""

_CLOCK = (
    r"(?P<clock>\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d{1,3})?"
    r"(?:[ \u202f]?(?P<half>[AaPp]\.?[Mm]\.?))?"
)
_DAY = (
    r"(?P<day>\d{4}-\d\d-\d\d[T ]|[^\d\s\]][^\]\n]{0,24}[ ,]|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? )?"
)
_NAME = r"(?P<name>[^\W\d_][^:：\[\]<>\n]{0,58}?)"
_APP = r"(?:[ \t]{0,4}(?P<app>APP|BOT|WORKFLOW))?"
_ALONE = compiled(rf"[ \t]*(?:APP[ \t]+)?\[?{_CLOCK}\]?[ \t]*$")
_LAYOUTS = (
    compiled(rf"{_NAME}{_APP}(?:\t[ \t]{{0,4}}|[ ]{{2,8}}){_CLOCK}[ \t]*$"),  # Name  0:17
    compiled(rf"{_NAME}{_APP}[ \t]{{1,4}}[(\[]{_CLOCK}[)\]][ \t]*$"),  # Name (0:17)
    compiled(rf"{_NAME}[ \t]{{1,4}}[(\[]{_CLOCK}[)\]][ \t]*[:：][ \t]*(?P<rest>.*)$"),  # … : words
    compiled(rf"\[{_DAY}{_CLOCK}\][ \t]+{_NAME}{_APP}[ \t]*$"),  # [09:02] Name
    compiled(rf"{_NAME}{_APP}[ ]{_CLOCK}[ \t]*$"),  # Name 9:02 AM
)
_BELOW = len(_LAYOUTS)
"""Number of the layout with the time on a line of its own below the name."""
_HINT = compiled(r"\d:\d\d")
_ROUND = 5
_MIN_TURNS = 3
_PREAMBLE_LINES = 12  # title, date, keywords and speakers of the recording


@dataclass(frozen=True, slots=True)
class Stamped:
    """A line that heads a turn.

    Args:
        line: 0-based.
        name: Who speaks, as written; empty where the one before goes on.
        seconds: The time, of the day or of a recording.
        rest: What stands after it on its line.
        at: The time, where the line has the day as well.
        below: How many more lines belong to it.
    """

    line: int
    name: str
    seconds: int
    rest: str = ""
    at: datetime | None = None
    below: int = 0


def stamped_turns(lines: Sequence[str]) -> list[Stamped]:
    """Find the turns of the layout that holds for a text.

    Args:
        lines: The text, without line ends.

    Returns:
        The lines that head turns, each with the name that speaks; none where no layout holds:
        several names of which one comes back, three turns, times that do not run back, words
        below nearly every name, some of them sentences. Few turns, or times as round as a
        schedule's, need words about oneself or to somebody as well.

    Source:
        Texts copied from Otter, Teams, Slack and Zoom, as people paste them.
    """
    if sum(1 for line in lines if _HINT.search(line, 0, MAX_LINE_CHARS)) < _MIN_TURNS:
        return []
    for layout in range(_BELOW + 1):
        heads = list(_heads(lines, layout))
        if _holds(heads, lines):
            return list(_carried(heads, lines))
    return []


def _heads(lines: Sequence[str], layout: int) -> Iterator[Stamped]:
    for number, line in enumerate(lines):
        if not line or (line[0].isspace() and layout != _BELOW):
            continue
        head = _below(lines, number) if layout == _BELOW else _in_line(line, number, layout)
        if head is not None and _may_be_name(head.name):
            yield head


def _in_line(line: str, number: int, layout: int) -> Stamped | None:
    pattern = _LAYOUTS[layout]
    has_rest = "rest" in pattern.groupindex
    if not has_rest and len(line) > MAX_LINE_CHARS:
        return None
    found = pattern.match(line)
    if found is None:
        return None
    groups = found.groupdict()
    at = time_of(f"{groups['day'].strip(' T')}T{groups['clock']}") if groups.get("day") else None
    name = found["name"].strip(" -–—|,·")
    return Stamped(number, name, _seconds(found), groups.get("rest") or "", at)


def _below(lines: Sequence[str], number: int) -> Stamped | None:
    following = lines[number + 1] if number + 1 < len(lines) else ""
    clock = _ALONE.match(following) if len(following) <= MAX_LINE_CHARS else None
    line = lines[number]
    if clock is None or line[0].isspace() or len(line) > MAX_LINE_CHARS:
        return None
    return Stamped(number, re.sub(r"[ \t]*APP$", "", line).strip(), _seconds(clock), below=1)


def _seconds(found: re.Match[str]) -> int:
    numbers = [int(number) for number in found["clock"].split(":")]
    if found["half"]:
        numbers[0] = hour_of(numbers[0], day_half(found["half"]))
    # without hours it may be minutes and seconds as well: only the order counts
    scale = (3600, 60, 1)
    return sum(number * unit for number, unit in zip(numbers, scale, strict=False))


def _may_be_name(name: str) -> bool:
    # "Doe, Jane" is a name; a nick in small letters is one where it comes again
    bare = name.replace(", ", " ")
    return is_name(bare[:1].upper() + bare[1:])


def _holds(heads: Sequence[Stamped], lines: Sequence[str]) -> bool:
    counts = Counter(head.name for head in heads)
    regular = {name for name, count in counts.items() if count >= 2}
    if len(heads) < _MIN_TURNS or not regular or not 1 < len(counts) <= len(heads) * 3 // 4:
        return False
    backwards = sum(1 for one, other in pairwise(heads) if other.seconds < one.seconds)
    if backwards * 5 > len(heads):
        return False
    texts = [_first_words(head, lines) for head in heads]
    numbers = {head.line for head in heads}
    said = sum(
        1
        for head, text in zip(heads, texts, strict=True)
        if text and (head.rest or head.line + head.below + 1 not in numbers)
    )
    if said * 5 < len(heads) * 4:
        return False
    is_round = all(head.seconds % (_ROUND * 60) == 0 for head in heads)  # a schedule's
    is_short = len(heads) == _MIN_TURNS or len(regular) < 2
    if (is_round or is_short) and not _is_talk(texts):
        return False
    turns = [(head.line, head.name, text) for head, text in zip(heads, texts, strict=True)]
    return is_dialogue(turns, lines, preamble=_PREAMBLE_LINES)


def _is_talk(texts: Sequence[str]) -> bool:
    return sum(1 for text in texts if addresses(text)) * 3 >= len(texts)


def _first_words(head: Stamped, lines: Sequence[str]) -> str:
    if head.rest:
        return head.rest
    first = head.line + head.below + 1
    return next((line for line in lines[first : first + 3] if line.strip()), "")


def _carried(heads: Sequence[Stamped], lines: Sequence[str]) -> Iterator[Stamped]:
    """Add the times that stand alone: the same person writes again, and the name is not shown."""
    numbers = {head.line: head for head in heads}
    below = {head.line + 1 for head in heads if head.below}
    name = ""
    for number, line in enumerate(lines):
        head = numbers.get(number)
        if head is not None:
            name = head.name
            yield head
        elif name and number not in below and len(line) <= MAX_LINE_CHARS:
            clock = _ALONE.match(line)
            if clock:
                yield Stamped(number, name, _seconds(clock))
