"""What a run says of itself: in the pack, in its report and in the record beside it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from graphpack import __version__
from graphpack.extract.protocol import Extractor
from graphpack.extract.standin import WHOLLY_OFFLINE
from graphpack.model.chunk import ChunkGraph
from graphpack.model.conversation import Conversation
from graphpack.model.graph import About, ContextGraph, PackSource
from graphpack.model.record import Input
from graphpack.model.report import COST_LIMIT, Merge, Notice, Usage
from graphpack.pipeline.extractors import ModelJudge
from graphpack.pipeline.screen import plain_title
from graphpack.pipeline.sizes import Plan
from graphpack.settings import Settings
from graphpack.tokens import Counter

_FRAME_TOKENS = 100
_NOT_SHAPING = (
    "api_key", "api_base", "author", "cache", "calls_per_minute", "concurrency", "db", "evidence",
    "fail_on_notice", "input_usd_per_million", "keep_transcripts", "max_cost_usd", "now",
    "output_usd_per_million", "pick", "project", "quiet", "retries", "timeout_s",
)  # fmt: skip


def settings_sha256(settings: Settings) -> str:
    """Hash the settings that shape a pack: not who is asked with which key, nor when."""
    shaping = settings.model_dump(mode="json", exclude=set(_NOT_SHAPING))
    text = json.dumps(shaping, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def signed(
    graph: ContextGraph, conversation: Conversation, settings: Settings, way: Plan
) -> ContextGraph:
    """Say in the graph where it comes from."""
    source = PackSource(
        format=conversation.source.format,
        title=plain_title(conversation.title),
        messages=len(conversation.messages),
        tokens=way.input_tokens,
    )
    at = settings.now.strftime("%Y-%m-%dT%H:%M:%SZ") if settings.now else None
    about = About(compressed_at=at, generator=f"graphpack {__version__}", source=source)
    return graph.model_copy(update={"about": about, "chunks": len(way.chunks)})


def counter_notice(counted: Counter) -> Iterable[Notice]:
    """Say that another counter was used than the one that was asked for."""
    if counted.notice:
        yield Notice("estimated-tokens", "tokenizer", counted.notice)


def outgrown(pack_tokens: int, input_tokens: int) -> Iterable[Notice]:
    """Say that a pack is larger than what it was made of."""
    # the frame of a pack alone takes more than a handful of words
    if pack_tokens > input_tokens >= _FRAME_TOKENS:
        message = (
            f"the pack takes {pack_tokens} tokens, the conversation itself {input_tokens};"
            " it is as well handed on whole"
        )
        yield Notice("pack-larger", "pack", message)


def with_texts(merges: Iterable[Merge], parts: Iterable[ChunkGraph]) -> Iterable[Merge]:
    """Say of each node that was folded what it said."""
    texts = {
        node.id: node.summary
        for part in parts
        for node in ContextGraph(description="", nodes=part.nodes).walk()
    }
    return (replace(merge, text=texts.get(merge.folded, "")) for merge in merges)


def input_of(conversation: Conversation, settings: Settings) -> Input:
    """Say how the transcript was read, so that it can be read so again."""
    return Input(
        conversation=conversation.id,
        branch=settings.branch,
        has_subagents=settings.subagents,
        redact=settings.redact,
    )


def usage_of(parts: Iterable[ChunkGraph], judge: ModelJudge | None) -> Usage | None:
    """Sum what a model took; None where none was asked."""
    found = [part.usage for part in parts if part.usage is not None]
    if judge is not None:
        found.append(judge.usage)
    return sum(found[1:], start=found[0]) if found else None


def name_of(extractor: Extractor, parts: Iterable[ChunkGraph]) -> str:
    """Name who extracted; a model of which nothing came is not the one."""
    is_offline = all(any(n.code == WHOLLY_OFFLINE for n in part.notices) for part in parts)
    return f"offline, in place of {extractor.name}" if is_offline else extractor.name


def limits_of(parts: Iterable[ChunkGraph]) -> Mapping[str, str]:
    """Say in a pack that reading stopped at a limit."""
    stopped = (n.message for part in parts for n in part.notices if n.code == COST_LIMIT)
    reason = next(stopped, None)
    return {} if reason is None else {"partial": reason}
