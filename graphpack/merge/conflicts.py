"""Whether a later node supersedes an earlier one, or only stands against it.

The guard of supersession in one place: compatible types, one subject, later, and it says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graphpack.merge.frame import fills_otherwise, frame
from graphpack.merge.identity import may_reverse
from graphpack.merge.replacing import drops, reopens, resets, reverses, turns, vetoes
from graphpack.merge.statement import Statement, bare, statement
from graphpack.model.codes import NodeType, Status
from graphpack.model.graph import Node
from graphpack.text import iter_sentences
from graphpack.text.dropped import is_argued
from graphpack.text.lifting import is_lifting, lifts

_D, _F, _X = NodeType.DECISION, NodeType.FACT, NodeType.CONTEXT
# what may take the place of what at all; the last two only where the newer names what it drops
_COMPATIBLE = frozenset(
    {(_D, _D), (_F, _F), (_D, _X), (_F, _X)}
    | {(kind, kind) for kind in (NodeType.GOAL, NodeType.CODE, NodeType.ASSUMPTION)}
    | {(kind, NodeType.ASSUMPTION) for kind in (_D, _F)}
)
_IF_NAMED = frozenset({(_D, _F), (_F, _D), (_D, NodeType.GOAL), (_F, NodeType.GOAL)})

SAID = 2.2
"""Evidence from here on says in words that something changes; less is only another value."""

_OPPOSED_RATIO = 0.7
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
    other = statement(older.summary)
    if not 0 < len(other.words) <= _MOST_TERMS:
        return None
    found = [
        told
        for text in _readings(newer.summary)
        if (told := _evidence(text, newer, older)) is not None
    ]
    return max(found, key=lambda told: told.strength, default=None)


@lru_cache(maxsize=4096)
def _readings(text: str) -> tuple[str, ...]:
    """Give a statement whole, or in pairs of sentences where it tells of many things."""
    return (text,) if len(statement(text).words) <= _MOST_TERMS else tuple(_pairs(text))


def _pairs(text: str) -> Iterator[str]:
    plain = bare(text)
    spans = list(iter_sentences(plain))
    for first, last in zip(spans, [*spans[1:], spans[-1]], strict=True):
        both, one = plain[first[0] : last[1]], plain[first[0] : first[1]]
        yield both if len(statement(both).words) <= _MOST_TERMS else one


def _evidence(text: str, newer: Node, older: Node) -> Evidence | None:
    one, other = statement(text), statement(older.summary)
    # a question that leaves something behind is a wish: «can you drop A?»
    is_wish = bool(one.left or one.returned)
    if (one.is_question and not is_wish) or not 0 < len(one.words) <= _MOST_TERMS:
        return None
    is_choice = NodeType.DECISION in {newer.type, older.type}
    is_fact = newer.type == older.type == NodeType.FACT
    found = _said(text, one, other, (newer, older), is_choice=is_choice)
    if found is None and not one.is_question and not is_argued(text):
        found = _set_otherwise(text, one, other, (newer, older), is_fact=is_fact)
    if found is None:
        return None
    is_named = found.strength >= SAID
    # a goal is given up where what takes its place says the goal again, not with one of its means
    is_goal = older.type == NodeType.GOAL != newer.type and older.status != Status.RESOLVED
    if is_goal and len(other.asserted & one.words) * 2 < len(other.asserted):
        return None
    return found if is_compatible(newer, older, is_named=is_named) else None


def _said(
    text: str, one: Statement, other: Statement, nodes: tuple[Node, Node], *, is_choice: bool
) -> Evidence | None:
    newer, older = nodes
    if reopens(one, other):
        return Evidence("goes back to what it gave up", 3.5)
    is_measured = older.type == NodeType.FACT and bool(other.numbers - one.words)
    if drops(one, other, is_choice=is_choice, is_measured=is_measured):
        return Evidence("names what it drops", 3.0)
    is_other = bool((one.asserted & one.specifics) - other.words)
    if newer.type == NodeType.DECISION and _is_lifted(text, older.summary):
        return Evidence("orders what it forbade", 3.0)
    is_ruling = newer.type == NodeType.DECISION or one.has_turn or is_other
    if is_ruling and not one.is_question and vetoes(one, other):
        return Evidence("vetoes it", 3.0)
    return None


def _is_lifted(text: str, older: str) -> bool:
    """Tell whether all that an older statement says was forbidden, and is ordered now."""
    said = _sentences(text) if is_lifting(text) else []
    return bool(said) and all(
        any(lifts(sentence, ban) for sentence in said) for ban in _sentences(older)
    )


def _sentences(text: str) -> list[str]:
    plain = bare(text)
    return [plain[start:end] for start, end in iter_sentences(plain)]


def _set_otherwise(
    text: str, one: Statement, other: Statement, nodes: tuple[Node, Node], *, is_fact: bool
) -> Evidence | None:
    newer, older = nodes
    if reverses(one, other):
        return Evidence("states the contrary", 2.1)
    # what is told of a thing turns no order round: «the slow tests take an hour now»
    is_told = is_fact or (newer.type == NodeType.FACT and not other.asserted)
    if turns(one, other, is_fact=is_told):
        return Evidence("says that it changes it", SAID)
    if resets(one, other):
        return Evidence("another value for the same slot", 2.0)
    if _is_free(one) and _is_free(other) and fills_otherwise(text, older.summary):
        return Evidence("another value for the same subject", 1.5)
    return None


def pointed_terms(node: Node) -> frozenset[str]:
    """Give the terms by which a node could replace or contradict another.

    Args:
        node: Any node.

    Returns:
        Keys one of which the other node must have; empty for most nodes, which saves comparing
        them with all others.
    """
    if node.type == NodeType.CODE:
        return frozenset()
    return frozenset[str]().union(*map(_pointed, _readings(node.summary)))


def _pointed(text: str) -> frozenset[str]:
    one = statement(text)
    if len(one.words) > _MOST_TERMS:
        return frozenset()
    if may_reverse(one) or one.sets_anew or is_lifting(text):
        return one.words
    filled = frame(text)
    subject = filled.subject if filled else frozenset()
    left = frozenset[str]().union(*(dropped.terms for dropped in one.left))
    return left | one.denied | one.labels | one.returned | one.kept | subject


def may_name(newer: Node, older: str) -> bool:
    """Tell whether a node could say in words that what an older text states is given up.

    Args:
        newer: A node.
        older: The text.

    Returns:
        False where comparing them would find nothing of the kind, as they share no word by which
        it could; what orders again what was forbidden may use other forms of the words.
    """
    is_any, named = _named_terms(newer.summary)
    return is_any or not named.isdisjoint(statement(older).words)


@lru_cache(maxsize=4096)
def _named_terms(text: str) -> tuple[bool, frozenset[str]]:
    """Whether a text may order what was forbidden, and the words by which it gives up others."""
    readings = _readings(text)
    read = [statement(reading) for reading in readings]
    left = frozenset[str]().union(*(dropped.terms for one in read for dropped in one.left))
    named = left.union(*(one.denied | one.returned | one.kept for one in read))
    return any(map(is_lifting, readings)), named


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
    return one.has_turn or bool(one.left) or True in one.polarity


def is_contradiction(one: Node, other: Node) -> bool:
    """Tell whether two nodes state opposites about the same thing.

    Args:
        one: A decision or a fact.
        other: Another one, which shares a term with it; the order does not matter.

    Returns:
        True where nearly all terms are shared and one denies what the other asserts, or one has
        the opposite word.
    """
    first, second = statement(one.summary), statement(other.summary)
    if first.is_question or second.is_question or first.limits != second.limits:
        return False
    if first.dropped or second.dropped:
        return False
    if max(len(first.words), len(second.words)) > _MOST_OPPOSED_TERMS:
        return False
    if reverses(first, second):
        return True
    denies = bool(first.denied & second.asserted or second.denied & first.asserted)
    return denies and _ratio(first, second) >= _OPPOSED_RATIO


def _is_free(one: Statement) -> bool:
    return True not in one.polarity and not one.limits and not one.is_question


def _ratio(one: Statement, other: Statement) -> float:
    return len(one.words & other.words) / len(one.words | other.words)
