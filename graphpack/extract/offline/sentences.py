"""Cuts lines into sentences: across the ends of wrapped lines, and none too long to be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphpack.patterns import compiled
from graphpack.text import Span, is_wide, iter_sentences

MAX_SENTENCE_CHARS = 1_000
"""A longer stretch without a full stop is dictation, a log or data; it is cut at a space."""

MAX_PIECES = 40
"""So many pieces of one such stretch are looked at."""

MIN_WRAPPED_CHARS = 40
MAX_WRAPPED_CHARS = 140
"""People and programs wrap prose at widths between these."""

_ENDED = compiled(r"[.!?:;。！？：；…][)\]\"'”’»*_`]*$")
_SPACE = compiled(r"\s")
_AMOUNT = compiled(r"\d[\d.,]*\s?(?:%|[^\W\d_])")
_LEFT_OPEN = compiled(
    r"(?:,|\b(?:a|an|the|and|or|nor|but|not|never|no|of|to|in|on|at|by|for|with|from|without|than|as|is|are|be|use|after|before|until|between|about|because|which|who|if|when|was|were|has|have|had|will|must|should"
    r"|der|die|das|und|oder|nicht|kein|keine|mit|von|zu|für|dem|den|des|ein|eine|einen|nach|vor|bei|bis|auf|aus|dass|wenn|weil|ist|sind|wird|hat|el|la|los|las|de|y|o|no|con|para|que|et|ou|ne|pas"
    r"|le|les|des|и|не|на|в|с|или))$",
    re.IGNORECASE,
)


def iter_spans(text: str, lines: Sequence[Span], *, is_item: bool = False) -> Iterator[Span]:
    """Cut consecutive lines into sentences.

    Args:
        text: The whole text.
        lines: Half-open spans of the lines, in order, without list marks.
        is_item: The lines are one list item, whose further lines always go on.

    Yields:
        Half-open spans without surrounding white space. A line's end ends a sentence, unless the
        line was wrapped there: half a sentence may lack its «not».
    """
    spans: list[Span] = []
    widest = max((end - start for start, end in lines), default=0)
    is_lower = bool(lines) and text[lines[0][0] : lines[0][1]].lstrip()[:1].islower()
    for number, line in enumerate(lines):
        found = list(iter_sentences(text, *line))
        if number and spans and found:
            before = text[lines[number - 1][0] : lines[number - 1][1]].rstrip()
            after = text[found[0][0] : line[1]]
            is_wrapped = widest <= MAX_WRAPPED_CHARS and _is_wrapped(
                before, after, widest, is_lower=is_lower
            )
            if (is_item or is_wrapped) and not _ENDED.search(before[-8:]):
                spans[-1] = (spans[-1][0], found.pop(0)[1])
        spans += found
    for span in spans:
        yield from _pieces(text, span)


def _is_wrapped(before: str, after: str, widest: int, *, is_lower: bool) -> bool:
    """Tell whether a line goes on below: no sentence ends so, or its next word did not fit.

    Of somebody who begins in lower case, a small letter says nothing.
    """
    if len(before) < MIN_WRAPPED_CHARS:
        return False
    if _LEFT_OPEN.search(before[-24:]):
        return True
    word = after.split(None, 1)[0]
    if before.split(None, 1)[0] == word:
        return False  # a log or a list
    goes_on = (after[0].islower() and not is_lower) or _AMOUNT.match(after) is not None
    return len(before) + 1 + len(word) > widest and goes_on


def _pieces(text: str, span: Span) -> Iterator[Span]:
    start, end = span
    for _ in range(MAX_PIECES):
        if end - start <= MAX_SENTENCE_CHARS:
            break
        stop = _cut(text, start, start + MAX_SENTENCE_CHARS)
        if stop > start:
            yield start, stop
        else:
            # an unbroken run of characters says nothing: it is passed over
            space = _SPACE.search(text, start, end)
            stop = space.start() if space else end
        start = stop
        while start < end and text[start].isspace():
            start += 1
    if 0 < end - start <= MAX_SENTENCE_CHARS:
        yield start, end


def _cut(text: str, start: int, limit: int) -> int:
    """Where a stretch is cut: at its last space before the limit, or anywhere in wide script."""
    for at in range(limit, start, -1):
        if text[at].isspace() and not text[at - 1].isspace():
            return at
    return limit if is_wide(text[start:limit]) else start
