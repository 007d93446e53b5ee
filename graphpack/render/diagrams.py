"""A graph as text that others draw: Mermaid for Markdown pages, DOT for Graphviz."""

from __future__ import annotations

from collections.abc import Mapping

from graphpack.model.codes import Importance, NodeType, RelationType
from graphpack.model.graph import ContextGraph, Node
from graphpack.model.standing import Standing, standings
from graphpack.patterns import compiled
from graphpack.render.options import Options
from graphpack.text.invisible import visible

WORDS_CHARS = 90
_LINE_CHARS = 30
_COLOURS: Mapping[str, str] = {
    NodeType.GOAL: "#7a3fb0",
    NodeType.DECISION: "#1f5fbf",
    NodeType.FACT: "#2f7043",
    NodeType.PROBLEM: "#b3261e",
    NodeType.ASSUMPTION: "#8f5a00",
    NodeType.CODE: "#4d5765",
    NodeType.CONTEXT: "#0f6e77",
}
_UNKNOWN = "#5c616b"
_CONTROLS = compiled("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_MERMAID = {ord(char): f"#{ord(char)};" for char in '"#<>&`;\\{}[]()|%'}
_DOT = {ord('"'): '\\"', ord("\\"): "\\\\", ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}


def render_mermaid(graph: ContextGraph, options: Options) -> str:
    """Write a graph as a Mermaid flowchart.

    Args:
        graph: A valid graph.
        options: Not used: a drawing has no place for evidence.

    Returns:
        The text of a ``mermaid`` block.
    """
    names = {node.id: f"s{place}" for place, node in enumerate(graph.walk())}
    where = standings(graph)
    lines = ["flowchart LR"]
    for node in graph.walk():
        words = "<br>".join(line.translate(_MERMAID) for line in _lines(node))
        lines.append(f'  {names[node.id]}["{words}"]')
    for parent, child in _under(graph):
        lines.append(f"  {names[parent]} -.- {names[child]}")
    for tie in graph.relationships:
        arrow = "==>" if tie.type == RelationType.SUPERSEDES else "-->"
        verb = _words(tie.type.replace("_", " ")).translate(_MERMAID)
        lines.append(f'  {names[tie.start]} {arrow}|"{verb}"| {names[tie.end]}')
    for node in graph.walk():
        style = [f"stroke:{_COLOURS.get(node.type, _UNKNOWN)}"]
        style += ["stroke-width:3px"] if node.importance == Importance.HIGH else []
        style += ["stroke-dasharray:5 4"] if where[node.id] is Standing.DROPPED else []
        lines.append(f"  style {names[node.id]} {','.join(style)}")
    return "\n".join(lines)


def render_dot(graph: ContextGraph, options: Options) -> str:
    """Write a graph in the language of Graphviz.

    Args:
        graph: A valid graph.
        options: Not used: a drawing has no place for evidence.

    Returns:
        A ``digraph``.
    """
    where = standings(graph)
    lines = [
        "digraph context {",
        f"  graph [rankdir=LR, label={_quoted(graph.description)}];",
        '  node [shape=box, fontname="sans-serif"];',
        '  edge [fontname="sans-serif"];',
    ]
    for node in graph.walk():
        traits = {
            "label": "\\n".join(line.translate(_DOT) for line in _lines(node)),
            "color": _COLOURS.get(node.type, _UNKNOWN),
            "penwidth": "2.5" if node.importance == Importance.HIGH else "1",
            "style": "rounded,dashed" if where[node.id] is Standing.DROPPED else "rounded",
        }
        told = ", ".join(f'{name}="{value}"' for name, value in traits.items())
        lines.append(f"  {_quoted(node.id)} [{told}];")
    for parent, child in _under(graph):
        lines.append(f"  {_quoted(parent)} -> {_quoted(child)} [style=dotted, arrowhead=none];")
    for tie in graph.relationships:
        bold = ", style=bold" if tie.type == RelationType.SUPERSEDES else ""
        label = _quoted(tie.type.replace("_", " "))
        lines.append(f"  {_quoted(tie.start)} -> {_quoted(tie.end)} [label={label}{bold}];")
    return "\n".join([*lines, "}"])


def _under(graph: ContextGraph) -> list[tuple[str, str]]:
    return [(node.id, child.id) for node in graph.walk() for child in node.children]


def _quoted(text: str) -> str:
    return f'"{_words(text).translate(_DOT)}"'


def _words(text: str) -> str:
    return " ".join(_CONTROLS.sub(" ", visible(text)).split())


def _lines(node: Node) -> list[str]:
    """A node's id, type and status, and below its words, broken so that a box is no ribbon."""
    head = " · ".join(part for part in (node.id, node.type, node.status) if part)
    words = _words(node.title or node.summary)
    if len(words) > WORDS_CHARS:
        words = words[: WORDS_CHARS - 1].rstrip() + "…"
    lines = [""]
    for word in words.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= _LINE_CHARS:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [_words(head), *lines]
