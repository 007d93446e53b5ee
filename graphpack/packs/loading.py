"""Reads packs back, with the evidence that lies beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from graphpack.errors import GraphError
from graphpack.model.codes import Mode
from graphpack.model.fault import settle
from graphpack.model.graph import ContextGraph, Node
from graphpack.model.line import dense_line
from graphpack.model.pack import evidence_path, parse_pack
from graphpack.model.record import Record
from graphpack.model.report import Notice
from graphpack.packs.documents import document_of, pack_bytes, placed

SAME_RATIO = 0.5
"""Share of a pack's nodes that an evidence file must hold in the same words to be that pack's."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A pack that was read back.

    Args:
        name: Of its file, for people.
        graph: What it holds; with the sources of the evidence beside it.
        mode: The form it was written in.
        record: The run's record; None where neither the pack nor its evidence has one.
        notices: What was odd about it.
    """

    name: str
    graph: ContextGraph
    mode: Mode
    record: Record | None = None
    notices: tuple[Notice, ...] = ()

    @property
    def has_evidence(self) -> bool:
        """Whether any node says where it comes from."""
        return any(node.sources for node in self.graph.walk())


def load_pack(source: Path | str | bytes, *, name: str | None = None) -> Loaded:
    """Read a pack of any form; what is none raises GraphError, what cannot be read ReadError.

    Args:
        source: Its path, or the bytes of it.
        name: For people; None is the path.

    Returns:
        The pack; a compact or readable one with the evidence beside its file.
    """
    if isinstance(source, bytes):
        return _parsed(source, name or "-")
    path = Path(source)
    loaded = _parsed(pack_bytes(path, str(source), takes_pipe=True), name or str(source))
    beside = evidence_path(path)
    if loaded.mode == Mode.ARCHIVE or beside == path or not beside.is_file():
        return loaded
    evidence = _parsed(pack_bytes(beside, str(beside)), str(beside))
    return with_evidence(loaded, evidence)


def with_evidence(loaded: Loaded, evidence: Loaded) -> Loaded:
    """Give a pack the sources that its evidence file holds.

    Args:
        loaded: The pack; its own words and sources stay.
        evidence: What lies beside it.

    Returns:
        The pack with sources and record, or as it was with a notice where the evidence is another
        pack's.
    """
    theirs = {node.id: node for node in evidence.graph.walk()}
    mine = list(loaded.graph.walk())
    same = sum(node.id in theirs and _line(node) == _line(theirs[node.id]) for node in mine)
    if same < SAME_RATIO * len(mine):
        what = "is the evidence of another pack, and is not used"
        notice = Notice("evidence-of-another", evidence.name, what)
        return replace(loaded, notices=(*loaded.notices, notice))
    nodes = _sourced(loaded.graph.nodes, theirs)
    about = loaded.graph.about if loaded.graph.about.source else evidence.graph.about
    graph = loaded.graph.model_copy(update={"nodes": nodes, "about": about})
    return replace(loaded, graph=graph, record=evidence.record)


def _parsed(data: bytes, name: str) -> Loaded:
    try:
        parsed = parse_pack(document_of(data, name))
        notices = settle(parsed.faults, strict=False)
    except GraphError as error:
        raise GraphError(placed(name, error), hint=error.hint) from error
    return Loaded(name, parsed.graph, parsed.mode, parsed.record, notices)


def _sourced(nodes: Sequence[Node], evidence: Mapping[str, Node]) -> tuple[Node, ...]:
    found = []
    for node in nodes:
        other = evidence.get(node.id)
        sources = node.sources or (other.sources if other else ())
        children = _sourced(node.children, evidence)
        found.append(node.model_copy(update={"sources": sources, "children": children}))
    return tuple(found)


def _line(node: Node) -> str:
    return " ".join(dense_line(node).split())
