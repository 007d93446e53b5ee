"""What was recorded as a decision is one in the pack, with its status, and is not guessed at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from graphpack.context import Record
from graphpack.context.lexicon import DROPPED_STATUSES, REJECTED_STATUSES
from graphpack.extract.protocol import Extractor
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph, chunk_letter
from graphpack.model.codes import Importance, NodeType, Status
from graphpack.model.conversation import Message
from graphpack.model.graph import Node, Source
from graphpack.text import iter_sentences

__all__ = ["RecordedExtractor"]

SUMMARY_CHARS = 400
QUOTE_CHARS = 200
_STATUSES = {
    **dict.fromkeys(DROPPED_STATUSES | REJECTED_STATUSES, Status.ABANDONED),
    **dict.fromkeys(("deferred", "postponed"), Status.DEFERRED),
    **dict.fromkeys(("open", "pending", "proposed"), Status.OPEN),
    "blocked": Status.BLOCKED,
}


class RecordedExtractor:
    """Extracts as another one does, but takes recorded decisions as they were recorded.

    Args:
        inner: Reads everything else.
        decisions: By the index of the message that tells each.
    """

    def __init__(self, inner: Extractor, decisions: Mapping[int, Record]) -> None:
        self.name = inner.name
        self.reads_whole = inner.reads_whole
        self._inner = inner
        self._decisions = decisions

    def extract(self, chunk: Chunk, context: ChunkContext) -> ChunkGraph:
        """Extract one chunk; see ``extract.protocol.Extractor``."""
        found = self._inner.extract(chunk, context)
        kept = [node for node in found.nodes if not self._is_recorded(node)]
        letter = chunk_letter(chunk.index)
        mine = (
            _node(f"{letter}-n{len(found.nodes) + number}", record, message.index)
            for number, (message, record) in enumerate(self._in(chunk), 1)
        )
        nodes = sorted([*kept, *mine], key=lambda node: min(one.message for one in node.sources))
        ids = {one.id for node in nodes for one in _walk(node)}
        ties = [tie for tie in found.relationships if {tie.start, tie.end} <= ids]
        return replace(found, nodes=tuple(nodes), relationships=tuple(ties))

    def _in(self, chunk: Chunk) -> Iterator[tuple[Message, Record]]:
        for message in chunk.messages:
            if message.index in self._decisions:
                yield message, self._decisions[message.index]

    def _is_recorded(self, node: Node) -> bool:
        """Whether all of a node's evidence is in recorded decisions."""
        return all(one.message in self._decisions for one in node.sources)


def _node(name: str, record: Record, message: int) -> Node:
    status = _STATUSES.get(record.status or "")
    is_over = status is Status.ABANDONED
    quote = record.text[:QUOTE_CHARS]
    return Node(
        id=name,
        type=NodeType.DECISION,
        importance=Importance.MEDIUM if is_over else Importance.HIGH,
        summary=_summary(record.text),
        status=status,
        sources=(Source(message=message, part=0, start=0, end=len(quote), quote=quote),),
        value=0.5 if is_over else 1.0,
    )


def _summary(text: str) -> str:
    """The first sentences of a text, on one line."""
    end = 0
    for _, stop in iter_sentences(text):
        if end and stop > SUMMARY_CHARS:
            break
        end = stop
    return " ".join(text[: end or SUMMARY_CHARS].split())[: 2 * SUMMARY_CHARS]


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _walk(child)
