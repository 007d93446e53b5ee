"""Turns scored units into statements: worded lines with evidence, joined where they belong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphpack.extract.offline.answers import Answer, Reply, resolve
from graphpack.extract.offline.features import Features
from graphpack.extract.offline.turns import Turn
from graphpack.extract.offline.units import Kind, Unit, plain
from graphpack.extract.offline.wording import (
    MAX_LINE_CHARS,
    clip,
    context_of,
    line_of,
    strip_filler,
    width,
)
from graphpack.model.conversation import Message
from graphpack.text import negations
from graphpack.text.borrowed import as_name

MAX_JOINED_CHARS = 380
"""Neighbouring items are joined up to this width; more is no single statement."""


MIN_ASKED_CHARS = 80
"""So much of a question or option is told, however long the answer is."""

TASKS_VALUE = 0.15
"""An open thread is worth a line, yet less than what was decided."""


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
    """

    units: tuple[Unit, ...]
    line: str
    value: float
    row: Features
    is_human: bool
    peak: float
    context: str = ""
    opening: str = ""

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
        line = line_of(unit, plain(before.text) if before else "")
        context = context_of(unit)
        sources: tuple[Unit, ...] = (unit,)
        if before and line.startswith(strip_filler(plain(before.text))) and unit.kind != Kind.ROW:
            sources = (before, unit)
        opening = ""
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
    is_human = turn.is_human and not unit.is_borrowed
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
    if (a.message, a.part) != (b.message, b.part) or first.is_human != second.is_human:
        return False
    if Kind.CODE in {a.kind, b.kind} or Kind.OUTPUT in {a.kind, b.kind}:
        return False
    if first.is_human and not (first.opening and second.opening):
        return False
    if a.is_borrowed != b.is_borrowed:
        return False
    near = 0 <= b.place - a.place <= 2
    same = a.heading == b.heading and (a.lead == b.lead or b.lead.startswith(plain(a.text)[:40]))
    line = _without_context(second)
    return near and same and width(first.line) + width(line) + 2 <= MAX_JOINED_CHARS


def _without_context(statement: Statement) -> str:
    return statement.line.removeprefix(statement.opening)


def _join(first: Statement, second: Statement) -> Statement:
    tail = _without_context(second)
    overlap = [unit for unit in second.units if unit not in first.units]
    if len(overlap) < len(second.units):
        # its lean-on sentence is already there
        tail = line_of(second.units[-1])
    head = first.line
    glue = " " if head.endswith((".", "!", "?", "。", "！", "？", "…")) else "; "
    best = first if first.value >= second.value else second
    return replace(
        best,
        units=first.units + tuple(overlap),
        line=f"{head}{glue}{tail}",
        value=1 - (1 - first.value) * (1 - second.value),
        peak=max(first.peak, second.peak),
        context=first.context,
        opening=first.opening,
    )


def of_tasks(units: Sequence[Unit]) -> Statement:
    """Word the open tasks of the last task list as one statement.

    Args:
        units: Open tasks, at least one.

    Returns:
        One statement.
    """
    line = clip("Open tasks: " + "; ".join(plain(unit.text) for unit in units), MAX_JOINED_CHARS)
    return Statement(tuple(units), line, TASKS_VALUE, {}, is_human=False, peak=TASKS_VALUE)
