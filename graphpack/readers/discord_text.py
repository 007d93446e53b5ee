"""Discord channels saved as plain text: a line with time and name, then what was said.

DiscordChatExporter frames the file with rules of ``=``; archives of other programs write the
account's id after the name and indent the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graphpack.model.conversation import Attachment, Part, Role, Text
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft
from graphpack.readers.clocks import worded_time
from graphpack.readers.day_order import DayOrder, Stamp, order_of, stamp_in
from graphpack.readers.discord_marks import resolved
from graphpack.readers.faults import Faults
from graphpack.readers.loose import plain

_RULE = compiled(r"={20,}[ \t]*$")
_GUILD = compiled(r"(?:Guild|Server): \S")
_CHANNEL = compiled(r"Channel: (?:.{1,100} / )?(?P<name>.{1,100})$")
_HEAD = compiled(r"\[(?P<time>\d[^\[\]]{5,40})\] (?P<name>\S.{0,60}?)(?: \(pinned\))?$")
_ID_HEAD = compiled(
    r"\[(?P<time>\d{4}-\d\d-\d\d[^\[\]]{0,30})\] (?P<name>\S.{0,60}?) \(id=(?P<id>\d{1,20})\):?"
    r"(?:[ \t]+(?P<rest>\S.*))?$"
)
_SECTION = compiled(r"\{(?P<kind>Attachments|Embed|Stickers|Reactions|Forwarded Message)\}$")
_ZONE = compiled(r":\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$")
_LISTS = ("Attachments", "Stickers", "Reactions")
_FILE = compiled(r"\[attachment\]:?[ \t]*(?P<name>\S.*)?$", re.IGNORECASE)
_EMBED = compiled(r"\[embed\]:?[ \t]*(?P<text>.*)$", re.IGNORECASE)


def is_text(text: str) -> bool:
    """Tell the start of a channel in one of the two layouts.

    Args:
        text: The head of the file.

    Returns:
        True where the exporter's frame stands first, or where lines with a time, a name and an
        id head most paragraphs.
    """
    lines = [line.rstrip() for line in text.split("\n", 4000)]
    filled = [line for line in lines if line]
    if len(filled) > 2 and _RULE.match(filled[0]) and _GUILD.match(filled[1]):
        return True
    first = next(iter(filled), "")
    heads = sum(1 for line in filled if _ID_HEAD.match(line))
    return _ID_HEAD.match(first) is not None and heads >= 2


def text_channel(text: str, faults: Faults) -> tuple[str | None, list[Draft]]:
    """Read a channel.

    Args:
        text: The whole file.
        faults: Takes reactions, and times whose order of day and month is not known.

    Returns:
        The channel's name where the file has it, and the messages.
    """
    lines = [line.rstrip() for line in plain(text).split("\n")]
    by_id = any(_ID_HEAD.match(line) for line in lines[:200])
    title, start = (None, 0) if by_id else _frame(lines)
    pattern = _ID_HEAD if by_id else _HEAD
    heads = [
        (number, head)
        for number, line in enumerate(lines[start:], start=start)
        if (head := pattern.match(line)) and _may_head(lines, number, start, by_id)
    ]
    people = {head["id"]: head["name"] for _, head in heads} if by_id else {}
    times = _times([head["time"] for _, head in heads], faults)
    ends = [number for number, _ in heads[1:]] + [len(lines)]
    drafts = []
    for (number, head), at, end in zip(heads, times, ends if heads else [], strict=True):
        body = lines[number + 1 : end]
        if by_id and head["rest"]:
            body = [head["rest"], *body]
        parts = tuple(_parts(body, people, faults, number + 1))
        drafts.append(Draft(Role.USER, parts, at, head["name"].strip()))
    return title, drafts


def _frame(lines: Sequence[str]) -> tuple[str | None, int]:
    """Find the channel's name and where the exporter's preamble ends."""
    rules = [number for number, line in enumerate(lines[:60]) if _RULE.match(line)]
    end = rules[1] + 1 if len(rules) > 1 else 0
    names = (_CHANNEL.match(line) for line in lines[:end])
    return next((name["name"] for name in names if name), None), end


def _may_head(lines: Sequence[str], number: int, start: int, by_id: bool) -> bool:
    # the exporter leaves a blank line before each message
    return by_id or number == start or not lines[number - 1]


def _times(texts: Sequence[str], faults: Faults) -> list[datetime | None]:
    if not texts:
        return []
    stamps = [stamp_in(text) for text in texts]
    worded = [
        None if stamp else worded_time(text) for text, stamp in zip(texts, stamps, strict=True)
    ]
    known: list[Stamp] = [stamp for stamp in stamps if stamp]
    order: DayOrder | None = order_of(known, faults) if known else None
    if not all(_ZONE.search(text) for text in texts):
        faults.add("local-time", "times without a zone; taken as UTC")
    return [
        order.time(stamp) if stamp and order else at
        for stamp, at in zip(stamps, worded, strict=True)
    ]


def _parts(
    lines: Sequence[str], people: dict[str, str], faults: Faults, place: int
) -> Iterator[Part]:
    body = _Body(by_id=bool(people))
    for line in lines:
        if _RULE.match(line):
            break  # the exporter's last lines
        body.take(line)
    if body.has_reactions:
        faults.add("reaction", "reactions to a message; left out", place)
    words = resolved("\n".join(body.said).strip(), people)
    if words:
        yield Text(words)
    for file in body.files:
        yield Attachment(file.partition("?")[0].rpartition("/")[2] or file)


@dataclass(slots=True)
class _Body:
    """What stands under a message's head, sorted as it is read."""

    by_id: bool
    said: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    has_reactions: bool = False
    _section: str = ""

    def take(self, line: str) -> None:
        if self.by_id:
            self._take_archived(line.strip())
            return
        section = _SECTION.match(line)
        if section:
            self._section = section["kind"]
            self.has_reactions |= self._section == "Reactions"
        elif self._section in _LISTS:
            # a list ends at a blank line
            if not line:
                self._section = ""
            elif self._section != "Reactions":
                self.files.append(line)
        else:
            self.said.append(line)

    def _take_archived(self, text: str) -> None:
        attached, embed = _FILE.match(text), _EMBED.match(text)
        if attached:
            self.files.append(attached["name"] or "file")
        else:
            self.said.append(embed["text"] if embed else text)
