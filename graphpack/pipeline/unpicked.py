"""What of a conversation no statement rests on: neither in the pack nor among what was cut."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from graphpack.model.conversation import Conversation, Image, Message, Part, Reasoning
from graphpack.model.graph import Node, Source
from graphpack.model.loss import Loss, LossKind

MOST_RANGES = 12
"""Runs of messages that one line of a report names."""

_Spans = Mapping[tuple[int, int], Sequence[tuple[int, int]]]
Count = Callable[[str], int]


def unpicked(
    conversation: Conversation, nodes: Iterable[Node], elided: _Spans, *, count: Count
) -> Iterator[Loss]:
    """Tell what was read and not taken for a statement.

    Args:
        conversation: As the extractor was shown it.
        nodes: All that were ever made of it, those that were cut as well.
        elided: By message and part, what the extractor was not shown; told elsewhere.
        count: Tokens of a text.

    Yields:
        At most two losses: the messages of which nothing was taken, and what stands in the others
        beside what was. Thoughts and pictures count for nothing.
    """
    taken = _spans_of(source for node in nodes for source in node.sources)
    used = {message for message, _ in taken}
    whole, rest = [], []
    whole_tokens = rest_tokens = 0
    for message in conversation.messages:
        left = [text for text in _left(message, taken, elided) if text.strip()]
        tokens = sum(map(count, left))
        if left and message.index not in used:
            whole.append(message.index)
            whole_tokens += tokens
        elif left:
            rest.append(message.index)
            rest_tokens += tokens
    if whole:
        reason = "nothing of them was taken for a statement"
        yield _loss("messages", reason, whole, whole_tokens)
    if rest:
        reason = "what they say beside the statements that were taken"
        yield _loss("rest of messages", reason, rest, rest_tokens)


def _loss(what: str, reason: str, places: Sequence[int], tokens: int) -> Loss:
    where = f"messages {ranges(places)}"
    return Loss(LossKind.UNPICKED, what, reason, where, tokens=tokens, count=len(places))


def _left(message: Message, taken: _Spans, elided: _Spans) -> Iterator[str]:
    for at, part in enumerate(message.parts):
        if isinstance(part, Reasoning | Image):
            continue
        key = (message.index, at)
        yield from _uncovered(part, [*taken.get(key, ()), *elided.get(key, ())])


def _uncovered(part: Part, spans: Sequence[tuple[int, int]]) -> Iterator[str]:
    text, begins = part.text, 0
    for start, end in sorted(spans):
        if start > begins:
            yield text[begins:start]
        begins = max(begins, end)
    yield text[begins:]


def ranges(indices: Sequence[int]) -> str:
    """Name numbers as runs: ``0-2, 5, 7-8``.

    Args:
        indices: Ascending.

    Returns:
        At most MOST_RANGES runs, and how many numbers are in those that are not named.
    """
    runs = [
        [index for _, index in run]
        for _, run in groupby(enumerate(indices), key=lambda pair: pair[1] - pair[0])
    ]
    named = ", ".join(
        str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs[:MOST_RANGES]
    )
    more = sum(map(len, runs[MOST_RANGES:]))
    return f"{named} and {more} more" if more else named


def _spans_of(sources: Iterable[Source]) -> _Spans:
    found: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for source in sources:
        found[source.message, source.part].append((source.start, source.end))
    return found
