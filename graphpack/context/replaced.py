"""Which sentences of a conversation were replaced later: by its graph, or lifted in so many words.

A message is handed on as it was said; without this an old order stands in it beside the new one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from graphpack.model.codes import RelationType, Status
from graphpack.model.conversation import Conversation, Message, Origin, Role, Text
from graphpack.model.graph import ContextGraph, Node
from graphpack.text import iter_sentences
from graphpack.text.lifted import Line, lifted

__all__ = ["replaced_spans", "without"]

MARK = "[…]"
Span = tuple[int, int]

_LEAD_IN_WORDS = 3
_BETWEEN_PARTS = "\n\n"


def replaced_spans(
    conversation: Conversation, graph: ContextGraph
) -> Mapping[int, tuple[Span, ...]]:
    """Find the sentences that no longer hold.

    Args:
        conversation: As a reader gives it.
        graph: What was extracted from it.

    Returns:
        By index of a message, half-open spans of its text, in order; they do not overlap.
    """
    by_index = {message.index: message for message in conversation.messages}
    found: dict[int, set[Span]] = defaultdict(set)
    for index, span in (*_superseded(graph, by_index), *_lifted(conversation.messages)):
        found[index].add(span)
    return {index: tuple(_apart(spans)) for index, spans in sorted(found.items())}


def without(text: str, spans: Sequence[Span]) -> str:
    """Leave out the sentences of a message that were replaced.

    Args:
        text: What the message says.
        spans: What of it was replaced.

    Returns:
        The rest with a mark for each, one for those side by side; empty where nothing else is said.
    """
    kept: list[str] = []
    at = 0
    for start, end in spans:
        if kept and not text[at:start].strip():
            at = end  # one mark for sentences that stood side by side
            continue
        kept.append(text[at:start])
        at = end
    kept.append(text[at:])
    if not any(char.isalnum() for piece in kept for char in piece):
        return ""
    return MARK.join(kept)


def _superseded(graph: ContextGraph, by_index: Mapping[int, Message]) -> Iterator[tuple[int, Span]]:
    """What the graph says was replaced, except what something that stands cites as well."""
    nodes = {node.id: node for node in graph.walk()}
    over = {
        tie.end for tie in graph.relationships if tie.type == RelationType.SUPERSEDES
    } & nodes.keys()
    over = {name for name in over if nodes[name].status == Status.ABANDONED}
    held = {span for name, node in nodes.items() if name not in over for span in _places(node)}
    for name in sorted(over):
        for index, part, start, end in sorted(_places(nodes[name]) - held):
            message = by_index.get(index)
            offset = _offset(message, part) if message else None
            if message is None or offset is None:
                continue
            if not _is_lead_in(message.text[offset + start : offset + end]):
                yield index, (offset + start, offset + end)


def _is_lead_in(text: str) -> bool:
    """Whether it only says what comes next: what it leads to may still hold."""
    return text.rstrip().endswith((":", "：")) and len(text.split()) <= _LEAD_IN_WORDS


def _places(node: Node) -> set[tuple[int, int, int, int]]:
    return {(one.message, one.part, one.start, one.end) for one in node.sources}


def _offset(message: Message, part: int) -> int | None:
    """Where a part begins in the text of its message; None where it is no part of it."""
    at = 0
    for number, own in enumerate(message.parts):
        if isinstance(own, Text):
            if number == part:
                return at
            at += len(own.text) + len(_BETWEEN_PARTS)
    return None


def _lifted(messages: Sequence[Message]) -> Iterator[tuple[int, Span]]:
    """Orders that a person lifts later."""
    said = [
        (message, span)
        for message in messages
        if message.role in {Role.USER, Role.ASSISTANT} and message.origin is Origin.MAIN
        for span in iter_sentences(message.text)
    ]
    lines = [
        Line(message.index, message.text[start:end], message.role is Role.USER)
        for message, (start, end) in said
    ]
    text_of = {message.index: message.text for message in messages}
    for older in sorted(lifted(lines, lambda at: text_of.get(at, ""))):
        message, span = said[older]
        yield message.index, span


def _apart(spans: set[Span]) -> Iterator[Span]:
    end = -1
    for span in sorted(spans, key=lambda one: (one[0], -one[1])):
        if span[0] >= end:
            yield span
            end = span[1]
