"""Meeting notes in Markdown that say who spoke; other minutes are read as a document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource, Role, Text
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.clocks import worded_time
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import plain
from graphpack.readers.meeting_turns import Minutes, minutes_in
from graphpack.readers.transcript import text_in

_RULE = compiled(r"[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t]*$")
_DATE = compiled(
    r"[#*_\s>-]*[^\n:]{0,30}\b(?:date|when|datum|fecha)\b[^\n:]{0,30}:[*_ \t]*(?P<when>.{4,100})",
    re.I,
)


class Reader:
    """Reads "**Name**" and "**Name:**" before what was said, with headings between."""

    name: ClassVar[str] = "meeting-notes"
    about: ClassVar[str] = "meeting notes in Markdown, with a bold name before what each one said"
    facts: ClassVar[Facts] = Facts(
        where="the repositories and wikis of projects that publish their meetings",
        keeps="names as the list of attendees writes them; tables of decisions and actions, links "
        "and all that stands under a heading before somebody speaks, as the note taker's",
        drops="nothing",
        checked="a project's call of 2021",
        sign="bold names under the headings of a meeting",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a meeting's headings or attendees with turns of bold names."""
        has_bold = probe.is_text and ("**" in probe.head or "__" in probe.head)
        is_own = has_bold and minutes_in(plain(probe.head).split("\n")) is not None
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file as one conversation.

        Raises:
            ReadError: Nobody is said to speak in it.
        """
        faults = Faults(source.name)
        lines = plain(text_in(source, faults)).split("\n")
        minutes = minutes_in(lines)
        if minutes is None:
            raise ReadError(
                f"{source.name}: no meeting notes with names before what was said",
                hint="leave --format out to detect the format",
            )
        origin = ConversationSource(source.name, self.name)
        label = Label(title=minutes.title, started_at=_date(lines))
        found = conversation(_drafts(minutes), origin, faults, label)
        yield from attached([found] if found else [], Faults(source.name))


def _drafts(minutes: Minutes) -> Iterator[Draft]:
    for turn in minutes.turns:
        text = _trimmed(turn.lines)
        if text:
            yield Draft(Role.USER, (Text(text),), author=turn.name or minutes.taker)


def _trimmed(lines: Sequence[str]) -> str:
    start, end = 0, len(lines)
    while start < end and (not lines[start].strip() or _RULE.match(lines[start])):
        start += 1
    while end > start and (not lines[end - 1].strip() or _RULE.match(lines[end - 1])):
        end -= 1
    return "\n".join(line.rstrip() for line in lines[start:end])


def _date(lines: Sequence[str]) -> datetime | None:
    for line in lines[:40]:
        found = _DATE.match(line[:300])
        at = worded_time(found["when"]) if found else None
        if at:
            return at
    return None
