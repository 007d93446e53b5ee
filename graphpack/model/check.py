"""Checks the invariants of a graph that a JSON Schema cannot say.

Fatal: ids clash, ends of relationships missing, ``supersedes`` in a circle, confidence out of
range, an unknown status or importance. Everything else is a warning, and an error only under
``--strict``.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.model.codes import (
    FORMS,
    MIN_CONFIDENCE,
    VERSION,
    Form,
    Importance,
    Mode,
    NodeType,
    RelationType,
    Status,
)
from graphpack.model.fault import Fault, pointer, settle
from graphpack.model.graph import ContextGraph, Node, Relationship
from graphpack.model.report import Notice
from graphpack.patterns import compiled

_ID = compiled(r"(?:[A-Z]+-)?n[1-9][0-9]*(?:\.[1-9][0-9]*)*")
_TYPES = frozenset(NodeType)
_IMPORTANCES = frozenset(Importance)
_STATUSES = frozenset(Status)
_RELATIONS = frozenset(RelationType)


def check(
    graph: ContextGraph, *, strict: bool = False, mode: Mode = Mode.COMPACT
) -> tuple[Notice, ...]:
    """Check a graph's invariants; a broken one raises GraphError, naming a JSON Pointer first.

    Args:
        graph: Any graph.
        strict: True where warnings are errors too.
        mode: The form whose JSON Pointers name the places.

    Returns:
        The warnings.

    Source:
        Seed 002, "Confidence" and "Conflict & decision history".
    """
    return settle(faults_of(graph, mode=mode), strict=strict)


def faults_of(graph: ContextGraph, *, mode: Mode = Mode.COMPACT) -> tuple[Fault, ...]:
    """List everything that is wrong with a graph.

    Args:
        graph: Any graph.
        mode: The form whose JSON Pointers name the places.

    Returns:
        Faults in document order, nodes before relationships.
    """
    form = FORMS[mode]
    is_later = graph.version > VERSION
    found: list[Fault] = []
    places: dict[str, tuple[Node, str]] = {}
    for node, where in _places(graph.nodes, form, pointer_base(form)):
        if node.id in places:
            found.append(Fault("duplicate-id", where + "/id", f"{node.id!r} is taken"))
        places.setdefault(node.id, (node, where))
        found.extend(_node_faults(node, where, form=form, is_later=is_later))
        found.extend(_source_faults(node, where + pointer(form.sources)))
        if mode == Mode.COMPACT and node.importance == Importance.LOW:
            found.append(_warn("low-node", where + "/i", "low nodes are not written in this form"))
    found.extend(_text_faults(graph, form))
    found.extend(_relationship_faults(graph, form, places))
    return tuple(found)


def pointer_base(form: Form) -> str:
    """Name the place of a form's root nodes.

    Args:
        form: The form.

    Returns:
        A JSON Pointer.
    """
    return form.root + pointer(form.nodes)


def _places(nodes: tuple[Node, ...], form: Form, base: str) -> Iterator[tuple[Node, str]]:
    stack = [(node, f"{base}/{index}") for index, node in reversed(list(enumerate(nodes)))]
    while stack:
        node, where = stack.pop()
        yield node, where
        below = f"{where}/{form.children}"
        stack.extend(
            (child, f"{below}/{index}") for index, child in reversed(list(enumerate(node.children)))
        )


def _warn(code: str, where: str, what: str) -> Fault:
    return Fault(code, where, what, is_fatal=False)


def _node_faults(node: Node, where: str, *, form: Form, is_later: bool) -> Iterator[Fault]:
    if not _ID.fullmatch(node.id):
        yield _warn("odd-id", where + "/id", f"{node.id!r} is not of the form n1 or n1.1")
    if node.type not in _TYPES:
        yield _warn("unknown-type", f"{where}/{form.type}", f"{node.type!r} is not a node type")
    if node.importance not in _IMPORTANCES:
        what = f"{node.importance!r} is not an importance"
        yield Fault("unknown-importance", f"{where}/{form.importance}", what, not is_later)
    if node.status is not None and node.status not in _STATUSES:
        what = f"{node.status!r} is not a status"
        yield Fault("unknown-status", f"{where}/{form.status}", what, not is_later)
    if not node.summary.strip():
        yield Fault("empty-field", f"{where}/{form.summary}", "is empty")
    place = f"{where}/{form.confidence}"
    if node.confidence is not None and not MIN_CONFIDENCE <= node.confidence <= 1:
        limit = "over 1" if node.confidence > 1 else f"under {MIN_CONFIDENCE}"
        yield Fault("confidence", place, f"{node.confidence} is {limit}")
    if node.type == NodeType.ASSUMPTION and node.confidence is None:
        yield _warn("no-confidence", place, "an assumption needs a confidence")


def _source_faults(node: Node, base: str) -> Iterator[Fault]:
    for index, source in enumerate(node.sources):
        if source.end < source.start:
            yield Fault("bad-span", f"{base}/{index}/end", f"{source.end} is before the start")
        elif source.end - source.start != len(source.quote):
            what = f"has {len(source.quote)} characters, the span {source.end - source.start}"
            yield _warn("bad-span", f"{base}/{index}/quote", what)


def _text_faults(graph: ContextGraph, form: Form) -> Iterator[Fault]:
    yield from _not_unicode(graph.description, f"{form.root}/{form.description}")
    for node, where in _places(graph.nodes, form, pointer_base(form)):
        yield from _not_unicode(node.summary, f"{where}/{form.summary}")
        yield from _not_unicode(node.title or "", f"{where}/{form.title or form.summary}")
    yield from _not_unicode(graph.handoff, f"{form.root}/{form.handoff}")


def _not_unicode(text: str, where: str) -> Iterator[Fault]:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        what = f"holds half a character at {error.start}, written as U+FFFD"
        yield _warn("not-unicode", where, what)


def _relationship_faults(
    graph: ContextGraph, form: Form, places: dict[str, tuple[Node, str]]
) -> Iterator[Fault]:
    base = form.root + pointer(form.relationships)
    seen: set[tuple[str, str, str]] = set()
    for index, rel in enumerate(graph.relationships):
        where = f"{base}/{index}"
        for key, end in (("from", rel.start), ("to", rel.end)):
            if end not in places:
                yield Fault("missing-end", f"{where}/{key}", f"there is no node {end!r}")
        if rel.type not in _RELATIONS:
            yield _warn("unknown-relation", f"{where}/type", f"{rel.type!r} is not a relation type")
        if (rel.start, rel.end, rel.type) in seen:
            yield _warn("duplicate-relation", where, "says the same as an earlier one")
        seen.add((rel.start, rel.end, rel.type))
        if rel.start == rel.end:
            yield _warn("loop", where, f"leads from {rel.start!r} to itself")
        yield from _superseded(rel, form, places)
    for index in _circle(graph.relationships):
        yield Fault("circle", f"{base}/{index}", "closes a circle of supersedes")


def _superseded(
    rel: Relationship, form: Form, places: dict[str, tuple[Node, str]]
) -> Iterator[Fault]:
    if rel.type != RelationType.SUPERSEDES or rel.end not in places:
        return
    node, where = places[rel.end]
    if node.status != Status.ABANDONED:
        what = f"{node.id!r} is superseded by {rel.start!r}, so it is abandoned"
        yield _warn("not-abandoned", f"{where}/{form.status}", what)


def _circle(relationships: tuple[Relationship, ...]) -> list[int]:
    """Indices of the relations that close a circle, reading from the top."""
    follows: dict[str, set[str]] = {}
    closing = []
    for index, rel in enumerate(relationships):
        if rel.type != RelationType.SUPERSEDES:
            continue
        if _reaches(follows, rel.end, rel.start):
            closing.append(index)
        else:
            follows.setdefault(rel.start, set()).add(rel.end)
    return closing


def _reaches(follows: dict[str, set[str]], start: str, goal: str) -> bool:
    stack, seen = [start], {start}
    while stack:
        name = stack.pop()
        if name == goal:
            return True
        fresh = follows.get(name, set()) - seen
        seen |= fresh
        stack.extend(fresh)
    return False
