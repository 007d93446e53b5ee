"""Minutes taken on IRC: a scribe's lines carry what others say aloud.

``<sal> mara: the gate is open`` is Mara's, and ``<sal> ... since nine`` goes on with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from graphpack.patterns import compiled
from graphpack.readers.faults import Faults
from graphpack.readers.irc_lines import Kind, Line

_SCRIBE = compiled(
    r"scribe(?:nick)?(?::\s*|\s+is\s+)(?P<nick>\S{1,40})|scribe(?P<sign>[+-])(?:\s*(?P<who>\S{1,40}))?",
    re.I,
)
_COMMAND = compiled(
    r"(?:present|regrets|scribe|q|agenda|chair)[+?=-]|(?:q|v|ack|queue)\??$|ack \S|scribe(?:nick)?:"
    r"|scribe is |(?:zakim|rrsagent|trackbot|agendabot|gb|ghurlbot),|/me ",
    re.IGNORECASE,
)
_SPOKEN = compiled(
    r"(?P<who>[^\W\d_][\w.'’()|@-]{0,39}(?: [A-Z][\w.'’-]{0,30}){0,2})"
    r"(?: \[[^\]]{1,40}\])?: +(?P<text>\S.*)$"
)
_GOES_ON = compiled(r"(?:\.{2,4}|…)\s*(?P<text>\S.*)$")
_CHANGE = compiled(r"s([/|])(?P<old>[^/|]{1,200})\1(?P<new>[^/|]{0,200})(?:\1[gi]{0,2})?$")
_HEADS = frozenset(
    {
        "topic", "subtopic", "sub-topic", "proposal", "proposed", "proposed resolution",
        "resolution", "resolved", "action", "agenda", "chair", "meeting", "note", "issue", "pr",
        "date", "link", "links", "summary", "conclusion", "poll", "strawpoll", "straw poll",
        "question", "regrets", "present", "previous meeting", "title", "minutes", "decision",
        "todo", "re", "ps",
    }
)  # fmt: skip
_MAX_BACK = 100
"""How many lines back a correction may reach."""


@dataclass(slots=True)
class _Minutes:
    nicks: dict[str, str]
    faults: Faults
    scribes: set[str] = field(default_factory=set)
    speaker: str = ""
    out: list[Line] = field(default_factory=list)
    said_by_scribe: bool = False

    def take(self, line: Line) -> None:
        scribe = _SCRIBE.match(line.text)
        if scribe:
            self._appoint(scribe, line)
        if _COMMAND.match(line.text):
            self.faults.add(
                "minutes-command", "a command to the minutes' bots; left out", line.number
            )
            return
        if self._corrected(line):
            return
        is_scribe = line.kind is Kind.SAID and line.nick.casefold() in self.scribes
        if not is_scribe:
            self._put(line, by_scribe=False)
            return
        more, spoken = _GOES_ON.match(line.text), _SPOKEN.match(line.text)
        if more and self.speaker:
            self._go_on(replace(line, nick=self.speaker, text=more["text"]))
        elif spoken and spoken["who"].casefold() not in _HEADS:
            who = spoken["who"]
            self.speaker = self.nicks.get(who.casefold(), who)
            self._put(replace(line, nick=self.speaker, text=spoken["text"]), by_scribe=True)
        else:
            self._put(line, by_scribe=False)

    def _appoint(self, found: re.Match[str], line: Line) -> None:
        nick = (found["nick"] or found["who"] or line.nick).strip(",.;").casefold()
        if found["sign"] == "-":
            self.scribes.discard(nick)
        elif found["sign"] == "+":
            self.scribes.add(nick)
        else:
            self.scribes = {nick}
        self.speaker = ""

    def _go_on(self, line: Line) -> None:
        last = self.out[-1] if self.out else None
        if last and self.said_by_scribe and last.nick == line.nick:
            self.out[-1] = replace(last, text=f"{last.text}\n{line.text}")
        else:
            self._put(line, by_scribe=True)

    def _put(self, line: Line, *, by_scribe: bool) -> None:
        self.out.append(line)
        self.said_by_scribe = by_scribe

    def _corrected(self, line: Line) -> bool:
        change = _CHANGE.match(line.text)
        if change is None:
            return False
        for back in range(len(self.out) - 1, max(-1, len(self.out) - 1 - _MAX_BACK), -1):
            earlier = self.out[back]
            if change["old"] in earlier.text:
                text = earlier.text.replace(change["old"], change["new"], 1)
                self.out[back] = replace(earlier, text=text)
                self.faults.add(
                    "edited-message", "an edit; the newest wording is read", line.number
                )
                return True
        return False


def has_scribe(lines: Sequence[Line]) -> bool:
    """Tell the minutes of a meeting from other logs: somebody is made the scribe."""
    return any(line.kind is Kind.SAID and _SCRIBE.match(line.text) for line in lines)


def spoken_lines(lines: Sequence[Line], faults: Faults) -> list[Line]:
    """Give each line to who said it aloud, or wrote it.

    Args:
        lines: What was said and done, in order.
        faults: Takes commands and corrections.

    Returns:
        The lines without commands; what a scribe went on writing of one speaker is one line.

    Source:
        Minutes of W3C groups, 2021, and the conventions of their scribes' bots.
    """
    nicks = {line.nick.casefold(): line.nick for line in reversed(lines)}
    minutes = _Minutes(nicks, faults)
    for line in lines:
        minutes.take(line)
    return minutes.out
