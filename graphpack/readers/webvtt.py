"""WebVTT: meeting transcripts of Zoom, Teams and Meet, and captions of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.patterns import compiled
from graphpack.readers.assembly import Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.cues import Cue, cue_drafts, cues_of, timing, with_names
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import plain
from graphpack.readers.transcript import text_in

_HEADER = compiled(r"WEBVTT(?:[ \t]+(?:-+[ \t]*)?(?P<title>.*))?$")
_ASIDE = compiled(r"(?:NOTE|STYLE|REGION)(?:\s|$)")


class Reader:
    """Reads ``.vtt`` files."""

    name: ClassVar[str] = "webvtt"
    about: ClassVar[str] = "WebVTT transcript of a meeting (Zoom, Teams, Meet), or captions"
    facts: ClassVar[Facts] = Facts(
        where="the transcripts that Zoom, Teams and Meet offer for download; any captions",
        keeps="names before the words or in voice tags; cues of one speaker without a long pause "
        "as one turn",
        drops="times (they are relative to the recording), notes, styles, lines that roll on",
        checked="a Zoom meeting of 2026, captions of a film",
        sign="first line `WEBVTT`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim text that starts with the format's own word."""
        first = probe.head.lstrip().split("\n", 1)[0].rstrip()
        return Certainty.SURE if _HEADER.match(first) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file as one conversation."""
        faults = Faults(source.name)
        lines = plain(text_in(source, faults)).split("\n")
        cues = with_names(list(timed_cues(lines, faults)))
        origin = ConversationSource(source.name, self.name)
        found = conversation(cue_drafts(cues), origin, faults, Label(title=_title(lines)))
        yield from attached([found] if found else [], Faults(source.name))


def _title(lines: Sequence[str]) -> str | None:
    header = _HEADER.match(next((line for line in lines if line.strip()), "").strip())
    title = header["title"] if header else None
    return title if title and ":" not in title else None  # "Kind: captions" is a setting


def timed_cues(lines: Sequence[str], faults: Faults) -> Iterator[Cue]:
    """Read the blocks of a subtitle file.

    Args:
        lines: The file.
        faults: Takes blocks whose times cannot be read.

    Yields:
        Cues in file order; notes, styles and regions are skipped.

    Source:
        WebVTT, W3C candidate recommendation of 2019; SubRip as written by Zoom and players.
    """
    block: list[str] = []
    start = 1
    for number, line in enumerate([*lines, ""], start=1):
        if line.strip():
            start = start if block else number
            block.append(line)
            continue
        yield from _block_cues(block, start, faults)
        block = []


def _block_cues(block: Sequence[str], number: int, faults: Faults) -> Iterator[Cue]:
    if not block or _ASIDE.match(block[0]) or _HEADER.match(block[0].rstrip()):
        return
    # an identifier may stand before the times
    for place, line in enumerate(block[:2]):
        times = timing(line)
        if times:
            yield from cues_of(*times, block[place + 1 :])
            return
    if any("-->" in line for line in block):
        faults.add("broken-record", "a cue without readable times; left out", number)
