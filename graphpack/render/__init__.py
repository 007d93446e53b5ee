"""Writes a graph in any of its forms: a table of renderers, and the check before they leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphpack.errors import UsageError
from graphpack.model.check import check
from graphpack.model.codes import Mode
from graphpack.model.graph import ContextGraph
from graphpack.model.record import Record
from graphpack.model.report import Notice
from graphpack.model.subset import without_low
from graphpack.render.archive import render_archive
from graphpack.render.compact import render_compact
from graphpack.render.diagrams import render_dot, render_mermaid
from graphpack.render.handoff import render_handoff, render_paste
from graphpack.render.markdown import render_markdown
from graphpack.render.options import Options
from graphpack.render.readable import render_readable
from graphpack.render.stats import stats_line

__all__ = ["RENDERERS", "Options", "Rendered", "Renderer", "render", "size", "stats_line"]


def _graphml(graph: ContextGraph, options: Options) -> str:
    from graphpack.render.graphml import render_graphml  # noqa: PLC0415 - start-up: XML, seldom needed

    return render_graphml(graph, options)


@dataclass(frozen=True, slots=True)
class Renderer:
    """One row of the table.

    Args:
        write: From a valid graph to text.
        mode: The form whose rules and JSON Pointers hold.
        about: One line for help texts.
    """

    write: Callable[[ContextGraph, Options], str]
    mode: Mode
    about: str

    @property
    def has_low(self) -> bool:
        """Whether nodes of low importance are written."""
        return self.mode != Mode.COMPACT


RENDERERS: dict[str, Renderer] = {
    "compact": Renderer(render_compact, Mode.COMPACT, "one dense line for the next model"),
    "readable": Renderer(render_readable, Mode.READABLE, "full names and prose, for people"),
    "archive": Renderer(render_archive, Mode.ARCHIVE, "with all evidence and the run's record"),
    "paste": Renderer(render_paste, Mode.COMPACT, "the compact form, ready to paste into a chat"),
    "handoff": Renderer(render_handoff, Mode.READABLE, "the prompt alone: where the work stands"),
    "markdown": Renderer(render_markdown, Mode.READABLE, "a page by what is open and what holds"),
    "mermaid": Renderer(render_mermaid, Mode.READABLE, "a flowchart for pages of Markdown"),
    "dot": Renderer(render_dot, Mode.READABLE, "a drawing for Graphviz"),
    "graphml": Renderer(_graphml, Mode.READABLE, "for programs that work on graphs"),
}


@dataclass(frozen=True, slots=True)
class Rendered:
    """A written graph.

    Args:
        text: Without a final newline.
        tokens: Size of ``text`` by the counter given.
        mode: Name in the table.
        nodes: Nodes written, children too.
        relationships: Relationships written.
        notices: Warnings of the check, and what this form left out.
    """

    text: str
    tokens: int
    mode: str
    nodes: int
    relationships: int
    notices: tuple[Notice, ...] = ()


def render(
    graph: ContextGraph,
    *,
    to: str,
    count: Callable[[str], int],
    with_sources: bool = False,
    record: Record | None = None,
) -> Rendered:
    """Write a graph; one that breaks an invariant raises GraphError instead.

    Args:
        graph: The graph to write.
        to: A name in ``RENDERERS``.
        count: Size of a text in tokens.
        with_sources: True to write each node's evidence.
        record: The run's account, for the archive form.

    Returns:
        The text, its size and what it holds; an unknown form raises a UsageError.
    """
    renderer = _renderer(to)
    written = graph if renderer.has_low else without_low(graph)
    notices = check(written, mode=renderer.mode)
    nodes = sum(1 for _ in written.walk())
    left_out = sum(1 for _ in graph.walk()) - nodes
    if left_out:
        what = "low nodes are not written in this form"
        notices += (Notice("low-left-out", "", what, count=left_out),)
    text = renderer.write(written, Options(with_sources=with_sources, record=record))
    return Rendered(text, count(text), to, nodes, len(written.relationships), notices)


def size(
    graph: ContextGraph, *, to: str, count: Callable[[str], int], with_sources: bool = False
) -> int:
    """Measure what ``render`` would write, unchecked: a graph is measured a hundred times.

    Args:
        graph: The graph to measure.
        to: A name in ``RENDERERS``.
        count: Size of a text in tokens.
        with_sources: True to write each node's evidence.

    Returns:
        Its size in tokens.
    """
    renderer = _renderer(to)
    written = graph if renderer.has_low else without_low(graph)
    return count(renderer.write(written, Options(with_sources=with_sources)))


def _renderer(name: str) -> Renderer:
    if name not in RENDERERS:
        raise UsageError(f"{name!r} is not a form", hint=f"one of {', '.join(RENDERERS)}")
    return RENDERERS[name]
