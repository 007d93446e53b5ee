"""Problems that somebody says are still there, after they were reported or even fixed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphpack.extract.offline.features import Surroundings
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.unsolved import POINTING, UNSOLVED
from graphpack.model.codes import NodeType, RelationType, Status
from graphpack.model.graph import Node, Relationship
from graphpack.text import identifiers, normal, words

LEAST_SHARE = 0.3
"""Share of a problem's terms, by weight, that the later message has to name."""

MANY_TERMS = 3
"""With so many terms in common half of that share is enough."""

MOST_POINTING_TERMS = 5
"""Who says more names what is meant."""

NEAR_MESSAGES = 2
"""«Leave it open» means what was spoken of in the last messages before it."""


def reopened(
    nodes: Sequence[Node],
    ties: Sequence[Relationship],
    statements: Sequence[Statement],
    units: Sequence[Unit],
    around: Surroundings,
) -> tuple[tuple[Node, ...], tuple[Relationship, ...]]:
    """Open the problems again that a person later says are not solved.

    Args:
        nodes: One per statement, in order.
        ties: What the links found.
        statements: What the nodes were made from.
        units: All units of the conversation, in order.
        around: The conversation's statistics.

    Returns:
        The nodes and relationships; a fix that did not hold resolves nothing.
    """
    said = _said_open(units, around)
    if not said:
        return tuple(nodes), tuple(ties)
    at_of = {node.id: statement.at for node, statement in zip(nodes, statements, strict=True)}
    fixed = {
        tie.end: max(at_of[tie.start], -1) for tie in ties if tie.type == RelationType.RESOLVES
    }
    found: set[str] = set()
    for node, statement in zip(nodes, statements, strict=True):
        if node.type != NodeType.PROBLEM or node.status != Status.RESOLVED:
            continue
        after = max(fixed.get(node.id, -1), statement.at)
        if any(word.at > after and _means(statement, word, around) for word in said):
            found.add(node.id)
    return (
        tuple(
            node.model_copy(update={"status": Status.OPEN}) if node.id in found else node
            for node in nodes
        ),
        tuple(t for t in ties if t.type != RelationType.RESOLVES or t.end not in found),
    )


@dataclass(frozen=True, slots=True)
class _Word:
    """A message in which a person says that something is not solved.

    Args:
        at: Its index.
        terms: All it names.
        is_pointing: It only points at what was spoken of: «leave it open».
    """

    at: int
    terms: frozenset[str]
    is_pointing: bool


def _said_open(units: Sequence[Unit], around: Surroundings) -> list[_Word]:
    named: dict[int, set[str]] = {}
    pointing: dict[int, bool] = {}
    for at, unit in enumerate(units):
        named.setdefault(unit.message, set()).update(around.terms[at])
        line = plain(unit.text)
        if (
            unit.kind in {Kind.SENTENCE, Kind.ITEM}
            and around.is_human(unit)
            and not line.endswith(("?", "？"))
            and UNSOLVED.search(line)
        ):
            is_short = len(around.terms[at]) <= MOST_POINTING_TERMS
            is_pointing = is_short and POINTING.search(line) is not None
            pointing[unit.message] = pointing.get(unit.message, False) or is_pointing
    return [_Word(at, frozenset(named[at]), is_one) for at, is_one in pointing.items()]


def _means(statement: Statement, word: _Word, around: Surroundings) -> bool:
    names = [*words(statement.line), *(normal(name) for name in identifiers(statement.line))]
    weights = {term: around.weight(term) for term in sorted(set(names)) if len(term) > 2}
    common = [weight for term, weight in weights.items() if term in word.terms]
    share = sum(common) / (sum(weights.values()) or 1.0)
    if share >= LEAST_SHARE or (len(common) >= MANY_TERMS and share >= LEAST_SHARE / 2):
        return True
    return word.is_pointing and word.at - statement.at <= NEAR_MESSAGES
