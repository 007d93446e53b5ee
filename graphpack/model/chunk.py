"""A slice of a conversation, what an extractor is told about the rest, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphpack.model.conversation import Message
from graphpack.model.graph import Node, Relationship
from graphpack.model.report import Gap, Notice, Usage


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive messages given to an extractor at once.

    Args:
        index: 0-based position among the conversation's chunks.
        messages: With their indices in the whole conversation.
        tokens: Size of their text, in tokens.
        reason: Why it ends where it ends (``topic``, ``gap``, ``phase``, ``compaction``,
            ``size``, ``end``).
    """

    index: int
    messages: tuple[Message, ...]
    tokens: int
    reason: str = "end"


@dataclass(frozen=True, slots=True)
class ChunkContext:
    """What an extractor may know beyond its chunk.

    Args:
        total: Number of chunks.
        account: Short account of what came before: open problems, numbered options, the last
            question; empty for the first chunk.
        is_priority_only: True where only what breaks continuity is wanted.
        room_tokens: What the pack of the whole conversation may hold; 0 where it is not known.
        asked_tokens: The size that somebody asked for in so many words; 0 where nobody did.
    """

    total: int = 1
    account: str = ""
    is_priority_only: bool = False
    room_tokens: int = 0
    asked_tokens: int = 0


@dataclass(frozen=True, slots=True)
class ChunkGraph:
    """What an extractor found in one chunk.

    Args:
        index: The chunk's index.
        nodes: Ids are ``A-n1``… (chunk letter, then number); every node has sources, or is an
            assumption with a confidence.
        relationships: Between nodes of this chunk.
        description: One sentence for this chunk, may be empty.
        gaps: Message ranges the extractor could not read.
        notices: What was dropped or demoted, with counts.
        usage: What a model took; None offline.
    """

    index: int
    nodes: tuple[Node, ...] = ()
    relationships: tuple[Relationship, ...] = ()
    description: str = ""
    gaps: tuple[Gap, ...] = ()
    notices: tuple[Notice, ...] = ()
    usage: Usage | None = field(default=None)


def chunk_letter(index: int) -> str:
    """Name a chunk: 0 is A, 25 is Z, 26 is AA."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
