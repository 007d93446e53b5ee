"""The chat of a Zoom meeting: one line a message, with the time of day and the name.

Reactions are counted, not read; the quotation that a reply repeats is cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from graphpack.model.conversation import Conversation, ConversationSource, Role, Text
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import plain
from graphpack.readers.transcript import text_in

_CLOCK = r"\d{2}:\d{2}:\d{2}"
_MESSAGE = compiled(
    rf"^{_CLOCK}(?:\t(?P<name>[^\t\n]{{1,200}}?):\t"
    r"|[ \t]{1,4}From[ \t]{1,4}(?P<old>\S[^\n]{0,120}?)"
    r"[ \t]{1,4}[tT]o[ \t]{1,4}[^\n:]{1,120}:[ \t]*)",
    re.MULTILINE,
)
_REACTION = compiled(
    r"(?:Reacted to|Removed) [\"“].*[\"”](?: with .{1,40})?"
    r"|Reacted to [^\n]{1,80} with [\"“].{1,40}[\"”]"
    r"|Removed an? .{1,40} reaction from [\"“].*",
    re.DOTALL,
)
_REPLY = compiled(r"Replying to [\"“].*?[\"”][ \t]{0,4}\n[ \t]{0,4}\n", re.DOTALL)


class Reader:
    """Reads ``meeting_saved_chat.txt`` and the cloud recording's chat file."""

    name: ClassVar[str] = "zoom-chat"
    about: ClassVar[str] = "chat of a Zoom meeting"
    facts: ClassVar[Facts] = Facts(
        where="`meeting_saved_chat.txt`, or the chat file beside a cloud recording",
        keeps="names, messages of several lines",
        drops="reactions, the quotation a reply begins with, times (of day, without the day)",
        checked="a meeting of 2026; the older layout from reports",
        sign="lines such as `21:15:03 From Name to Everyone: …`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim text that starts with a message."""
        return Certainty.SURE if _MESSAGE.match(probe.head.lstrip()) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file as one conversation."""
        faults = Faults(source.name)
        text = text_in(source, faults)
        origin = ConversationSource(source.name, self.name)
        found = conversation(_drafts(text, faults), origin, faults)
        yield from attached([found] if found else [], Faults(source.name))


def _drafts(text: str, faults: Faults) -> Iterator[Draft]:
    """Read the messages.

    Source:
        Zoom Workplace, chat of a cloud recording of 2026; the older "From … to …" after reports.
    """
    marks = list(_MESSAGE.finditer(text))
    # a line end of two characters ends a message, one of one stands inside of it
    whole = [
        mark for mark in marks if text[max(0, mark.start() - 2) : mark.start()] in ("", "\r\n")
    ]
    marks = whole if len(whole) * 2 > len(marks) else marks
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for number, (mark, end) in enumerate(zip(marks, ends if marks else [], strict=True), start=1):
        words = plain(text[mark.end() : end]).strip()
        if _REACTION.fullmatch(words):
            faults.add("reaction", "a reaction; left out", number)
            continue
        quoted = _REPLY.match(words)
        words = words[quoted.end() :].strip() if quoted else words
        parts = (Text(words),) if words else ()
        yield Draft(Role.USER, parts, author=plain(mark["name"] or mark["old"]).strip())
