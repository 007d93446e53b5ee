"""``graphpack show``: a pack in the terminal."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from graphpack.cli.speak import harmless, is_terminal, put, say_notices
from graphpack.cli.surroundings import working_folder
from graphpack.cli.verifying import guarded_pack
from graphpack.model.codes import Importance
from graphpack.model.graph import ContextGraph, Node
from graphpack.model.standing import Standing, earlier, standings, superseded
from graphpack.packs.guarding import let_out
from graphpack.pipeline.safety import policy_of
from graphpack.settings import load

_COLOURS = {
    Standing.OPEN: "yellow",
    Standing.HOLDS: "green",
    Standing.SETTLED: "blue",
    Standing.DROPPED: "bright_black",
}
_PIPE_COLUMNS = 100


def run_show(file: str, arguments: Mapping[str, Any], *, is_plain: bool) -> None:
    """Show a pack.

    Args:
        file: Path of the pack, or ``-``.
        arguments: From the flags, by setting name.
        is_plain: True for a line for each statement, without a tree and colours.
    """
    settings = load(arguments, environment=os.environ, folder=working_folder())
    policy = policy_of(settings)
    loaded = guarded_pack(file, policy)
    if is_plain:
        put(let_out("\n".join(_lines(loaded.graph)), policy))
    else:
        put(_drawn(loaded.graph), end="", is_harmless=True)
    if not settings.quiet:
        say_notices(loaded.notices)


def _lines(graph: ContextGraph) -> Iterable[str]:
    where = standings(graph)
    by = superseded(graph)
    for standing in Standing:
        for node in graph.walk():
            if where[node.id] is standing:
                gone = f" [superseded by {by[node.id]}]" if node.id in by else ""
                words = _one_line(f"{_words(node)}{gone}")
                fields = (standing, node.id, node.type, node.importance, node.status or "-", words)
                yield "\t".join(_one_line(field) for field in fields)


def _drawn(graph: ContextGraph) -> str:
    is_shown = is_terminal(sys.stdout)
    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=is_shown,
        no_color=None if is_shown else True,
        width=None if is_shown else _PIPE_COLUMNS,
        highlight=False,
        emoji=False,
    )
    console.print(Text(_one_line(graph.description), style="bold"))
    where = standings(graph)
    for standing in Standing:
        roots = [node for node in graph.nodes if where[node.id] is standing]
        if roots:
            heading = Text(f"{standing.capitalize()} ({len(roots)})")
            heading.stylize(f"bold {_COLOURS[standing]}")
            tree = Tree(heading, guide_style="bright_black")
            for node in roots:
                _branch(tree, node, graph, where)
            console.print(tree)
    return out.getvalue()


def _branch(tree: Tree, node: Node, graph: ContextGraph, where: Mapping[str, Standing]) -> None:
    colour = _COLOURS[where[node.id]]
    traits = (
        node.type,
        node.status,
        *([node.importance] if node.importance == Importance.HIGH else []),
    )
    text = Text()
    text.append(f"{_one_line(node.id)} ", style="bright_black")
    text.append(" ".join(_one_line(trait) for trait in traits if trait), style=colour)
    text.append("  ")
    is_dropped = where[node.id] is Standing.DROPPED
    style = "strike" if is_dropped else "bold" if node.importance == Importance.HIGH else ""
    text.append(_one_line(_words(node)), style=style)
    branch = tree.add(text)
    nodes = {other.id: other for other in graph.walk()}
    for name, _ in earlier(graph, node.id):
        was = Text("was ", style="bright_black")
        was.append(f"{_one_line(name)} {_one_line(_words(nodes[name]))}", style="strike")
        branch.add(was)
    for child in node.children:
        _branch(branch, child, graph, where)


def _words(node: Node) -> str:
    return f"{node.title}: {node.summary}" if node.title else node.summary


def _one_line(text: str) -> str:
    return " ".join(harmless(text).split())
