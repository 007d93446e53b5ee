"""Makes nodes of statements, with their evidence and how much they matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphpack.extract.offline.kinds import is_ruling
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.selection import FILLING, NODE_TOKENS, shortness
from graphpack.extract.offline.statements import CHARS_PER_TOKEN, Statement
from graphpack.extract.offline.units import Unit
from graphpack.model.chunk import Chunk, chunk_letter
from graphpack.model.codes import Importance, NodeType, RelationType, Status
from graphpack.model.graph import Node, Relationship, Source

SUPPOSED = 0.6
"""What nobody has confirmed: as little as may be told at all."""

HIGH_VALUE = 0.2
RULING_VALUE = 0.08
MEDIUM_VALUE = 0.02
OLD_SHARE = 0.7
"""What a replaced choice is worth beside the one that replaced it."""


def nodes_of(
    reading: Reading, statements: Sequence[Statement], chunk: Chunk, *, asked: int = 0
) -> tuple[Node, ...]:
    """Make a node of each statement.

    Args:
        reading: What the statements were chosen from.
        statements: In order.
        chunk: Which one is read.
        asked: Tokens that the pack shall have; 0 where nobody said so.

    Returns:
        One node per statement, in order.
    """
    offset = chunk.messages[0].index if chunk.messages else 0
    lengths = [len(unit.text) for unit in reading.units]
    least = MEDIUM_VALUE * shortness(lengths, len(reading.messages)) ** 2
    if _size(statements, least) < asked:
        least *= FILLING
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
                confidence=SUPPOSED if kind == NodeType.ASSUMPTION else None,
                sources=tuple(_source(unit, offset) for unit in statement.units),
                value=round(min(statement.value / 3, 1.0), 4),
            )
        )
    return tuple(_at_least_one(nodes))


def given_up(
    reading: Reading,
    nodes: Sequence[Node],
    statements: Sequence[Statement],
    olds: Mapping[int, int],
    chunk: Chunk,
) -> tuple[tuple[Node, ...], tuple[Relationship, ...]]:
    """State the choices that were replaced, so that nobody proposes them again.

    Args:
        reading: What the statements were chosen from.
        nodes: One per statement.
        statements: In order.
        olds: For each earlier unit the picked one that replaces it.
        chunk: Which one is read.

    Returns:
        Abandoned decisions, and what supersedes each.
    """
    offset = chunk.messages[0].index if chunk.messages else 0
    found: list[Node] = []
    switches = []
    for old, new in sorted(olds.items()):
        unit = reading.units[new]
        by = next((at for at, known in enumerate(statements) if unit in known.units), None)
        if by is None or nodes[by].type not in {NodeType.DECISION, NodeType.FACT}:
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


def _importance(statement: Statement, least: float) -> Importance:
    """A person's ruling breaks continuity when lost, however short it is."""
    high = RULING_VALUE if is_ruling(statement) else HIGH_VALUE
    if statement.peak >= high:
        return Importance.HIGH
    return Importance.MEDIUM if statement.peak >= least else Importance.LOW


def _size(statements: Sequence[Statement], least: float) -> float:
    """About how many tokens those take that are of weight."""
    lines = [one.line for one in statements if _importance(one, least) != Importance.LOW]
    return sum(len(line) / CHARS_PER_TOKEN + NODE_TOKENS for line in lines)


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
