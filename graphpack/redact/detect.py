"""Finds secrets in a text: one pass for the literals of all rules, patterns only around them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from graphpack.redact.encoded import dumped, encoded, percent
from graphpack.redact.literals import Literals, Near
from graphpack.redact.nearby import NEAR, in_run
from graphpack.redact.personal import PERSONAL
from graphpack.redact.placeholders import names_in
from graphpack.redact.rules import Hit, Rule, begins_word, span_of
from graphpack.redact.runs import MAX_RUN, MIN_RUN, broken
from graphpack.redact.seen import SEPARATOR, Seen, apart, see
from graphpack.redact.views import DUMP, UNSEEN, VIEWS, read_as
from graphpack.redact.weak import beside

Span = tuple[int, int, str]
"""Start and end in characters, and the family."""

MIN_TEXT = 8
"""Characters of the shortest text that can hold a secret and what it is called."""

MAX_BATCH = 1 << 20
"""Bytes of texts that are searched together."""

MAX_NEED = 4096
"""Bytes past a literal within which what its rule needs has to stand."""

MAX_DEPTH = 3
"""How often what was encoded, escaped or cut up is looked into again for the same."""

VAGUE = frozenset({"password", "key", "encoded", "authorization", "cookie", "email"})
"""Families of which nothing says where they end: lines are not joined for them."""

_MARK = b"\xe2\x9f\xa8"
_PERCENT = 0x25
_NOTHING = Near((), (), tuple(() for _ in range(DUMP + 1)), is_marked=False)
_LONG = b"a" * MIN_RUN
_UNSEEN = VIEWS.index(UNSEEN)
_ESCAPES = re.compile(rb"[%\\]")


@dataclass(slots=True)
class Detector:
    """The rules, ready to be used.

    Args:
        rules: Those with literals.
        is_personal: True to find e-mail addresses, phone numbers, home folders and IP addresses.
        allowed: What is no secret: exact values, or patterns that match the whole value.
    """

    rules: Sequence[Rule]
    allowed: Sequence[re.Pattern[bytes]] = ()
    is_personal: bool = False
    _literals: Literals = field(init=False)

    def __post_init__(self) -> None:
        self._literals = Literals((*self.rules, *(PERSONAL if self.is_personal else ())))

    def find(self, text: str) -> list[Span]:
        """Find the secrets of a text.

        Args:
            text: Any.

        Returns:
            In order; spans do not overlap, and none begins in a placeholder.
        """
        if len(text) < MIN_TEXT:
            return []
        data = text.encode("utf-8", "surrogatepass")
        return _in_characters(data, self.find_bytes(data), is_ascii=len(data) == len(text))

    def find_all(self, texts: Iterable[str]) -> dict[str, list[Span]]:
        """Find the secrets of many texts: short ones are searched together.

        Args:
            texts: Any; one that comes several times is looked at once.

        Returns:
            By text, what ``find`` gives for it.
        """
        found: dict[str, list[Span]] = {}
        batch: list[tuple[str, bytes]] = []
        size = 0
        for text in texts:
            if text in found:
                continue
            found[text] = []
            if len(text) >= MIN_TEXT:
                batch.append((text, text.encode("utf-8", "surrogatepass")))
                size += len(text)
            if size >= MAX_BATCH:
                self._find_batch(batch, found)
                batch, size = [], 0
        self._find_batch(batch, found)
        return found

    def _find_batch(self, batch: Sequence[tuple[str, bytes]], found: dict[str, list[Span]]) -> None:
        datas = [data for _, data in batch]
        seen = see(SEPARATOR.join(datas), self._literals)
        for number, part in apart(datas, seen):
            text, data = batch[number]
            if hits := self._hits(data, part, 0):
                found[text] = _in_characters(data, hits, is_ascii=len(data) == len(text))

    def find_bytes(self, data: bytes, depth: int = 0) -> list[Hit]:
        """Find the secrets of UTF-8.

        Args:
            data: UTF-8.
            depth: How often it was decoded.

        Returns:
            In order, overlapping ones joined under the family that is most exact.
        """
        return self._hits(data, see(data, self._literals), depth)

    def _hits(self, data: bytes, seen: Seen, depth: int) -> list[Hit]:
        near = self._literals.near(seen.bare, seen.matches) if seen.matches else _NOTHING
        hits = self._plain(seen, near)
        if seen.breaks:
            hits += broken(seen.bare, seen.kinds, seen.breaks, self._in_word)
        is_more = near.is_marked or seen.runs or seen.colours or _PERCENT in data
        if is_more and depth < MAX_DEPTH:
            hits += self._deeper(data, seen, near.marks, depth + 1)
        if not hits:
            return hits
        return _joined([hit for hit in _outside(data, hits) if not self._is_allowed(data, hit)])

    def allows(self, text: str) -> bool:
        """Say whether a value is on the list of what stays."""
        data = text.encode("utf-8", "surrogatepass")
        return self._is_allowed(data, Hit(0, len(data), "", 0))

    def _is_allowed(self, data: bytes, hit: Hit) -> bool:
        value = data[hit.start : hit.end]
        # a frame around what is already hidden: bytes beside it stay as they are
        return _MARK in value or any(pattern.fullmatch(value) for pattern in self.allowed)

    def _plain(self, seen: Seen, near: Near) -> list[Hit]:
        hits: list[Hit] = []
        if near.rules:
            hits += _ruled(seen.bare, seen.kinds, near.rules)
        if near.words:
            hits += _worded(seen.bare, near.words)
        for start, end, parts in seen.runs:
            if parts and end - start <= MAX_RUN:
                hits += in_run(seen.bare, start, end, parts)
        return hits

    def _in_word(self, word: bytes) -> list[Hit]:
        seen = see(word, self._literals)
        hits = self._plain(seen, self._literals.near(word, seen.matches))
        return _joined([hit for hit in hits if hit.family not in VAGUE]) if hits else hits

    def _deeper(
        self, data: bytes, seen: Seen, marks: Sequence[Sequence[int]], depth: int
    ) -> Iterator[Hit]:
        def find(inner: bytes) -> list[Hit]:
            return self.find_bytes(inner, depth)

        def hides(inner: bytes) -> bool:
            return bool(self.find_bytes(inner, depth))

        if seen.runs:
            yield from encoded(seen.bare, seen.runs, hides)
        if _PERCENT in data:
            yield from percent(data, hides)
        if marks[DUMP]:
            yield from dumped(data, marks[DUMP], hides)
        for number, view in enumerate(VIEWS):
            places = [*seen.colours, *marks[number]] if number == _UNSEEN else marks[number]
            if places:
                yield from read_as(view, data, sorted(places), find)


def _worded(data: bytes, words: Iterable[tuple[int, int, bytes]]) -> Iterator[Hit]:
    # what lies in a hit already is not looked at again: a hostile text costs its length once
    past = 0
    for start, end, word in words:
        if start >= past and (found := beside(data, start, end, word)):
            past = max(past, found[0].end)
            yield from found


def _ruled(data: bytes, kinds: bytes, places: Iterable[tuple[int, int, Rule]]) -> Iterator[Hit]:
    covered: dict[str, int] = {}
    first = past = 0
    for start, end, rule in places:
        if rule.look:
            yield from rule.look(data, start, end) if start >= past else ()
        elif rule.before and rule.after:
            yield from _around(rule, data, kinds, start, covered)
        elif not first <= start < past and (hit := _at(rule, data, start)):
            if hit.end > past:
                first, past = hit.start, hit.end
            yield hit


def _outside(data: bytes, hits: list[Hit]) -> list[Hit]:
    """Leave out what begins in a placeholder: it owes itself to its words, wherever it ends."""
    if _MARK not in data:
        return hits
    hidden = names_in(data)
    starts = [start for start, _ in hidden]
    kept = []
    for hit in hits:
        before = bisect_right(starts, hit.start) - 1
        if before < 0 or hit.start >= hidden[before][1]:
            kept.append(hit)
    return kept


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


def _around(
    rule: Rule, data: bytes, kinds: bytes, start: int, covered: dict[str, int]
) -> Iterator[Hit]:
    # names of an issuer stand close together: no byte is looked at twice
    first = max(0, start - NEAR, covered.get(rule.family, 0))
    last = start + NEAR
    if kinds.find(_LONG, first, last + 128) < 0 and not _ESCAPES.search(data, first, last + 128):
        return
    for match in rule.pattern.finditer(data, first, min(len(data), last + 128)):
        if match.start() > last:
            break
        span = span_of(match)
        if rule.test is None or rule.test(data[slice(*span)]):
            yield Hit(*span, rule.family, 1)
    covered[rule.family] = max(covered.get(rule.family, 0), last - 128)


def _joined(hits: Sequence[Hit]) -> list[Hit]:
    joined: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end, hit.rank, hit.family)):
        if joined and hit.start < joined[-1].end:
            last = joined[-1]
            named = min(last, hit, key=lambda one: one.rank)
            joined[-1] = Hit(last.start, max(last.end, hit.end), named.family, named.rank)
        else:
            joined.append(hit)
    return joined


def _in_characters(data: bytes, hits: Sequence[Hit], *, is_ascii: bool) -> list[Span]:
    if is_ascii or not hits:
        return [(hit.start, hit.end, hit.family) for hit in hits]
    found: list[Span] = []
    position = characters = 0
    for hit in hits:
        start, end = _whole_characters(data, hit.start, hit.end)
        characters += len(data[position:start].decode("utf-8", "surrogatepass"))
        length = len(data[start:end].decode("utf-8", "surrogatepass"))
        found.append((characters, characters + length, hit.family))
        characters += length
        position = end
    return found


def _whole_characters(data: bytes, start: int, end: int) -> tuple[int, int]:
    while start and data[start] & 0xC0 == 0x80:
        start -= 1
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end += 1
    return start, end
