"""Minutes in Markdown: who was there, and who says what under which heading.

A name in bold type heads a turn; a heading ends it, since what stands there before the next name
is the note taker's: decisions, links, votes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphpack.patterns import compiled
from graphpack.readers.fences import code_lines
from graphpack.readers.people import is_name

_HEADING = compiled(r"(#{1,6})(?:[ \t]+|(?=\d{1,2}[ .]))(?P<text>[^#\s].*)$")
_TURN = compiled(
    r"(?:[-*+•][ \t]+)?(?:\*\*|__)(?P<label>[^*_\n][^*\n]{0,60}?)(?P<in>[ \t]*:)?[ \t]*(?:\*\*|__)"
    r"(?P<out>[ \t]*:)?(?:[ \t]*[\[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?(?:[ \t]*:)?)?"
    r"(?:[ \t]+(?P<rest>\S.*))?$"
)
_ITEM = compiled(r"[ \t]*(?:[-*+•]|\d{1,2}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?P<text>\S.*)$")
_PEOPLE = compiled(
    r"(?:attendees|participants|attendance|in attendance|present|attending"
    r"|who (?:was|is) (?:here|there)|teilnehmer\w*|anwesend\w*"
    r"|participantes|asistentes|présents|partecipanti|出席者|参加者)\b",
    re.IGNORECASE,
)
_MEETING = compiled(
    r"(?<![\w-])(?:meeting|minutes|call|stand-?up|sync|retro(?:spective)?|agenda|protokoll|sitzung|reunión"
    r"|réunion|riunione|议程|議事録|会議)\b",
    re.IGNORECASE,
)
_TAKER = compiled(
    r"[#*_\s>-]*(?:notes(?: by)?|note[- ]taker|minutes(?: by)?|scribe|recorded by)[*_]*[ \t]*:[*_]*"
    r"[ \t]*(?P<name>[^\n|]{2,60}?)[*_\s]*$",
    re.IGNORECASE,
)
_LINK = compiled(r"\[([^\[\]\n]{1,200})\]\([^()\n]{0,500}\)")
_MAX_PEOPLE = 200


@dataclass(frozen=True, slots=True)
class Turn:
    """A stretch of the minutes.

    Args:
        name: Who speaks; None for the note taker's own lines.
        lines: What stands there.
    """

    name: str | None
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Minutes:
    """A meeting.

    Args:
        title: The first heading.
        attendees: Who was there, in the order listed.
        taker: Who took the notes, where the text says it.
        turns: In order.
    """

    title: str | None
    attendees: tuple[str, ...]
    taker: str | None
    turns: tuple[Turn, ...]


def minutes_in(lines: Sequence[str]) -> Minutes | None:
    """Read minutes that say who spoke.

    Args:
        lines: A Markdown text.

    Returns:
        None where the text is no meeting's, or names nobody before what was said: two people at
        least, four turns, nearly every bold line a name.
    """
    in_code = code_lines(lines, lambda _: False)
    headings = {
        number: found["text"]
        for number, line in enumerate(lines)
        if not in_code[number] and (found := _HEADING.match(line))
    }
    attendees = _attendees(lines, headings)
    marks = _marks(lines, in_code, attendees)
    if not _is_meeting(lines, headings, attendees, marks):
        return None
    full = _full_names(attendees, [label for _, label, _ in marks])
    turns = tuple(_turns(lines, headings, [(n, full[label], rest) for n, label, rest in marks]))
    first = min(headings, default=-1)
    opens = first >= 0 and not any(line.strip() for line in lines[:first])
    taker = next((found["name"] for line in lines[:60] if (found := _TAKER.match(line))), None)
    return Minutes(_words(headings[first]) if opens else None, attendees, taker, turns)


def _words(text: str) -> str:
    return _LINK.sub(r"\1", text).strip(" *_#")


def _attendees(lines: Sequence[str], headings: dict[int, str]) -> tuple[str, ...]:
    """Find the list of those present: under a heading, or after "Attendees:"."""
    for number, line in enumerate(lines):
        bare = line.strip().lstrip("#-*_> ")
        if not _PEOPLE.match(bare) or len(line) > 2000:
            continue
        _, colon, after = bare.partition(":")
        after = after.strip(" *_")
        if colon and after:
            return _several(after)
        if number in headings or bare.rstrip(" *_:").count(" ") < 3:
            names = tuple(_listed(lines[number + 1 :]))
            if names:
                return names
    return ()


def _several(text: str) -> tuple[str, ...]:
    names = (_words(name) for name in re.split(r"[,;、]|\band\b", text)[:_MAX_PEOPLE])
    return tuple(name for name in names if 0 < len(name) <= 60)


def _listed(lines: Sequence[str]) -> Iterator[str]:
    is_open = False
    for line in lines[:_MAX_PEOPLE]:
        item = _ITEM.match(line)
        if item:
            is_open = True
            name = re.split(r" [-–—(]|[(,:]", _words(item["text"]))[0].strip()
            if name and len(name.split()) <= 5:
                yield name
        elif line.strip() and (is_open or line.startswith("#")):
            return


def _marks(
    lines: Sequence[str], in_code: Sequence[bool], attendees: Sequence[str]
) -> list[tuple[int, str, str]]:
    """Find the lines that head a turn: number, label, and what stands after it."""
    found: list[tuple[int, str, str]] = []
    for number, line in enumerate(lines):
        mark = None if in_code[number] or len(line) > 20_000 else _TURN.match(line)
        if mark is None:
            continue
        label, rest = mark["label"].strip(), mark["rest"] or ""
        has_colon = mark["in"] or mark["out"]
        if rest and not has_colon:
            continue  # a sentence that begins in bold type
        found.append((number, label, rest))
    counts = Counter(label.casefold() for _, label, _ in found)
    known = {name.casefold() for name in attendees}
    known |= {name.split()[0].casefold() for name in attendees}
    return [
        mark
        for mark in found
        if mark[1].casefold() in known or _may_be_name(mark[1], counts[mark[1].casefold()])
    ]


def _may_be_name(label: str, count: int) -> bool:
    # a nick in small letters is a name where it comes again
    return is_name(label) or (count >= 2 and is_name(label[:1].upper() + label[1:]))


def _is_meeting(
    lines: Sequence[str],
    headings: dict[int, str],
    attendees: Sequence[str],
    marks: Sequence[tuple[int, str, str]],
) -> bool:
    labels = [label.casefold() for _, label, _ in marks]
    bold = sum(1 for line in lines if line.startswith(("**", "__")))
    if len(set(labels)) < 2 or len(labels) < 4 or len(labels) * 5 < bold * 3:
        return False
    switches = sum(1 for one, other in pairwise(labels) if one != other)
    if switches * 3 < len(labels) or max(Counter(labels).values()) < 2:
        return False
    present = {name.casefold() for name in attendees}
    present |= {name.split()[0].casefold() for name in attendees}
    met = len(present.intersection(labels))
    if met >= 2:
        return True
    # without a list of people, its title and names on lines of their own say that it is a meeting
    opening = [headings[number] for number in sorted(headings)[:2]]
    bare = sum(1 for number, _, _ in marks if lines[number].startswith(("**", "__")))
    return bare * 2 > len(marks) and any(_MEETING.search(text) for text in opening)


def _full_names(attendees: Sequence[str], labels: Sequence[str]) -> dict[str, str]:
    """Write each speaker's name as the list of attendees does, where it can be only one."""
    by_name: dict[str, list[str]] = {}
    for name in dict.fromkeys(attendees):
        by_name.setdefault(name.casefold(), []).append(name)
        first = name.split()[0].casefold()
        if first != name.casefold():
            by_name.setdefault(first, []).append(name)
    spelled: dict[str, str] = {}
    for label in labels:
        spelled.setdefault(label.casefold(), label)
    full = {}
    for label in dict.fromkeys(labels):
        folded = label.casefold()
        owners = by_name.get(folded, [])
        full[label] = owners[0] if len(owners) == 1 else spelled[folded]
    return full


def _turns(
    lines: Sequence[str], headings: dict[int, str], marks: Sequence[tuple[int, str, str]]
) -> Iterator[Turn]:
    starts = {number: (name, rest) for number, name, rest in marks}
    name: str | None = None
    block: list[str] = []
    for number, line in enumerate(lines):
        if number in starts or (number in headings and (name is not None or _is_full(block))):
            yield Turn(name, tuple(block))
            name, rest = starts.get(number, (None, ""))
            block = [rest] if number in starts else [line]
        else:
            block.append(line)
    yield Turn(name, tuple(block))


def _is_full(block: Sequence[str]) -> bool:
    """Tell a section with words of its own from a heading under which another stands."""
    return any(line.strip() and not line.startswith("#") for line in block)
