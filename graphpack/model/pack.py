"""Parses a written pack (compact, readable or archive) back into a graph.

What the structure allows is what the JSON Schemas in schemas/ allow; a test holds the two
together. Invariants that a schema cannot say are in ``check``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import orjson

from graphpack.errors import GraphError
from graphpack.model.check import faults_of
from graphpack.model.codes import FORMS, VERSION, Form, Mode
from graphpack.model.fault import Fault, settle
from graphpack.model.fields import Fields
from graphpack.model.graph import About, ContextGraph, PackSource
from graphpack.model.pack_parts import parse_node, parse_relationship
from graphpack.model.record import Record, parse_record
from graphpack.model.report import Notice
from graphpack.model.resume import from_line, from_prompt

EVIDENCE_SUFFIX = ".evidence.json"
_TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|\+00:00)$"
PACK_SOURCE_KEYS = frozenset(["format", "title", "messages", "tokens"])
COMPACT_KEYS = frozenset(["v", "mode", "desc", "chunks", "n", "rel", "handoff", "meta"])
METADATA_KEYS = frozenset([
    "description", "mode", "version", "node_count", "chunks",
    "compressed_at", "generator", "source",
])  # fmt: skip
READABLE_KEYS = frozenset(["metadata", "nodes", "relationships", "handoff_prompt", "meta"])
_OUTER_KEYS = {
    Mode.READABLE: frozenset(["context_graph"]),
    Mode.ARCHIVE: frozenset(["context_graph", "record"]),
}


class Pack(NamedTuple):
    """A pack that was read back.

    Args:
        graph: What it holds.
        mode: The form it was written in.
        notices: Warnings, by JSON Pointer.
    """

    graph: ContextGraph
    mode: Mode
    notices: tuple[Notice, ...]


class Parsed(NamedTuple):
    """A document taken apart, with everything that is wrong with it.

    Args:
        graph: As far as it is understood.
        mode: The form it is written in.
        record: The run's record, of an archive only.
        faults: In document order; the graph is whole only where none is fatal.
    """

    graph: ContextGraph
    mode: Mode
    record: Record | None
    faults: tuple[Fault, ...]


def read_pack(text: str | bytes, *, strict: bool = False) -> Pack:
    """Read a written pack of any form.

    What is not JSON, not a pack, or breaks the form or an invariant raises GraphError.

    Args:
        text: The JSON text.
        strict: True where warnings are errors too.

    Returns:
        Graph, mode and notices.

    Source:
        Seed 002, "Extensibility": unknown values are kept, not errors.
    """
    parsed = parse_pack(load_document(text))
    return Pack(parsed.graph, parsed.mode, settle(parsed.faults, strict=strict))


def evidence_path(path: Path) -> Path:
    """Name the archive form's file: beside the pack, ``pack.json`` → ``pack.evidence.json``."""
    return path.with_suffix(EVIDENCE_SUFFIX)


def load_document(text: str | bytes) -> Any:
    """Decode a pack's JSON.

    Args:
        text: The JSON text, with or without a byte order mark.

    Returns:
        The JSON value.

    Raises:
        GraphError: It is not JSON.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    try:
        return orjson.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        raise GraphError(
            f"/: not JSON ({error})", hint="give the file that export wrote"
        ) from error


def mode_of(document: Any) -> Mode:
    """Tell which form a document is written in.

    Args:
        document: A parsed JSON value.

    Returns:
        The form.

    Raises:
        GraphError: It is none of them.
    """
    if isinstance(document, dict):
        if "context_graph" in document:
            inner = document["context_graph"]
            metadata = inner.get("metadata") if isinstance(inner, dict) else None
            mode = metadata.get("mode") if isinstance(metadata, dict) else None
            return Mode.ARCHIVE if mode == Mode.ARCHIVE else Mode.READABLE
        if "n" in document or document.get("mode") == Mode.COMPACT:
            return Mode.COMPACT
    raise GraphError("/: not a context graph", hint="give a pack that export wrote")


def parse_pack(document: Any) -> Parsed:
    """Take a document apart and list everything that is wrong with it.

    What is no pack at all, or nested too deep to be one, raises GraphError.

    Args:
        document: A parsed JSON value.

    Returns:
        The graph as far as it is understood, and the faults.
    """
    mode = mode_of(document)
    structure = parse_structure(document, mode)
    broken = any(fault.is_fatal for fault in structure.faults)
    # an invariant of a graph that was only half understood says nothing about the document
    more = () if broken else faults_of(structure.graph, mode=mode)
    return structure._replace(faults=structure.faults + more)


def parse_structure(document: Any, mode: Mode) -> Parsed:
    """Take a document apart by its form alone, as a JSON Schema would.

    What is nested too deep to be a pack raises GraphError.

    Args:
        document: A parsed JSON value.
        mode: The form to read it as.

    Returns:
        The graph as far as it is understood, and the faults of its structure.
    """
    faults: list[Fault] = []
    top = Fields(document, "", faults)
    record = None
    if mode == Mode.COMPACT:
        graph = _graph(top, mode)
    else:
        inner = top.inner("context_graph")
        graph = _graph(inner or Fields({}, "", []), mode)
        extra = top.extra(_OUTER_KEYS[mode])
        graph = graph.model_copy(update={"extra": extra | dict(graph.extra)}) if extra else graph
        if mode == Mode.ARCHIVE and (inside := top.inner("record")):
            record = parse_record(inside, node=lambda item: parse_node(item, FORMS[mode], 0))
    if graph.version > VERSION:
        faults = [Fault(fault.code, fault.where, fault.what, is_fatal=False) for fault in faults]
        what = f"version {graph.version} is newer than {VERSION}: read as far as it is understood"
        faults.insert(
            0, Fault("newer-version", _version_pointer(FORMS[mode]), what, is_fatal=False)
        )
        graph = _without_loose_ends(graph)
    return Parsed(graph, mode, record, tuple(faults))


def _version_pointer(form: Form) -> str:
    return f"{form.root}/{form.version}"


def _graph(top: Fields, mode: Mode) -> ContextGraph:
    form, is_compact = FORMS[mode], mode == Mode.COMPACT
    head = top if is_compact else top.inner("metadata") or Fields({}, "", [])
    version = head.whole("v" if is_compact else "version", minimum=VERSION) or VERSION
    _check_mode(head, mode)
    description = head.text("desc" if is_compact else "description") or ""
    chunks = head.whole("chunks", may_lack=True, minimum=1) or 1
    about = About() if is_compact else _about(head)
    nodes = tuple(
        node for item in top.items(form.nodes) if (node := parse_node(item, form, 0)) is not None
    )
    relationships = tuple(
        relationship
        for item in top.items(form.relationships, may_lack=True)
        if (relationship := parse_relationship(item)) is not None
    )
    handoff = top.text(form.handoff) or ""
    meta = top.inner("meta", may_lack=True)
    graph = ContextGraph(
        description=description,
        nodes=nodes,
        relationships=relationships,
        handoff=handoff,
        chunks=chunks,
        meta=dict(meta.value) if meta else {},
        about=about,
        version=version,
        extra=top.extra(COMPACT_KEYS if is_compact else READABLE_KEYS),
    )
    if is_compact:
        return graph.model_copy(update={"handoff": from_line(handoff)})
    _count_nodes(head, graph)
    return graph.model_copy(update={"handoff": from_prompt(handoff, graph.walk())})


def _check_mode(head: Fields, mode: Mode) -> None:
    said = head.text("mode")
    if said is not None and said != mode:
        head.report("bad-value", "mode", f"{said!r} is not the mode of this form")


def _count_nodes(head: Fields, graph: ContextGraph) -> None:
    said = head.whole("node_count")
    count = sum(1 for _ in graph.walk())
    if said is not None and said != count:
        what = f"{said} is not the number of nodes ({count})"
        head.report("node-count", "node_count", what, is_fatal=False)


def _about(head: Fields) -> About:
    source = head.inner("source", may_lack=True)
    return About(
        compressed_at=head.text("compressed_at", may_lack=True, pattern=_TIME),
        generator=head.text("generator", may_lack=True),
        source=None
        if source is None
        else PackSource(
            format=source.text("format", may_lack=True),
            title=source.text("title", may_lack=True),
            messages=source.whole("messages", may_lack=True),
            tokens=source.whole("tokens", may_lack=True),
            extra=source.extra(PACK_SOURCE_KEYS),
        ),
        extra=head.extra(METADATA_KEYS),
    )


def _without_loose_ends(graph: ContextGraph) -> ContextGraph:
    ids = {node.id for node in graph.walk()}
    kept = tuple(rel for rel in graph.relationships if rel.start in ids and rel.end in ids)
    return graph.model_copy(update={"relationships": kept})
