"""The chain: from a source to a pack. The only place that knows the order of the stages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from graphpack.extract.account import accounts
from graphpack.extract.offline.terse import is_terse
from graphpack.extract.protocol import Extractor
from graphpack.extract.run import extract_all
from graphpack.merge import merge, restate
from graphpack.model.chunk import ChunkContext, ChunkGraph
from graphpack.model.conversation import Conversation
from graphpack.model.graph import ContextGraph
from graphpack.model.record import Record
from graphpack.model.report import Report, Strategy
from graphpack.model.shortening import Shortening
from graphpack.pipeline.account import (
    counter_notice,
    input_of,
    limits_of,
    name_of,
    outgrown,
    settings_sha256,
    signed,
    usage_of,
    with_texts,
)
from graphpack.pipeline.checking import places_of
from graphpack.pipeline.choice import pick
from graphpack.pipeline.compression import compressed, elided, restored, shortening_notices
from graphpack.pipeline.extractors import extractor_of, judge_of, substitute_of
from graphpack.pipeline.finish import finish, is_one_text, turns_of
from graphpack.pipeline.least import check_told
from graphpack.pipeline.mending import mend
from graphpack.pipeline.safety import cleaner, policy_of, scrub, seal
from graphpack.pipeline.screen import plain_notice, screen, with_orders
from graphpack.pipeline.since import Earlier, keep_ids
from graphpack.pipeline.sizes import Plan, Sizes, plan, sizes
from graphpack.prune import Budget, Pruned, prune
from graphpack.readers import read
from graphpack.redact import Redacted, redact
from graphpack.render import Rendered, render, size
from graphpack.settings import Settings
from graphpack.tokens import counter

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done and how much there is; 0 where unknown."""


@dataclass(frozen=True, slots=True)
class Export:
    """One conversation, packed.

    Args:
        conversation: What was read.
        graph: What the pack holds.
        rendered: The pack as written.
        report: What happened on the way.
        record: The account that the archive form keeps.
        redacted: What was hidden, and is kept out of all that is written.
        shortening: What the extractor was not shown of tool output and pasted dumps.
    """

    conversation: Conversation
    graph: ContextGraph
    rendered: Rendered
    report: Report
    record: Record
    redacted: Redacted
    shortening: Shortening = field(default_factory=Shortening)

    @property
    def text(self) -> str:
        """The pack, without a final newline."""
        return self.rendered.text

    def archive(self) -> str:
        """Write the archive form, which holds all evidence and what was cut."""
        text = render(self.graph, to="archive", count=len, record=self.record).text
        return seal(text, self.redacted.policy, self.redacted.vault, name="archive form")


def export(
    source: Path | str | bytes,
    settings: Settings | None = None,
    *,
    extractor: Extractor | None = None,
    progress: Progress | None = None,
) -> Export:
    """Pack one conversation of a source.

    Args:
        source: A file, a directory or a ZIP by its path, or the bytes of a file.
        settings: None is the defaults: compact, and no model is asked.
        extractor: Instead of the one that the settings select.
        progress: Called while it works.

    Returns:
        The pack with its report. A source that cannot be read raises a ReadError, one that holds
        several conversations while ``settings.pick`` is None a UsageError, a model that gives
        nothing usable a ModelError or ReplyError.
    """
    settings = settings or Settings()
    place = source if isinstance(source, bytes) else Path(source)
    name = "-" if isinstance(place, bytes) else place.name

    def reading() -> Iterable[Conversation]:
        return read(
            place,
            format=settings.format,
            branch=settings.branch,
            subagents=settings.subagents,
        )

    hide = cleaner(policy_of(settings))
    conversation = pick(reading, settings.pick, name=name, hide=hide)
    return pack(conversation, settings, extractor=extractor, progress=progress)


def pack(
    conversation: Conversation,
    settings: Settings,
    *,
    extractor: Extractor | None = None,
    progress: Progress | None = None,
    since: Earlier | None = None,
) -> Export:
    """Pack a conversation that was read.

    Args:
        conversation: With at least one message.
        settings: How.
        extractor: Instead of the one that the settings select.
        progress: Called while it works.
        since: An earlier pack of the same conversation, whose nodes keep their ids.

    Returns:
        The pack with its report; a model that gives nothing usable raises.
    """
    policy = policy_of(settings)
    redacted = redact(conversation, policy)
    conversation = redacted.conversation
    counted = counter(settings.tokenizer)
    chosen = extractor or extractor_of(settings, count=counted.count)
    shown = compressed(
        conversation, settings.compression, count=counted.count, is_whole=chosen.reads_whole
    )
    way = plan(shown, settings, count=counted.count, is_whole=chosen.reads_whole)

    sized = partial(
        sizes,
        input_tokens=way.input_tokens,
        messages=len(conversation.messages),
        is_terse=is_terse(conversation.messages),
    )

    def room_of(cap: int | None) -> Sizes:
        return sized(settings.model_copy(update={"cap": cap}))

    room = room_of(settings.cap)
    found = _extract(way, contexts_of(way, room, settings.budget or 0), chosen, settings, progress)
    screened = screen(restored(found, shown), conversation)
    parts = screened.parts
    judge = judge_of(chosen)
    speakers = {message.author for message in conversation.messages if message.author}
    is_text = is_one_text(conversation)
    merged = merge(parts, judge=judge, speakers=speakers, is_document=is_text)
    graph = scrub(with_orders(merged.graph, screened.orders), policy, redacted.vault)
    whole = signed(graph, conversation, settings, way).model_copy(
        update={"meta": {**graph.meta, **limits_of(parts)}}
    )
    if progress is not None:
        progress("fitting", 0, 0)

    is_cited = settings.sources
    measure = partial(size, to=_measured(settings), count=counted.count, with_sources=is_cited)
    places = places_of(redacted)
    checked = mend(whole, places, measure=measure)

    def fit(room: Sizes) -> Pruned:
        return _prune(checked.graph, room, settings, measure)

    pruned = fit(room)
    check_told(
        checked.graph,
        pruned.graph,
        room.usual_tokens,
        fit=lambda cap: fit(room_of(cap)).graph,
        measure=measure,
    )
    # once more: shortening and folding write new lines
    fitted = mend(pruned.graph, places, measure=measure, may_demote=False)
    finished = finish(fitted.graph, whole, messages=turns_of(conversation))
    if since is not None:
        finished = keep_ids(finished, since)
    form = "paste" if settings.paste else settings.mode
    rendered = render(finished.graph, to=form, count=counted.count, with_sources=is_cited)
    sealed = seal(rendered.text, policy, redacted.vault, name="pack")
    if sealed != rendered.text:
        rendered = replace(rendered, text=sealed, tokens=counted.count(sealed))
    report = Report(
        extractor=name_of(chosen, parts),
        strategy=way.strategy,
        input_tokens=way.input_tokens,
        output_tokens=rendered.tokens,
        counter=counted.name,
        notices=(
            *map(plain_notice, conversation.notices),
            *counter_notice(counted),
            *shortening_notices(shown),
            *(notice for part in parts for notice in part.notices),
            *(judge.notices if judge else ()),
            *screened.notices,
            *map(finished.notice, (*merged.notices, *checked.notices, *fitted.notices)),
            *rendered.notices,
            *outgrown(rendered.tokens, way.input_tokens),
        ),
        cuts=tuple(map(finished.cut, (*checked.cuts, *pruned.cuts, *fitted.cuts))),
        merges=(*map(finished.merge, with_texts(merged.merges, parts)), *finished.joined),
        gaps=tuple(gap for part in parts for gap in part.gaps),
        usage=usage_of(parts, judge),
        over_cap_tokens=pruned.over_cap_tokens,
        redacted=redacted.families,
        elided=elided(shown),
    )
    record = Record(
        report, settings_sha256(settings), finished.gone, input=input_of(conversation, settings)
    )
    return Export(conversation, finished.graph, rendered, report, record, redacted, shown.counts)


def _measured(settings: Settings) -> str:
    """Name the form that is cut to a size.

    Where no size was asked for, what is pasted is the pack that is written: the same nodes under
    the same ids, and the frame on top.
    """
    is_framed = settings.paste and (settings.budget or settings.cap)
    return "paste" if is_framed else settings.mode


def _extract(
    way: Plan,
    contexts: Sequence[ChunkContext],
    extractor: Extractor,
    settings: Settings,
    progress: Progress | None,
) -> tuple[ChunkGraph, ...]:
    def on_progress(done: int, total: int) -> None:
        if progress is not None:
            progress("extracting", done, total)

    return extract_all(
        way.chunks,
        contexts,
        extractor,
        concurrency=settings.concurrency,
        on_progress=on_progress,
        substitute=substitute_of(settings, extractor),
    )


def contexts_of(way: Plan, room: Sizes, asked: int = 0) -> tuple[ChunkContext, ...]:
    """Say for each chunk of a plan what stands before it, and how much room the pack has."""
    total = len(way.chunks)
    told = accounts(way.chunks) if total > 1 else ("",)
    is_priority_only = way.strategy is Strategy.PRIORITY_ONLY
    # the usual size grows with the conversation; a chunk that was answered must not change with it
    room_tokens = room.usual_tokens if total == 1 else room.cap_tokens
    return tuple(
        ChunkContext(total, account, is_priority_only, room_tokens, asked if total == 1 else 0)
        for account in told
    )


def _prune(
    graph: ContextGraph, room: Sizes, settings: Settings, measure: Callable[[ContextGraph], int]
) -> Pruned:
    def cut_to(cap_tokens: int) -> Pruned:
        return prune(
            graph,
            Budget(room.target_tokens, cap_tokens),
            measure=measure,
            restate=restate,
            keep=settings.keep,
            keep_low=settings.mode == "readable",
        )

    pruned = cut_to(room.usual_tokens)
    # what a person pinned may stretch a pack beyond the usual, up to the cap without a conflict
    return cut_to(room.cap_tokens) if pruned.over_cap_tokens else pruned
