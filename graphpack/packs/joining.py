"""Makes one pack of several: one id space, duplicates folded, what was given up later abandoned.

The merger's own rules decide, as they do between the chunks of one conversation; here a chunk is
a pack. Where a statement comes from stays with it: its sources name their session.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from graphpack import __version__
from graphpack.merge import Merged, merge, restate
from graphpack.model.chunk import ChunkGraph, chunk_letter
from graphpack.model.codes import Importance, Mode, Status
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.model.graph import About, ContextGraph, Node, PackSource, Source
from graphpack.model.record import Record, Session
from graphpack.model.report import Report, Strategy
from graphpack.packs.guarding import guarded
from graphpack.packs.loading import Loaded
from graphpack.patterns import compiled
from graphpack.pipeline.account import settings_sha256
from graphpack.pipeline.finish import finish
from graphpack.pipeline.least import check_told
from graphpack.pipeline.safety import policy_of, scrub, seal
from graphpack.pipeline.screen import screen, with_orders
from graphpack.pipeline.sizes import DEFAULTS
from graphpack.prune import Budget, Pruned, prune
from graphpack.redact import Vault, namespaced
from graphpack.render import Rendered, render
from graphpack.settings import Settings
from graphpack.tokens import counter

EXTRACTOR = "merge"
VALUES = {Importance.HIGH: 0.8, Importance.MEDIUM: 0.5, Importance.LOW: 0.2}
"""What a node is worth by its importance: a written pack does not say more."""

_WAITING = frozenset([Status.OPEN, Status.BLOCKED, Status.DEFERRED, Status.ACTIVE])
_WAITING_VALUE = 0.1
_NOTHING_SAID = Conversation("", None, ConversationSource("", EXTRACTOR), ())
_NOT_PLAIN = compiled(r"[^a-z0-9]+")
_NAME_CHARS = 24


@dataclass(frozen=True, slots=True)
class Joined:
    """Several packs as one.

    Args:
        graph: What it holds.
        rendered: As it is written.
        record: With the report, what was cut, and the sessions.
    """

    graph: ContextGraph
    rendered: Rendered
    record: Record

    @property
    def text(self) -> str:
        """The pack, without a final newline."""
        return self.rendered.text

    @property
    def report(self) -> Report:
        """What happened on the way."""
        return self.record.report

    def archive(self) -> str:
        """Write the archive form, which holds all evidence and what was cut."""
        return render(self.graph, to="archive", count=len, record=self.record).text


def join(
    packs: Sequence[Loaded],
    settings: Settings,
    *,
    weave: Callable[[Sequence[ChunkGraph]], Merged] = merge,
) -> Joined:
    """Make one pack of several.

    Args:
        packs: The earliest first: a later one may supersede what an earlier one says.
        settings: The form, the budget and the cap, the tokenizer, the redaction.
        weave: Makes one graph of theirs; who knows more than packs say hands in another one.

    Returns:
        The pack; placeholders of secrets and sources name the session they are from.
    """
    policy, vault = policy_of(settings), Vault(namespace=EXTRACTOR)
    packs = [guarded(loaded, policy) for loaded in packs]
    names = _names(packs)
    begins = offsets(packs)
    parts = [
        _part(index, loaded, names[index], begins[index]) for index, loaded in enumerate(packs)
    ]
    screened = screen(parts, _NOTHING_SAID)
    merged = weave(screened.parts)
    graph = scrub(with_orders(merged.graph, screened.orders), policy, vault)
    graph = _placed(graph, begins)
    whole = graph.model_copy(update={"about": _about(packs, settings), "chunks": 1})
    counted = counter(settings.tokenizer)

    def write(graph: ContextGraph) -> Rendered:
        form = "paste" if settings.paste else settings.mode
        return render(graph, to=form, count=counted.count, with_sources=settings.sources)

    default = DEFAULTS[Mode(settings.mode)]
    cap = settings.cap or max(default.cap_tokens, settings.budget or 0)

    def measure(graph: ContextGraph) -> int:
        return write(graph).tokens

    def fit(cap_tokens: int) -> Pruned:
        return prune(
            whole,
            Budget(min(settings.budget or cap_tokens, cap_tokens), cap_tokens),
            measure=measure,
            restate=restate,
            keep=settings.keep,
            keep_low=settings.mode == "readable",
        )

    pruned = fit(cap)
    check_told(whole, pruned.graph, cap, fit=lambda cap: fit(cap).graph, measure=measure)
    finished = finish(pruned.graph, whole, messages=max(begins[-1], 1_000))
    rendered = write(finished.graph)
    sealed = seal(rendered.text, policy, vault, name="pack")
    if sealed != rendered.text:
        rendered = replace(rendered, text=sealed, tokens=counted.count(sealed))
    report = Report(
        extractor=EXTRACTOR,
        strategy=Strategy.CHUNKED if len(packs) > 1 else Strategy.SINGLE_PASS,
        input_tokens=sum(counted.count(_compact(loaded.graph)) for loaded in packs),
        output_tokens=rendered.tokens,
        counter=counted.name,
        notices=(
            *(notice for loaded in packs for notice in loaded.notices),
            *map(finished.notice, merged.notices),
            *rendered.notices,
        ),
        cuts=tuple(map(finished.cut, pruned.cuts)),
        merges=tuple(map(finished.merge, merged.merges)),
        over_cap_tokens=pruned.over_cap_tokens,
    )
    sessions = tuple(_session(loaded, name) for loaded, name in zip(packs, names, strict=True))
    record = Record(report, settings_sha256(settings), finished.gone, sessions=sessions)
    return Joined(finished.graph, rendered, record)


def _names(packs: Sequence[Loaded]) -> list[str | None]:
    """Name each session by its pack's file; one pack alone needs no name."""
    if len(packs) < 2:
        return [None for _ in packs]
    names: list[str | None] = []
    for place, loaded in enumerate(packs, 1):
        stem = PurePath(loaded.name).name.partition(".")[0].lower()
        name = _NOT_PLAIN.sub("-", stem).strip("-")[:_NAME_CHARS].strip("-") or f"pack-{place}"
        names.append(name if name not in names else f"{name}-{place}")
    return names


def offsets(packs: Sequence[Loaded]) -> list[int]:
    """Put the packs' messages one behind the other: where each pack begins, and the end."""
    begins = [0]
    for loaded in packs:
        sources = (source for node in loaded.graph.walk() for source in node.sources)
        begins.append(begins[-1] + 1 + max((source.message for source in sources), default=0))
    return begins


def _part(index: int, loaded: Loaded, name: str | None, offset: int) -> ChunkGraph:
    letter = chunk_letter(index)

    def told(text: str) -> str:
        return namespaced(text, name) if name else text

    def moved(source: Source) -> Source:
        return source.model_copy(
            update={
                "message": source.message + offset,
                "quote": told(source.quote),
                "session": source.session or name,
            }
        )

    def taken(node: Node) -> Node:
        waiting = _WAITING_VALUE if node.status in _WAITING else 0.0
        return node.model_copy(
            update={
                "id": f"{letter}-{node.id}",
                "summary": told(node.summary),
                "title": told(node.title) if node.title else node.title,
                "sources": tuple(map(moved, node.sources)),
                "value": VALUES.get(Importance(node.importance), 0.5) + waiting
                if node.importance in set(Importance)
                else 0.5,
                "children": tuple(map(taken, node.children)),
            }
        )

    ties = tuple(
        tie.model_copy(update={"start": f"{letter}-{tie.start}", "end": f"{letter}-{tie.end}"})
        for tie in loaded.graph.relationships
    )
    nodes = tuple(map(taken, loaded.graph.nodes))
    return ChunkGraph(index, nodes, ties, told(loaded.graph.description))


def _placed(graph: ContextGraph, offsets: Sequence[int]) -> ContextGraph:
    """Give the sources back the messages' own numbers."""

    def moved(source: Source) -> Source:
        begin = offsets[bisect_right(offsets, source.message) - 1]
        return source.model_copy(update={"message": source.message - begin})

    def placed(node: Node) -> Node:
        return node.model_copy(
            update={
                "sources": tuple(map(moved, node.sources)),
                "children": tuple(map(placed, node.children)),
            }
        )

    return graph.model_copy(update={"nodes": tuple(map(placed, graph.nodes))})


def _about(packs: Sequence[Loaded], settings: Settings) -> About:
    sources = [source for loaded in packs if (source := loaded.graph.about.source) is not None]
    messages = [source.messages for source in sources if source.messages is not None]
    tokens = [source.tokens for source in sources if source.tokens is not None]
    at = settings.now.strftime("%Y-%m-%dT%H:%M:%SZ") if settings.now else None
    return About(
        compressed_at=at,
        generator=f"graphpack {__version__}",
        source=PackSource(
            format=EXTRACTOR,
            messages=sum(messages) if len(messages) == len(packs) else None,
            tokens=sum(tokens) if len(tokens) == len(packs) else None,
        ),
    )


def _session(loaded: Loaded, name: str | None) -> Session:
    source = loaded.graph.about.source or PackSource()
    return Session(
        name=name or EXTRACTOR,
        pack=PurePath(loaded.name).name,
        title=source.title,
        format=source.format,
        messages=source.messages,
    )


def _compact(graph: ContextGraph) -> str:
    return render(graph, to="compact", count=len).text
