"""Parses the parts of a written pack: its nodes, their evidence, its relationships."""

from __future__ import annotations

from graphpack.errors import GraphError
from graphpack.model.codes import MIN_CONFIDENCE, Form, Importance, Status
from graphpack.model.fields import Fields
from graphpack.model.graph import Node, Relationship, Source

MAX_DEPTH = 64
SOURCE_KEYS = frozenset(["message", "part", "start", "end", "quote", "session"])
RELATIONSHIP_KEYS = frozenset(["from", "to", "type"])


def parse_node(item: Fields, form: Form, depth: int) -> Node | None:
    """Parse a node and those below it; faults go to ``item``.

    Args:
        item: The node as it is written.
        form: The form of the pack.
        depth: How many nodes it lies below.

    Returns:
        The node; None where it has no id, type or summary.

    Raises:
        GraphError: Nodes are nested too deep.
    """
    if depth > MAX_DEPTH:
        raise GraphError(f"{item.where}: nested deeper than {MAX_DEPTH} levels")
    node_id = item.text("id", min_chars=1)
    kind = item.text(form.type, min_chars=1)
    importance = _importance(item, form)
    summary = item.text(form.summary, min_chars=1)
    status = item.text(form.status, may_lack=True)
    if status is not None and status not in set(Status):
        item.report("unknown-status", form.status, f"{status!r} is not a status")
    title = item.text(form.title, may_lack=True) if form.title else None
    confidence = item.number(form.confidence, may_lack=True, minimum=MIN_CONFIDENCE, maximum=1)
    children = tuple(
        child
        for inner in item.items(form.children, may_lack=True)
        if (child := parse_node(inner, form, depth + 1)) is not None
    )
    sources = tuple(
        source
        for inner in item.items(form.sources, may_lack=True)
        if (source := _source(inner)) is not None
    )
    extra = item.extra(form.node_keys)
    if node_id is None or kind is None or summary is None:
        return None
    return Node(
        id=node_id,
        type=form.types.get(kind, kind),
        importance=importance,
        summary=summary,
        status=status,
        title=title,
        confidence=confidence,
        children=children,
        sources=sources,
        extra=extra,
    )


def _importance(item: Fields, form: Form) -> str:
    written = item.text(form.importance)
    if written is None:
        return Importance.MEDIUM
    if written not in form.importances:
        item.report("unknown-importance", form.importance, f"{written!r} is not an importance")
    return form.importances.get(written, written)


def _source(item: Fields) -> Source | None:
    message, part = item.whole("message"), item.whole("part")
    start, end = item.whole("start"), item.whole("end")
    quote = item.text("quote")
    session = item.text("session", may_lack=True, min_chars=1)
    extra = item.extra(SOURCE_KEYS)
    if message is None or part is None or start is None or end is None or quote is None:
        return None
    return Source(
        message=message,
        part=part,
        start=start,
        end=end,
        quote=quote,
        session=session,
        extra=extra,
    )


def parse_relationship(item: Fields) -> Relationship | None:
    """Parse a relationship; None where an end or the type is missing."""
    start, end = item.text("from", min_chars=1), item.text("to", min_chars=1)
    kind = item.text("type", min_chars=1)
    extra = item.extra(RELATIONSHIP_KEYS)
    if start is None or end is None or kind is None:
        return None
    return Relationship(start=start, end=end, type=kind, extra=extra)
