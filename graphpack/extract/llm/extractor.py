"""The extractor that asks a model: from a chunk to nodes with anchored evidence."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphpack.extract.llm.answers import AnswerStore
from graphpack.extract.llm.client import LiteLLMClient
from graphpack.extract.llm.exchange import Client
from graphpack.extract.llm.options import ModelOptions
from graphpack.extract.llm.prices import Price
from graphpack.extract.llm.prompting import request
from graphpack.extract.llm.purse import Purse
from graphpack.extract.llm.reading import Reading, first_pieces, place_of
from graphpack.extract.llm.reconciling import reconcile
from graphpack.extract.llm.sender import Sender
from graphpack.extract.protocol import Reconciled
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph
from graphpack.model.graph import Node


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a chunk will take where every reply is of use.

    Args:
        calls: Requests that will be sent.
        kept: Requests whose answer is kept from an earlier run.
        prompt_tokens: Of those that will be sent.
    """

    calls: int
    kept: int
    prompt_tokens: int


class ModelExtractor:
    """Extracts through a language model; safe to call from several threads.

    Args:
        options: Which model and how.
        count: Tokens of a text; decides where a piece is halved.
        client: What sends a request; None is litellm, imported at the first request.
        sleep: Waits between two tries, seconds; replaced in tests.
        answers: Where answers are kept from run to run; None keeps none.
        before: Called before each request that litellm sends.
    """

    reads_whole = False

    def __init__(
        self,
        options: ModelOptions,
        *,
        count: Callable[[str], int],
        client: Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
        answers: AnswerStore | None = None,
        before: Callable[[], None] | None = None,
    ) -> None:
        self.name = f"model {options.model}"
        self._options = options
        self._count = count
        self._client = client or LiteLLMClient(options, before=before)
        purse = Purse(options.max_cost_usd)
        self._senders = tuple(
            Sender(
                self._client if each is options else client or LiteLLMClient(each, before=before),
                each,
                count=count,
                sleep=sleep,
                answers=answers,
                purse=purse,
            )
            for each in options.falling_back()
        )

    @property
    def price(self) -> Price | None:
        """What the model costs; None where that is not known."""
        return self._senders[0].price

    def preload(self) -> None:
        """Start importing litellm in a thread (three seconds), while the source is being read."""
        self._client.preload()

    def extract(self, chunk: Chunk, context: ChunkContext) -> ChunkGraph:
        """Extract one chunk.

        Raises a CredentialsError where the provider refused the key, a ModelUnavailableError
        where nothing came after all retries, a ModelError where it refused the request itself,
        a ReplyError where no stretch of the chunk got a usable reply. ``extract_all`` turns each
        of these into a gap, or has the chunk read offline, as long as another chunk succeeds.

        Args:
            chunk: The messages to read.
            context: What came before.

        Returns:
            Nodes whose quotes stand in the messages; gaps for the stretches that failed.
        """
        return Reading(self._options, self._senders, self._count, chunk, context).finish()

    def reconcile(self, pairs: Sequence[tuple[Node, Node]]) -> Reconciled:
        """Tell how the later node of each pair stands to the earlier one, in one call.

        Args:
            pairs: Earlier and later node; at least one pair.

        Returns:
            A relation for each pair.
        """
        return reconcile(self._senders, pairs)

    def foresee(self, chunk: Chunk, context: ChunkContext) -> Foreseen:
        """Say what a chunk will take, without asking anybody.

        Args:
            chunk: The messages to read.
            context: What came before.

        Returns:
            What is sent where nothing has to be asked again.
        """
        place = place_of(chunk, context)
        prompts = [
            request(piece.messages, place, piece.limits).prompt
            for piece in first_pieces(self._options, chunk)
        ]
        unkept = [prompt for prompt in prompts if not self._senders[0].kept(prompt)]
        tokens = sum(self._count(message["content"]) for prompt in unkept for message in prompt)
        return Foreseen(len(unkept), len(prompts) - len(unkept), tokens)
