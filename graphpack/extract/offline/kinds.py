"""Decides what kind of node a statement is and where the matter stands.

Wording that leaves no doubt decides; else the learned models do.
"""

from __future__ import annotations

import re

from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.ranking import Ranker
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Kind
from graphpack.model.codes import NodeType, Status

_POSTPONED = re.compile(
    r"\b(?:defer(?:red|ring|s)?\b|postpon\w+|(?:as |in |for |is |a )+follow[- ]?up\b|follow[- ]?up (?:pr|issue|ticket|task|change|commit)"
    r"|out of scope|separate (?:pr|issue|ticket|change|task|branch)|not (?:in|for) this (?:pr|branch|release|version|change|sprint)"
    r"|not (?:now|before|until)\b|backlog|hold off|park(?:ed)? (?:it|this|that)|next (?:release|sprint|version|milestone)"
    r"|future (?:work|pr|release|version)|(?:do|handle|fix|address|add|tackle|decide|come back to|look at|deal with)\b.{0,40}\blater\b"
    r"|later (?:on|version|release|pr)\b|leave (?:it|that|this|them) for|for later|another time|phase (?:2|two)"
    r"|verschoben|später (?:machen|klären)|vertagt|erst (?:im|nach)|reporté\w*|plus tard|más (?:tarde|adelante)|aplazad\w+|pospuest\w+"
    r"|adiad\w+|mais tarde|depois d[aoe]|rimandat\w+|più avanti|отлож\w+|позже|потом сделаем)"
    r"|以后再|之后再|稍后再|暂不|下次再|后续再|後回し|後で(?:対応|やる|検討)|次回|見送|나중에",
    re.IGNORECASE,
)
_BLOCKED = re.compile(
    r"\b(?:blocked (?:by|on|until)?|waiting (?:for|on)|can(?:'|’)?t proceed|cannot proceed|pending (?:approval|review)"
    r"|blockiert|wartet auf|bloqué|en attente d|bloquead\w+|esperando|aguardando|in attesa d|заблокирован\w*|жд[её]м)\b|等待|卡在|待ち",
    re.IGNORECASE,
)

RULED = 0.8
"""Log-odds by which a person's veto or rule is a decision rather than anything else."""

MAX_CODE_CHARS = 500
"""Longer code is no state to carry; it can be read again where it was written."""


def kind_of(statement: Statement, ranker: Ranker, *, is_last: bool) -> NodeType:
    """Name a statement's node type.

    Args:
        statement: A worded statement.
        ranker: The learned models.
        is_last: It stands in the last exchange.

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
    is_question = line.endswith(("?", "？"))
    if is_question and is_last and not statement.is_human:
        return NodeType.CONTEXT
    if is_postponed(line):
        return NodeType.DECISION if statement.is_human else NodeType.CONTEXT
    if statement.is_human and has_cue(line, Cue.VETO, Cue.RULE):
        scores[NodeType.DECISION] = scores.get(NodeType.DECISION, 0.0) + RULED
    if not (is_last and has_cue(line, Cue.OPEN, Cue.PENDING, Cue.NEXT, Cue.BLOCKED)):
        scores.pop(NodeType.CONTEXT, None)
    if not has_cue(line, Cue.PROBLEM, Cue.CAUSE):
        scores.pop(NodeType.PROBLEM, None)
    if not statement.is_human:
        scores.pop(NodeType.GOAL, None)
    return NodeType(max(sorted(scores), key=lambda name: scores[name]))


def is_ruling(statement: Statement) -> bool:
    """Tell whether a person lays something down: a veto, a rule, a choice, a change of course.

    Args:
        statement: A worded statement.

    Returns:
        True for a person's directive; never for a question or a mere request.
    """
    return (
        statement.is_human
        and statement.units[-1].kind not in {Kind.CODE, Kind.OUTPUT, Kind.QUOTE}
        and not statement.line.endswith(("?", "？"))
        and has_cue(statement.line, Cue.VETO, Cue.RULE, Cue.DECISION, Cue.REVERSAL)
    )


def is_postponed(line: str) -> bool:
    """Tell whether a line puts something off in so many words.

    Args:
        line: A worded statement.

    Returns:
        True for a deferral; a mere «later» or «for now» in passing is none.
    """
    return bool(_POSTPONED.search(line)) and not line.endswith(("?", "？"))


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
    if kind == NodeType.CODE:
        return None
    if is_postponed(line):
        return Status.DEFERRED
    if is_last and _BLOCKED.search(line):
        return Status.BLOCKED
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
