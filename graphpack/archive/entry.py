"""From a pack to the rows of an archive: what is kept of one session. Nothing here writes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphpack import __version__
from graphpack.archive.documents import Kept, kept_messages, part_texts
from graphpack.archive.packed import as_bytes, pack, sha256, storable
from graphpack.archive.terms import INDEXED_CHARS, index_terms
from graphpack.model.conversation import Conversation, ToolCall
from graphpack.model.graph import ContextGraph, Node
from graphpack.pipeline import Export

TOOL_CHARS = 2_000
"""How much of what a tool was asked, or answered, is searched."""

MARK_BYTES = 8
"""Of a trail, for each message."""

GENERATOR = f"graphpack {__version__}"
_UNTRUE = "verification: "
"""How the reason of a cut begins that the transcript did not bear out."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Filing:
    """Where a session is filed.

    Args:
        project: Name of the project; it is made where there is none.
        at: The time it is archived, aware.
        source_sha256: Of the file it was read from.
        origin: Where that file lies, as nobody else's does; it is kept as a hash.
        author: Who brings it.
        tags: Words it is found by.
        keeps_transcript: Keep what was said, redacted, besides the graph.
    """

    project: str
    at: datetime
    source_sha256: str
    origin: str
    author: str | None = None
    tags: tuple[str, ...] = ()
    keeps_transcript: bool = True

    @property
    def origin_sha256(self) -> str:
        """Where its file lies, so that only who knows the place can tell."""
        return sha256(as_bytes(f"{self.author or ''}\0{self.origin}"))


@dataclass(frozen=True, slots=True)
class Entry:
    """One session as rows, without the numbers that a database gives.

    Args:
        filing: Where it belongs.
        session: Columns of ``sessions``.
        nodes: Rows of ``nodes``, in reading order, then those that were cut.
        relationships: Rows of ``relationships``.
        messages: Rows of ``messages``; empty where no transcript is kept.
        uses: Rows of ``blob_uses``.
        blobs: Contents by their hash.
    """

    filing: Filing
    session: Row
    nodes: tuple[Row, ...]
    relationships: tuple[Row, ...]
    messages: tuple[Row, ...]
    uses: tuple[Row, ...]
    blobs: Mapping[str, bytes] = field(repr=False)


def entry_of(made: Export, filing: Filing) -> Entry:
    """Make the rows of one session.

    Args:
        made: Its pack; everything in it is redacted.
        filing: Where it belongs.

    Returns:
        The rows. A secret that cannot be hidden is a ``RedactionError``.
    """
    conversation = made.redacted.conversation
    kept = tuple(kept_messages(made.redacted))
    nodes = tuple(_nodes(made, conversation))
    uses, blobs = _blobs(made, kept, filing)
    session = _session(made, conversation, filing) | {
        "first_sha256": kept[0].sha256,
        "trail": trail(one.sha256 for one in kept),
        "node_count": sum(not row["is_cut"] for row in nodes),
    }
    said = kept if filing.keeps_transcript else ()
    return Entry(
        filing=filing,
        session=session,
        nodes=nodes,
        relationships=tuple(_relationships(made.graph)),
        messages=tuple(message_row(position, one) for position, one in enumerate(said)),
        uses=uses,
        blobs=blobs,
    )


def trail(hashes: Iterable[str]) -> bytes:
    """Chain messages, so that it is seen at once up to where two sessions are the same.

    Args:
        hashes: Of the messages, in order.

    Returns:
        ``MARK_BYTES`` for each message, over it and all before it.
    """
    marks, before = bytearray(), b""
    for one in hashes:
        before = hashlib.sha256(before + bytes.fromhex(one)).digest()
        marks += before[:MARK_BYTES]
    return bytes(marks)


def _session(made: Export, conversation: Conversation, filing: Filing) -> Row:
    return {
        "format": storable(conversation.source.format),
        "conversation": storable(conversation.id),
        "origin_sha256": filing.origin_sha256,
        "source_sha256": filing.source_sha256,
        "settings_sha256": made.record.settings_sha256,
        "generator": GENERATOR,
        "title": conversation.title and storable(conversation.title),
        "description": storable(made.graph.description),
        "source_name": storable(conversation.source.name),
        "started_at": conversation.started_at,
        "last_at": _last_at(conversation),
        "message_count": len(conversation.messages),
        "input_tokens": made.report.input_tokens,
        "has_transcript": filing.keeps_transcript,
    }


def _last_at(conversation: Conversation) -> datetime | None:
    times = (message.at for message in conversation.messages if message.at is not None)
    return max(times, default=conversation.started_at)


def _nodes(made: Export, conversation: Conversation) -> Iterator[Row]:
    position = 0
    there: set[str] = set()
    for node, parent in _walk(made.graph.nodes, None):
        there.add(node.id)
        yield _node(node, parent, position, conversation)
        position += 1
    # what found no room is so all the same; what the transcript does not bear out is not
    cuts = [one for one in made.report.cuts if one.action == "dropped"]
    cut = {one.node for one in cuts if not one.reason.startswith(_UNTRUE)}
    cut -= {one.node for one in cuts if one.reason.startswith(_UNTRUE)}
    for node, parent in _walk(made.record.pruned, None):
        if node.id in cut and node.id not in there:
            there.add(node.id)
            yield _node(node, parent, position, conversation) | {"is_cut": True}
            position += 1


def _walk(nodes: Iterable[Node], parent: str | None) -> Iterator[tuple[Node, str | None]]:
    stack = [(node, parent) for node in reversed(tuple(nodes))]
    while stack:
        node, above = stack.pop()
        yield node, above
        stack.extend((child, node.id) for child in reversed(node.children))


def _node(node: Node, parent: str | None, position: int, conversation: Conversation) -> Row:
    last_at = _last_at(conversation)
    source = node.sources[0] if node.sources else None
    message = conversation.messages[source.message] if source else None
    title, text = node.title and storable(node.title), storable(node.summary)
    return {
        "position": position,
        "node": storable(node.id),
        "parent": parent and storable(parent),
        "type": storable(node.type),
        "status": node.status and storable(node.status),
        "importance": storable(node.importance),
        "confidence": node.confidence,
        "title": title,
        "text": text,
        "terms": node_terms(title, text),
        "is_cut": False,
        "message": source.message if source else None,
        "part": source.part if source else None,
        "start": source.start if source else None,
        "end": source.end if source else None,
        "said_by": storable(message.author or message.role.value) if message else None,
        "said_at": (message.at if message else None) or conversation.started_at or last_at,
    }


def node_terms(title: str | None, text: str) -> str:
    """Give what of a node is indexed besides its own words."""
    return index_terms(f"{title or ''}\n{text}")


def _relationships(graph: ContextGraph) -> Iterator[Row]:
    for position, tie in enumerate(graph.relationships):
        yield {
            "position": position,
            "start": storable(tie.start),
            "end": storable(tie.end),
            "type": storable(tie.type),
        }


def message_row(position: int, kept: Kept) -> Row:
    """Make the row of one message.

    Args:
        position: 0-based, in its session.
        kept: Redacted.

    Returns:
        A row of ``messages``.
    """
    raw = kept.raw
    text = storable(searched(raw["parts"]))
    return {
        "position": position,
        "role": raw["role"],
        "author": raw["author"] and storable(raw["author"]),
        "origin": raw["origin"],
        "at": datetime.fromisoformat(raw["at"]) if raw["at"] else None,
        "text": text,
        "terms": index_terms(text),
        "sha256": kept.sha256,
        "document": pack(kept.document),
    }


def searched(parts: Iterable[Mapping[str, Any]]) -> str:
    """Give what of a message is searched: words whole, what tools said from its beginning.

    Args:
        parts: As a transcript has them.
    """
    texts = []
    for part in parts:
        if part["type"] == "text":
            texts.append(part["text"])
        elif part["type"] == "tool_call":
            call = ToolCall(part["name"], part["arguments"])
            texts.append(f"{call.name}\n{call.text[:TOOL_CHARS]}")
        elif part["type"] != "reasoning":
            texts.append(f"{part.get('name') or ''}\n{(part.get('text') or '')[:TOOL_CHARS]}")
    return "\n\n".join(text.strip() for text in texts if text.strip())[:INDEXED_CHARS]


def _blobs(
    made: Export, kept: Iterable[Kept], filing: Filing
) -> tuple[tuple[Row, ...], dict[str, bytes]]:
    shortened = ((one.message, one.part) for one in made.report.elided)
    texts = part_texts(made.redacted.conversation, shortened)
    if filing.keeps_transcript:
        for message, one in enumerate(kept):
            texts |= {f"{message}/{part}": text for part, text in one.texts.items()}
    named = [("pack", "", as_bytes(made.archive()))]
    named += [("original", name, text) for name, text in texts.items()]
    blobs = {sha256(content): content for _, _, content in named}
    rows = ({"purpose": p, "name": name, "sha256": sha256(text)} for p, name, text in named)
    return tuple(rows), blobs
