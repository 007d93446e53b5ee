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

MAX_RUN = 8192
"""A longer run is a picture or an archive: only its start is decoded to see what it holds."""

_IN_RUN = bytes(
    97 if code < 128 and (chr(code).isalnum() or chr(code) in "+/_-=.~") else 32
    for code in range(256)
)
_SPLIT = bytes.maketrans(b".=~", b"   ")
MIN_BASE64 = 24
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{24,}={0,2}")
MIN_WRAPPED = 60
MAX_WRAPPED = 1 << 20
"""Bytes: base64 over several lines has lines of 60 to 76 letters; beyond 1 MiB it is a file."""

MAX_HEAD = 200
_PERCENT = re.compile(rb"%[0-9A-Fa-f]{2}")
_URL_HEAD = re.compile(rb"[A-Za-z0-9_.~+!*()-]{1,200}\Z")
_URL_TAIL = re.compile(rb"(?:[A-Za-z0-9_.~+!*()-]|%[0-9A-Fa-f]{2}){1,20000}")
_BREAK = re.compile(rb"(?:\r?\n|\\r\\n|\\n)[ \t]{0,8}")
_BREAKS = re.compile(rb"\\r|\\n|\s")
_TAIL = re.compile(_BREAK.pattern + rb"[A-Za-z0-9+/]{1,27}={0,2}(?![A-Za-z0-9+/=])")
_PLACEHOLDER_MARK = b"\xe2\x9f\xa8"


_Run = tuple[int, int, list[bytes]]
"""Start, end, and the run's parts between full stops, equals signs and tildes."""


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
        data = text.encode("utf-8", "surrogatepass")
        hits = self.find_bytes(data)
        if len(data) == len(text):
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
        runs = list(_runs(data))
        hits = list(self._plain(data, runs))
        hits += self._encoded(data, runs)
        return _joined(hit for hit in hits if not self._is_allowed(data[hit.start : hit.end]))

    def allows(self, text: str) -> bool:
        """Say whether a value is on the list of what stays."""
        return self._is_allowed(text.encode("utf-8", "surrogatepass"))

    def _is_allowed(self, value: bytes) -> bool:
        if _PLACEHOLDER_MARK in value:
            # a frame around what is already hidden; bytes beside it stay as they are
            return True
        return any(pattern.fullmatch(value) for pattern in self.allowed)

    def _plain(self, data: bytes, runs: Sequence[_Run]) -> Iterator[Hit]:
        covered: dict[str, int] = {}
        # what lies in a hit already is not looked at again: a hostile text costs its length once
        exact = vague = 0
        matches = self._automaton.find_matches_as_indexes(data.lower(), overlapping=True)  # type: ignore[attr-defined]
        for index, start, end in matches:
            for rule in self._by_literal[index]:
                if rule.family == "":
                    for hit in beside(data, start, end) if start >= vague else ():
                        vague = max(vague, hit.end)
                        yield hit
                elif rule.before and rule.after:
                    yield from _around(rule, data, start, covered)
                else:
                    for hit in _at(rule, data, start) if start >= exact else ():
                        exact = max(exact, hit.end)
                        yield hit
        for start, end, parts in runs:
            if end - start <= MAX_RUN:
                yield from in_run(data, start, end, parts)

    def _encoded(self, data: bytes, runs: Sequence[_Run]) -> Iterator[Hit]:
        lines: list[tuple[int, int]] = []
        for start, end, parts in runs:
            if lines and not _goes_on(data, lines[-1], start):
                yield from self._wrapped(data, lines)
                lines = []
            lines.append((start, end))
            if not any(len(part) >= MIN_BASE64 and may_be_text(part) for part in parts):
                continue
            for match in _BASE64.finditer(data, start, end):
                if self._hides(match.group()):
                    yield Hit(*match.span(), "encoded", 2)
        yield from self._wrapped(data, lines)
        if b"%" in data:
            yield from self._quoted(data)

    def _quoted(self, data: bytes) -> Iterator[Hit]:
        position = 0
        while mark := _PERCENT.search(data, position):
            head = _URL_HEAD.search(data, max(position, mark.start() - MAX_HEAD), mark.start())
            first = head.start() if head else mark.start()
            last = _URL_TAIL.match(data, mark.start())
            end = last.end() if last else mark.end()
            decoded = unquote_to_bytes(data[first:end])
            for hit in self._plain(decoded, list(_runs(decoded))):
                if not self._is_allowed(decoded[hit.start : hit.end]):
                    yield Hit(first, end, "encoded", 2)
                    break
            position = end

    def _wrapped(self, data: bytes, lines: Sequence[tuple[int, int]]) -> Iterator[Hit]:
        # the last line may be too short to be a run
        if not lines or lines[-1][1] - lines[0][0] < MIN_WRAPPED:
            return
        tail = _TAIL.match(data, lines[-1][1])
        end = tail.end() if tail else lines[-1][1]
        if len(lines) + bool(tail) > 1 and self._hides(
            _BREAKS.sub(b"", data[lines[0][0] : min(end, lines[0][0] + MAX_WRAPPED)])
        ):
            yield Hit(lines[0][0], end, "encoded", 2)

    def _hides(self, value: bytes) -> bool:
        decoded = decode(value)
        return decoded is not None and any(True for _ in self._plain(decoded, list(_runs(decoded))))


def _goes_on(data: bytes, line: tuple[int, int], start: int) -> bool:
    return line[1] - line[0] >= 60 and _BREAK.fullmatch(data, line[1], start) is not None


def _runs(data: bytes) -> Iterator[_Run]:
    marks = data.translate(_IN_RUN)
    wanted = b"a" * MIN_RUN
    position = marks.find(wanted)
    while position >= 0:
        end = marks.find(b" ", position + MIN_RUN)
        end = len(data) if end < 0 else end
        start = position
        if start and data[start - 1] == 92 and data[start] in b"nrt":
            start += 1
        yield start, end, data[start:end].translate(_SPLIT).split(b" ")
        position = marks.find(wanted, end)


def _at(rule: Rule, data: bytes, start: int) -> Iterator[Hit]:
    first = max(0, start - rule.before)
    for position in range(first, start + 1) if rule.before else (start,):
        match = rule.pattern.match(data, position)
        if match is None:
            continue
        if rule.is_bounded and not begins_word(data, match.start()):
            continue
        span = span_of(match)
        if rule.test is None or rule.test(data[slice(*span)]):
            yield Hit(*span, rule.family, 0)
            return


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


def _joined(hits: Iterable[Hit]) -> list[Hit]:
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
