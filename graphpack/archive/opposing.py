"""Whose word a statement is, and which statements of two people say two things of one matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphpack.merge.conflicts import evidence, pointed_terms
from graphpack.merge.draft import latest
from graphpack.merge.heads import head
from graphpack.merge.statement import statement
from graphpack.model.codes import CONFLICT_NOTE, NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node

MARK = "graphpack-said:"
"""Begins the extra fields that tell of which statements a node is made while it is woven."""

_STATED = frozenset({NodeType.DECISION, NodeType.FACT})
_CONFLICT_WORDS = 8
_USUAL = ("User: ", "Assistant: ")


def said_in(node: Node) -> list[str]:
    """Give the ids of the statements that a node is made of."""
    return [key.removeprefix(MARK) for key in node.extra if key.startswith(MARK)]


def opening(node: Node) -> str:
    """Give the «User: » that a summary opens with, or nothing."""
    return next((usual for usual in _USUAL if node.summary.startswith(usual)), "")


def plain(node: Node) -> str:
    """Give a summary without its opening."""
    return node.summary.removeprefix(opening(node))


def without_person(summary: str, said: Sequence[str], people: Mapping[str, str]) -> str:
    """Take the person off a summary.

    Args:
        summary: It may open with one of those who said it.
        said: The ids of the statements that it is made of.
        people: Whose word each of them is.

    Returns:
        The rest.
    """
    for person in sorted({people[one] for one in said if one in people}):
        if summary.startswith(f"{person}: "):
            return summary.removeprefix(f"{person}: ")
    return summary


def people_of(node: Node, people: Mapping[str, str]) -> frozenset[str]:
    """Give the people who say what a node says."""
    return frozenset(people[one] for one in said_in(node) if one in people)


def contradictions(graph: ContextGraph, people: Mapping[str, str]) -> list[tuple[str, str]]:
    """Find the pairs that say two things of one matter: the merger's, and those of two people.

    Args:
        graph: Merged; its nodes tell of which statements they are made.
        people: Whose word each statement is.

    Returns:
        Ids of nodes, the later one of each pair first.
    """
    nodes = {node.id: node for node in graph.walk()}
    fallen = {tie.end for tie in graph.relationships if tie.type == RelationType.SUPERSEDES}
    found: dict[tuple[str, str], None] = {}
    for tie in graph.relationships:
        both = (nodes[tie.start], nodes[tie.end])
        if tie.type == RelationType.RELATED_TO and all(
            CONFLICT_NOTE in one.summary for one in both
        ):
            found[_later_first(*both)] = None
    standing = [
        node.model_copy(update={"summary": _bare(node, people)})
        for name, node in nodes.items()
        if name not in fallen and node.status != Status.ABANDONED and node.type in _STATED
    ]
    for newer in standing:
        pointed = pointed_terms(newer)
        for older in standing if pointed else ():
            whose, others = people_of(newer, people), people_of(older, people)
            if not whose or not others or whose & others or not _is_later(newer, older):
                continue
            if pointed & statement(older.summary).words and evidence(newer, older) is not None:
                found[newer.id, older.id] = None
    return list(found)


def _bare(node: Node, people: Mapping[str, str]) -> str:
    return without_person(node.summary, said_in(node), people)


def _is_later(one: Node, other: Node) -> bool:
    mine, theirs = latest(one), latest(other)
    return mine is not None and theirs is not None and mine[0] > theirs[0]


def _later_first(one: Node, other: Node) -> tuple[str, str]:
    return (other.id, one.id) if _is_later(other, one) else (one.id, other.id)


def are_tied(graph: ContextGraph, one: str, other: str) -> bool:
    """Tell whether two nodes are connected at all."""
    ends = {one, other}
    return any({tie.start, tie.end} == ends for tie in graph.relationships)


def noted(
    nodes: Mapping[str, Node], pairs: Sequence[tuple[str, str]], people: Mapping[str, str]
) -> dict[str, str]:
    """Name in each of a pair what the other says, and who says it.

    Args:
        nodes: By id.
        pairs: Of ids.
        people: Whose word each statement is.

    Returns:
        The summaries that change, by id.
    """
    found: dict[str, str] = {}
    for pair in pairs:
        for mine, theirs in (pair, pair[::-1]):
            summary = nodes[mine].summary
            if CONFLICT_NOTE in found.get(mine, summary):
                continue
            other = nodes[theirs]
            whose = ", ".join(sorted(people_of(other, people)))
            told = head(_bare(other, people), words=_CONFLICT_WORDS) or other.title or other.id
            told = (f"{whose}: " if whose else "") + told.replace("[", "(").replace("]", ")")
            found[mine] = f"{summary.rstrip()} {CONFLICT_NOTE}{told}]"
    return found
