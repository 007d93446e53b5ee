"""Turns scored units into statements: worded lines with evidence, joined where they belong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphpack.extract.offline.answers import (
    Answer,
    Reply,
    resolve,
    resolve_own,
    resolve_switch,
)
from graphpack.extract.offline.choices import chosen_labels, switched_labels
from graphpack.extract.offline.features import Features
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.tools import command_of
from graphpack.extract.offline.turns import Turn
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import (
    MAX_LINE_CHARS,
    clip,
    context_of,
    line_of,
    strip_filler,
    width,
)
from graphpack.model.codes import NodeType, Status
from graphpack.model.conversation import Message
from graphpack.text import is_wide, negations
from graphpack.text.borrowed import as_name

CHARS_PER_TOKEN = 4.0
WIDE_TOKENS = 0.75
MIN_ASKED_CHARS = 80
"""So much of a question or option is told, however long the answer is."""

OFFER_MESSAGES = 12
"""«Option 2 instead» means a list in one of so many messages before it."""


Vote = tuple[NodeType, Status | None, float]


@dataclass(frozen=True, slots=True)
class Statement:
    """A line that may become a node.

    Args:
        units: What it was made from, in order; at least one.
        line: The worded line.
        value: What a successor loses without it, 0-1.
        row: Features of its best unit.
        is_human: A person said it.
        peak: Value of its best unit.
        context: What it stands under; already part of ``line``.
        opening: What ``line`` opens with and a joined line need not repeat: the speaker and the
            context; empty for an answer, which is joined to nothing.
        votes: What kind and status each of its units is by its own words, and by how much.
        reply: What it does with what was asked, where it is an answer.
    """

    units: tuple[Unit, ...]
    line: str
    value: float
    row: Features
    is_human: bool
    peak: float
    context: str = ""
    opening: str = ""
    votes: tuple[Vote, ...] = ()
    reply: Reply | None = None

    @property
    def judged(self) -> tuple[NodeType, Status | None]:
        """The kind most of its worth is of, and the status of the best unit of that kind."""
        weights: dict[NodeType, float] = {}
        for kind, _, value in self.votes:
            weights[kind] = weights.get(kind, 0.0) + value
        most = max(weights, key=lambda kind: (weights[kind], kind))
        return max((vote for vote in self.votes if vote[0] == most), key=lambda vote: vote[2])[:2]

    @property
    def at(self) -> int:
        """Message index of its last unit."""
        return self.units[-1].message


def word_units(
    units: Sequence[Unit],
    picked: Sequence[int],
    values: Sequence[float],
    rows: Sequence[Features],
    *,
    messages: Sequence[Message],
    placed: Sequence[Turn],
) -> list[Statement]:
    """Word the picked units.

    Args:
        units: All units of the conversation, in order.
        picked: Indices into ``units``, ascending.
        values: One value per unit.
        rows: One feature row per unit.
        messages: The conversation's messages.
        placed: One turn per message.

    Returns:
        One statement per picked unit, in order.
    """
    by_message: dict[int, list[Unit]] = {}
    for unit in units:
        by_message.setdefault(unit.message, []).append(unit)
    found = []
    answered: set[int] = set()
    for at in picked:
        unit = units[at]
        turn = placed[unit.message]
        before = _before(units, at)
        leans_on = plain(before.text) if before else ""
        line = line_of(unit, leans_on, is_verbatim=turn.is_human)
        context = context_of(unit)
        sources: tuple[Unit, ...] = (unit,)
        if before and line.startswith(strip_filler(plain(before.text))) and unit.kind != Kind.ROW:
            sources = (before, unit)
        opening = ""
        answer = None
        ran = command_of(unit, messages) if unit.kind == Kind.OUTPUT else None
        if ran is not None:
            line, sources = f"`{ran.text}`: {line}", (ran, unit)
        if unit.kind not in {Kind.CODE, Kind.OUTPUT}:
            answer = None if unit.message in answered else _answer(unit, turn, messages, by_message)
            opening = _opening(unit, turn, messages, context)
            if answer is not None:
                answered.add(unit.message)
                line, opening = _resolved(unit, answer, _speaker(unit, messages)), ""
                sources = (*answer.units, unit)
            line = opening + line
        found.append(
            Statement(
                units=sources,
                line=line if unit.kind == Kind.CODE else clip(line),
                value=values[at],
                row=rows[at],
                is_human=turn.is_human and not unit.is_borrowed,
                peak=values[at],
                context=context,
                opening=opening,
                reply=answer.reply if answer else None,
            )
        )
    return found


def _before(units: Sequence[Unit], at: int) -> Unit | None:
    if at == 0:
        return None
    unit, previous = units[at], units[at - 1]
    if (
        previous.message == unit.message
        and previous.part == unit.part
        and previous.is_borrowed == unit.is_borrowed
        and previous.matter == unit.matter
        and previous.kind == Kind.SENTENCE
        and unit.kind == Kind.SENTENCE
    ):
        return previous
    return None


def _speaker(unit: Unit, messages: Sequence[Message]) -> str:
    return as_name(messages[unit.message].author) or "User"


def _opening(unit: Unit, turn: Turn, messages: Sequence[Message], context: str) -> str:
    """Who says it and under what: «never:» above a list belongs to each of its items."""
    said = f"{context}: " if context else ""
    # among people who are named, what nobody says is the head of the page
    is_said = unit.thread < 0 or bool(messages[unit.message].author)
    is_human = turn.is_human and not unit.is_borrowed and is_said
    return f"{_speaker(unit, messages)}: {said}" if is_human else said


def _answer(
    unit: Unit, turn: Turn, messages: Sequence[Message], by_message: dict[int, list[Unit]]
) -> Answer | None:
    """What a person's short message answers."""
    if not turn.is_human or unit.is_borrowed or turn.reply_to < 0:
        return None
    asked = by_message.get(turn.reply_to, [])
    answer = resolve(messages[unit.message].text, asked)
    if answer is None and unit.stance is not None:
        # where a person says several things in one message, one of them may choose
        chosen = resolve(plain(unit.text), asked)
        answer = chosen if chosen is not None and chosen.reply == Reply.CHOSE else None
    return answer or _among_earlier(unit, messages, by_message)


def _among_earlier(
    unit: Unit, messages: Sequence[Message], by_message: dict[int, list[Unit]]
) -> Answer | None:
    """What a person takes of a list some messages before: an offer, or else a list of their own."""
    text, said_by = plain(unit.text), messages[unit.message]
    if not (switched_labels(text) or chosen_labels(text)):
        return None
    own: Answer | None = None
    for at in range(unit.message - 1, max(unit.message - OFFER_MESSAGES, 0) - 1, -1):
        listed = by_message.get(at, [])
        if not listed:
            continue
        if messages[at].role != said_by.role:
            answer = resolve_switch(text, listed)
            if answer is not None:
                return answer
            if own is None and resolve_own(text, listed):
                # an offer nearer by has the same label: which of the two is meant is not plain
                return None
        elif own is None and messages[at].author == said_by.author:
            own = resolve_own(text, listed)
    return own


def _resolved(unit: Unit, answer: Answer, speaker: str) -> str:
    """Word a short answer by what it answers."""
    asked = " ".join(strip_filler(plain(option.text)) for option in answer.units)
    said = plain(unit.text)
    # a reservation in few words is told; a bare yes, no or number is not
    is_bare = answer.reply == Reply.REFUSED or not negations(said)
    tail = "" if len(said) < 12 and is_bare else f" («{said}»)"
    head = f"{speaker} {answer.reply}: "
    room = max(MAX_LINE_CHARS - width(head) - width(tail), MIN_ASKED_CHARS)
    return f"{head}{clip(asked, room)}{tail}"


def tokens_of(unit: Unit) -> int:
    """About what a unit costs as worded, in tokens."""
    line = line_of(unit)
    return round(len(line) * WIDE_TOKENS if is_wide(line) else len(line) / CHARS_PER_TOKEN) + 1
