"""What a sentence of a short talk is by how its speaker stands to it, and where it stands."""

from __future__ import annotations

from graphpack.extract.offline.attitudes import SHOWING
from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.stance import is_short
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Kind, Stance
from graphpack.model.codes import NodeType, Status
from graphpack.text.told import tells_fault

_KINDS = {
    # what is offered or guessed holds for nobody yet
    Stance.OFFERS: NodeType.ASSUMPTION,
    Stance.GUESSES: NodeType.ASSUMPTION,
    Stance.ENDS: NodeType.FACT,
}

_OF_PEOPLE = {
    Stance.BINDS: NodeType.DECISION,
    Stance.PUTS_OFF: NodeType.DECISION,
}

_ASKING = frozenset({Stance.ASKS, Stance.OFFERS})
_ANSWERING = frozenset({Stance.BINDS, Stance.FAULT, Stance.TELLS})

_STANDING = frozenset({NodeType.PROBLEM, NodeType.CONTEXT})


def kind_in_talk(statement: Statement, *, changes: bool) -> NodeType | None:
    """Name the type that a statement has by its stance alone.

    Args:
        statement: A worded statement.
        changes: It gives something up or turns round.

    Returns:
        Its type; None where its stance tells nothing.
    """
    unit = statement.units[-1]
    if statement.is_human and unit.kind == Kind.SENTENCE and SHOWING.match(plain(unit.text)):
        return NodeType.GOAL
    if unit.stance is None:
        return None
    if not statement.is_human:
        return _KINDS.get(unit.stance)
    if unit.stance == Stance.UNKNOWN:
        is_fault = tells_fault(statement.line) or has_cue(statement.line, Cue.PROBLEM)
        return NodeType.PROBLEM if is_fault else NodeType.CONTEXT
    is_answer = statement.units[0].stance in _ASKING and unit.stance in _ANSWERING
    if (
        is_answer
        and statement.reply is None
        and not changes
        and (unit.stance != Stance.BINDS or is_short(unit))
    ):
        return NodeType.FACT  # «not set» answers what was asked
    if unit.stance == Stance.BINDS and unit.act is not None:
        return None
    if unit.stance == Stance.FAULT:
        return NodeType.PROBLEM if unit.thread < 0 and not changes else None
    return _OF_PEOPLE.get(unit.stance) or _KINDS.get(unit.stance)


def status_in_talk(statement: Statement, kind: NodeType) -> Status | None:
    """Say where a matter stands by a statement's stance alone.

    Args:
        statement: A worded statement.
        kind: Its type.

    Returns:
        A status; None where its stance tells nothing.
    """
    unit = statement.units[-1]
    if unit.stance == Stance.PUTS_OFF:
        return Status.DEFERRED
    if kind not in _STANDING:
        return None
    if unit.stance == Stance.FAULT and kind == NodeType.PROBLEM and unit.thread < 0:
        return Status.OPEN
    return Status.OPEN if unit.stance == Stance.UNKNOWN else None
