"""Words answers of a short talk with what they answer, and ties offers to their end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.dialogue import MAX_ASKED_CHARS, Dialogue
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.statements import MIN_ASKED_CHARS, Statement
from graphpack.extract.offline.units import Stance, Unit
from graphpack.extract.offline.wording import MAX_LINE_CHARS, clip, strip_filler, width
from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import Node, Relationship
from graphpack.patterns import compiled

_SET = compiled(
    r"\b([A-Za-z_][\w.]{3,80})\s?[=:]\s?(\d[\w.]*|\"[^\"\n]{1,40}\"|true|false|True|False)"
)
"""A name and what it is set to, in code or beside it."""


def with_question(statement: Statement, reading: Reading, talk: Dialogue) -> Statement:
    """Add to a person's first words what they answer or go on from.

    Args:
        statement: A worded statement of one unit.
        reading: What it was chosen from.
        talk: What came of questions and offers.

    Returns:
        The statement with the question and its evidence; unchanged where there is none.
    """
    if statement.reply is not None or not statement.is_human or len(talk.asked) == 0:
        return statement
    unit = statement.units[-1]
    before = next(
        (asked for first, asked in talk.asked.items() if reading.units[first] == unit), None
    )
    if before is None:
        return statement
    asked = tuple(reading.units[at] for at in before)
    if any(one in statement.units for one in asked):
        return statement
    room = min(max(MAX_LINE_CHARS - width(statement.line), MIN_ASKED_CHARS), MAX_ASKED_CHARS)
    told = clip(" ".join(strip_filler(plain(one.text)) for one in asked), room)
    word = "asked" if asked[0].stance == Stance.ASKS else "after"
    line = f"{statement.line} ({word}: «{told}»)"
    return replace(statement, line=line, units=(*asked, *statement.units))


def turned_down(
    nodes: Sequence[Node], statements: Sequence[Statement], talk: Dialogue
) -> tuple[Relationship, ...]:
    """Tie what turned an offer down to the offer.

    Args:
        nodes: One per statement, in order.
        statements: What the nodes were made from.
        talk: What came of questions and offers.

    Returns:
        What supersedes each offer that was turned down.
    """
    found = []
    for node, statement in zip(nodes, statements, strict=True):
        by = talk.turned_down.get(statement.units[0])
        if by is None or node.status != Status.ABANDONED:
            continue
        for other, said in zip(nodes, statements, strict=True):
            if by in said.units and other.status != Status.ABANDONED:
                found.append(
                    Relationship(start=other.id, end=node.id, type=RelationType.SUPERSEDES)
                )
                break
    return tuple(found)


def in_order(statements: Sequence[Statement]) -> list[Statement]:
    """Put statements in the order in which their matters end.

    Args:
        statements: In any order.

    Returns:
        The same, those of one unit in the order given.
    """
    return sorted(statements, key=lambda one: (one.at, one.units[-1].part, one.units[-1].place))


def overtaken(
    nodes: Sequence[Node], statements: Sequence[Statement]
) -> tuple[tuple[Node, ...], tuple[Relationship, ...]]:
    """Mark code of a short talk in which a later statement sets another value.

    Args:
        nodes: One per statement, in order.
        statements: What the nodes were made from.

    Returns:
        The nodes, such code abandoned, and what supersedes each.
    """
    set_to = [
        {} if node.type == NodeType.CODE else dict(_SET.findall(said.line))
        for node, said in zip(nodes, statements, strict=True)
    ]
    found: list[Node] = []
    ties: list[Relationship] = []
    for node, said in zip(nodes, statements, strict=True):
        values = dict(_SET.findall(node.summary)) if node.type == NodeType.CODE else {}
        by = next(
            (
                at
                for at, later in enumerate(set_to)
                if statements[at].at > said.at
                and statements[at].units[-1].stance in {Stance.TELLS, Stance.BINDS}
                and any(key in values and values[key] != later[key] for key in later)
            ),
            None,
        )
        if by is None:
            found.append(node)
            continue
        found.append(node.model_copy(update={"status": Status.ABANDONED}))
        ties.append(Relationship(start=nodes[by].id, end=node.id, type=RelationType.SUPERSEDES))
    return tuple(found), tuple(ties)


def is_put_right(unit: Unit, reading: Reading) -> bool:
    """Tell whether an assistant says of a fault that was just reported that it put it right.

    Args:
        unit: A person's.
        reading: The conversation.

    Returns:
        True where the next message reports a fix and not merely proposes one.
    """
    if unit.stance != Stance.FAULT:
        return False
    exchange = reading.placed[unit.message].exchange
    return any(
        other.message > unit.message
        and reading.placed[other.message].exchange == exchange
        and not reading.placed[other.message].is_human
        and other.stance == Stance.TELLS
        and has_cue(plain(other.text), Cue.FIX, Cue.DONE)
        for other in reading.units
    )


def left_open(statement: Statement) -> Statement:
    """Open a fault that people report in a short talk and that nobody says is over.

    Args:
        statement: Judged and joined.

    Returns:
        The statement; unchanged where it tells of an end, or of no fault.
    """
    kind, status = statement.judged
    stances = {unit.stance for unit in statement.units}
    if (kind, status) != (NodeType.PROBLEM, Status.RESOLVED) or not statement.is_human:
        return statement
    if Stance.FAULT not in stances or Stance.ENDS in stances or statement.units[0].thread < 0:
        return statement
    if has_cue(statement.line, Cue.FIX, Cue.DONE):
        return statement
    weight = sum(vote[2] for vote in statement.votes)
    return replace(statement, votes=((kind, Status.OPEN, weight),))
