"""Runs of the characters that tokens are made of: where long ones stand, and whether they go on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from graphpack.redact.rules import Hit

MIN_RUN = 32
"""Bytes of token characters in a row from which a run is looked at for itself."""

MAX_RUN = 8192
"""A longer run is a picture or an archive: only its start is decoded to see what it holds."""

MIN_PIECE = 10
"""Bytes of a word that may go on in the next line; of short ones there is one in every line."""

MIN_BROKEN = 24
"""Bytes of all its pieces together: shorter secrets that say what they are do not exist."""

MIN_TOKEN = 14
"""Bytes around a line's end without a slash or full stop: where it is less, it is two paths."""

MAX_INDENT = 2
MAX_PIECE = 200
MAX_LINES = 40
"""Lines that one word may go on for."""

_WANTED = b"a" * MIN_RUN
LINE_END = b"a" * MIN_PIECE + b"\n"
_SPLIT = bytes.maketrans(b".=~", b"   ")
KINDS = bytes(
    97 if code < 128 and (chr(code).isalnum() or chr(code) in "+/_-=.~")
    else code if code == 10
    else 32
    for code in range(256)
)  # fmt: skip
"""Translates a byte into what it is: of a token (``a``), a line's end, or anything else."""

_END = re.compile(rb"[ \n]")
_DIGIT = re.compile(rb"[0-9]")
_NUMBER = rb"\d{1,6}(?: {0,2}(?:\xe2\x86\x92|\xe2\x94[\x82\x83]|[\t:|])| {1,2}(?=[A-Za-z0-9+/]))"
_MARK = rb"(?:[#>|*;%]|//|--|\xe2\x94\x82|" + _NUMBER + rb")[ \t]{0,4}"
BREAK = rb"(?:\r?\n|\\r\\n|\\n)[ \t]{0,8}(?:" + _MARK + rb"){0,2}"
"""A line's end in any notation, and what quotes, comments and listings begin the next one with."""

# a terminal or a mail broke the word, and what shows it put a mark before each line
_GOES_ON = re.compile(
    rb"(?:\+(?=[^+])|[ \t]{0,12}|[ \t]{0,8}(?:" + _MARK + rb"){1,2})(?=[A-Za-z0-9_+/=.-]{4})"
)
_WORD = re.compile(rb"(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,20})[.:;]?|[A-Za-z_]{2,40}=[^\s]{0,200}")
_NAME = re.compile(rb"[A-Za-z0-9_+=~-]{0,200}")
_NEVER = (b"\n", b"`", b"<", b"(", b"[", b"{", b'"', b"}", b")", b"\xe2", b"")
_PIECE = re.compile(rb"[A-Za-z0-9_+/=.~-]{1,200}")


class Run(NamedTuple):
    """Token characters in a row.

    Args:
        start: First byte.
        end: Past the last.
        parts: Between full stops, equals signs and tildes; none where there is no digit.
    """

    start: int
    end: int
    parts: Sequence[bytes]


def runs_of(data: bytes, kinds: bytes) -> list[Run]:
    """Find the long runs.

    Args:
        data: UTF-8.
        kinds: Of its bytes, translated by ``KINDS``.

    Returns:
        In order.
    """
    runs: list[Run] = []
    position = kinds.find(_WANTED)
    while position >= 0:
        found = _END.search(kinds, position + MIN_RUN)
        end = found.start() if found else len(kinds)
        start = position
        if start and data[start - 1] == 92 and data[start] in b"nrt":
            start += 1
        # keys have digits, and most long names have none
        has_digit = _DIGIT.search(data, start, end)
        parts = data[start:end].translate(_SPLIT).split(b" ") if has_digit else ()
        runs.append(Run(start, end, parts))
        position = kinds.find(_WANTED, end)
    return runs


def broken(data: bytes, kinds: bytes, find: Callable[[bytes], list[Hit]]) -> list[Hit]:
    """Find secrets that go on in the next line, or in several.

    Args:
        data: UTF-8.
        kinds: Of its bytes.
        find: Finds the secrets of a word.

    Returns:
        Those that reach over a line's end, as they lie in the text.
    """
    hits: list[Hit] = []
    # (a search for what ends in a line's end is quick: its last byte is rare)
    position = kinds.find(LINE_END)
    while position >= 0:
        end = position + MIN_PIECE
        position = kinds.find(LINE_END, end)
        # the cheap questions first: most lines end in a word
        if data[end + 1 : end + 2] in _NEVER or not _DIGIT.search(data, end - 30, end + 40):
            continue
        goes_on = _GOES_ON.match(data, end + 1)
        if goes_on and _is_indented(data, end, goes_on):
            hits += _over(data, kinds, end, goes_on.end(), find)
    return hits


def _is_indented(data: bytes, end: int, goes_on: re.Match[bytes]) -> bool:
    """Whether a line that is set in far belongs to a column of such lines."""
    blanks = goes_on.group()
    if len(blanks) <= MAX_INDENT or not blanks.isspace():
        return True
    line = data.rfind(b"\n", max(0, end - MAX_PIECE), end) + 1
    return data.startswith(blanks, line)


def _over(
    data: bytes, kinds: bytes, end: int, begin: int, find: Callable[[bytes], list[Hit]]
) -> Iterator[Hit]:
    floor = max(0, end - MAX_PIECE)
    start = max(kinds.rfind(b" ", floor, end), kinds.rfind(b"\n", floor, end), floor - 1) + 1
    pieces, found = [(start, end)], [Hit(0, 0, "", 0)]
    word = data[start:end]
    while len(pieces) <= MAX_LINES:
        last = _PIECE.match(data, begin).end()  # type: ignore[union-attr]
        seam, so_far = len(word), word
        word += data[begin:last]
        if len(word) < MIN_BROKEN or not _is_token(word, seam):
            break
        hits = [hit for hit in find(word) if hit.start < seam < hit.end]
        if not hits or (_WORD.fullmatch(data, begin, last) and _is_whole(so_far, find)):
            break
        pieces.append((begin, last))
        found = hits
        goes_on = _GOES_ON.match(data, last + 1) if kinds[last : last + 1] == b"\n" else None
        if hits[-1].end < len(word) or not goes_on:
            break
        # it fills this line, too
        begin = goes_on.end()
    return (_placed(hit, pieces) for hit in found if hit.end)


def _is_token(word: bytes, seam: int) -> bool:
    """Whether what two lines make of a word is more than two names of paths."""
    first = max(word.rfind(b"/", 0, seam), word.rfind(b".", 0, seam)) + 1
    last = _NAME.match(word, seam).end()  # type: ignore[union-attr]
    return last - first >= MIN_TOKEN and _DIGIT.search(word, first, last) is not None


def _is_whole(word: bytes, find: Callable[[bytes], list[Hit]]) -> bool:
    """Whether a secret ends with its line: the next one begins with a word of its own."""
    return any(hit.end == len(word) for hit in find(word))


def _placed(hit: Hit, pieces: Sequence[tuple[int, int]]) -> Hit:
    return Hit(_place(hit.start, pieces), _place(hit.end - 1, pieces) + 1, hit.family, hit.rank)


def _place(offset: int, pieces: Sequence[tuple[int, int]]) -> int:
    for first, past in pieces:
        if offset < past - first:
            return first + offset
        offset -= past - first
    return pieces[-1][1]
