"""What was replaced, in few words beside what replaced it: nobody proposes it again.

A replaced choice is worth nothing alone and little in full; behind its replacement one clause of
it says what the work has left behind, and why a successor finds traces of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from graphpack.model.codes import Importance, NodeType, RelationType, Status
from graphpack.model.graph import ContextGraph, Node
from graphpack.patterns import compiled
from graphpack.text import is_wide, iter_sentences, words

MOST_CHARS, MOST_WIDE_CHARS = 90, 40
_LINE_WORDS, _LINE_CHARS, _WIDE_LINE_CHARS = 30, 180, 60
"""A model's line is this long at most and has no word to spare: the reason stands at its end."""

MOST_REPLACED = 4
"""So many of them at most go with what replaced them; more would tell of the past alone."""

_CLAUSE_END = compiled(r"(?:(?<!\s)\s++)?+[,;:(—–]\s|[，；：、（]")
_LEAST_SHARE = 3


def replacements(graph: ContextGraph, pinned: Collection[str]) -> dict[str, str]:
    """Find the replaced root nodes that are told with the important ones that replaced them.

    Args:
        graph: Any graph.
        pinned: Ids that stay as they are.

    Returns:
        The id of what replaced it for each, worth most first.
    """
    roots = {node.id: node for node in graph.nodes}
    found: dict[str, str] = {}
    ties = [tie for tie in graph.relationships if tie.type == RelationType.SUPERSEDES]
    pairs = [
        (roots[tie.start], roots[tie.end]) for tie in ties if {tie.start, tie.end} <= roots.keys()
    ]
    for newer, older in sorted(pairs, key=lambda pair: (-pair[0].value, -pair[1].value)):
        # one is enough: a successor must know the name, not how often it was said
        if older.id in pinned or older.children or newer.id in found.values():
            continue
        is_told = newer.importance == Importance.HIGH or newer.id in pinned
        # an older value of a fact misleads nobody who has the newer one
        is_choice = newer.type == older.type == NodeType.DECISION
        if is_told and is_choice and older.status == Status.ABANDONED:
            found.setdefault(older.id, newer.id)
    return dict(list(found.items())[:MOST_REPLACED])


def in_brief(graph: ContextGraph, replaced: Mapping[str, str]) -> ContextGraph:
    """Say in one clause what was replaced.

    Args:
        graph: Any graph.
        replaced: As ``replacements`` gives it.

    Returns:
        The same graph with shorter summaries.
    """
    if not replaced:
        return graph
    said = {node.id: node.summary for node in graph.nodes}
    nodes = tuple(
        _brief(node, said[replaced[node.id]]) if node.id in replaced else node
        for node in graph.nodes
    )
    return graph.model_copy(update={"nodes": nodes})


def behind(order: Sequence[str], replaced: Mapping[str, str]) -> list[str]:
    """Put each replaced node right behind what replaced it.

    Args:
        order: Ids.
        replaced: As ``replacements`` gives it.

    Returns:
        The same ids; a replaced one keeps its place where the other is not among them.
    """
    known = set(order)
    moved = {older: newer for older, newer in replaced.items() if {older, newer} <= known}
    result: list[str] = []

    def put(node_id: str) -> None:
        if node_id in result:
            return
        result.append(node_id)
        for older, newer in moved.items():
            if newer == node_id:
                put(older)

    for node_id in order:
        if node_id not in moved:
            put(node_id)
    for node_id in order:
        put(node_id)  # two that replace one another are behind nothing
    return result


def _brief(node: Node, newer: str) -> Node:
    opening = f"{node.speaker}: " if node.speaker else ""
    text = node.summary.removeprefix(opening)
    known = set(words(newer))
    most = _WIDE_LINE_CHARS if is_wide(text) else _LINE_CHARS
    if len(text.split()) <= _LINE_WORDS and len(text) <= most:
        return node
    sentences = [text[start:end] for start, end in iter_sentences(text)] or [text]
    # the sentence that speaks of what changed
    told = max(sentences, key=lambda said: (len(known & set(words(said))), len(said)))
    brief = opening + _clause(told)
    return node.model_copy(update={"summary": brief, "title": None})


def _clause(sentence: str) -> str:
    most = MOST_WIDE_CHARS if is_wide(sentence) else MOST_CHARS
    if len(sentence) <= most:
        return sentence
    ends = [found.start() for found in _CLAUSE_END.finditer(sentence) if found.start() <= most]
    good = [end for end in ends if end * _LEAST_SHARE >= most and _is_closed(sentence[:end])]
    if good:
        return sentence[: good[-1]]
    space = sentence.rfind(" ", 0, most)
    stop = space if space > 0 else _before_name(sentence, most)
    return f"{sentence[:stop].rstrip(' ,;:')} …" if stop < len(sentence) else sentence


def _before_name(text: str, stop: int) -> int:
    """Step back to where a number, address or name begins: half a version is another version."""
    start = stop
    while start and text[start - 1].isascii() and text[start].isascii():
        start -= 1
    return start or len(text)


def _is_closed(text: str) -> bool:
    return (
        text.count("(") == text.count(")") and not text.count("`") % 2 and not text.count('"') % 2
    )
