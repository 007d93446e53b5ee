"""The context graph: nodes with evidence, relationships, and the hand-off.

Frozen pydantic models. Types, importances, statuses and relations are plain strings whose known
values are the enums of ``codes``: unknown ones are kept, so that a later version's pack survives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from graphpack.model.codes import VERSION, Importance


class Source(BaseModel):
    """A span of the transcript that shows a node.

    Args:
        message: 0-based message index.
        part: 0-based part index in that message.
        start: First character, inclusive, in the part's text.
        end: Last character, exclusive.
        quote: The exact text of the span.
        session: Which session it cites, in a pack merged from several; None in all others.
        extra: Fields of a later version, kept as they came.
    """

    model_config = ConfigDict(frozen=True)

    message: int = Field(ge=0)
    part: int = Field(ge=0)
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    quote: str
    session: str | None = None
    extra: Mapping[str, Any] = Field(default_factory=dict)


class Node(BaseModel):
    """One statement that stands alone.

    Args:
        id: ``n1``, ``n1.1``; ``A-n1`` while chunks are separate.
        type: A ``NodeType`` or a later version's.
        importance: An ``Importance``.
        summary: One dense line; for a code node the source's own characters.
        status: A ``Status``; None where unknown on a fact or decision.
        title: A short label for the readable form.
        confidence: 0.60-1.00, only where something was inferred.
        children: Details that belong under this node.
        sources: Evidence; empty only in a pack that was written without it.
        value: What a successor loses without it, 0-1; orders the pruner's cuts, never written.
        speaker: Whose words the summary ends with, where it names them; never written.
        extra: Fields of a later version, kept as they came.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    type: str
    importance: str = Importance.MEDIUM
    summary: str
    status: str | None = None
    title: str | None = None
    confidence: float | None = None
    children: tuple[Node, ...] = ()
    sources: tuple[Source, ...] = ()
    value: float = 0.0
    speaker: str | None = None
    extra: Mapping[str, Any] = Field(default_factory=dict)


class Relationship(BaseModel):
    """A typed connection; ``start`` is the newer, dependent or fixing side (JSON ``from``)."""

    model_config = ConfigDict(frozen=True)

    start: str
    end: str
    type: str
    extra: Mapping[str, Any] = Field(default_factory=dict)


class PackSource(BaseModel):
    """What a pack says about the conversation it was made from; None is unknown.

    Args:
        format: The reader's name.
        title: The conversation's title.
        messages: How many messages it had.
        tokens: Its size in tokens.
        extra: Fields of a later version, kept as they came.
    """

    model_config = ConfigDict(frozen=True)

    format: str | None = None
    title: str | None = None
    messages: int | None = None
    tokens: int | None = None
    extra: Mapping[str, Any] = Field(default_factory=dict)


class About(BaseModel):
    """Where a pack comes from; written in the readable and archive forms only.

    Args:
        compressed_at: ISO-8601 UTC; the caller's clock, never this package's.
        generator: Name and version of the program that made the pack.
        source: The conversation.
        extra: Metadata fields of a later version, kept as they came.
    """

    model_config = ConfigDict(frozen=True)

    compressed_at: str | None = None
    generator: str | None = None
    source: PackSource | None = None
    extra: Mapping[str, Any] = Field(default_factory=dict)


class ContextGraph(BaseModel):
    """One conversation's graph in one id space.

    Args:
        description: One tight sentence, topic and current state.
        nodes: Root nodes in reading order.
        relationships: Ends exist; ``supersedes`` is acyclic.
        handoff: Prose that states the current state.
        chunks: How many chunks it was made from.
        meta: The open extension object of the format.
        about: Where it comes from; compact has no place for it.
        version: Of the written format; larger than ``VERSION`` where a later pack was read.
        extra: Top-level fields of a later version, kept as they came.
    """

    model_config = ConfigDict(frozen=True)

    description: str
    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...] = ()
    handoff: str = ""
    chunks: int = 1
    meta: Mapping[str, Any] = Field(default_factory=dict)
    about: About = About()
    version: int = VERSION
    extra: Mapping[str, Any] = Field(default_factory=dict)

    def walk(self) -> Iterator[Node]:
        """Yield every node, parents before their children, in reading order."""
        stack = list(reversed(self.nodes))
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))
