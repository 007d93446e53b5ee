"""Whether a later node supersedes an earlier one, or only stands against it.

The guard of supersession in one place: compatible types, one subject, later, and it says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from graphpack.merge.frame import fills_otherwise, frame
from graphpack.merge.identity import is_reversal, may_reverse
from graphpack.merge.statement import Statement, statement
from graphpack.model.codes import NodeType, Status
from graphpack.model.graph import Node

_D, _F, _X = NodeType.DECISION, NodeType.FACT, NodeType.CONTEXT
# what may take the place of what at all; the last two only where the newer names what it drops
_COMPATIBLE = frozenset(
    {(_D, _D), (_F, _F), (_D, _X), (_F, _X)}
    | {(kind, kind) for kind in (NodeType.GOAL, NodeType.CODE, NodeType.ASSUMPTION)}
    | {(kind, NodeType.ASSUMPTION) for kind in (_D, _F)}
)
_IF_NAMED = frozenset({(_D, _F), (_F, _D)})

_COVERED_RATIO = 0.5
_SAME_SUBJECT_RATIO = 0.5
_VETO_RATIO = 0.5
_OPPOSED_RATIO = 0.7
_ABOUT_TERMS = 3
# longer statements tell of many things; what they say by the way replaces no other
_MOST_TERMS = 20
# two long descriptions of like things differ in a "not" without being at odds
_MOST_OPPOSED_TERMS = 8


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why one node supersedes another.

    Args:
        reason: In a few words.
        strength: Larger is stronger; the weakest edge of a cycle is given up.
    """

    reason: str
    strength: float


def is_compatible(newer: Node, older: Node, *, is_named: bool = False) -> bool:
    """Tell whether one node may supersede another by its type.

    Args:
        newer: The one that would stand.
        older: The one that would be abandoned.
        is_named: True where the newer one names what it drops; then decision and fact may
            replace each other, because a switch is often told as the other of the two.

    Returns:
        True for decision over decision, fact over fact, an answer over an open question, the
        like over goals, code and assumptions.

    Source:
        The supersession guard of docs/architecture.md.
    """
    pair = (newer.type, older.type)
    if older.type == NodeType.CONTEXT:
        return pair in _COMPATIBLE and older.status != Status.ABANDONED
    return pair in _COMPATIBLE or (is_named and pair in _IF_NAMED)


def evidence(newer: Node, older: Node) -> Evidence | None:
    """Look for words of the newer node that replace what the older one states.

    Args:
        newer: A node, known to come later.
        older: A node.

    Returns:
        The strongest reason; None where the texts give none.
    """
    if NodeType.CODE in {newer.type, older.type}:
        return None
    one, other = statement(newer.summary), statement(older.summary)
    if one.is_question or not one.words or not other.words:
        return None
    if max(len(one.words), len(other.words)) > _MOST_TERMS:
        return None
    is_choice = newer.type == older.type == NodeType.DECISION
    if _drops(one, other, is_choice=is_choice):
        found = Evidence("names what it drops", 3.0)
    elif _vetoes(one, other):
        found = Evidence("vetoes it", 3.0)
    elif _reverses(one, other):
        found = Evidence("states the contrary", 2.5)
    elif _resets(one, other):
        found = Evidence("another value for the same slot", 2.0)
    elif _is_free(one) and _is_free(other) and fills_otherwise(newer.summary, older.summary):
        found = Evidence("another value for the same subject", 1.5)
    else:
        return None
    is_named = found.strength >= 3.0
    return found if is_compatible(newer, older, is_named=is_named) else None


def pointed_terms(node: Node) -> frozenset[str]:
    """Give the terms by which a node could replace or contradict another.

    Args:
        node: Any node.

    Returns:
        Keys one of which the other node must have; empty for most nodes, which saves comparing
        them with all others.
    """
    one = statement(node.summary)
    if node.type == NodeType.CODE or len(one.words) > _MOST_TERMS:
        return frozenset()
    if may_reverse(one):
        return one.words
    filled = frame(node.summary)
    subject = filled.subject if filled else frozenset()
    return one.dropped | one.denied | one.labels | subject


def has_common_subject(newer: Node, older: Node) -> bool:
    """Tell whether two nodes plausibly speak of one thing.

    Args:
        newer: A node.
        older: Another one.

    Returns:
        True where they share a name, or a third of the shorter one's terms.
    """
    one, other = statement(newer.summary), statement(older.summary)
    shared = one.words & other.words
    if shared & (one.names | one.proper):
        return True
    least = min(len(one.words), len(other.words))
    return bool(shared) and len(shared) * 3 >= least


def says_so(newer: Node) -> bool:
    """Tell whether a node says that something changed, or that something is not to be.

    Args:
        newer: A node.

    Returns:
        True for a turn, a thing left behind or a veto.
    """
    one = statement(newer.summary)
    return one.has_turn or bool(one.dropped) or True in one.polarity


def is_contradiction(one: Node, other: Node) -> bool:
    """Tell whether two nodes state opposites about the same thing.

    Args:
        one: A node.
        other: Another one; the order does not matter.

    Returns:
        True where nearly all terms are shared and one denies what the other asserts, or one has
        the opposite word.
    """
    kinds = {NodeType.DECISION, NodeType.FACT}
    if one.type not in kinds or other.type not in kinds:
        return False
    first, second = statement(one.summary), statement(other.summary)
    if first.is_question or second.is_question or first.limits != second.limits:
        return False
    if not first.words or not second.words:
        return False
    if first.dropped or second.dropped:
        return False
    if max(len(first.words), len(second.words)) > _MOST_OPPOSED_TERMS:
        return False
    if _reverses(first, second):
        return True
    denies = bool(first.denied & second.asserted or second.denied & first.asserted)
    return denies and _ratio(first, second) >= _OPPOSED_RATIO


def _drops(newer: Statement, older: Statement, *, is_choice: bool) -> bool:
    """Tell whether the newer statement leaves behind what the older one is about.

    Args:
        newer: A statement.
        older: A statement.
        is_choice: True where both are decisions; then a choice of the thing dropped falls with
            it even where the older one says much more.
    """
    gone = newer.dropped & older.asserted
    if not gone or _speaks_elsewhere(newer, older):
        return False
    is_named = bool(gone & (older.specifics | newer.specifics))
    covered = len(older.asserted & newer.words) / len(older.asserted)
    if covered >= _COVERED_RATIO and (
        is_named or len(gone) >= _COVERED_RATIO * len(older.asserted)
    ):
        return True
    if not is_choice:
        return False
    about = frozenset([key for key in older.sequence if key in older.asserted][:_ABOUT_TERMS])
    return bool(gone & about & older.specifics)


def _speaks_elsewhere(newer: Statement, older: Statement) -> bool:
    """Tell whether each has a number or name of its own that the other would have to share.

    «Moved the session cache off Redis» says nothing about «Redis for the job queue».
    """
    mine = newer.asserted - newer.specifics
    theirs = older.asserted - older.specifics - newer.dropped
    # one word on a side is as often a reason as a subject
    return len(mine) > 1 and len(theirs) > 1 and not mine & theirs


def _vetoes(newer: Statement, older: Statement) -> bool:
    if True in older.polarity or not newer.denied or newer.limits - older.limits:
        return False
    denied = newer.denied & older.asserted
    if not denied or newer.denied - older.words:
        return False
    return len(denied) >= _VETO_RATIO * len(older.asserted)


def _reverses(newer: Statement, older: Statement) -> bool:
    """Tell whether one word was turned into its contrary and nothing else was touched."""
    if (newer.polarity[0], newer.limits) != (older.polarity[0], older.limits):
        return False
    changed = (newer.words - older.words, older.words - newer.words)
    is_alike = bool(newer.words & older.words) and all(len(words) <= 1 for words in changed)
    return is_alike and is_reversal(newer, older)


def _resets(newer: Statement, older: Statement) -> bool:
    """Tell whether a number both give the same label has changed."""
    if newer.polarity != older.polarity:
        return False
    mine, theirs = _values(newer), _values(older)
    labels = [label for label in mine if label in theirs]
    changed = [label for label in labels if _is_changed(mine[label], theirs[label])]
    if not changed:
        return False
    left, right = newer.words - newer.numbers, older.words - older.numbers
    if (newer.names - older.names) and (older.names - newer.names):
        return _differ_in_version_only(newer, older)
    shared = len(left & right) / len(left | right) if left | right else 1.0
    if newer.has_turn or newer.dropped:
        # a turn word lets the newer one say more, but not about another thing
        is_about = newer.sequence[0] in {*changed, *right} and bool(newer.proper & {*changed})
        return right <= left or shared >= _SAME_SUBJECT_RATIO or is_about
    return shared > _SAME_SUBJECT_RATIO and (right <= left or left <= right)


def _differ_in_version_only(newer: Statement, older: Statement) -> bool:
    labels = {label for label, _ in newer.slots} & {label for label, _ in older.slots}
    return all(
        any(name.startswith(label) for label in labels) for name in (newer.names ^ older.names)
    )


def _values(one: Statement) -> dict[str, frozenset[str]]:
    values: dict[str, set[str]] = {}
    for label, number in one.slots:
        values.setdefault(label, set()).add(number)
    return {label: frozenset(numbers) for label, numbers in sorted(values.items())}


def _is_changed(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    if len(mine) > 1 or len(theirs) > 1:
        return False
    (new,), (old,) = mine, theirs
    # «3» and «3.2» do not differ, one is only more exact
    return new != old and not new.startswith(f"{old}.") and not old.startswith(f"{new}.")


def _is_free(one: Statement) -> bool:
    return True not in one.polarity and not one.limits and not one.is_question


def _ratio(one: Statement, other: Statement) -> float:
    return len(one.words & other.words) / len(one.words | other.words)
