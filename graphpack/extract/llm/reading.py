"""Reads one chunk through a model: piece after piece, and what becomes of one that fails.

A chunk is one piece, divided where a reply breaks off or the prompt does not fit; what cannot be
divided may get a longer reply. A piece that no model says anything of use about is a gap with its
reason; a chunk of which no piece brings anything is an error.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from graphpack.errors import GraphpackError, ModelError, ReplyError
from graphpack.extract.evidence import quotable_parts
from graphpack.extract.llm.asking import MAX_REPLY_FACTOR, Findings, Log, ask
from graphpack.extract.llm.assembling import Named, assemble
from graphpack.extract.llm.consistency import consistent
from graphpack.extract.llm.grounding import (
    DETAIL_DEMOTED,
    DETAIL_DROPPED,
    DETAIL_LEFT_OUT,
    UNSURE_DROPPED,
)
from graphpack.extract.llm.options import ModelOptions
from graphpack.extract.llm.piece import Piece, halves, has_material, pieces, rest_after_cut
from graphpack.extract.llm.prompting import Place, Request, request, system
from graphpack.extract.llm.purse import LimitReachedError
from graphpack.extract.llm.reply import Reply
from graphpack.extract.llm.rewording import reworded, unmarked
from graphpack.extract.llm.sender import DeclinedError, Sender, TooLongError
from graphpack.extract.llm.shown import Limits
from graphpack.extract.llm.wash import washed
from graphpack.model.chunk import Chunk, ChunkContext, ChunkGraph, chunk_letter
from graphpack.model.report import COST_LIMIT, Gap, Notice, Usage
from graphpack.text.details import missing_details

NAMED_IN_NOTICE = 3
SUMMARY_CHARS = 90

_CODES = {
    DETAIL_DROPPED: "unproven-detail",
    DETAIL_LEFT_OUT: "unproven-detail",
    DETAIL_DEMOTED: "unproven-detail",
    UNSURE_DROPPED: "unsure",
}


def first_pieces(options: ModelOptions, chunk: Chunk) -> tuple[Piece, ...]:
    """Make the pieces that are asked about where every reply is of use.

    Args:
        options: From where on texts are shortened or divided.
        chunk: Any.

    Returns:
        One piece, as a rule.
    """
    return pieces(chunk.messages, Limits(options.max_text_chars, options.max_tool_chars))


def place_of(chunk: Chunk, context: ChunkContext) -> Place:
    """Say where a chunk stands; how much follows is not said, it would change as a talk grows."""
    return Place(
        chunk.index + 1,
        context.account,
        is_priority_only=context.is_priority_only,
        room_tokens=context.room_tokens,
    )


@dataclass(slots=True)
class Reading:
    """One chunk's extraction, piece after piece.

    Args:
        options: Of the run.
        senders: One for each model, the preferred one first.
        count: Tokens of a text.
        chunk: The messages to read.
        context: What came before.
        found: What was found so far; this and what follows is filled while it works.
        gaps: Stretches that brought nothing.
        notices: What was repaired, dropped or demoted.
        descriptions: One sentence of each piece.
        errors: Why stretches brought nothing.
        usage: What all calls took.
        asked: Pieces asked about.
        usable: Pieces that brought something.
        is_stopped: True where the run may spend no more.
    """

    options: ModelOptions
    senders: Sequence[Sender]
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
    is_stopped: bool = False

    def finish(self) -> ChunkGraph:
        """Work through the pieces and put the results together.

        Returns:
            What was found; where nothing was, the first piece's error is raised.
        """
        waiting = deque(first_pieces(self.options, self.chunk))
        while waiting:
            waiting.extendleft(reversed(self._work(waiting.popleft())))
        if not self.usable and not self.is_stopped:
            raise self._error()
        where = f"chunk {chunk_letter(self.chunk.index)}"
        found, notices = consistent(self.found, where)
        nodes, relationships = assemble(found, self.chunk.index)
        return ChunkGraph(
            index=self.chunk.index,
            nodes=nodes,
            relationships=relationships,
            description=next(iter(self.descriptions[-1:]), ""),
            gaps=tuple(self.gaps),
            notices=(*self.notices, *notices),
            usage=self.usage,
        )

    def _work(self, piece: Piece) -> tuple[Piece, ...]:
        """Ask about one piece; returns what is to be asked about before all others."""
        asked = request(piece.messages, self._place(), piece.limits)
        asked = replace(asked, reply_factor=piece.reply_factor)
        self.asked += 1
        try:
            findings = self._findings(piece, asked)
        except TooLongError as error:
            return self._divided(piece, halves(piece, self.count), f"too long: {error}")
        except LimitReachedError as error:
            self._gap(piece, f"not asked: {error}")
            self._notice(piece, COST_LIMIT, f"not asked: {error}")
            self.is_stopped = True
            return ()
        except DeclinedError as error:
            self._gap(piece, f"the provider declined: {error}")
            return ()
        except ModelError as error:
            self._gap(piece, str(error), error)
            return ()
        if asked.shortened:
            self._notice(
                piece, "text-shortened", "texts shown without their middle", asked.shortened
            )
        return self._take(piece, findings)

    def _findings(self, piece: Piece, asked: Request) -> Findings:
        """Ask one model after the other until one is of use; the first one's failure counts."""
        first: Findings | ModelError | DeclinedError | None = None
        for at, sender in enumerate(self.senders):
            found = self._asked(piece, asked, sender)
            if isinstance(found, Findings) and (found.is_cut or not found.reason):
                return found
            first = first or found
            if at + 1 < len(self.senders):
                why = found.reason if isinstance(found, Findings) else str(found)
                other = self.options.fallbacks[at]
                self._notice(piece, "other-model", f"{why}; {other} was asked instead")
        if isinstance(first, Exception):
            raise first
        return first or Findings(reason="no model was asked")

    def _asked(
        self, piece: Piece, asked: Request, sender: Sender
    ) -> Findings | ModelError | DeclinedError:
        """Ask one model; answers of no use are forgotten, so that the next run asks again."""
        log = Log()
        try:
            found = ask(
                sender,
                asked,
                # quotes are looked for in the whole messages, also where a stretch was shown
                [m for m in self.chunk.messages if piece.first <= m.index <= piece.last],
                repairs=self.options.repairs,
                is_empty_allowed=self.context.is_priority_only or not has_material(piece.messages),
                log=log,
            )
        except (ModelError, DeclinedError) as error:
            return error
        finally:
            self.usage = self.usage + log.usage
            for reason in log.repairs:
                self._notice(piece, "reply-repaired", f"asked again: {reason}")
        if found.reason and not found.is_cut:
            sender.forget(log.keys)
        return found

    def _place(self) -> Place:
        """Tell later pieces of the chunk what the earlier ones brought."""
        place = place_of(self.chunk, self.context)
        if not self.found:
            return place
        lines = (f"- [{n.key}] {n.draft.type}: {n.draft.summary}" for n in self.found)
        told = filter(None, (place.account, "Already written down, with its id:", *lines))
        return replace(place, account="\n".join(told))

    def _take(self, piece: Piece, findings: Findings) -> tuple[Piece, ...]:
        """Keep what a piece brought, or note why it brought nothing."""
        reply = findings.reply
        if findings.is_cut:
            nodes = reply.nodes if reply else ()
            self._keep(piece, findings)
            rest = rest_after_cut(piece, nodes, self.count)
            reason = f"the reply broke off after {len(nodes)} nodes"
            return self._divided(piece, rest, reason, is_cut=True)
        if reply is None or findings.reason:
            self._gap(piece, findings.reason)
            return ()
        self._keep(piece, findings)
        self.usable += 1
        if not findings.drafts:
            self._notice(piece, "nothing-found", "the model found nothing to keep")
        if reply.description and reply.description not in system():  # small models copy the form
            self._describe(piece, reply.description)
        return ()

    def _describe(self, piece: Piece, description: str) -> None:
        """Keep a description as far as the messages name what it names."""
        texts = [text for message in piece.messages for _, text in quotable_parts(message)]
        told = unmarked(description, texts)
        told = reworded(told, texts) or "" if missing_details(told, texts) else told
        if told:
            self.descriptions.append(told)

    def _divided(
        self, piece: Piece, rest: tuple[Piece, ...], reason: str, *, is_cut: bool = False
    ) -> tuple[Piece, ...]:
        """Go down the ladder: smaller pieces, then a longer reply, then a gap."""
        if not rest or piece.depth >= self.options.splits:
            if is_cut and piece.reply_factor < MAX_REPLY_FACTOR:
                self._notice(piece, "reply-lengthened", f"{reason}; a longer one was allowed")
                return (replace(piece, reply_factor=piece.reply_factor * 2),)
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
        if unknown := [word for node in reply.nodes for word in node.unknown]:
            shown = ", ".join(unknown[:NAMED_IN_NOTICE])
            self._notice(piece, "unknown-word", f"fields without meaning: {shown}", len(unknown))
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
