"""The extractor that asks a model: from a chunk to nodes with anchored evidence.

A chunk is one piece, divided where a reply breaks off or the prompt does not fit. A piece that
brings nothing is a gap with its reason; a chunk of which no piece brings anything is an error.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from graphpack.errors import GraphpackError, ModelError, ReplyError
from graphpack.extract.llm.asking import Findings, Log, ask
from graphpack.extract.llm.assembling import Named, assemble
from graphpack.extract.llm.client import LiteLLMClient
from graphpack.extract.llm.exchange import Client
from graphpack.extract.llm.grounding import DETAIL_DEMOTED, DETAIL_DROPPED, UNSURE_DROPPED
from graphpack.extract.llm.options import ModelOptions
from graphpack.extract.llm.piece import Piece, halves, has_material, pieces, rest_after_cut
from graphpack.extract.llm.prompting import Place, request, system
from graphpack.extract.llm.reply import Reply
from graphpack.extract.llm.sender import DeclinedError, Sender, TooLongError
from graphpack.extract.llm.shown import Limits
from graphpack.extract.llm.wash import washed
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph, chunk_letter
from graphpack.model.report import Gap, Notice, Usage

NAMED_IN_NOTICE = 3
SUMMARY_CHARS = 90

_CODES = {
    DETAIL_DROPPED: "unproven-detail",
    DETAIL_DEMOTED: "unproven-detail",
    UNSURE_DROPPED: "unsure",
}


class ModelExtractor:
    """Extracts through a language model; safe to call from several threads.

    Args:
        options: Which model and how.
        count: Tokens of a text; decides where a piece is halved.
        client: What sends a request; None is litellm, imported at the first request.
        sleep: Waits between two tries, seconds; replaced in tests.
    """

    reads_whole = False

    def __init__(
        self,
        options: ModelOptions,
        *,
        count: Callable[[str], int],
        client: Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = f"model {options.model}"
        self._options = options
        self._count = count
        self._client = client or LiteLLMClient(options)
        self._sender = Sender(self._client, options, sleep=sleep)

    def preload(self) -> None:
        """Start importing litellm in a thread (three seconds), while the source is being read."""
        self._client.preload()

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
        run = _Run(self._options, self._sender, self._count, chunk, context)
        return run.finish()


@dataclass(slots=True)
class _Run:
    """One chunk's extraction, piece after piece."""

    options: ModelOptions
    sender: Sender
    count: Callable[[str], int]
    chunk: Chunk
    context: ChunkContext
    found: list[Named] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    descriptions: list[str] = field(default_factory=list)
    errors: list[GraphpackError] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    asked: int = 0
    usable: int = 0

    def finish(self) -> ChunkGraph:
        """Work through the pieces and put the results together."""
        limits = Limits(self.options.max_text_chars, self.options.max_tool_chars)
        waiting = deque(pieces(self.chunk.messages, limits))
        while waiting:
            waiting.extendleft(reversed(self._work(waiting.popleft())))
        if not self.usable:
            raise self._error()
        nodes, relationships = assemble(self.found, self.chunk.index)
        return ChunkGraph(
            index=self.chunk.index,
            nodes=nodes,
            relationships=relationships,
            description=next(iter(self.descriptions[-1:]), ""),
            gaps=tuple(self.gaps),
            notices=tuple(self.notices),
            usage=self.usage,
        )

    def _work(self, piece: Piece) -> tuple[Piece, ...]:
        """Ask about one piece; returns what is to be asked about before all others."""
        asked = request(piece.messages, self._place(), piece.limits)
        log = Log()
        try:
            findings = ask(
                self.sender,
                asked,
                # quotes are looked for in the whole messages, also where a stretch was shown
                [m for m in self.chunk.messages if piece.first <= m.index <= piece.last],
                repairs=self.options.repairs,
                is_empty_allowed=self.context.is_priority_only or not has_material(piece.messages),
                log=log,
            )
        except TooLongError as error:
            return self._divided(piece, halves(piece, self.count), f"too long: {error}")
        except DeclinedError as error:
            self._gap(piece, f"the provider declined: {error}")
            return ()
        except ModelError as error:
            self._gap(piece, str(error), error)
            return ()
        finally:
            self.usage = self.usage + log.usage
            self.asked += 1
            for reason in log.repairs:
                self._notice(piece, "reply-repaired", f"asked again: {reason}")
        if asked.shortened:
            self._notice(
                piece, "text-shortened", "texts shown without their middle", asked.shortened
            )
        return self._take(piece, findings)

    def _place(self) -> Place:
        """Tell later pieces of the chunk what the earlier ones brought."""
        account = self.context.account
        if self.found:
            lines = (f"- [{n.key}] {n.draft.type}: {n.draft.summary}" for n in self.found)
            account = "\n".join(
                filter(None, (account, "Already written down, with its id:", *lines))
            )
        return Place(
            part=self.chunk.index + 1,
            parts=self.context.total,
            account=account,
            is_priority_only=self.context.is_priority_only,
        )

    def _take(self, piece: Piece, findings: Findings) -> tuple[Piece, ...]:
        """Keep what a piece brought, or note why it brought nothing."""
        reply = findings.reply
        if findings.is_cut:
            nodes = reply.nodes if reply else ()
            self._keep(piece, findings)
            rest = rest_after_cut(piece, nodes, self.count)
            return self._divided(piece, rest, f"the reply broke off after {len(nodes)} nodes")
        if reply is None or findings.reason:
            self._gap(piece, findings.reason)
            return ()
        self._keep(piece, findings)
        self.usable += 1
        if not findings.drafts:
            self._notice(piece, "nothing-found", "the model found nothing to keep")
        if reply.description and reply.description not in system():  # small models copy the form
            self.descriptions.append(reply.description)
        return ()

    def _divided(self, piece: Piece, rest: tuple[Piece, ...], reason: str) -> tuple[Piece, ...]:
        if not rest or piece.depth >= self.options.splits:
            self._gap(piece, reason)
            return ()
        self._notice(
            piece, "piece-divided", f"{reason}; the rest was asked about in smaller pieces"
        )
        return rest

    def _keep(self, piece: Piece, findings: Findings) -> None:
        prefix = f"k{self.asked}."
        known = {named.key for named in self.found}

        def key(name: str) -> str:
            return name if name in known else prefix + name

        for draft in findings.drafts:
            links = tuple((str(kind), key(end)) for kind, end in draft.raw.links)
            parent = key(draft.raw.parent) if draft.raw.parent else None
            self.found.append(Named(prefix + draft.raw.id, draft, links, parent, self.asked))
        if findings.drafts and findings.is_cut:
            self.usable += 1
        for reason, summaries in findings.tally.reasons.items():
            shown = "; ".join(summary[:SUMMARY_CHARS] for summary in summaries[:NAMED_IN_NOTICE])
            code = _CODES.get(reason, "ungrounded")
            self._notice(piece, code, f"{reason}: {shown}", len(summaries))
        if findings.reply is not None:
            self._tell(piece, findings.reply)

    def _tell(self, piece: Piece, reply: Reply) -> None:
        """Note what of a reply was not taken as it came."""
        if reply.problems:
            shown = "; ".join(map(washed, reply.problems[:NAMED_IN_NOTICE]))
            self._notice(piece, "invalid-node", f"left out: {shown}", len(reply.problems))
        if reply.extra:
            self._notice(piece, "too-many-nodes", "nodes of one reply left out", reply.extra)
        if long := sum(node.is_shortened for node in reply.nodes):
            self._notice(piece, "summary-shortened", "summaries cut, they were too long", long)

    def _gap(self, piece: Piece, reason: str, error: GraphpackError | None = None) -> None:
        self.gaps.append(Gap(piece.first, piece.last, reason))
        self.errors.append(error or ReplyError(f"messages {piece.first}-{piece.last}: {reason}"))

    def _notice(self, piece: Piece, code: str, message: str, count: int = 1) -> None:
        where = f"chunk {chunk_letter(self.chunk.index)}, messages {piece.first}-{piece.last}"
        self.notices.append(Notice(code, where, message, count))

    def _error(self) -> GraphpackError:
        """The first error; it carries what the whole chunk took."""
        error = self.errors[0]
        if isinstance(error, ModelError | ReplyError):
            error.usage = self.usage
        return error
