"""People among themselves: who speaks by turns, nods, and what stands together over several turns.

A meeting or a thread says a thing over many short turns: a proposal, a nod, «okay, so we take it».
Here turns that say nothing are told apart, and what is left is cut into threads, within which a
statement may run over several speakers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from graphpack.extract.offline.features import Surroundings
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.phrases import MINUTED, POSTPONED
from graphpack.extract.offline.spoken import (
    ASIDE,
    BACKCHANNEL,
    BARE_OPEN,
    DUE,
    HESITATION,
    LEFT_OPEN,
    NOT_NOW,
    RECAP,
    SETTLED,
    TAKEN_ON,
    WRITTEN_SETTLED,
)
from graphpack.extract.offline.units import Act, Kind, Unit
from graphpack.model.conversation import Message, Origin, Role
from graphpack.text import is_wide, words
from graphpack.text.lifting import bans

THREAD_MESSAGES = 24
"""A statement runs over neighbouring turns, and threads end here so that none grows without end."""

MAX_NOD_WORDS, MAX_NOD_CHARS = 6, 60
"""A longer turn says something."""

MIN_SUBJECT_UNITS = 3
"""A term in fewer units than this is nobody's subject."""

MAX_SUBJECT_SHARE = 0.05
"""A term in a greater share of the units is everybody's, and tells nothing apart."""

MIN_TERM_CHARS = 3

MIN_RECAP_UNITS = 2
"""Who sums up aloud says at least so many sentences more."""

MIN_NAME_CHARS = 1

MIN_BEARING, MAX_BEARING = 0.55, 1.75

MIN_SPOKEN_SHARE, LEAST_SPOKEN, FEW_TURNS = 0.03, 2, 15
"""Where people hesitate in this share of the turns, and more than once, they spoke and did not
write."""


def is_discussion(messages: Sequence[Message]) -> bool:
    """Tell whether people talk among themselves: several authors, and no assistant.

    Args:
        messages: A conversation's messages.

    Returns:
        True for a meeting, a thread of mails, a channel.
    """
    authors = set()
    for message in messages:
        if message.role == Role.ASSISTANT:
            return False
        if message.role == Role.USER and message.origin == Origin.MAIN and message.author:
            authors.add(message.author)
    return len(authors) > 1


def is_nod(text: str) -> bool:
    """Tell whether a turn only shows that its speaker listens or agrees.

    Args:
        text: All that a turn says.

    Returns:
        True for «yeah, okay», «mm-hmm», «genau»; a «no» is an answer.
    """
    said = text.strip()
    if len(said) > MAX_NOD_CHARS or len(words(said)) > MAX_NOD_WORDS:
        return False
    return bool(BACKCHANNEL.fullmatch(said))


def is_spoken(messages: Sequence[Message]) -> bool:
    """Tell whether a conversation was transcribed from speech.

    Args:
        messages: A conversation's messages.

    Returns:
        True where enough turns hesitate; people nod in a channel as well.
    """
    said = [message.text for message in messages if message.text.strip()]
    marked = sum(bool(HESITATION.search(text)) for text in said)
    # of a few turns one tells enough
    least = min(LEAST_SPOKEN, len(said) / FEW_TURNS)
    return marked > 0 and marked >= max(MIN_SPOKEN_SHARE * len(said), least)


def threaded(units: Sequence[Unit], messages: Sequence[Message]) -> list[Unit]:
    """Put the units of a discussion into threads, and leave out turns that say nothing.

    Args:
        units: All units, in order.
        messages: The conversation's messages.

    Returns:
        The units that say something, with their thread; all of them, unchanged, where an assistant
        takes part.
    """
    if not is_discussion(messages):
        return list(units)
    spoken = is_spoken(messages)
    names = _names(messages)
    found: list[Unit] = []
    summing_up = -1
    for at, unit in enumerate(units):
        line = plain(unit.text)
        if unit.kind not in {Kind.CODE, Kind.OUTPUT} and (is_nod(line) or _is_beside(line)):
            continue
        act = act_of(unit, names, is_spoken=spoken)
        # who says «let me sum up: …» sums up until the end of the message
        is_recap = unit.message == summing_up and not line.endswith(("?", "？"))
        if is_recap and act is None:
            act = Act.SETTLE
        if RECAP.search(line) and (not spoken or _goes_on(unit, units, at)):
            summing_up = unit.message
            if len(words(line)) <= MAX_NOD_WORDS:
                continue  # it only says that a summing-up follows
        thread = unit.message // THREAD_MESSAGES
        if (
            unit.message % THREAD_MESSAGES == 0
            and unit.message
            and _asks(messages[unit.message - 1])
        ):
            thread -= 1  # an answer stays with its question
        placed = replace(unit, thread=thread, is_spoken=spoken, act=act, is_recap=is_recap)
        found.append(placed)
    return found


def _is_beside(line: str) -> bool:
    """Tell whether a sentence is about nobody's matter here, or only points at one."""
    return ASIDE.search(line) is not None or BARE_OPEN.fullmatch(line) is not None


def _asks(message: Message) -> bool:
    """Tell whether a turn ends with a question."""
    return message.text.rstrip().endswith(("?", "？"))


def _goes_on(unit: Unit, units: Sequence[Unit], at: int) -> bool:
    """Tell whether a speaker sums up at length: in speech «in summary» alone says little."""
    following = units[at + 1 : at + 1 + MIN_RECAP_UNITS]
    return len(following) == MIN_RECAP_UNITS and following[-1].message == unit.message


def act_of(unit: Unit, names: frozenset[str], *, is_spoken: bool = False) -> Act | None:
    """Tell what a unit does among people: settles something, takes it on, leaves it open.

    Args:
        unit: A unit.
        names: What the people who take part are called, in lower case.
        is_spoken: It was transcribed; then only a named day makes a task of it.

    Returns:
        What it does; None for code, a mere question, and all else.
    """
    if unit.kind in {Kind.CODE, Kind.OUTPUT} or unit.is_borrowed:
        return None
    line = plain(unit.text)
    is_question = line.endswith(("?", "？"))
    forbids = not is_spoken and bool(bans(line))
    if not forbids and _is_taken_on(line, names, is_spoken=is_spoken, is_question=is_question):
        return Act.TAKE_ON
    if is_question:
        return None
    if POSTPONED.search(line) or NOT_NOW.search(line):
        return Act.PUT_OFF
    if LEFT_OPEN.search(line):
        return Act.LEAVE_OPEN
    settling = (MINUTED.match, SETTLED.search, RECAP.search)
    if any(finds(line) for finds in settling):
        return Act.SETTLE
    # in speech such words come by the way
    is_settled = not is_spoken and (forbids or WRITTEN_SETTLED.search(line))
    return Act.SETTLE if is_settled else None


def _is_taken_on(line: str, names: frozenset[str], *, is_spoken: bool, is_question: bool) -> bool:
    """Tell whether somebody takes something on, or is asked to by name or for a day."""
    is_named = any(word in names for word in words(line)) or any(
        name in line for name in names if is_wide(name)
    )
    is_due = DUE.search(line) is not None
    if TAKEN_ON.search(line):
        return is_due or (is_named and not is_spoken)
    return is_named and is_due and not is_spoken and not is_question


def _names(messages: Sequence[Message]) -> frozenset[str]:
    """What people are called: each word of their names that is no initial."""
    said = {message.author or "" for message in messages}
    return frozenset(
        word for name in said for word in words(name) if len(word) > MIN_NAME_CHARS or is_wide(word)
    )


def bearings(units: Sequence[Unit], around: Surroundings) -> list[float]:
    """Weigh what is spoken by how much it says of the matters that are talked about.

    How a thing is worded tells little in speech, where every other sentence holds a «we should» or
    a «no»; which matters it names tells more.

    Args:
        units: All units, in order.
        around: The conversation's statistics.

    Returns:
        A factor for each unit's value, 1 for the usual one and for all that was written.
    """
    most = max(MAX_SUBJECT_SHARE * around.total, 2 * MIN_SUBJECT_UNITS)
    subjects = {
        term
        for term, count in around.frequency.items()
        if MIN_SUBJECT_UNITS <= count <= most and len(term) > MIN_TERM_CHARS
    }
    said = [
        sum(around.weight(term) for term in sorted(terms & subjects)) if unit.is_spoken else 0.0
        for unit, terms in zip(units, around.terms, strict=True)
    ]
    usual = sorted(said)[len(said) // 2] if said else 0.0
    return [
        min(max(math.sqrt(much / (usual or 1.0)), MIN_BEARING), MAX_BEARING)
        if unit.is_spoken
        else 1.0
        for unit, much in zip(units, said, strict=True)
    ]
