"""Finds secrets in a text: one pass for the literals of all rules, patterns only around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from graphpack.redact.encoded import decode, may_be_text
from graphpack.redact.nearby import NEAR, in_run
from graphpack.redact.personal import PERSONAL
from graphpack.redact.rules import Hit, Rule, begins_word, span_of
from graphpack.redact.weak import beside

MIN_RUN = 32
"""Bytes of token characters in a row from which a run is looked at for itself."""

_WANTED = b"a" * MIN_RUN

MAX_RUN = 8192
"""A longer run is a picture or an archive: only its start is decoded to see what it holds."""

_IN_RUN = bytes(
    97 if code < 128 and (chr(code).isalnum() or chr(code) in "+/_-=.~") else 32
    for code in range(256)
)
_DIGIT = re.compile(rb"[0-9]")
_SPLIT = bytes.maketrans(b".=~", b"   ")
MIN_TEXT = 8
"""Characters of the shortest text that can hold a secret and what it is called."""

MIN_BASE64 = 24
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{24,}={0,2}")
MIN_WRAPPED = 60
MIN_LINE = 40
MAX_WRAPPED = 1 << 20
"""Bytes: base64 over several lines has lines of 40 to 76 letters; beyond 1 MiB it is a file."""

MAX_HEAD = 200
MAX_NEED = 4096
"""Bytes past a literal within which what its rule needs has to stand."""

_PERCENT = re.compile(rb"%[0-9A-Fa-f]{2}")
_URL_HEAD = re.compile(rb"[A-Za-z0-9_.~+!*()-]{1,200}\Z")
_URL_TAIL = re.compile(rb"(?:[A-Za-z0-9_.~+!*()-]|%[0-9A-Fa-f]{2}){1,20000}")
_BREAK = re.compile(rb"(?:\r?\n|\\r\\n|\\n)[ \t]{0,8}")
_BREAKS = re.compile(rb"\\r|\\n|\s")
_TAIL = re.compile(_BREAK.pattern + rb"[A-Za-z0-9+/]{1,31}={0,2}(?![A-Za-z0-9+/=])")
_PLACEHOLDER_MARK = b"\xe2\x9f\xa8"


_ESCAPE = b"\x1b["
_COLOUR = re.compile(rb"\x1b\[[0-9;]{0,20}m")
_Run = tuple[int, int, list[bytes]]
"""Start, end, and the parts between full stops, equals signs and tildes; none without digits."""


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
    _automaton: object = field(init=False)
    _by_literal: list[list[Rule]] = field(init=False)
    _lengths: list[int] = field(init=False)

    def __post_init__(self) -> None:
        from ahocorasick_rs import BytesAhoCorasick, Implementation  # noqa: PLC0415

        by_literal: dict[bytes, list[Rule]] = {}
        for rule in (*self.rules, *(PERSONAL if self.is_personal else ())):
            for literal in rule.literals:
                by_literal.setdefault(literal, []).append(rule)
        literals = sorted(by_literal)
        self._by_literal = [by_literal[literal] for literal in literals]
        self._lengths = [len(literal) for literal in literals]
        self._automaton = BytesAhoCorasick(literals, implementation=Implementation.DFA)

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """Find the secrets of a text.

        Args:
            text: Any.

        Returns:
            Start and end in characters, and the family, in order; spans do not overlap.
        """
        if len(text) < MIN_TEXT:
            return []
        data = text.encode("utf-8", "surrogatepass")
        if _ESCAPE in data:
            # colours stand between a name and its value; offsets have to stay
            data = _COLOUR.sub(_blank, data)
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

    def find_bytes(self, data: bytes) -> list[Hit]:
        """Find the secrets of UTF-8.

        Args:
            data: UTF-8.

        Returns:
            In order, overlapping ones joined under the family that is most exact.
        """
        runs = _runs(data)
        hits = self._plain(data, runs)
        if runs:
            hits += self._encoded(data, runs)
        if b"%" in data:
            hits += self._quoted(data)
        if not hits:
            return hits
        return _joined([hit for hit in hits if not self._is_allowed(data[hit.start : hit.end])])

    def allows(self, text: str) -> bool:
        """Say whether a value is on the list of what stays."""
        return self._is_allowed(text.encode("utf-8", "surrogatepass"))

    def _is_allowed(self, value: bytes) -> bool:
        if _PLACEHOLDER_MARK in value:
            # a frame around what is already hidden; bytes beside it stay as they are
            return True
        return any(pattern.fullmatch(value) for pattern in self.allowed)

    def _plain(self, data: bytes, runs: Sequence[_Run]) -> list[Hit]:
        matches = self._automaton.find_matches_as_indexes(data.lower(), overlapping=True)  # type: ignore[attr-defined]
        hits = self._beside_literals(data, matches) if matches else []
        for start, end, parts in runs:
            if parts and end - start <= MAX_RUN:
                hits += in_run(data, start, end, parts)
        return hits

    def _beside_literals(self, data: bytes, matches: Iterable[tuple[int, int, int]]) -> list[Hit]:
        hits: list[Hit] = []
        covered: dict[str, int] = {}
        # what lies in a hit already is not looked at again: a hostile text costs its length once
        exact = vague = 0
        for index, start, end in matches:
            for rule in self._by_literal[index]:
                if rule.family == "":
                    for near in beside(data, start, end) if start >= vague else ():
                        vague = max(vague, near.end)
                        hits.append(near)
                elif rule.before and rule.after:
                    hits += _around(rule, data, start, covered)
                elif start >= exact and (hit := _at(rule, data, start)):
                    exact = max(exact, hit.end)
                    hits.append(hit)
        return hits

    def _encoded(self, data: bytes, runs: Sequence[_Run]) -> list[Hit]:
        hits: list[Hit] = []
        lines: list[tuple[int, int]] = []
        for start, end, parts in runs:
            if lines and not _goes_on(data, lines[-1], start):
                hits += self._wrapped(data, lines)
                lines = []
            lines.append((start, end))
            for part in parts:
                if len(part) >= MIN_BASE64 and may_be_text(part):
                    hits += self._opened(data, start, end)
                    break
        return hits + self._wrapped(data, lines)

    def _opened(self, data: bytes, start: int, end: int) -> list[Hit]:
        return [
            Hit(*match.span(), "encoded", 2)
            for match in _BASE64.finditer(data, start, end)
            if self._hides(match.group())
        ]

    def _quoted(self, data: bytes) -> list[Hit]:
        hits: list[Hit] = []
        position = 0
        while mark := _PERCENT.search(data, position):
            head = _URL_HEAD.search(data, max(position, mark.start() - MAX_HEAD), mark.start())
            first = head.start() if head else mark.start()
            last = _URL_TAIL.match(data, mark.start())
            end = last.end() if last else mark.end()
            decoded = unquote_to_bytes(data[first:end])
            for hit in self._plain(decoded, _runs(decoded)):
                if not self._is_allowed(decoded[hit.start : hit.end]):
                    hits.append(Hit(first, end, "encoded", 2))
                    break
            position = end
        return hits

    def _wrapped(self, data: bytes, lines: Sequence[tuple[int, int]]) -> list[Hit]:
        # the last line may be too short to be a run
        if lines[-1][1] - lines[0][0] < MIN_WRAPPED:
            return []
        tail = _TAIL.match(data, lines[-1][1])
        end = tail.end() if tail else lines[-1][1]
        if len(lines) + bool(tail) > 1 and self._hides(
            _BREAKS.sub(b"", data[lines[0][0] : min(end, lines[0][0] + MAX_WRAPPED)])
        ):
            return [Hit(lines[0][0], end, "encoded", 2)]
        return []

    def _hides(self, value: bytes) -> bool:
        decoded = decode(value)
        return decoded is not None and bool(self._plain(decoded, _runs(decoded)))


def _blank(match: re.Match[bytes]) -> bytes:
    return b" " * len(match.group())


def _goes_on(data: bytes, line: tuple[int, int], start: int) -> bool:
    return line[1] - line[0] >= MIN_LINE and _BREAK.fullmatch(data, line[1], start) is not None


def _runs(data: bytes) -> list[_Run]:
    runs: list[_Run] = []
    if len(data) < MIN_RUN:
        return runs
    marks = data.translate(_IN_RUN)
    position = marks.find(_WANTED)
    while position >= 0:
        end = marks.find(b" ", position + MIN_RUN)
        end = len(data) if end < 0 else end
        start = position
        if start and data[start - 1] == 92 and data[start] in b"nrt":
            start += 1
        run = data[start:end]
        # keys have digits, and most long names have none
        parts = run.translate(_SPLIT).split(b" ") if _DIGIT.search(run) else []
        runs.append((start, end, parts))
        position = marks.find(_WANTED, end)
    return runs


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
    match = rule.pattern.match(data, start)
    if match is None or (rule.is_bounded and not begins_word(data, start)):
        return None
    span = span_of(match)
    if rule.test is None or rule.test(data[slice(*span)]):
        return Hit(*span, rule.family, 0)
    return None


def _around(rule: Rule, data: bytes, start: int, covered: dict[str, int]) -> Iterator[Hit]:
    # names of an issuer stand close together: no byte is looked at twice
    first = max(0, start - NEAR, covered.get(rule.family, 0))
    last = start + NEAR
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
