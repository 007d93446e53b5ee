"""Finds the marks by which a text says who speaks: headings, bold names, "Name:" and the like.

One style of mark is chosen for the whole text; words that look like another style's marks are part
of what is said. Texts in which no style holds have no speakers: nothing is guessed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import pairwise

from graphpack.model.conversation import Role
from graphpack.patterns import compiled
from graphpack.readers.fences import code_lines
from graphpack.readers.loose import time_of
from graphpack.readers.people import people_of, standing_opposite
from graphpack.readers.speakers import Speaker, bare_name, speaker_of
from graphpack.readers.stamped import stamped_turns


class Kind(StrEnum):
    """How a style writes its marks."""

    CELL = "cell"
    TOKEN = "token"
    HEADING = "heading"
    SAID = "said"
    BOLD = "bold"
    QUOTE = "quote"
    COLON = "colon"
    ALONE = "alone"
    STAMPED = "stamped"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that would be a mark if its style is the text's.

    Args:
        line: 0-based.
        label: Who speaks, as written.
        rest: What stands after the mark on its line.
        at: Time given on the line.
    """

    line: int
    label: str
    rest: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A line that says who speaks from here on.

    Args:
        line: 0-based.
        speaker: Who.
        rest: What stands after the mark on its line.
        at: Time given on the line.
        below: How many more lines belong to the mark.
    """

    line: int
    speaker: Speaker
    rest: str
    at: datetime | None
    below: int = 0


@dataclass(frozen=True, slots=True)
class Marked:
    """The marks of a text.

    Args:
        kind: Their style.
        marks: At least two, of at least two speakers, in order.
    """

    kind: Kind
    marks: tuple[Mark, ...]


_CELL = compiled(r"# %% ?(\w+)\s*$")
_TOKEN = compiled(
    r"<\|im_start\|>\s*(?P<a>\w+)\s*(?:\n|$)"
    r"|<\|start_header_id\|>\s*(?P<b>\w+)\s*<\|end_header_id\|>"
    r"|<start_of_turn>\s*(?P<c>\w+)"
    r"|<\|(?P<d>user|assistant|system)\|>"
)
_HEADING = compiled(r"(#{1,6})\s+(\S.*)$")
_BOLD = compiled(r"(\*\*|__)(?=\S)(.{1,60}?)(?<=\S)\1(\s*[:：])?\s*(.*)$")
_SAID = compiled(r"(?:#{1,6}\s+)?(?:\*\*)?([^:：*#]{2,40}?)(?:\*\*)?\s*[:：]?(?:\*\*)?\s*$")
_MAX_SAID_CHARS = 100
_SAYS = compiled(
    r"(?:\b(?:said|dijo|disse|ha detto|a dit|avez dit|hat gesagt|сказал)|[说說])$"
    r"|^(?:dijiste|hai detto|du hast gesagt)$",
    re.IGNORECASE,
)
_CLOCK = (
    r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,6})?(?:\s?[AaPp]\.?\s?[Mm]\.?)?(?:Z|[+-]\d{2}:?\d{2})?"
)
_DAY = r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})"
_COLON = compiled(
    rf"(?:[\[(]?(?P<time>{_DAY}(?:[T,]?\s*{_CLOCK})?|{_CLOCK})[\])]?\s*(?:[-–—|]\s*)?)?"
    r"(?P<label>[@~]?[^\W_][^:：\n]{0,58}?(?:[(\[][^)\]\n]{1,40}[)\]])?)"
    r"\s*(?:[:](?=\s|$)|[：])[ \t]*(?P<rest>.*)$"
)

_STRUCTURED = (Kind.CELL, Kind.TOKEN, Kind.SAID, Kind.HEADING, Kind.BOLD, Kind.QUOTE)


def find_marks(lines: Sequence[str]) -> Marked | None:
    """Find the style that marks the speakers of a text.

    Args:
        lines: The text, without line ends.

    Returns:
        The marks of the outermost style that holds: it has both sides of a chat with a model, or
        a model and one name again and again, or several people who answer each other. None where
        there is no such style.

    Source:
        Exports and pasted pages of chat programs seen 2023-2026.
    """
    styles: dict[tuple[Kind, int], list[Candidate]] = defaultdict(list)
    for number, line in enumerate(lines):
        for kind, level, candidate in _candidates(number, line):
            styles[kind, level].append(candidate)
    first_line = next((number for number, line in enumerate(lines) if line.strip()), 0)
    held = []
    for (kind, _), candidates in styles.items():
        marks = _hold(kind, candidates, lines, first_line)
        if marks:
            held.append(Marked(kind, tuple(marks)))
    stamped = tuple(_stamped(lines))
    if stamped:
        held.append(Marked(Kind.STAMPED, stamped))
    return _outermost(held)


def _stamped(lines: Sequence[str]) -> Iterator[Mark]:
    for turn in stamped_turns(lines):
        speaker = speaker_of(turn.name)
        if speaker is None or speaker.role not in (Role.USER, Role.ASSISTANT):
            speaker = Speaker(Role.USER, bare_name(turn.name)[0] or turn.name)
        yield Mark(turn.line, speaker, turn.rest, turn.at, turn.below)


def _candidates(number: int, line: str) -> Iterator[tuple[Kind, int, Candidate]]:
    """Read a line in every style it could be a mark of."""
    if not line or line[0].isspace():
        return
    cell = _CELL.match(line)
    if cell:
        yield Kind.CELL, 0, Candidate(number, cell[1])
        return
    heading = _HEADING.match(line)
    if heading:
        label = heading[2].rstrip().rstrip("#").strip("*_ \t")
        yield Kind.HEADING, len(heading[1]), Candidate(number, label)
    bold = _BOLD.match(line)
    if bold and (not bold[4] or bold[3] or bold[2].endswith((":", "："))):
        yield Kind.BOLD, 0, Candidate(number, bold[2], bold[4])
    token = _TOKEN.match(line)
    if token:
        label = token["a"] or token["b"] or token["c"] or token["d"]
        yield Kind.TOKEN, 0, Candidate(number, label, line[token.end() :])
    said = _SAID.match(line) if len(line) <= _MAX_SAID_CHARS else None
    if said and _SAYS.search(said[1].strip()):
        yield Kind.SAID, 0, Candidate(number, said[1].strip())
    if heading or bold or token:
        return
    colon = _COLON.match(line)
    if colon:
        yield (
            Kind.COLON,
            0,
            Candidate(number, colon["label"], colon["rest"], time_of(colon["time"])),
        )
    elif len(line) <= 40:
        yield Kind.ALONE, 0, Candidate(number, line.strip())


def _hold(
    kind: Kind, candidates: list[Candidate], lines: Sequence[str], first_line: int
) -> list[Mark]:
    """Give the marks of a style, none where it does not hold."""
    speakers = _speakers(kind, candidates, lines, first_line)
    numbers = {candidate.line for candidate in candidates if candidate.label in speakers}
    if len(numbers) < 2:
        return []
    in_code = code_lines(lines, numbers.__contains__)
    open_air = [candidate for candidate in candidates if not in_code[candidate.line]]
    speakers = _speakers(kind, open_air, lines, first_line)
    marks = [candidate for candidate in open_air if candidate.label in speakers]
    if not marks:
        return []
    if len(numbers) > 2 * len(marks):
        # more marks in code than out of it: the fences are not to be trusted
        speakers = _speakers(kind, candidates, lines, first_line)
        marks = [candidate for candidate in candidates if candidate.label in speakers]
    return [
        Mark(mark.line, speaker, mark.rest, mark.at or speaker.at)
        for mark in marks
        for speaker in (speakers[mark.label],)
    ]


def _speakers(
    kind: Kind, candidates: list[Candidate], lines: Sequence[str], first_line: int
) -> dict[str, Speaker]:
    """Tell which labels of a style are speakers; empty where the style does not hold."""
    known = {}
    for label in {candidate.label: None for candidate in candidates}:
        speaker = speaker_of(label)
        if speaker:
            known[label] = speaker
    if kind in (Kind.COLON, Kind.ALONE):
        known = _plausible(known, candidates)
    marks = [candidate for candidate in candidates if candidate.label in known]
    roles = {speaker.role for speaker in known.values()}
    if {Role.USER, Role.ASSISTANT} <= roles:
        is_first = bool(marks) and marks[0].line == first_line
        return known if _is_dialogue(marks, known, is_first, kind) else {}
    if kind in (Kind.CELL, Kind.TOKEN, Kind.SAID, Kind.ALONE):
        return {}
    labels = [candidate.label for candidate in candidates]
    if Role.ASSISTANT in roles:
        models = {label for label, speaker in known.items() if speaker.role is Role.ASSISTANT}
        names = standing_opposite(labels, models)
        people = {label: Speaker(Role.USER, bare_name(label)[0]) for label in names}
        return {**known, **people} if people else {}
    if kind is Kind.HEADING:
        return {}
    rests = [(candidate.line, candidate.label, candidate.rest) for candidate in candidates]
    names = people_of(rests, lines)
    return {label: Speaker(Role.USER, bare_name(label)[0]) for label in names}


def _plausible(known: dict[str, Speaker], candidates: list[Candidate]) -> dict[str, Speaker]:
    """Drop weak words where a side has strong ones, and what only a setting would be called."""
    strong = {speaker.role for speaker in known.values() if not speaker.is_weak}
    kept = {
        label: speaker
        for label, speaker in known.items()
        if not (speaker.is_weak and (speaker.role in strong or label[0].islower()))
    }
    sides = [c for c in candidates if c.label in kept]
    first = next((c.line for c in sides if kept[c.label].role in (Role.USER, Role.ASSISTANT)), 0)
    # "System: Linux" in an answer is no prompt; one stands before the first turn
    late = {
        candidate.label
        for candidate in sides
        if kept[candidate.label].role is Role.SYSTEM and candidate.line > first
    }
    return {label: speaker for label, speaker in kept.items() if label not in late}


def _is_dialogue(
    marks: list[Candidate], known: dict[str, Speaker], is_first: bool, kind: Kind
) -> bool:
    """Tell turns from sections and settings that happen to have a speaker's name."""
    roles = [known[mark.label].role for mark in marks]
    sides = [role for role in roles if role in (Role.USER, Role.ASSISTANT)]
    if len(set(sides)) < 2:
        return False
    if kind in (Kind.CELL, Kind.TOKEN):
        return True
    weak = any(known[mark.label].is_weak for mark in marks)
    switches = sum(1 for one, other in pairwise(sides) if one != other)
    if not weak and kind is not Kind.ALONE:
        return True
    enough = min(sides.count(Role.USER), sides.count(Role.ASSISTANT)) >= 2
    return (enough or is_first) and switches * 2 >= len(sides) - 1


def _outermost(held: list[Marked]) -> Marked | None:
    """Choose among styles that hold: the one that starts first, unless it is a block of settings.

    What comes later is part of what is said there.
    """
    held = sorted(held, key=lambda marked: marked.marks[0].line)
    for place, marked in enumerate(held):
        first, last = marked.marks[0].line, marked.marks[-1].line
        is_block = last - first < 2 * len(marked.marks) and len(marked.marks) <= 4
        is_before = any(last < other.marks[0].line for other in held[place + 1 :])
        if not (is_block and is_before):
            return marked
    return None


def is_structured(kind: Kind) -> bool:
    """Tell Markdown's and chat programs' marks from those of plain text."""
    return kind in _STRUCTURED
