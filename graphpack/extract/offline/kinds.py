"""Decides what kind of node a statement is and where the matter stands.

Wording that leaves no doubt decides; else the learned models do.
"""

from __future__ import annotations

from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.ranking import Ranker
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Kind
from graphpack.model.codes import NodeType, Status

RULED = 0.8
"""Log-odds by which a person's veto or rule is a decision rather than anything else."""

MAX_CODE_CHARS = 500
"""Longer code is no state to carry; it can be read again where it was written."""


def kind_of(statement: Statement, ranker: Ranker) -> NodeType:
    """Name a statement's node type.

    Args:
        statement: A worded statement.
        ranker: The learned models.

    Returns:
        Its type.
    """
    unit = statement.units[-1]
    line = statement.line
    if unit.kind == Kind.CODE:
        return NodeType.CODE
    if unit.kind == Kind.OUTPUT:
        return NodeType.PROBLEM if unit.label == "error" else NodeType.FACT
    scores = dict(ranker.kind_of(statement.row))
    scores.pop(NodeType.CODE, None)
    scores.pop(NodeType.ASSUMPTION, None)
    if line.endswith(("?", "？")) and not statement.is_human:
        return NodeType.CONTEXT
    if statement.is_human and has_cue(line, Cue.VETO, Cue.RULE):
        scores[NodeType.DECISION] = scores.get(NodeType.DECISION, 0.0) + RULED
    return NodeType(max(sorted(scores), key=lambda name: scores[name]))


def status_of(statement: Statement, kind: NodeType, *, is_last: bool) -> Status | None:
    """Say where a matter stands as far as its own words tell.

    Args:
        statement: A worded statement.
        kind: Its type.
        is_last: It stands in the last exchange.

    Returns:
        A status; None for a fact or decision whose words tell nothing.
    """
    line = statement.line
    if has_cue(line, Cue.DEFERRED) and kind != NodeType.CODE:
        return Status.DEFERRED
    if kind == NodeType.PROBLEM:
        fixed = has_cue(line, Cue.FIX, Cue.DONE) or not is_last
        return Status.RESOLVED if fixed else Status.OPEN
    if kind == NodeType.GOAL:
        return Status.ACTIVE if is_last else Status.RESOLVED
    if kind == NodeType.CONTEXT:
        return Status.OPEN
    if kind == NodeType.FACT and has_cue(line, Cue.DONE):
        return Status.RESOLVED
    return None
