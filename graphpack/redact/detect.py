"""Finds secrets in a text: one pass for the literals of all rules, patterns only around them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from graphpack.redact.encoded import DUMPS, dumped, encoded, percent
from graphpack.redact.nearby import NEAR, in_run
from graphpack.redact.personal import PERSONAL
from graphpack.redact.placeholders import names_in
from graphpack.redact.rules import Hit, Rule, begins_word, span_of
from graphpack.redact.runs import (
    KINDS,
    LINE_END,
    MAX_RUN,
    MIN_BROKEN,
    MIN_RUN,
    Run,
    broken,
    runs_of,
)
from graphpack.redact.views import DUMP, UNSEEN, VIEWS, read_as
from graphpack.redact.weak import beside

MIN_TEXT = 8
"""Characters of the shortest text that can hold a secret and what it is called."""

MAX_NEED = 4096
"""Bytes past a literal within which what its rule needs has to stand."""

MAX_DEPTH = 3
"""How often what was encoded, escaped or cut up is looked into again for the same."""

VAGUE = frozenset({"password", "key", "encoded", "authorization", "cookie", "email"})
"""Families of which nothing says where they end: lines are not joined for them."""

_MARK = b"\xe2\x9f\xa8"
_ESCAPE = b"\x1b"
_LONG = b"a" * MIN_RUN
_UNSEEN = VIEWS.index(UNSEEN)
_ESCAPES = re.compile(rb"[%\\]")
_COLOUR = re.compile(rb"\x1b\[[0-9;]{0,20}m")
_Entry = Rule | int
"""A rule that a literal belongs to, or the number of a view."""


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
    _search: Callable[..., list[tuple[int, int, int]]] = field(init=False)
    _by_literal: list[list[_Entry]] = field(init=False)

    def __post_init__(self) -> None:
        from ahocorasick_rs import BytesAhoCorasick, Implementation  # noqa: PLC0415

        by_literal: dict[bytes, list[_Entry]] = {}
        for rule in (*self.rules, *(PERSONAL if self.is_personal else ())):
            for literal in rule.literals:
                by_literal.setdefault(literal, []).append(rule)
        for number, view in enumerate(VIEWS):
            for literal in view.literals:
                by_literal.setdefault(literal, []).append(number)
        for literal in DUMPS:
            by_literal.setdefault(literal, []).append(DUMP)
        literals = sorted(by_literal)
        self._by_literal = [by_literal[literal] for literal in literals]
        automaton = BytesAhoCorasick(literals, implementation=Implementation.DFA)
        self._search = automaton.find_matches_as_indexes

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """Find the secrets of a text.

        Args:
            text: Any.

        Returns:
            Start and end in characters, and the family, in order; spans do not overlap, and none
            begins in a placeholder.
        """
        if len(text) < MIN_TEXT:
            return []
        data = text.encode("utf-8", "surrogatepass")
        hits = self.find_bytes(data)
        if not hits or len(data) == len(text):
            return [(hit.start, hit.end, hit.family) for hit in hits]
        found: list[tuple[int, int, str]] = []
        position = characters = 0
        for hit in hits:
            start, end = _whole_characters(data, hit.start, hit.end)
            characters += len(data[position:start].decode("utf-8", "surrogatepass"))
            length = len(data[start:end].decode("utf-8", "surrogatepass"))
            found.append((characters, characters + length, hit.family))
            characters += length
            position = end
        return found

    def find_bytes(self, data: bytes, depth: int = 0) -> list[Hit]:
        """Find the secrets of UTF-8.

        Args:
            data: UTF-8.
            depth: How often it was decoded.

        Returns:
            In order, overlapping ones joined under the family that is most exact.
        """
        marks: dict[int, list[int]] = {}
        bare, kinds = data, b""
        runs: Sequence[Run] = ()
        if _ESCAPE in data:
            # colours stand between a name and its value; offsets have to stay
            bare = _COLOUR.sub(_blank, data)
            marks[_UNSEEN] = [match.start() for match in _COLOUR.finditer(data)]
        if len(bare) >= MIN_BROKEN:
            kinds = bare.translate(KINDS)
            runs = runs_of(bare, kinds)
        hits = self._plain(bare, kinds, runs, marks)
        if LINE_END in kinds:
            hits += broken(bare, kinds, self._in_word)
        if depth < MAX_DEPTH and (runs or marks or b"%" in data):
            hits += self._deeper(data, bare, runs, marks, depth + 1)
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

    def _plain(
        self, data: bytes, kinds: bytes, runs: Sequence[Run], marks: dict[int, list[int]]
    ) -> list[Hit]:
        matches = self._search(data.lower(), overlapping=True)
        hits = self._beside_literals(data, kinds, matches, marks) if matches else []
        for run in runs:
            if run.parts and run.end - run.start <= MAX_RUN:
                hits += in_run(data, run.start, run.end, run.parts)
        return hits

    def _in_word(self, word: bytes) -> list[Hit]:
        kinds = word.translate(KINDS)
        runs = runs_of(word, kinds)
        return _joined(
            [hit for hit in self._plain(word, kinds, runs, {}) if hit.family not in VAGUE]
        )

    def _deeper(
        self,
        data: bytes,
        bare: bytes,
        runs: Sequence[Run],
        marks: dict[int, list[int]],
        depth: int,
    ) -> Iterator[Hit]:
        def find(inner: bytes) -> list[Hit]:
            return self.find_bytes(inner, depth)

        def hides(inner: bytes) -> bool:
            return bool(self.find_bytes(inner, depth))

        if runs:
            yield from encoded(bare, runs, hides)
        if b"%" in data:
            yield from percent(data, hides)
        yield from dumped(data, marks.pop(DUMP, ()), hides)
        for number, places in marks.items():
            yield from read_as(VIEWS[number], data, sorted(places), find)

    def _beside_literals(
        self,
        data: bytes,
        kinds: bytes,
        matches: Iterable[tuple[int, int, int]],
        marks: dict[int, list[int]],
    ) -> list[Hit]:
        hits: list[Hit] = []
        covered: dict[str, int] = {}
        # what lies in a hit already is not looked at again: a hostile text costs its length once
        first = exact = vague = 0
        for index, start, end in matches:
            for entry in self._by_literal[index]:
                if isinstance(entry, int):
                    marks.setdefault(entry, []).append(start)
                elif not entry.family:
                    near = beside(data, start, end) if start >= vague else ()
                    vague = max(vague, near[0].end if near else 0)
                    hits += near
                elif entry.look:
                    hits += entry.look(data, start, end) if start >= exact else ()
                elif entry.before and entry.after:
                    hits += _around(entry, data, kinds, start, covered)
                elif not first <= start < exact and (hit := _at(entry, data, start)):
                    if hit.end > exact:
                        first, exact = hit.start, hit.end
                    hits.append(hit)
        return hits


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


def _blank(match: re.Match[bytes]) -> bytes:
    return b" " * len(match.group())


def _at(rule: Rule, data: bytes, start: int) -> Hit | None:
    if rule.needs and data.find(rule.needs, start, start + MAX_NEED) < 0:
        return None
    if not rule.before:
        return _from(rule, data, start)
    for position in range(max(0, start - rule.before), start + 1):
        hit = _from(rule, data, position)
        # another one that ends before the literal is not the one that was asked for
        if hit and hit.end > start:
            return hit
    return None


def _from(rule: Rule, data: bytes, start: int) -> Hit | None:
    # most literals stand in the middle of words: that is told soonest
    if rule.is_bounded and not begins_word(data, start):
        return None
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


def _whole_characters(data: bytes, start: int, end: int) -> tuple[int, int]:
    while start and data[start] & 0xC0 == 0x80:
        start -= 1
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end += 1
    return start, end
