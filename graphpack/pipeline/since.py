"""Keeps the ids of nodes from one pack of a conversation to the next one of the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphpack.merge.identity import Likeness, compare
from graphpack.model.graph import ContextGraph, Node, Relationship, Source
from graphpack.patterns import compiled
from graphpack.pipeline.finish import Finished, renamed
from graphpack.text import normal
from graphpack.text.details import shared_ratio

_SAME_WORDS, _SAME_STATEMENT, _SAME_PLACE = 3.0, 2.0, 1.0
_RELATED_RATIO = 0.4
"""Share of a statement's words that the one at the same place must have in common with it."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier pack of the same conversation.

    Args:
        graph: What it held; its sources, where it has them, tell more than its words.
        gone: Ids of nodes that were cut from it: never given to another one.
    """

    graph: ContextGraph
    gone: tuple[str, ...] = ()


def keep_ids(finished: Finished, earlier: Earlier) -> Finished:
    """Give the nodes that were in an earlier pack the ids they had there.

    Args:
        finished: With ids of its own.
        earlier: The earlier pack.

    Returns:
        The same nodes in the same order; new ones have numbers that no other node ever had.
    """
    names: dict[str, str] = {}
    known = _matched(finished.graph.nodes, earlier.graph.nodes)
    taken = [node.id for node in earlier.graph.walk()] + [*earlier.gone]
    free = max((int(found.group(1)) for id in taken if (found := _ROOT.match(id))), default=0)
    for node in finished.graph.nodes:
        old = known.get(node.id)
        if old is None:
            free += 1
        names[node.id] = old.id if old else f"n{free}"
        names.update(_below(node, names[node.id], old))
    for id in sorted(set(finished.names.values()) - names.keys(), key=_number):
        free += 1
        names[id] = f"n{free}"
    graph = finished.graph.model_copy(
        update={
            "nodes": tuple(_named(node, names) for node in finished.graph.nodes),
            "relationships": tuple(_tied(tie, names) for tie in finished.graph.relationships),
            "handoff": renamed(finished.graph.handoff, names),
        }
    )
    return replace(
        finished,
        graph=graph,
        names={old: names.get(new, new) for old, new in finished.names.items()},
        gone=tuple(_named(node, names) for node in finished.gone),
        joined=tuple(
            replace(
                one, kept=names.get(one.kept, one.kept), folded=names.get(one.folded, one.folded)
            )
            for one in finished.joined
        ),
    )


_ROOT = compiled(r"n(\d+)")


def _number(id: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"\d+", id))


def _matched(new: Sequence[Node], old: Sequence[Node]) -> dict[str, Node]:
    """The old node of each new one that is in it again, by the new one's id; each once."""
    scored = [
        (score, -at, -place)
        for at, node in enumerate(new)
        for place, other in enumerate(old)
        if (score := _likeness(node, other))
    ]
    found: dict[int, int] = {}
    used: set[int] = set()
    for _, at, place in sorted(scored, reverse=True):
        if -at not in found and -place not in used:
            found[-at] = -place
            used.add(-place)
    return {new[at].id: old[place] for at, place in found.items()}


def _likeness(node: Node, other: Node) -> float:
    if normal(node.summary) == normal(other.summary):
        return _SAME_WORDS
    if compare(node, other).likeness is Likeness.SAME:
        return _SAME_STATEMENT
    shared = max(
        shared_ratio(node.summary, [other.summary]), shared_ratio(other.summary, [node.summary])
    )
    is_there = any(_overlaps(one, two) for one in node.sources for two in other.sources)
    if node.type == other.type and is_there and shared >= _RELATED_RATIO:
        return _SAME_PLACE + shared / 2
    return 0.0


def _overlaps(one: Source, other: Source) -> bool:
    is_one_part = (one.message, one.part) == (other.message, other.part)
    return is_one_part and one.start < other.end and other.start < one.end


def _below(node: Node, name: str, old: Node | None) -> Mapping[str, str]:
    """Names for a node's children."""
    known = _matched(node.children, old.children) if old else {}
    free = max((_number(child.id)[-1] for child in (old.children if old else ())), default=0)
    names: dict[str, str] = {}
    for child in node.children:
        was = known.get(child.id)
        if was is None:
            free += 1
        names[child.id] = was.id if was else f"{name}.{free}"
        names.update(_below(child, names[child.id], was))
    return names


def _named(node: Node, names: Mapping[str, str]) -> Node:
    children = tuple(_named(child, names) for child in node.children)
    return node.model_copy(update={"id": names.get(node.id, node.id), "children": children})


def _tied(tie: Relationship, names: Mapping[str, str]) -> Relationship:
    return tie.model_copy(update={"start": names[tie.start], "end": names[tie.end]})
