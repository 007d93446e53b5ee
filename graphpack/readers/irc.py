"""IRC: logs of clients, bouncers and bots, and the minutes of meetings held there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from graphpack.model.conversation import Conversation, ConversationSource, Role, Text
from graphpack.readers.assembly import Draft, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.irc_lines import Kind, Line, is_log, lines_of
from graphpack.readers.irc_scribe import has_scribe, spoken_lines
from graphpack.readers.loose import plain
from graphpack.readers.transcript import text_in


class Reader:
    """Reads a channel's log."""

    name: ClassVar[str] = "irc"
    about: ClassVar[str] = "IRC log of a client, bouncer or bot; minutes with a scribe"
    facts: ClassVar[Facts] = Facts(
        where="the log folder of irssi, WeeChat, HexChat, mIRC or ZNC; the archives of channels",
        keeps="nicks, actions, what a scribe wrote down as said by who said it, votes and "
        "resolutions, corrections `s/old/new/` of minutes applied",
        drops="joins, parts, modes, topics' notices, channel services, commands to minutes' bots",
        checked="a channel's log of 2004, minutes of a W3C group of 2021",
        sign="lines such as `[21:15] <nick> …`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim text most of whose lines are a log's."""
        return Certainty.SURE if probe.is_text and is_log(plain(probe.head)) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file as one conversation."""
        faults = Faults(source.name)
        lines = list(_people(plain(text_in(source, faults)).split("\n"), faults))
        if has_scribe(lines):
            lines = spoken_lines(lines, faults)
        origin = ConversationSource(source.name, self.name)
        found = conversation(_drafts(lines, faults), origin, faults)
        yield from attached([found] if found else [], Faults(source.name))


def _people(lines: Sequence[str], faults: Faults) -> Iterator[Line]:
    """Read what people said and did; lines without a mark go on with the one before."""
    held: Line | None = None
    below: list[str] = []
    for line in lines_of(lines):
        if line.kind is Kind.OTHER and held is not None:
            below.append(line.text)
            continue
        if held is not None:
            yield replace(held, text="\n".join([held.text, *below]))
            held, below = None, []
        if line.kind is Kind.ASIDE:
            faults.add("system-line", "a join, part, mode or the like; left out", line.number)
        elif line.kind is Kind.OTHER:
            faults.add("broken-record", "not a line of a log; left out", line.number)
        elif line.is_service:
            faults.add("bot-line", "a line of a channel's service; left out", line.number)
        else:
            held = line
    if held is not None:
        yield replace(held, text="\n".join([held.text, *below]))


def _drafts(lines: Sequence[Line], faults: Faults) -> Iterator[Draft]:
    if any(line.is_local for line in lines):
        faults.add("local-time", "times without a zone; taken as UTC")
    for line in lines:
        text = f"{line.nick} {line.text}" if line.kind is Kind.ACTION else line.text
        parts = (Text(text.strip()),) if line.text.strip() else ()
        yield Draft(Role.USER, parts, line.at, line.nick)
