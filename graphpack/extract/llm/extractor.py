"""The extractor that asks a model: from a chunk to nodes with anchored evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphpack.extract.llm.options import ModelOptions
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph


class ModelExtractor:
    """Extracts through a language model; safe to call from several threads.

    Args:
        options: Which model and how.
        count: Tokens of a text; decides where a piece is halved.
        client: What sends a request; None is litellm, imported at the first request.
    """

    reads_whole = False

    def __init__(
        self, options: ModelOptions, *, count: Callable[[str], int], client: Any = None
    ) -> None:
        self.name = f"model {options.model}"
        self.options = options

    def preload(self) -> None:
        """Start importing litellm in a thread (three seconds), while the source is being read."""

    def extract(self, chunk: Chunk, context: ChunkContext) -> ChunkGraph:
        """Extract one chunk.

        Raises a CredentialsError where the provider refused the key, a ModelUnavailableError
        where nothing came after all retries, a ModelError where it refused the request itself,
        a ReplyError where no stretch of the chunk got a usable reply. ``extract_all`` turns each
        of these into a gap as long as another chunk succeeds.

        Args:
            chunk: The messages to read.
            context: What came before.

        Returns:
            Nodes whose quotes stand in the messages; gaps for the stretches that failed.
        """
        raise NotImplementedError
