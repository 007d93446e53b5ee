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
from graphpack.text.moved import moved

__all__ = ["Correction", "corrected_values", "replaced_spans", "replacing", "without"]

MARK = "[…]"
Span = tuple[int, int]
Correction = tuple[int, int, str]

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


def replacing(conversation: Conversation) -> frozenset[int]:
    """Find the messages in which a person puts something in the place of what was said before.

    Args:
        conversation: As a reader gives it.

    Returns:
        Their indices; what was itself replaced later does not count.
    """
    said, newer = _lifting(conversation.messages)
    return frozenset(said[at][0].index for at in newer.values() if at not in newer)


def corrected_values(messages: Sequence[Message]) -> Mapping[int, tuple[Correction, ...]]:
    """Find the values that were moved later, in sentences that say more and still hold.

    Args:
        messages: In order.

    Returns:
        By index of a message, where a value stands in its text and how it is told now: «1000 (was
        5000)»; in order.
    """
    lines, places = _lines(messages)
    found: dict[int, set[Correction]] = defaultdict(set)
    for one in moved(lines):
        if not one.is_whole and one.older != one.newer:
            message, (start, _) = places[one.older]
            old = lines[one.older].text[one.start : one.end]
            told = f"{one.value} (was {old})"
            found[message.index].add((start + one.start, start + one.end, told))
    return {index: tuple(sorted(spans)) for index, spans in sorted(found.items())}


def without(text: str, spans: Sequence[Span], corrections: Sequence[Correction] = ()) -> str:
    """Leave out the sentences of a message that were replaced.

    Args:
        text: What the message says.
        spans: What of it was replaced.
        corrections: Values of what stays that were moved, and how they are told now.

    Returns:
        The rest with a mark for each, one for those side by side; empty where nothing else is said.
    """
    for first, last, told in reversed(corrections):
        if any(start < last and first < end for start, end in spans):
            continue
        text = f"{text[:first]}{told}{text[last:]}"
        by = len(told) - (last - first)
        spans = [(start + by, end + by) if start >= last else (start, end) for start, end in spans]
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
    said, newer = _lifting(messages)
    for older in sorted(newer):
        message, span = said[older]
        yield message.index, span


def _lifting(
    messages: Sequence[Message],
) -> tuple[list[tuple[Message, Span]], Mapping[int, int]]:
    """The sentences of a conversation, and for each that was lifted the one that lifts it."""
    lines, said = _lines(messages)
    text_of = {message.index: message.text for message in messages}
    return said, lifted(lines, lambda at: text_of.get(at, ""))


def _lines(messages: Sequence[Message]) -> tuple[list[Line], list[tuple[Message, Span]]]:
    """The sentences of the main thread, and where each stands."""
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
    return lines, said


def _apart(spans: set[Span]) -> Iterator[Span]:
    end = -1
    for span in sorted(spans, key=lambda one: (one[0], -one[1])):
        if span[0] >= end:
            yield span
            end = span[1]
