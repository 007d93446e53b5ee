"""Finds secrets in a text: one pass for the literals of all rules, patterns only around them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from graphpack.patterns import compiled
from graphpack.redact.applying import is_near, ruled, worded
from graphpack.redact.encoded import dumped, encoded, percent
from graphpack.redact.literals import Literals, Near
from graphpack.redact.nearby import in_run
from graphpack.redact.personal import PERSONAL
from graphpack.redact.placeholders import names_in
from graphpack.redact.rules import Hit, Rule
from graphpack.redact.runs import MAX_RUN, SEPARATOR, broken
from graphpack.redact.seen import Seen, apart, see
from graphpack.redact.views import DUMP, UNSEEN, VIEWS, read_as

Span = tuple[int, int, str]
"""Start and end in characters, and the family."""

MIN_TEXT = 8
"""Characters of the shortest text that can hold a secret and what it is called."""

MAX_BATCH = 1 << 20
"""Bytes of texts that are searched together."""

MAX_DEPTH = 3
"""How often what was encoded, escaped or cut up is looked into again for the same."""

VAGUE = frozenset({"password", "key", "encoded", "authorization", "cookie", "email"})
"""Families of which nothing says where they end: lines are not joined for them."""

MIN_LONG = 190
"""Bytes of a secret that may be longer than its pattern says."""

_LETTERS = compiled(rb"(?:[A-Za-z0-9_+/=~-]|[.%](?=[A-Za-z0-9]))*+")
_MARK = b"\xe2\x9f\xa8"
_PERCENT = 0x25
_NOTHING = Near((), (), tuple(() for _ in range(DUMP + 1)))
_UNSEEN = VIEWS.index(UNSEEN)


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
        for number, hits in self._hits([data for _, data in batch]):
            text, data = batch[number]
            found[text] = _in_characters(data, hits, is_ascii=len(data) == len(text))

    def find_bytes(self, data: bytes, depth: int = 0) -> list[Hit]:
        """Find the secrets of UTF-8.

        Args:
            data: UTF-8.
            depth: How often it was decoded.

        Returns:
            In order, overlapping ones joined under the family that is most exact.
        """
        return next((hits for _, hits in self._hits([data], depth)), [])

    def _hits(self, datas: Sequence[bytes], depth: int = 0) -> Iterator[tuple[int, list[Hit]]]:
        """Find the secrets of several texts; gives the number of each that has any."""
        joined = SEPARATOR.join(datas) if len(datas) != 1 else datas[0]
        seen = see(joined, self._literals)
        near = self._worth(joined, seen)
        hits = list(self._anywhere(joined, seen, depth))
        for number, part in apart(datas, near, hits).items():
            data = datas[number]
            bare = data if seen.bare is joined else seen.bare[part.start : part.start + len(data)]
            found = [*part.hits, *ruled(bare, part.rules), *worded(bare, part.words)]
            if depth < MAX_DEPTH and any(part.marks):
                found += self._viewed(data, part.marks, depth + 1)
            if found and (kept := self._kept(data, found)):
                yield number, kept

    def _kept(self, data: bytes, hits: list[Hit]) -> list[Hit]:
        kept = _joined([hit for hit in _outside(data, hits) if not self._is_allowed(data, hit)])
        return list(_whole(data, kept))

    def allows(self, text: str) -> bool:
        """Say whether a value is on the list of what stays."""
        data = text.encode("utf-8", "surrogatepass")
        return self._is_allowed(data, Hit(0, len(data), "", 0))

    def _is_allowed(self, data: bytes, hit: Hit) -> bool:
        value = data[hit.start : hit.end]
        # a frame around what is already hidden: bytes beside it stay as they are
        return _MARK in value or any(pattern.fullmatch(value) for pattern in self.allowed)

    def _worth(self, data: bytes, seen: Seen) -> Near:
        """Leave out what needs no second look, whichever text it stands in."""
        near = self._literals.near(seen.bare, seen.matches) if seen.matches else _NOTHING
        marks = [
            [mark for mark in places if view.pattern.match(data, mark)]
            for view, places in zip(VIEWS, near.marks, strict=False)
        ]
        marks[_UNSEEN] = sorted([*seen.colours, *marks[_UNSEEN]])
        return Near(
            near.words,
            [one for one in near.rules if not one[2].after or is_near(seen, one[0])],
            (*marks, near.marks[DUMP]),
        )

    def _anywhere(self, data: bytes, seen: Seen, depth: int) -> Iterator[Hit]:
        """Find what is made of the characters of tokens: no text's end is in such."""
        for start, end, parts in seen.runs:
            if parts and end - start <= MAX_RUN:
                yield from in_run(seen.bare, start, end, parts)
        if seen.breaks:
            yield from broken(seen.bare, seen.kinds, seen.breaks, self._in_word)
        if depth < MAX_DEPTH:

            def hides(inner: bytes) -> bool:
                return bool(self.find_bytes(inner, depth + 1))

            if seen.runs:
                yield from encoded(seen.bare, seen.runs, hides)
            if _PERCENT in data:
                yield from percent(data, hides)

    def _in_word(self, word: bytes) -> list[Hit]:
        seen = see(word, self._literals)
        near = self._literals.near(word, seen.matches)
        hits = [*ruled(word, near.rules), *worded(word, near.words)]
        for start, end, parts in seen.runs:
            if parts and end - start <= MAX_RUN:
                hits += in_run(word, start, end, parts)
        return _joined([hit for hit in hits if hit.family not in VAGUE]) if hits else hits

    def _viewed(self, data: bytes, marks: Sequence[Sequence[int]], depth: int) -> Iterator[Hit]:
        def find(inner: bytes) -> list[Hit]:
            return self.find_bytes(inner, depth)

        if marks[DUMP]:
            yield from dumped(data, marks[DUMP], lambda inner: bool(find(inner)))
        for view, places in zip(VIEWS, marks, strict=False):
            if places:
                yield from read_as(view, data, sorted(places), find)


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


def _whole(data: bytes, hits: Iterable[Hit]) -> Iterator[Hit]:
    """Give long ones to the end of their letters: a pattern may have come to its limit."""
    past = 0
    for hit in hits:
        end = hit.end
        if end - hit.start >= MIN_LONG:
            end = _LETTERS.match(data, max(end, past)).end()  # type: ignore[union-attr]
        start = max(hit.start, past)
        if end > start:
            yield Hit(start, end, hit.family, hit.rank)
        past = max(past, end)


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
