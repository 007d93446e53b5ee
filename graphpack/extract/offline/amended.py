"""Puts the value that holds where a statement says one that was moved later, and tells both.

«Option 2 with pages of 5000» is not given up with its 5000: it becomes «pages of 1000 (was 5000)»,
with the sentence that says so beside its evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Kind, Unit
from graphpack.model.codes import Status
from graphpack.model.graph import Node, Source
from graphpack.patterns import compiled
from graphpack.text.lifted import Line
from graphpack.text.moved import Moved, moved


def amended(
    nodes: Sequence[Node], statements: Sequence[Statement], reading: Reading
) -> tuple[Node, ...]:
    """Word what still holds of statements with the values that hold now.

    Args:
        nodes: One for each statement.
        statements: In order.
        reading: What they were chosen from.

    Returns:
        The nodes; of those that say a value that was moved, with the new one and its source.
    """
    changes = dict[Unit, list[tuple[str, Moved, Unit]]]()
    for older, change, newer in _changes(reading):
        said = plain(older.text)[change.start : change.end]
        changes.setdefault(older, []).append((said, change, newer))
    if not changes:
        return tuple(nodes)
    offset = reading.messages[0].index if reading.messages else 0
    return tuple(
        _amended(node, statement, changes, offset)
        for node, statement in zip(nodes, statements, strict=True)
    )


def _changes(reading: Reading) -> Iterator[tuple[Unit, Moved, Unit]]:
    told = [
        unit
        for unit in reading.units
        if unit.kind in {Kind.SENTENCE, Kind.ITEM} and not (unit.is_spoken or unit.is_borrowed)
    ]
    lines = [Line(unit.message, plain(unit.text), reading.around.is_human(unit)) for unit in told]
    for change in moved(lines):
        yield told[change.older], change, told[change.newer]


def _amended(
    node: Node,
    statement: Statement,
    changes: dict[Unit, list[tuple[str, Moved, Unit]]],
    offset: int,
) -> Node:
    if node.status == Status.ABANDONED:
        return node
    summary, sources = node.summary, list(node.sources)
    for unit in statement.units:
        for said, change, newer in changes.get(unit, ()):
            if newer in statement.units:
                continue  # it tells both itself
            place = compiled(rf"(?<![\w.,]){re.escape(said)}(?![\w%]|[.,]\d)")
            found = place.search(summary)
            if found is None:
                continue
            note = f"{change.value} (was {said})"
            summary = f"{summary[: found.start()]}{note}{summary[found.end() :]}"
            source = Source(
                message=newer.message + offset,
                part=newer.part,
                start=newer.start,
                end=newer.end,
                quote=newer.text,
            )
            if source not in sources:
                sources.append(source)
    return node.model_copy(update={"summary": summary, "sources": tuple(sources)})
