"""SubRip: numbered subtitles, as Zoom and most players write them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.patterns import compiled
from graphpack.readers.assembly import conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.cues import cue_drafts, with_names
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import plain
from graphpack.readers.transcript import text_in
from graphpack.readers.webvtt import timed_cues

_START = compiled(r"\s*\d+[ \t]*\n[ \t]*\d{1,2}:\d{2}:\d{2}[.,]\d{1,3}[ \t]+-->")


class Reader:
    """Reads ``.srt`` files."""

    name: ClassVar[str] = "srt"
    about: ClassVar[str] = "SubRip transcript of a meeting, or subtitles (.srt)"
    facts: ClassVar[Facts] = Facts(
        where="recordings' subtitles, as Zoom and most players write them",
        keeps="names before the words; cues of one speaker without a long pause as one turn",
        drops="times (they are relative to the recording), styles, lines that roll on",
        checked="files made after its description",
        sign="numbered cues with `-->`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim text that starts with a number and a timing line."""
        return Certainty.SURE if _START.match(probe.head) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file as one conversation."""
        faults = Faults(source.name)
        lines = plain(text_in(source, faults)).split("\n")
        cues = with_names(list(timed_cues(lines, faults)))
        origin = ConversationSource(source.name, self.name)
        found = conversation(cue_drafts(cues), origin, faults)
        yield from attached([found] if found else [], Faults(source.name))
