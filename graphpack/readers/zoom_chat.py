"""The chat of a Zoom meeting: one line a message, with the time of day and the name.

Reactions are counted, not read; the quotation that a reply repeats is cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from graphpack.model.conversation import Conversation, ConversationSource, Role, Text
from graphpack.readers.assembly import Draft, conversation
from graphpack.readers.base import Certainty, Opened, Probe
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import plain
from graphpack.readers.transcript import text_in

_CLOCK = r"\d{2}:\d{2}:\d{2}"
_MESSAGE = re.compile(
    rf"^{_CLOCK}(?:\t(?P<name>[^\t\n]+?):\t"
    r"|[ \t]+From[ \t]+(?P<old>[^\n]+?)[ \t]+to[ \t]+[^\n:]+?:[ \t]*)",
    re.MULTILINE,
)
_REACTION = re.compile(
    r"(?:Reacted to|Removed) [\"“].*[\"”](?: with .{1,40})?\s*"
    r"|Reacted to [^\n]{1,80} with [\"“].{1,40}[\"”]"
    r"|Removed an? .{1,40} reaction from [\"“].*",
    re.DOTALL,
)
_REPLY = re.compile(r"Replying to [\"“].*?[\"”]\s*\n\s*\n", re.DOTALL)


class Reader:
    """Reads ``meeting_saved_chat.txt`` and the cloud recording's chat file."""

    name: ClassVar[str] = "zoom-chat"
    about: ClassVar[str] = "chat of a Zoom meeting"

    def detect(self, probe: Probe) -> Certainty:
        """Claim text that starts with a message."""
        return Certainty.SURE if _MESSAGE.match(probe.head.lstrip()) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file as one conversation."""
        faults = Faults(source.name)
        text = plain(text_in(source, faults))
        origin = ConversationSource(source.name, self.name)
        found = conversation(_drafts(text, faults), origin, faults)
        yield from attached([found] if found else [], Faults(source.name))


def _drafts(text: str, faults: Faults) -> Iterator[Draft]:
    """Read the messages.

    Source:
        Zoom Workplace, chat of a cloud recording of 2026; the older "From … to …" after reports.
    """
    marks = list(_MESSAGE.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for number, (mark, end) in enumerate(zip(marks, ends if marks else [], strict=True), start=1):
        words = text[mark.end() : end].strip()
        if _REACTION.fullmatch(words):
            faults.add("reaction", "a reaction; left out", number)
            continue
        words = _REPLY.sub("", words, count=1).strip()
        parts = (Text(words),) if words else ()
        yield Draft(Role.USER, parts, author=(mark["name"] or mark["old"]).strip())
