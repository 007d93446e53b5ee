"""Tries rules where their literals stand, and secret words where they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphpack.patterns import compiled
from graphpack.redact.nearby import NEAR
from graphpack.redact.rules import Hit, Rule, begins_word, span_of
from graphpack.redact.runs import MIN_RUN
from graphpack.redact.seen import Seen
from graphpack.redact.weak import beside

MAX_NEED = 4096
"""Bytes past a literal within which what its rule needs has to stand."""

MAX_NEAR = 128
"""Bytes of the longest secret that is known by an issuer's name beside it."""

_LONG = b"a" * MIN_RUN
MAX_CLOSED = 4003
"""Letters, from where a match begins, that the byte which closes them may follow."""

_RUN = compiled(rb"[A-Za-z0-9_-]*+")
_ESCAPES = compiled(rb"[%\\]")


def worded(data: bytes, words: Iterable[tuple[int, int, bytes]]) -> Iterator[Hit]:
    """Find what secret words name.

    Args:
        data: UTF-8.
        words: See ``Near``.

    Yields:
        Their values.
    """
    # what lies in a hit already is not looked at again: a hostile text costs its length once
    past = 0
    for start, end, word in words:
        if start >= past and (found := beside(data, start, end, word)):
            past = max(past, found[0].end)
            yield from found


def ruled(data: bytes, places: Iterable[tuple[int, int, Rule]]) -> Iterator[Hit]:
    """Find what rules match.

    Args:
        data: UTF-8.
        places: See ``Near``; in their order.

    Yields:
        The secrets, which may overlap.
    """
    covered: dict[str, int] = {}
    closed: dict[str, int] = {}
    first = past = 0
    for start, end, rule in places:
        if rule.look:
            yield from rule.look(data, start, end) if start >= past else ()
        elif rule.before and rule.after:
            yield from _around(rule, data, start, covered)
        elif first <= start < past or start < closed.get(rule.family, 0):
            continue
        elif hit := _at(rule, data, start):
            if hit.end > past:
                first, past = hit.start, hit.end
            yield hit
        elif rule.closed_by:
            # a run of such beginnings is looked at once: what stands behind it is the same for all
            end = _RUN.match(data, start).end()  # type: ignore[union-attr]
            is_out_of_reach = data[end : end + 1] == rule.closed_by and end - start > MAX_CLOSED
            closed[rule.family] = end - MAX_CLOSED if is_out_of_reach else end


def _at(rule: Rule, data: bytes, start: int) -> Hit | None:
    if rule.needs and data.find(rule.needs, start, start + MAX_NEED) < 0:
        return None
    if not rule.before:
        return _from(rule, data, start)
    for position in range(max(0, start - rule.before), start + 1):
        if rule.is_bounded and not begins_word(data, position):
            continue
        hit = _from(rule, data, position)
        # another one that ends before the literal is not the one that was asked for
        if hit and hit.end > start:
            return hit
    return None


def _from(rule: Rule, data: bytes, start: int) -> Hit | None:
    match = rule.pattern.match(data, start)
    if match is None:
        return None
    span = span_of(match)
    if rule.test is None or rule.test(data[slice(*span)]):
        return Hit(*span, rule.family, 0)
    return None


def is_near(seen: Seen, start: int) -> bool:
    """Say whether anything so long stands around an issuer's name that it may be a key.

    Args:
        seen: Of the text.
        start: Where the name begins, in bytes.

    Returns:
        False where its rules need not be tried.
    """
    first, past = max(0, start - NEAR), start + NEAR + MAX_NEAR
    return seen.kinds.find(_LONG, first, past) >= 0 or bool(_ESCAPES.search(seen.bare, first, past))


def _around(rule: Rule, data: bytes, start: int, covered: dict[str, int]) -> Iterator[Hit]:
    # names of an issuer stand close together: no byte is looked at twice
    first = max(0, start - NEAR, covered.get(rule.family, 0))
    last = start + NEAR
    for match in rule.pattern.finditer(data, first, min(len(data), last + MAX_NEAR)):
        if match.start() > last:
            break
        span = span_of(match)
        if rule.test is None or rule.test(data[slice(*span)]):
            yield Hit(*span, rule.family, 1)
    covered[rule.family] = max(covered.get(rule.family, 0), last - MAX_NEAR)
