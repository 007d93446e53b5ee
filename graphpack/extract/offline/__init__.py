"""The embedded extractor: deterministic, no network, nothing downloaded.

It reads a whole conversation, scores every sentence, item and telling line of output by what a
successor would lose without it, words the best so that each stands alone, and links them.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.extract.offline.aftermath import after_features, aftermaths
from graphpack.extract.offline.describe import describe
from graphpack.extract.offline.features import Surroundings, unit_features
from graphpack.extract.offline.kinds import is_ruling, kind_of, status_of
from graphpack.extract.offline.links import link
from graphpack.extract.offline.ranking import ranker
from graphpack.extract.offline.selection import bridge, choose
from graphpack.extract.offline.statements import Statement, join_neighbours, of_tasks, word_units
from graphpack.extract.offline.tools import iter_tool_units, task_units
from graphpack.extract.offline.turns import Turn, turns
from graphpack.extract.offline.units import Unit, iter_units
from graphpack.extract.offline.worth import worths
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph, chunk_letter
from graphpack.model.codes import Importance
from graphpack.model.conversation import (
    Attachment,
    Message,
    Origin,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.graph import Node, Source

HIGH_VALUE = 0.2
RULING_VALUE = 0.08
MEDIUM_VALUE = 0.06


class OfflineExtractor:
    """Finds statements by discourse and structure, without a model."""

    name = "offline"
    reads_whole = True

    def extract(self, chunk: Chunk, context: ChunkContext) -> ChunkGraph:
        """Extract one chunk, normally the whole conversation.

        Args:
            chunk: The messages to read.
            context: Its place; unused, since the chunk is the whole.

        Returns:
            Nodes in reading order with evidence.
        """
        messages = chunk.messages
        units = _units(messages)
        placed = turns(messages)
        offset = messages[0].index if messages else 0
        units = [unit for unit in units if len(unit.text.strip()) > 1]
        around = Surroundings(messages, placed, units)
        rows = [unit_features(unit, around.terms[at], around) for at, unit in enumerate(units)]
        after = aftermaths(units, around)
        for row, became in zip(rows, after, strict=True):
            row.update(after_features(became))
        model = ranker()
        values = worths(units, [model.value_of(row) for row in rows], rows, after, around)
        weights = [
            {term: around.weight(term) for term in around.terms[at]} for at in range(len(units))
        ]
        picked = choose(values, around.terms, weights, [len(unit.text) for unit in units])
        bridge(picked, units, values)
        net = [picked.get(at, 0.0) for at in range(len(units))]
        statements = join_neighbours(
            word_units(units, sorted(picked), net, rows, messages=messages, placed=placed)
        )
        last = around.exchanges - 1
        tasks = _open_tasks(messages, placed, last)
        if tasks:
            statements.append(of_tasks(tasks))
        letter = chunk_letter(chunk.index)
        nodes = []
        for number, statement in enumerate(statements, 1):
            is_last = placed[statement.at].exchange == last
            kind = kind_of(statement, model, is_last=is_last)
            nodes.append(
                Node(
                    id=f"{letter}-n{number}",
                    type=kind,
                    importance=_importance(statement),
                    summary=statement.line,
                    status=status_of(statement, kind, is_last=is_last),
                    sources=tuple(_source(unit, offset) for unit in statement.units),
                    value=round(statement.value, 4),
                )
            )
        nodes = _at_least_one(nodes)
        linked, relationships = link(nodes, statements, around)
        return ChunkGraph(
            chunk.index,
            linked,
            relationships,
            description=describe(units, values, placed, after),
        )


def _units(messages: Sequence[Message]) -> list[Unit]:
    """Cut the main thread's parts; positions count from the first message given."""
    found: list[Unit] = []
    for at, message in enumerate(messages):
        if message.origin != Origin.MAIN or message.role == Role.SYSTEM:
            continue
        for number, part in enumerate(message.parts):
            if isinstance(part, Text | Attachment):
                found += iter_units(at, number, part.text)
            elif isinstance(part, ToolCall | ToolResult):
                found += iter_tool_units(at, number, part)
    return found


def _open_tasks(messages: Sequence[Message], placed: Sequence[Turn], last: int) -> list[Unit]:
    """The open tasks of the last task list, where the last two exchanges still wrote it."""
    for at in range(len(messages) - 1, -1, -1):
        if messages[at].origin != Origin.MAIN:
            continue
        if placed[at].exchange < last - 1:
            break
        for number, part in enumerate(messages[at].parts):
            found = task_units(at, number, part) if isinstance(part, ToolCall) else None
            if found is not None:
                return found
    return []


def _importance(statement: Statement) -> Importance:
    """A person's ruling breaks continuity when lost, however short it is."""
    high = RULING_VALUE if is_ruling(statement) else HIGH_VALUE
    if statement.peak >= high:
        return Importance.HIGH
    return Importance.MEDIUM if statement.peak >= MEDIUM_VALUE else Importance.LOW


def _at_least_one(nodes: list[Node]) -> list[Node]:
    """Keep the best node of a conversation that holds nothing of weight: it is not empty."""
    if not nodes or any(node.importance != Importance.LOW for node in nodes):
        return nodes
    best = max(range(len(nodes)), key=lambda at: (nodes[at].value, -at))
    raised = nodes[best].model_copy(update={"importance": Importance.MEDIUM})
    return [*nodes[:best], raised, *nodes[best + 1 :]]


def _source(unit: Unit, offset: int) -> Source:
    return Source(
        message=unit.message + offset,
        part=unit.part,
        start=unit.start,
        end=unit.end,
        quote=unit.text,
    )
