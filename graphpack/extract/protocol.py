"""What an extractor is: one method from a chunk to its graph."""

from __future__ import annotations

from typing import Protocol

from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph


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
