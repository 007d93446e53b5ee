"""Decides what kind of node a statement is and where the matter stands.

Wording that leaves no doubt decides; else the learned models do.
"""

from __future__ import annotations

import re

from graphpack.extract.offline.answers import Reply
from graphpack.extract.offline.attitudes import OFFERING
from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.phrases import (
    ASSIGNED,
    LABELLED,
    MINUTED,
    ORDER,
    POSTPONED,
    UNDECIDED,
)
from graphpack.extract.offline.ranking import Ranker
from graphpack.extract.offline.reports import is_state, without_contents
from graphpack.extract.offline.signs import (
    ASKS_FOR,
    FAULT,
    LEFT,
    LEFT_HEADING,
    LEFT_OPENING,
    NO_TROUBLE,
    NOT_BUT,
    POLITE,
    is_blocked,
)
from graphpack.extract.offline.spoken import NOT_NOW
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.talk_kinds import kind_in_talk, status_in_talk
from graphpack.extract.offline.units import Act, Kind, Stance
from graphpack.extract.offline.unsolved import UNSOLVED
from graphpack.extract.offline.wording import label_type
from graphpack.model.codes import NodeType, Status
from graphpack.patterns import compiled
from graphpack.text import leaving
from graphpack.text.dropped import dropped_spans, is_turn, returned_spans
from graphpack.text.lifting import is_emphatic
from graphpack.text.told import tells_fault, without_begun, without_told

_RULING = (
    Cue.DECISION, Cue.REVERSAL, Cue.REJECTED, Cue.VETO, Cue.RULE, Cue.DEFERRED, Cue.PREFERENCE,
)  # fmt: skip

_OUTPUT_KINDS = {"task": NodeType.CONTEXT, "error": NodeType.PROBLEM}

_ACT_KINDS = {
    Act.SETTLE: NodeType.DECISION,
    Act.TAKE_ON: NodeType.GOAL,
    Act.LEAVE_OPEN: NodeType.CONTEXT,
    Act.PUT_OFF: NodeType.DECISION,
    Act.NOTE: NodeType.FACT,
}

_WISHED = (Cue.REQUEST, Cue.GOAL)

FIRST_MESSAGES = 2
"""What is wanted at the very start is the session's goal; it holds until it is reached."""

_NO_ORDERS = {NodeType.FACT, NodeType.PROBLEM}
"""What an order is not: «raise the limit to 50» states no fact."""

OURS = compiled(leaving.OURS, re.IGNORECASE)

_SPEAKER = compiled(r"^[^:\n]{1,60}: ")

_BESIDE = compiled(
    r"\b(?:instead of|rather than|statt|anstatt|anstelle|plutôt que|au lieu|en (?:vez|lugar)|em vez"
    r"|invece|вместо)(?!\w)",
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
        return _OUTPUT_KINDS.get(unit.label, NodeType.FACT)
    done = _by_act(statement)
    if done is not None:
        return done
    if line.endswith(("?", "？")) and is_last and not statement.is_human:
        return NodeType.CONTEXT
    label = label_type(plain(statement.units[0].text)) if statement.is_human else None
    if label is not None:
        return NodeType(label)
    minuted = _minuted(line) or kind_in_talk(statement, changes=is_change(line))
    if minuted is not None:
        return minuted
    put_off = _put_off(statement, is_last=is_last)
    if put_off is not None:
        return put_off
    if statement.is_human and unit.kind != Kind.QUOTE and is_change(line):
        return NodeType.DECISION
    if _reports_fault(statement):
        return NodeType.PROBLEM
    likeliest = _told(statement, _likeliest(statement, ranker, is_last=is_last), is_last=is_last)
    return _wished(statement, likeliest)


def _wished(statement: Statement, likeliest: NodeType) -> NodeType:
    """What a person orders or asks for is no fact, however it is worded."""
    line = statement.line
    is_advice = statement.units[-1].stance is not None and not statement.is_human
    if is_advice and likeliest == NodeType.DECISION:
        return NodeType.FACT  # who only advises decides nothing
    if not statement.is_human or line.endswith(("?", "？")) or likeliest not in _NO_ORDERS:
        return likeliest
    said = _SPEAKER.sub("", line)
    if ORDER.match(said) or ASKS_FOR.search(said):
        return NodeType.DECISION
    is_wish = statement.units[-1].thread < 0 and POLITE.search(said)
    return NodeType.GOAL if is_wish else likeliest


def _by_act(statement: Statement) -> NodeType | None:
    """What somebody does by saying it: chooses, settles, takes on."""
    if statement.reply == Reply.CHOSE:
        return NodeType.DECISION
    if statement.reply in {Reply.AGREED, Reply.REFUSED}:
        # «does it also fail in debug?» asks how things are
        is_offer = any(OFFERING.search(one.text) for one in statement.units[:-1])
        is_talk = statement.units[-1].stance is not None
        return NodeType.DECISION if is_offer else NodeType.FACT if is_talk else None
    act = next((one.act for one in reversed(statement.units) if one.act), None)
    done = None if act is None else _ACT_KINDS[act]
    is_unknown = statement.units[-1].stance == Stance.UNKNOWN
    return None if is_unknown and done in {NodeType.DECISION, NodeType.FACT} else done


def _put_off(statement: Statement, *, is_last: bool) -> NodeType | None:
    """What puts something off, or says that it is not decided or not solved."""
    line = statement.line
    if is_last and _is_left(statement):
        return NodeType.CONTEXT
    if is_postponed(line):
        return NodeType.DECISION if statement.is_human else NodeType.CONTEXT
    if not statement.is_human or line.endswith(("?", "？")):
        return None
    if UNDECIDED.search(line):
        return NodeType.CONTEXT
    is_prose = statement.units[-1].kind != Kind.QUOTE and not is_change(line)
    return NodeType.PROBLEM if is_prose and UNSOLVED.search(line) else None


def _reports_fault(statement: Statement) -> bool:
    """Tell whether a person reports that something goes wrong, and lays nothing down beside."""
    line = statement.line
    if not statement.is_human or line.endswith(("?", "？")) or not tells_fault(line):
        return False
    rest = without_told(line)
    is_asked = ORDER.match(_SPEAKER.sub("", line)) or has_cue(rest, *_RULING)
    return not is_asked


def _is_left(statement: Statement) -> bool:
    """Tell whether something stands under «open» or begins with it."""
    unit = statement.units[-1]
    above = (unit.text,) if unit.kind == Kind.HEADING else (unit.heading, unit.lead)
    if any(LEFT_HEADING.fullmatch(plain(label)) for label in above if label):
        return True
    return LEFT_OPENING.match(_SPEAKER.sub("", plain(unit.text))) is not None


def _told(statement: Statement, likeliest: NodeType, *, is_last: bool) -> NodeType:
    """What a line's own words make of a statement that looks like a mere fact."""
    if likeliest != NodeType.FACT or statement.units[-1].thread >= 0:
        return likeliest
    if is_last and not statement.is_human and LEFT.search(statement.line):
        return NodeType.CONTEXT
    is_fault = FAULT.search(NO_TROUBLE.sub(" ", without_contents(statement.line)))
    return NodeType.PROBLEM if is_fault else likeliest


def _likeliest(statement: Statement, ranker: Ranker, *, is_last: bool) -> NodeType:
    """The best learned type among those that the words allow."""
    line = statement.line
    scores = dict(ranker.kind_of(statement.row))
    barred = {NodeType.CODE, NodeType.ASSUMPTION}
    if statement.is_human and has_cue(without_told(line), Cue.VETO, Cue.RULE):
        scores[NodeType.DECISION] = scores.get(NodeType.DECISION, 0.0) + RULED
    if not (is_last and has_cue(line, Cue.OPEN, Cue.PENDING, Cue.NEXT, Cue.BLOCKED)):
        barred.add(NodeType.CONTEXT)
    told = NO_TROUBLE.sub(" ", without_contents(line))
    if not has_cue(told, Cue.PROBLEM, Cue.CAUSE):
        barred.add(NodeType.PROBLEM)
    among_people = statement.units[-1].thread >= 0
    is_nobodys = is_state(line) or (among_people and not has_cue(line, Cue.GOAL))
    if not statement.is_human or is_nobodys:
        barred.add(NodeType.GOAL)
    allowed = sorted(name for name in scores if name not in barred)
    best = NodeType(max(allowed, key=lambda name: scores[name]))
    # «A instead of B» may tell how things are as well as how they are to be
    # and what was «never called» is a fault and no rule
    said = FAULT.sub(" ", _BESIDE.sub(" ", without_told(line)))
    is_decided = has_cue(said, *_RULING) or (statement.is_human and is_change(line))
    if best != NodeType.DECISION or is_decided:
        return best
    # without a word of deciding it is no decision, however much it looks like one
    return NodeType.PROBLEM if has_cue(told, Cue.PROBLEM) else NodeType.FACT


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
        and bool(
            has_cue(without_told(statement.line), Cue.VETO, Cue.RULE, Cue.DECISION, Cue.REVERSAL)
            or is_change(statement.line)
            or _minuted(statement.line) == NodeType.DECISION
            or LABELLED.match(plain(statement.units[0].text))
        )
    )


def _minuted(line: str) -> NodeType | None:
    """What a meeting's minutes call a line: a resolution, or something to do."""
    said = _SPEAKER.sub("", line)
    if MINUTED.match(line) or MINUTED.match(said):
        return NodeType.DECISION
    return NodeType.GOAL if ASSIGNED.match(line) or ASSIGNED.match(said) else None


def is_change(line: str) -> bool:
    """Tell whether a line gives something up, goes back to it or turns round.

    Args:
        line: A worded statement, with or without who says it.

    Returns:
        True where it says so in so many words; then a person decides.
    """
    line = without_begun(line)
    said = _SPEAKER.sub("", line)
    if returned_spans(line) or is_turn(said) or is_emphatic(said) or NOT_BUT.match(said):
        return True
    if not dropped_spans(line):
        return False
    rest = _BESIDE.sub(" ", said)
    # «rows are read instead of columns» tells how things are, and nobody gives anything up;
    # who begins with what is to go wants another
    is_told = rest != said and not dropped_spans(rest) and not _BESIDE.match(said.strip())
    is_theirs = OURS.search(rest) or ORDER.match(said)
    return not is_told or bool(is_theirs) or has_cue(rest, *_RULING, *_WISHED)


def is_postponed(line: str) -> bool:
    """Tell whether a line puts something off in so many words.

    Args:
        line: A worded statement.

    Returns:
        True for a deferral; a mere «later» or «for now» in passing is none.
    """
    is_off = POSTPONED.search(line) or NOT_NOW.search(line)
    return is_off is not None and not line.endswith(("?", "？"))


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
    in_talk = status_in_talk(statement, kind)
    if in_talk is not None:
        return in_talk
    if is_last and is_blocked(line):
        return Status.BLOCKED
    if kind == NodeType.PROBLEM:
        if has_cue(line, Cue.FIX, Cue.DONE):
            return Status.RESOLVED
        return Status.OPEN if is_last or UNSOLVED.search(line) else Status.RESOLVED
    if kind == NodeType.GOAL:
        is_last = is_last or _minuted(line) is not None
        is_last = is_last or label_type(plain(statement.units[0].text)) is not None
        is_task = statement.units[-1].act == Act.TAKE_ON
        return (
            Status.ACTIVE
            if is_last or is_task or statement.at < FIRST_MESSAGES
            else Status.RESOLVED
        )
    if kind == NodeType.CONTEXT:
        return Status.OPEN
    return None
