"""What an extractor is: one method from a chunk to its graph, and what it may know besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph
from graphpack.model.graph import Node
from graphpack.model.report import Notice, Usage


class Extractor(Protocol):
    """Finds nodes with evidence in one chunk.

    ``name`` is what the report and the stats line call it. ``reads_whole`` is True where the
    extractor wants the whole conversation as one chunk whatever its size.
    """

    name: str
    reads_whole: bool

    def extract(self, chunk: Chunk, context: ChunkContext) -> ChunkGraph:
        """Extract one chunk.

        Args:
            chunk: The messages to read.
            context: What came before.

        Returns:
            Nodes with evidence; failures as gaps, never as an empty success.
        """
        ...


class Relation(StrEnum):
    """How the later of two statements stands to the earlier one."""

    SAME = "same"
    SUPERSEDES = "supersedes"
    CONTRADICTS = "contradicts"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What was said about pairs of nodes.

    Args:
        relations: One for each pair.
        usage: What it took.
        notices: Why some were not answered.
    """

    relations: tuple[Relation, ...]
    usage: Usage
    notices: tuple[Notice, ...] = ()


@runtime_checkable
class Reconciler(Protocol):
    """An extractor that can be asked about pairs of nodes as well."""

    def reconcile(self, pairs: Sequence[tuple[Node, Node]]) -> Reconciled:
        """Tell how the later node of each pair stands to the earlier one.

        Args:
            pairs: Earlier and later node; at least one pair.

        Returns:
            A relation for each pair.
        """
        ...
