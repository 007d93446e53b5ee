"""The embedded extractor: deterministic, no network, nothing downloaded.

It reads a whole conversation, scores every sentence, item and telling line of output by what a
successor would lose without it, words the best so that each stands alone, and links them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphpack.extract.offline.aftermath import Aftermath, after_features, aftermaths, replaced
from graphpack.extract.offline.describe import describe
from graphpack.extract.offline.discussion import threaded
from graphpack.extract.offline.features import Features, Surroundings, unit_features
from graphpack.extract.offline.kinds import is_ruling, kind_of, status_of
from graphpack.extract.offline.links import link
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.passed import passed
from graphpack.extract.offline.ranking import ranker
from graphpack.extract.offline.selection import MIN_VALUE, Weighed, choose, shortness
from graphpack.extract.offline.statements import (
    Statement,
    join_neighbours,
    of_tasks,
    tokens_of,
    word_units,
)
from graphpack.extract.offline.tools import iter_tool_units, task_units
from graphpack.extract.offline.turns import Turn, turns
from graphpack.extract.offline.units import Kind, Unit, iter_units, said_units
from graphpack.extract.offline.worth import worths
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph, chunk_letter
from graphpack.model.codes import Importance, NodeType, RelationType, Status
from graphpack.model.conversation import (
    Attachment,
    Message,
    Origin,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.model.graph import Node, Relationship, Source
from graphpack.model.report import Notice
from graphpack.text.dropped import is_shift

HIGH_VALUE = 0.2
RULING_VALUE = 0.08
FEW_MESSAGES, FEW_SAID_TOKENS, LEAST_SAID_WORDS = 5, 120, 3
"""Of fewer messages all that people said is told, if it is as little; thanks and nods aside."""

MAX_UNITS = 20_000
"""More sentences and items than this are not all weighed against each other."""
OLD_SHARE = 0.7
"""What a replaced choice is worth beside the one that replaced it."""
MEDIUM_VALUE = 0.02


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
        reading = _read(chunk.messages)
        statements, olds = _statements(reading)
        nodes = _nodes(reading, statements, chunk)
        linked, relationships = link(nodes, statements, reading.around)
        old_nodes, switches = _given_up(reading, linked, statements, olds, chunk)
        return ChunkGraph(
            chunk.index,
            (*linked, *old_nodes),
            (*relationships, *switches),
            description=describe(reading.units, reading.values, reading.placed, reading.after),
            notices=tuple(_unread(reading.unread)),
        )


@dataclass(frozen=True, slots=True)
class _Reading:
    """A conversation's units with all that is known of each."""

    messages: Sequence[Message]
    units: list[Unit]
    placed: list[Turn]
    around: Surroundings
    rows: list[Features]
    after: list[Aftermath]
    values: list[float]
    passed: frozenset[int]
    unread: int

    @property
    def last(self) -> int:
        """The last exchange."""
        return self.around.exchanges - 1

    def worded(self, picked: Mapping[int, float]) -> list[Statement]:
        """Word some units, in order."""
        net = [picked.get(at, 0.0) for at in range(len(self.units))]
        return word_units(
            self.units,
            sorted(picked),
            net,
            self.rows,
            messages=self.messages,
            placed=self.placed,
        )


def _read(messages: Sequence[Message]) -> _Reading:
    placed = turns(messages)
    every = _units(messages)
    units = _telling(every, placed)
    around = Surroundings(messages, placed, units)
    rows = [unit_features(unit, around.terms[at], around) for at, unit in enumerate(units)]
    after = aftermaths(units, around)
    for row, became in zip(rows, after, strict=True):
        row.update(after_features(became))
    model = ranker()
    learned = [model.value_of(row) for row in rows]
    values = worths(units, learned, rows, after, around)
    gone = passed(units, rows, after)
    unread = len(every) - len(units)
    return _Reading(messages, units, placed, around, rows, after, values, gone, unread)


def _telling(units: list[Unit], placed: Sequence[Turn]) -> list[Unit]:
    """Bound the work: of a huge conversation, what people and closings say, then the end."""
    if len(units) <= MAX_UNITS:
        return units

    def asides(unit: Unit) -> int:
        turn = placed[unit.message]
        return 0 if turn.is_human and not unit.is_borrowed else 1 if turn.is_closing else 2

    rank = sorted(range(len(units)), key=lambda at: (asides(units[at]), -at))
    return [units[at] for at in sorted(rank[:MAX_UNITS])]


def _unread(count: int) -> Iterator[Notice]:
    if count:
        message = "statements of a very long conversation left unread, the assistant's asides first"
        yield Notice("unread-statements", "conversation", message, count)


def _statements(reading: _Reading) -> tuple[list[Statement], dict[int, int]]:
    """Pick and word what to carry; with the earlier choices that picked switches replace."""
    around, units = reading.around, reading.units
    weights = [{term: around.weight(term) for term in terms} for terms in around.terms]
    lengths = [len(unit.text) for unit in units]
    changing = frozenset(
        at
        for at, unit in enumerate(units)
        if around.is_human(unit) and not unit.is_spoken and is_shift(plain(unit.text))
    )
    weighed = Weighed(
        units,
        reading.values,
        weights,
        [tokens_of(unit) for unit in units],
        [reading.placed[unit.message].exchange for unit in units],
        changing,
        reading.passed,
    )
    least = MIN_VALUE * shortness(lengths, len(reading.messages))
    picked = choose(weighed, least=least)
    picked |= _all_said(reading, picked, least)
    if not picked and units:
        best = max(range(len(units)), key=lambda at: (reading.values[at], -at))
        picked = {best: reading.values[best]}
    statements = join_neighbours([_judged(reading, one) for one in reading.worded(picked)])
    tasks = _open_tasks(reading.messages, reading.placed, reading.last)
    if tasks:
        statements.append(of_tasks(tasks))
    return statements, replaced(picked, reading.after, units, around)


def _all_said(reading: _Reading, picked: Mapping[int, float], least: float) -> dict[int, float]:
    """Pick what else people said where they said so little that a pack has room for all of it."""
    said = [
        at
        for at, unit in enumerate(reading.units)
        if reading.around.is_human(unit) and not unit.is_borrowed and unit.kind == Kind.SENTENCE
    ]
    size = sum(tokens_of(reading.units[at]) for at in said)
    if len(reading.messages) >= FEW_MESSAGES or size > FEW_SAID_TOKENS:
        return {}
    missing = (at for at in said if at not in picked and at not in reading.passed)
    return {at: least for at in missing if len(reading.units[at].text.split()) >= LEAST_SAID_WORDS}


def _judged(reading: _Reading, statement: Statement) -> Statement:
    """Say what a statement of one unit is by its own words."""
    is_last = reading.placed[statement.at].exchange == reading.last
    kind = kind_of(statement, ranker(), is_last=is_last)
    status = status_of(statement, kind, is_last=is_last)
    # where people settle something, the talk that led to it is no other matter
    weight = statement.value + any(unit.act for unit in statement.units)
    return replace(statement, votes=((kind, status, weight),))


def _nodes(reading: _Reading, statements: Sequence[Statement], chunk: Chunk) -> tuple[Node, ...]:
    offset = chunk.messages[0].index if chunk.messages else 0
    lengths = [len(unit.text) for unit in reading.units]
    least = MEDIUM_VALUE * shortness(lengths, len(reading.messages)) ** 2
    nodes = []
    for number, statement in enumerate(statements, 1):
        kind, status = statement.judged
        nodes.append(
            Node(
                id=f"{chunk_letter(chunk.index)}-n{number}",
                type=kind,
                importance=_importance(statement, least),
                summary=statement.line,
                status=status,
                sources=tuple(_source(unit, offset) for unit in statement.units),
                value=round(min(statement.value / 3, 1.0), 4),
            )
        )
    return tuple(_at_least_one(nodes))


def _given_up(
    reading: _Reading,
    nodes: Sequence[Node],
    statements: Sequence[Statement],
    olds: Mapping[int, int],
    chunk: Chunk,
) -> tuple[tuple[Node, ...], tuple[Relationship, ...]]:
    """State the choices that were replaced, so that nobody proposes them again."""
    offset = chunk.messages[0].index if chunk.messages else 0
    found: list[Node] = []
    switches = []
    for old, new in sorted(olds.items()):
        unit = reading.units[new]
        by = next((at for at, known in enumerate(statements) if unit in known.units), None)
        if by is None or nodes[by].type != NodeType.DECISION:
            continue
        (statement,) = reading.worded({old: statements[by].value * OLD_SHARE})
        node = Node(
            id=f"{chunk_letter(chunk.index)}-n{len(nodes) + len(found) + 1}",
            type=NodeType.DECISION,
            importance=Importance.MEDIUM,
            summary=statement.line,
            status=Status.ABANDONED,
            sources=tuple(_source(source, offset) for source in statement.units),
            value=round(min(statement.value / 3, 1.0), 4),
        )
        found.append(node)
        switches.append(Relationship(start=nodes[by].id, end=node.id, type=RelationType.SUPERSEDES))
    return tuple(found), tuple(switches)


def _units(messages: Sequence[Message]) -> list[Unit]:
    """Cut the main thread's parts; where it says nothing, whatever else there is.

    Positions count from the first message given.
    """
    main = [
        at
        for at, message in enumerate(messages)
        if message.origin == Origin.MAIN and message.role != Role.SYSTEM
    ]
    found = [unit for at in main for unit in _said(at, messages[at])]
    if not found:
        found = [unit for at, message in enumerate(messages) for unit in _said(at, message)]
    if not found:
        # calls and nothing else: their arguments are all that can be told
        found = [
            unit
            for at, message in enumerate(messages)
            for number, part in enumerate(message.parts)
            for unit in iter_units(at, number, part.text)
        ]
    return threaded([unit for unit in found if len(unit.text.strip()) > 1], messages)


def _said(at: int, message: Message) -> Iterator[Unit]:
    for number, part in enumerate(message.parts):
        if isinstance(part, Text):
            yield from said_units(at, number, part.text)
        elif isinstance(part, Attachment):
            # nobody has said what a file says
            for unit in iter_units(at, number, part.text):
                yield replace(unit, is_borrowed=True)
        elif isinstance(part, ToolCall | ToolResult):
            yield from iter_tool_units(at, number, part)


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


def _importance(statement: Statement, least: float) -> Importance:
    """A person's ruling breaks continuity when lost, however short it is."""
    high = RULING_VALUE if is_ruling(statement) else HIGH_VALUE
    if statement.peak >= high:
        return Importance.HIGH
    return Importance.MEDIUM if statement.peak >= least else Importance.LOW


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
