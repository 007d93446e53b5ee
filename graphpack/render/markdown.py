"""A graph as a page of Markdown: what is open, what holds, what is settled, what was dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from graphpack.model.codes import NodeType, RelationType
from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.model.standing import Standing, standings
from graphpack.patterns import compiled
from graphpack.render.options import Options
from graphpack.text.invisible import visible

_LIVE = compiled(r"[\\`*\[\]<>|~&]|(?<![^\W_])_|_(?![^\W_])")
# what begins a line of another kind: a heading, a list, a rule
_START = compiled(r"^(\s*)([#+=-]|\d+[.)])")
_BREAK = compiled(r"\s+")


def render_markdown(graph: ContextGraph, options: Options) -> str:
    """Write a graph for people, and for whatever shows Markdown.

    Args:
        graph: A valid graph.
        options: Whether to write sources.

    Returns:
        Markdown without HTML; nothing in a text of the graph acts as Markdown.
    """
    where = standings(graph)
    ties = _ties(graph)
    lines = [f"# {plain(graph.description) or 'Context graph'}"]
    for standing in Standing:
        roots = [node for node in graph.nodes if where[node.id] is standing]
        if roots:
            lines += ["", f"## {standing.capitalize()}", ""]
            for node in roots:
                lines += _item(node, ties, depth=0, with_sources=options.with_sources)
    if graph.handoff:
        lines += ["", "## Hand-off", "", plain(graph.handoff)]
    return "\n".join(lines)


def plain(text: str) -> str:
    """Write words on one line so that Markdown takes them for words.

    Args:
        text: Any.

    Returns:
        The line; special characters have a backslash before them.
    """
    line = _LIVE.sub(r"\\\g<0>", _BREAK.sub(" ", visible(text)).strip())
    return _START.sub(_started, line)


def _started(found: re.Match[str]) -> str:
    sign = found[2]
    return f"{found[1]}{sign[:-1]}\\{sign[-1]}"


def _ties(graph: ContextGraph) -> Mapping[str, list[Relationship]]:
    found: dict[str, list[Relationship]] = {}
    for tie in graph.relationships:
        found.setdefault(tie.start, []).append(tie)
        if tie.type == RelationType.SUPERSEDES:
            found.setdefault(tie.end, []).append(tie)
    return found


def _item(
    node: Node, ties: Mapping[str, list[Relationship]], *, depth: int, with_sources: bool
) -> Iterator[str]:
    margin = "  " * depth
    traits = [node.id, node.type, node.importance, node.status]
    if node.confidence is not None:
        traits.append(f"confidence {node.confidence:.2f}")
    told = ", ".join(plain(trait) for trait in traits if trait)
    title = f"**{plain(node.title)}:** " if node.title else ""
    if node.type == NodeType.CODE:
        yield f"{margin}- {title}{told}"
        yield ""
        yield from (f"{margin}  {line}" for line in _fenced(node.summary))
        yield ""
    else:
        yield f"{margin}- {title}{plain(node.summary)} ({told})"
    for tie in ties.get(node.id, ()):
        other = tie.end if tie.start == node.id else tie.start
        verb = plain(tie.type.replace("_", " "))
        yield f"{margin}  - {verb if tie.start == node.id else 'superseded by'} {plain(other)}"
    if with_sources:
        for source in node.sources:
            yield f"{margin}  - message {source.message}: “{plain(source.quote)}”"
    for child in node.children:
        yield from _item(child, ties, depth=depth + 1, with_sources=with_sources)


def _fenced(text: str) -> list[str]:
    longest = max((len(run) for run in re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return [fence, *text.splitlines(), fence]
