"""How the speakers of a short talk stand to what they say: asked, offered, guessed, laid down.

A short talk is told nearly whole, so what nobody has taken up or found out must not look like what
holds. An assistant that works with tools does what it says; of one that only talks, it is advice.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graphpack.extract.offline.attitudes import (
    ASKING_FOR,
    AWAY,
    BINDING,
    ENDED,
    GUESSING,
    INSTRUCTING,
    OFFERING,
    SHIFTING,
    TROUBLED,
    UNIVERSAL,
    UNKNOWN,
)
from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.discussion import is_discussion, is_spoken
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.phrases import ASKING, ORDER, POSTPONED, STANDING, UNDECIDED
from graphpack.extract.offline.selection import shortness
from graphpack.extract.offline.signs import FAULT, NO_TROUBLE
from graphpack.extract.offline.spoken import NOT_NOW
from graphpack.extract.offline.turns import Turn
from graphpack.extract.offline.units import Kind, Stance, Unit
from graphpack.extract.offline.unsolved import UNSOLVED
from graphpack.extract.offline.wording import is_dangling
from graphpack.model.conversation import Message, ToolCall
from graphpack.patterns import compiled
from graphpack.text import is_wide
from graphpack.text.told import tells_fault

MIN_MESSAGES = 2

SHORT_WORDS, SHORT_WIDE_CHARS = 8, 16
"""A sentence of fewer words leans on the one before it."""

SCRAP_WORDS, SCRAP_WIDE_CHARS = 4, 8

WAITING = frozenset({Stance.UNKNOWN, Stance.PUTS_OFF})
_OPEN_ENDED = frozenset({*WAITING, Stance.FAULT})
_TELLING = frozenset({Stance.BINDS, *_OPEN_ENDED})
"""What says more of a statement than what stands beside it."""

_UNPROVEN = frozenset({Stance.OFFERS, Stance.GUESSES})

_INVERTED = compiled(
    r"\W*(?:and |so |but )?(?:is|are|was|do|does|did|can|could|should|will|would|has|have|ist|sind|kann|soll|hat)\b",
    re.IGNORECASE,
)
_STILL = compiled(
    r"\bstill (?!(?:have|need|want)\b)\w+s\b|\b(?:immer noch|todavía|sigue|toujours|ainda|ancora)\b|всё ещё|还在|还是|まだ",
    re.IGNORECASE,
)
"""A trouble goes on, told with a mark of surprise."""

_PROSE = frozenset({Kind.SENTENCE, Kind.ITEM})
_ASKED = ("?", "？")


def with_stances(
    units: Sequence[Unit], messages: Sequence[Message], placed: Sequence[Turn]
) -> list[Unit]:
    """Say of each unit of a short talk how its speaker stands to it.

    Args:
        units: All units, in order.
        messages: The conversation's messages.
        placed: One turn per message.

    Returns:
        The units with their stance; unchanged where the conversation is long, was transcribed from
        speech, or an assistant works with tools.
    """
    if not is_talk(units, messages, placed):
        return list(units)
    found: list[Unit] = []
    for unit in units:
        if unit.kind in {Kind.CODE, Kind.OUTPUT} or unit.is_borrowed:
            matter = found[-1].matter if found and found[-1].message == unit.message else 0
            found.append(replace(unit, matter=matter))
            continue
        is_human = placed[unit.message].is_human
        line = plain(unit.text)
        before = found[-1] if found else None
        is_next = before is not None and (before.message, before.part) == (unit.message, unit.part)
        breaks = (
            is_next
            and before is not None
            and "\n" in messages[unit.message].parts[unit.part].text[before.end : unit.start]
        )
        opens = is_human and is_next and (breaks or SHIFTING.match(line) is not None)
        matter = (before.matter if is_next and before else 0) + opens
        stance = of_person(line) if is_human else of_assistant(line)
        if stance == Stance.TELLS and not is_human and OFFERING.search(unit.lead):
            stance = Stance.OFFERS
        found.append(replace(unit, stance=stance, matter=matter))
    return found


def is_talk(units: Sequence[Unit], messages: Sequence[Message], placed: Sequence[Turn]) -> bool:
    """Tell whether a conversation is a short talk, in writing, in which nobody works with tools.

    Args:
        units: All units, in order.
        messages: The conversation's messages.
        placed: One turn per message.

    Returns:
        True where it is told nearly whole, and an assistant's words are advice.
    """
    if len(messages) < MIN_MESSAGES or not any(turn.is_human for turn in placed):
        return False
    if not any(turn.is_closing for turn in placed) and not is_discussion(messages):
        return False
    if any(isinstance(part, ToolCall) for message in messages for part in message.parts):
        return False
    return shortness([len(unit.text) for unit in units], len(messages)) < 1 and not is_spoken(
        messages
    )


def of_person(line: str) -> Stance:
    """Say how a person stands to a sentence.

    Args:
        line: A plain line.

    Returns:
        What its words say; that it tells something where they say nothing else.
    """
    if line.endswith(_ASKED):
        is_question = ASKING.search(line) or _INVERTED.match(line)
        goes_on = UNSOLVED.search(line) or _STILL.search(line)
        is_report = goes_on is not None and not is_question
        return Stance.FAULT if is_report else Stance.ASKS
    if AWAY.search(line) or POSTPONED.search(line) or NOT_NOW.search(line):
        return Stance.PUTS_OFF
    if UNKNOWN.search(line) or UNDECIDED.search(line):
        return Stance.UNKNOWN
    if tells_fault(line):
        return Stance.FAULT
    if STANDING.search(line) or BINDING.search(line) or UNIVERSAL.match(line):
        return Stance.BINDS
    if ENDED.search(line) and not UNSOLVED.search(line):
        return Stance.ENDS
    return Stance.FAULT if _is_trouble(line) else Stance.TELLS


def _is_trouble(line: str) -> bool:
    told = NO_TROUBLE.sub(" ", line)
    if FAULT.search(told) or UNSOLVED.search(line) or TROUBLED.search(line):
        return True
    is_asked = ORDER.match(line) or has_cue(line, Cue.REQUEST, Cue.DECISION, Cue.DONE)
    return has_cue(told, Cue.PROBLEM) and not is_asked


def of_assistant(line: str) -> Stance:
    """Say how an assistant that does nothing itself stands to a sentence.

    Args:
        line: A plain line.

    Returns:
        What its words say.
    """
    if line.endswith(_ASKED) or ASKING_FOR.search(line):
        return Stance.ASKS
    if OFFERING.search(line) or INSTRUCTING.match(line):
        return Stance.OFFERS
    return Stance.GUESSES if GUESSING.search(line) else Stance.TELLS


def is_telling(unit: Unit) -> bool:
    """Tell whether a unit says more of what a statement is than what stands beside it."""
    return unit.stance in _TELLING and (unit.thread < 0 or unit.stance in WAITING)


def is_short(unit: Unit) -> bool:
    """Tell whether a unit is so short that it leans on the one before it."""
    line = plain(unit.text)
    return len(line) < SHORT_WIDE_CHARS if is_wide(line) else len(line.split()) < SHORT_WORDS


def _is_parted_among_people(last: Unit, second: Unit) -> bool | None:
    """The same where people talk, among whom what leads to a decision stands before it."""
    if second.stance == Stance.ASKS and not is_short(second):
        return True
    if second.stance == Stance.UNKNOWN:
        return False
    return False if last.stance == Stance.UNKNOWN and second.stance == Stance.TELLS else None


def _is_parted_over(last: Unit, second: Unit) -> bool | None:
    """The same over two turns of people: «no idea» goes with what was asked."""
    is_next = second.message - last.message == 1 and second.place == 0
    asks = last.stance in {Stance.ASKS, Stance.UNKNOWN}
    return False if is_next and asks and second.stance in WAITING else None


def is_scrap(unit: Unit) -> bool:
    """Tell whether a unit is of two or three words, which only lead to what follows.

    Args:
        unit: A unit.

    Returns:
        False for an exclamation, which says something.
    """
    line = plain(unit.text)
    if line.endswith(("!", "！")):
        return False
    return len(line) < SCRAP_WIDE_CHARS if is_wide(line) else len(line.split()) < SCRAP_WORDS


def is_parted(first: Sequence[Unit], second: Unit) -> bool | None:
    """Tell whether two neighbours of one message say different things about now.

    Args:
        first: What stands before, in order.
        second: What follows.

    Returns:
        True where they part, False where they belong together; None where their words tell nothing.
    """
    last = first[-1]
    if last.stance is None or second.stance is None:
        return None
    if last.message != second.message:
        return _is_parted_over(last, second)
    if last.kind not in _PROSE or second.kind not in _PROSE:
        return None
    if second.matter != last.matter:
        return not (is_short(second) and is_dangling(plain(second.text)))
    if second.thread >= 0:
        return _is_parted_among_people(last, second)
    return False if is_scrap(last) else _is_parted_from(first, second)


def _is_parted_from(first: Sequence[Unit], second: Unit) -> bool | None:
    """The same within one line of somebody who talks with an assistant, or of the assistant."""
    stances = {unit.stance for unit in first}
    if stances & _UNPROVEN or second.stance in _UNPROVEN:
        return not (stances & _UNPROVEN and second.stance in _UNPROVEN)
    if second.stance in WAITING:
        return not (stances & _OPEN_ENDED or is_short(second))
    if stances & WAITING:
        return not is_short(second)
    if second.stance == Stance.BINDS and Stance.BINDS not in stances:
        return not is_short(second) and not is_short(first[-1])
    return None
