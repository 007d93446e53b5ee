"""What an extractor is shown of a conversation, and the way from its findings back to the whole.

An extractor that pays for what it reads is shown tool output and pasted dumps shortened. The
offline one reads everything: it costs it nothing, and it looks at telling lines alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from graphpack.model.chunk import ChunkGraph
from graphpack.model.codes import MIN_CONFIDENCE, NodeType
from graphpack.model.conversation import Conversation
from graphpack.model.graph import Node, Source
from graphpack.model.report import Elided, Notice
from graphpack.model.shortening import Shortening
from graphpack.settings import Compression

if TYPE_CHECKING:
    from graphpack.compress.base import Elision
    from graphpack.compress.conversations import Compressed

SHORTENED = "tool-output-shortened"


@dataclass(frozen=True, slots=True)
class Whole:
    """A conversation that an extractor is shown as it is.

    Args:
        conversation: All of it.
        counts: That nothing was shortened.
    """

    conversation: Conversation
    counts: Shortening = field(default_factory=Shortening)

    @property
    def whole(self) -> Conversation:
        """The same."""
        return self.conversation

    @property
    def elisions(self) -> Mapping[tuple[int, int], tuple[Elision, ...]]:
        """None."""
        return MappingProxyType({})

    def back(self, source: Source) -> Source | None:
        """Lead evidence back to where it stands already."""
        return source


Shown: TypeAlias = "Compressed | Whole"
"""A conversation as an extractor is shown it."""


def compressed(
    conversation: Conversation,
    wanted: Compression,
    *,
    count: Callable[[str], int],
    is_whole: bool,
) -> Shown:
    """Shorten a conversation for the extractor of a run.

    Args:
        conversation: Redacted.
        wanted: The settings; ``auto`` is ``summary`` here, for what becomes of a message must not
            depend on what came after it.
        count: Tokens of a text.
        is_whole: True for an extractor that reads everything whatever its size.

    Returns:
        The conversation as it is shown.
    """
    level = "summary" if wanted.level == "auto" else wanted.level
    if is_whole or level == "off":
        return Whole(conversation)
    # offline nothing is shortened, and the compressors take a while to import
    from graphpack.compress.conversations import compress_conversation  # noqa: PLC0415
    from graphpack.compress.policy import Policy, caps_of  # noqa: PLC0415

    return compress_conversation(
        conversation,
        Policy(level=level, caps=caps_of(wanted)),
        count=count,
        dedup=wanted.dedup,
        window=wanted.staleness_window,
    )


def restored(parts: Iterable[ChunkGraph], shown: Shown) -> tuple[ChunkGraph, ...]:
    """Lead the evidence of what was found back to the whole conversation.

    Args:
        parts: What the extractor found in what it was shown.
        shown: The conversation as it was shown.

    Returns:
        The same, with spans of the whole texts; no quote reaches over something left out. What
        has no words of the conversation behind it is an assumption.
    """
    if not shown.elisions:
        return tuple(parts)
    return tuple(
        replace(part, nodes=tuple(_restored(node, shown) for node in part.nodes)) for part in parts
    )


def _restored(node: Node, shown: Shown) -> Node:
    pairs = [(source, shown.back(source)) for source in node.sources]
    sources: list[Source] = []
    sources += (back for _, back in pairs if back is not None and back not in sources)
    change: dict[str, object] = {
        "sources": tuple(sources),
        "children": tuple(_restored(child, shown) for child in node.children),
    }
    if node.sources and not sources:
        change |= {"type": NodeType.ASSUMPTION, "confidence": MIN_CONFIDENCE}
    if node.type == NodeType.CODE:
        # a code node is its source's own characters, and a mark is nobody's code
        for source, back in pairs:
            if source.quote == node.summary and back is not None:
                change["summary"] = back.quote
                break
    return node.model_copy(update=change)


def elided(shown: Shown) -> tuple[Elided, ...]:
    """List what the extractor was not shown, part by part.

    Args:
        shown: The conversation as it was shown.

    Returns:
        In reading order.
    """
    return tuple(
        Elided(message, part, tuple((one.start, one.end) for one in found))
        for (message, part), found in sorted(shown.elisions.items())
        if found
    )


def shortening_notices(shown: Shown) -> Iterator[Notice]:
    """Say how much of the conversation the extractor was not shown."""
    counts = shown.counts
    if counts.elisions:
        message = (
            "places left out of tool output and pasted dumps before it was read:"
            f" {counts.original_tokens:,} tokens were {counts.tokens:,}"
        )
        yield Notice(SHORTENED, "conversation", message, counts.elisions)
    if counts.failures:
        yield Notice(
            "compressor-failed", "conversation", "texts are shown as they are", counts.failures
        )
