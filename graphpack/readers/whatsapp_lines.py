"""Cuts a WhatsApp chat into its entries: a line with date and time, and the lines below it.

The program writes dates, hours and brackets as the phone's language has them; one layout holds for
the whole file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphpack.patterns import compiled
from graphpack.readers.day_order import DATE, TIME, Stamp, stamp_of
from graphpack.readers.people import addresses, is_name

MARK = "\u200e"
"""Stands before what the program itself wrote, in whatever language."""

_BETWEEN = r"(?:[,،]| (?:um|à|a las|klo|kl\.?))?"
_LAYOUTS = (
    compiled(rf"\[{DATE}{_BETWEEN} ?{TIME}\] ?(?P<rest>.*)"),
    compiled(rf"{DATE}{_BETWEEN} ?{TIME} ?[-–] (?P<rest>.*)"),
    compiled(rf"\[{TIME}[,،] {DATE}\] ?(?P<rest>.*)"),  # copied from the web client
)
_ISO = compiled(r"\[\d{4}-\d\d-\d\d ")  # how programs of any kind stamp their lines
_SPACES = {0xA0: " ", 0x202F: " ", 0x2009: " ", 0x200F: None, 0xFEFF: None, 0x2060: None}
_ISOLATES = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_TASK = compiled(r"[a-z][a-z0-9_.-]*")
_MAX_NAME_CHARS = 80
_MAX_PEOPLE = 500
_QUOTES = compiled('["“”«»„]')
_LOG_WORDS = frozenset(
    {
        "info", "error", "err", "warn", "warning", "debug", "trace", "fatal", "critical", "notice",
        "verbose", "severe", "fine", "alert", "emergency", "emerg", "crit", "panic", "log",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a chat.

    Args:
        line: Its first line's number, from 1.
        stamp: Its date and time, as written.
        name: Who wrote it; None for a line of the program.
        text: What was written, its marks still in it.
    """

    line: int
    stamp: Stamp
    name: str | None
    text: str


@dataclass(slots=True)
class _Open:
    line: int
    stamp: Stamp
    rest: str
    below: list[str] = field(default_factory=list)


def entries_of(lines: Sequence[str]) -> list[Entry]:
    """Cut a chat into entries.

    Args:
        lines: The file, without line ends.

    Returns:
        In file order; none where the first line with words in it is not an entry's.
    """
    opened = _opened(lines)
    labels = [_label(one.rest) for one in opened]
    names = _names(labels, opened)
    entries = []
    for one, label in zip(opened, labels, strict=True):
        name = label if label in names else None
        longer = names.get(label) if label else None
        cut = len(longer or label or "")
        text = one.rest.lstrip(MARK)[cut + 1 :].removeprefix(" ") if name else one.rest
        text = "\n".join([text, *one.below]).translate(_ISOLATES)
        author = _bare(longer or label or "") if name else None
        entries.append(Entry(one.line, one.stamp, author, text))
    return entries


def is_chat(text: str) -> bool:
    """Tell the start of a chat from other text with dates in it.

    Args:
        text: The head of the file.

    Returns:
        True where the first line is an entry, entries run through to the end, and people speak
        who are no log's levels or tasks, one of them at least twice; one alone has to ask.
    """
    lines = text.split("\n")
    opened = _opened(lines)
    if len(opened) < 2 or opened[-1].line * 2 < len(lines):
        return False
    labels = [_label(one.rest) for one in opened]
    said = [label for label in labels if label]
    if not said or any(_is_level(label) for label in said):
        return False
    if any(MARK in one.rest[:60] for one in opened):
        return True
    if _ISO.match(text.lstrip(" \n\ufeff")):
        return False
    counts = Counter(said)
    people = [label for label in counts if _is_person(label)]
    if not any(counts[label] >= 2 for label in people):
        return False
    # a scheduler's tasks have short names in small letters, and neither they nor one alone ask
    is_program = len(people) < 2 or all(_TASK.fullmatch(label) for label in people)
    return not is_program or any(addresses(one.rest) for one in opened)


def _opened(lines: Iterable[str]) -> list[_Open]:
    opened: list[_Open] = []
    layout: re.Pattern[str] | None = None
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip("\r").translate(_SPACES)
        bare = line.lstrip(MARK)
        if layout is None:
            if not bare.strip():
                continue
            layout = next((one for one in _LAYOUTS if one.match(bare)), None)
            if layout is None:
                return []
        found = layout.match(bare)
        if found:
            opened.append(_Open(number, stamp_of(found), found["rest"]))
        elif opened:
            opened[-1].below.append(line)
    return opened


def _label(rest: str) -> str | None:
    """Find what may be the name: all before the first colon."""
    head, colon, tail = rest.lstrip(MARK)[: _MAX_NAME_CHARS + 2].partition(":")
    is_end = bool(colon) and (not tail or tail[0] in f" {MARK}.")
    return head if head.strip() and is_end else None


def _names(labels: Sequence[str | None], opened: Sequence[_Open]) -> dict[str, str]:
    """Tell names from lines of the program that hold a colon; names may hold one, too.

    Returns:
        The whole name, by what stands before its first colon.
    """
    counts = Counter(label for label in labels if label)
    regular = [label for label, count in counts.items() if count >= 2][:_MAX_PEOPLE]
    heads = tuple(f"{label} " for label in regular)
    rests: dict[str, list[str]] = {}
    for label, one in zip(labels, opened, strict=True):
        if label:
            rests.setdefault(label, []).append(one.rest.lstrip(MARK))
    names: dict[str, str] = {}
    for label, count in counts.items():
        if not (_QUOTES.search(label) or (count == 1 and _tells(label, heads))):
            names[label] = _whole(label, rests[label])
    return names


def _tells(label: str, heads: tuple[str, ...]) -> bool:
    """Tell "Mara changed the group description" from a longer name than Mara's."""
    if not label.startswith(heads):
        return False
    rests = (label.removeprefix(head).split() for head in heads if label.startswith(head))
    return any(len(rest) >= 3 and rest[0][0].islower() for rest in rests)


def _whole(label: str, rests: Sequence[str]) -> str:
    """Lengthen a name with a colon in it: the same words follow wherever it stands."""
    if len(rests) < 3:
        return label
    tails = {rest[len(label) + 1 : _MAX_NAME_CHARS].partition(": ")[0] for rest in rests}
    more = next(iter(tails))
    is_same = len(tails) == 1 and all(rest.startswith(f"{label}:{more}: ") for rest in rests)
    return f"{label}:{more}" if is_same else label


def _bare(name: str) -> str:
    return name.replace(MARK, "").translate(_ISOLATES).strip().removeprefix("~").strip()


def _is_level(label: str) -> bool:
    return re.split(r"[ .\]]", label.strip())[-1].casefold() in _LOG_WORDS


def _is_person(label: str) -> bool:
    name = _bare(label)
    return is_name(name[:1].upper() + name[1:]) or not name.isascii()
