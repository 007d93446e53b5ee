"""Turns scored units into statements: worded lines with evidence, joined where they belong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphpack.extract.offline.answers import Answer, Reply, resolve
from graphpack.extract.offline.features import Features
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.selection import is_together
from graphpack.extract.offline.spoken import TAKES_UP
from graphpack.extract.offline.turns import Turn
from graphpack.extract.offline.units import Act, Kind, Unit
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
from graphpack.text.forbidding import POINTING
from graphpack.text.lifting import said_keys

CHARS_PER_TOKEN = 4.0
WIDE_TOKENS = 0.75
MAX_GAP = 3
MAX_JOINED_CHARS = 700
"""Neighbouring items are joined up to this width; more is no single statement."""

MAX_THREADED_CHARS = 440
"""The same where several people say it: what was said long before leads to nothing."""

MATTER_WORDS, MATTER_CHARS = 2, 24
"""So few words at the beginning of a turn name a matter."""

ADDENDUM_WORDS = 4
"""So few words behind another sentence belong to it: «Order it after all. Devi, by Wednesday.»"""

MIN_KEY_CHARS = 3
"""A word this short is mostly no matter."""

MIN_ASKED_CHARS = 80
"""So much of a question or option is told, however long the answer is."""


_OPTIONS = re.compile(r"(?<!\w)\(?(?:a\).*\bb\)|1\).*\b2\))", re.IGNORECASE | re.DOTALL)

Vote = tuple[NodeType, Status | None, float]

WAITING = frozenset([Status.OPEN, Status.BLOCKED, Status.DEFERRED])


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
    return resolve(messages[unit.message].text, by_message.get(turn.reply_to, []))


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


def join_neighbours(statements: Sequence[Statement]) -> list[Statement]:
    """Join statements that stand side by side in one list or paragraph.

    Args:
        statements: In order of the conversation.

    Returns:
        Fewer, denser statements; the context they share is written once.
    """
    joined: list[Statement] = []
    for statement in statements:
        if joined and _belongs(joined[-1], statement):
            joined[-1] = _join(joined[-1], statement)
        else:
            joined.append(statement)
    return joined


def _belongs(first: Statement, second: Statement) -> bool:
    a, b = first.units[-1], second.units[0]
    if not is_together(a, b) or first.is_human != second.is_human:
        return False
    # what a person adds to a choice in the same breath limits it
    is_limited = first.reply == Reply.CHOSE and a.message == b.message
    if first.is_human and not ((first.opening or is_limited) and second.opening):
        return False
    answers = (a.message != b.message and _asks(a)) or _is_ruled(first, second)
    if not answers and (first.judged[1] in WAITING) != (second.judged[1] in WAITING):
        return False
    if a.thread >= 0 and not _leads_to(first, second):
        return False
    # of minutes, what is decided and what is to do
    if a.thread < 0 and a.act != b.act:
        return False
    room = MAX_JOINED_CHARS if a.message == b.message else MAX_THREADED_CHARS
    line = _without_context(second)
    return _distance(a, b) <= MAX_GAP and width(first.line) + width(line) + 2 <= room


def _distance(a: Unit, b: Unit) -> int:
    return b.place - a.place if a.message == b.message else b.message - a.message


def _asks(unit: Unit) -> bool:
    return plain(unit.text).endswith(("?", "？"))


def _leads_to(first: Statement, second: Statement) -> bool:
    """Tell whether people go on with a matter: what leads to a decision stands before it.

    A question opens a matter, and its answer belongs to it. Where something has been settled, taken
    on or left open, the next turn is about something else.
    """
    a, b = first.units[-1], second.units[0]
    acts = {unit.act for unit in first.units if unit.act}
    act = next((unit.act for unit in second.units if unit.act), None)
    if a.is_recap or b.is_recap:
        return a.is_recap == b.is_recap and a.message == b.message
    if a.message == b.message and not a.is_spoken and len(plain(b.text).split()) <= ADDENDUM_WORDS:
        return True
    if _is_ruled(first, second):
        return True
    if act == Act.TAKE_ON:
        return False
    if a.message == b.message:
        return act is None or not acts or acts == {act}
    if acts or _asks(b) or _names_matter(b):
        return False
    if not _opens(a) and not a.is_spoken and not _takes_up(first, b):
        return False
    return act in {None, Act.SETTLE} or _asks(a)


def _opens(unit: Unit) -> bool:
    """Tell whether somebody asks, or names what there is to choose from."""
    return _asks(unit) or _OPTIONS.search(unit.text) is not None


def _is_ruled(first: Statement, second: Statement) -> bool:
    """Tell whether the next turn hands on what was just said, or puts it off, by pointing at it."""
    a, b = first.units[-1], second.units[0]
    is_next = b.message - a.message == 1 and b.place <= 1 and not b.is_spoken
    if not is_next or any(unit.act for unit in first.units):
        return False
    return b.act == Act.PUT_OFF or (
        b.act == Act.TAKE_ON and POINTING.search(plain(b.text)) is not None
    )


def _takes_up(first: Statement, unit: Unit) -> bool:
    """Tell whether somebody who writes goes on with what another said, by a word or by pointing."""
    line = plain(unit.text)
    if TAKES_UP.match(line):
        return True
    said = {key for key in said_keys(line) if len(key) > MIN_KEY_CHARS}
    return any(said & said_keys(plain(one.text)) for one in first.units)


def _names_matter(unit: Unit) -> bool:
    """Tell whether a turn begins by naming what comes next, as «Retention» does."""
    if unit.is_spoken:
        return False
    line = plain(unit.text)
    is_short = width(line) <= MATTER_CHARS and len(line.split()) <= MATTER_WORDS
    return unit.place == 0 and line.endswith((".", ":", "。")) and is_short


def _without_context(statement: Statement) -> str:
    return statement.line.removeprefix(statement.opening)


def _join(first: Statement, second: Statement) -> Statement:
    is_other = second.opening != first.opening and first.units[-1].thread >= 0
    tail = second.line if is_other else _without_context(second)
    if (
        second.context
        and not is_other
        and second.context != first.context
        and not plain(first.units[-1].text).startswith(second.context[:40])
    ):
        tail = f"{second.context}: {tail}"
    overlap = [unit for unit in second.units if unit not in first.units]
    if len(overlap) < len(second.units):
        # its lean-on sentence is already there
        tail = line_of(second.units[-1], is_verbatim=second.is_human)
    head = first.line
    glue = " " if head.endswith((".", "!", "?", "。", "！", "？", "…", ":", "：")) else "; "
    best = first if first.peak >= second.peak else second
    return replace(
        best,
        units=first.units + tuple(overlap),
        line=f"{head}{glue}{tail}",
        value=first.value + second.value,
        peak=max(first.peak, second.peak),
        context=second.context or first.context,
        votes=first.votes + second.votes,
        opening=second.opening if is_other else first.opening,
        reply=first.reply,
    )


def tokens_of(unit: Unit) -> int:
    """About what a unit costs as worded, in tokens."""
    line = line_of(unit)
    return round(len(line) * WIDE_TOKENS if is_wide(line) else len(line) / CHARS_PER_TOKEN) + 1
