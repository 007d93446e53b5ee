"""Runs of the characters that tokens are made of: where long ones stand, and whether they go on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from graphpack.patterns import compiled
from graphpack.redact.nearby import KEY_LENGTHS
from graphpack.redact.rules import IN_WORD, Hit

MIN_RUN = 32
"""Bytes of token characters in a row from which a run is looked at for itself."""

MAX_RUN = 8192
"""A longer run is a picture or an archive: only its start is decoded to see what it holds."""

MIN_PART = 24
"""Bytes of the shortest part of a run that may be a key, or base64 or digits that hold one."""

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

SEPARATOR = b"\xff"
"""Between texts that are searched together: no UTF-8 has it, no literal, and no token."""

_WANTED = b"a" * MIN_RUN
_LINE_END = b"a" * MIN_PIECE + b"\n"
_SPLIT = bytes.maketrans(b".=~", b"   ")
_SEGMENT = b"a" * MIN_PART
_SEGMENTS = bytes(
    97 if code < 128 and (chr(code).isalnum() or chr(code) in "_-") else 32 for code in range(256)
)
_GZIP = b"H4sI"
# the first of four letters holds the top six bits of a byte: below 32 where that is ASCII
_ASCII_FIRST = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"
KINDS = bytes(
    97 if code < 128 and (chr(code).isalnum() or chr(code) in "+/_-=.~")
    else code if code == 10
    else 32
    for code in range(256)
)  # fmt: skip
"""Translates a byte into what it is: of a token (``a``), a line's end, or anything else."""

# one look tells where a run ends, and whether it has a digit: keys have, most long names have not
_WHOLE = compiled(rb"[A-Za-z+/_=.~-]*+(?:([0-9])[A-Za-z0-9+/_=.~-]*+)?+")
_DIGIT = compiled(rb"[0-9]")
_NUMBER = rb"\d{1,6}(?: {0,2}(?:\xe2\x86\x92|\xe2\x94[\x82\x83]|[\t:|])| {1,2}(?=[A-Za-z0-9+/]))"
_MARK = rb"(?:[#>|*;%]|//|--|\xe2\x94\x82|" + _NUMBER + rb")[ \t]{0,4}"
BREAK = rb"(?:\r?\n|\\r\\n|\\n)[ \t]{0,8}(?:" + _MARK + rb"){0,2}"
"""A line's end in any notation, and what quotes, comments and listings begin the next one with."""

# a terminal or a mail broke the word, and what shows it put a mark before each line
_GOES_ON = compiled(
    rb"(?:\+(?=[^+])|[ \t]{0,12}|[ \t]{0,8}(?:" + _MARK + rb"){1,2})(?=[A-Za-z0-9_+/=.-]{4})"
)
_WORD = compiled(rb"(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,20})[.:;]?|[A-Za-z_]{2,40}=[^\s]{0,200}")
_NAME = compiled(rb"[A-Za-z0-9_+=~-]{0,200}")
_FRAME = 0xE2
"""The first byte of what tables are drawn with: such a line is a row of its own."""

_PIECE = compiled(rb"[A-Za-z0-9_+/=.~-]{1,200}")


Run = tuple[int, int, Sequence[bytes]]
"""Token characters in a row: first byte, past the last, and what lies between full stops, equals
signs and tildes; no parts where it can be no secret by its form alone, and hold none."""


def runs_of(data: bytes, kinds: bytes) -> list[Run]:
    """Find the long runs.

    Args:
        data: UTF-8.
        kinds: Of its bytes, translated by ``KINDS``.

    Returns:
        In order.
    """
    runs: list[Run] = []
    find, whole = kinds.find, _WHOLE.match
    start = find(_WANTED)
    while start >= 0:
        if start and data[start - 1] == 92 and data[start] in b"nrt":
            start += 1
        found = whole(data, start)
        end = found.end()  # type: ignore[union-attr]
        runs.append((start, end, _parts(data[start:end]) if found.lastindex else ()))  # type: ignore[union-attr]
        start = find(_WANTED, end)
    return runs


def _parts(text: bytes) -> Sequence[bytes]:
    parts = text.translate(_SPLIT).split(b" ")
    if text.translate(_SEGMENTS).find(_SEGMENT) >= 0:
        return parts
    # most runs are paths: of what a slash may be part of, keys and base64 are left
    for part in parts:
        length = len(part)
        if length >= MIN_PART and (
            length in KEY_LENGTHS or may_be_text(part) or part.find(_GZIP) >= 0
        ):
            return parts
    return ()


def may_be_text(value: bytes) -> bool:
    """Say whether base64 may hold ASCII, from its first letters alone.

    Args:
        value: Letters of base64.

    Returns:
        False for pictures, hashes and names, at next to no cost.
    """
    return len(value[:24:4].translate(None, _ASCII_FIRST)) <= 1


def breaks_of(kinds: bytes) -> list[int]:
    """Find the ends of lines over which a word may go on.

    Args:
        kinds: Of a text's bytes.

    Returns:
        In order.
    """
    breaks: list[int] = []
    find = kinds.find
    # (a search for what ends in a line's end is quick: its last byte is rare)
    position = find(_LINE_END)
    while position >= 0:
        position += MIN_PIECE
        breaks.append(position)
        position = find(_LINE_END, position)
    return breaks


def broken(
    data: bytes, kinds: bytes, breaks: Sequence[int], find: Callable[[bytes], list[Hit]]
) -> list[Hit]:
    """Find secrets that go on in the next line, or in several.

    Args:
        data: UTF-8.
        kinds: Of its bytes.
        breaks: Ends of lines over which a word may go on.
        find: Finds the secrets of a word.

    Returns:
        Those that reach over a line's end, as they lie in the text.
    """
    hits: list[Hit] = []
    has_digit, goes_on = _DIGIT.search, _GOES_ON.match
    for end in breaks:
        # the cheap questions first: most lines end in a word
        if not has_digit(data, end - 30, end + 40):
            continue
        rest = goes_on(data, end + 1)
        if rest is None or data[end + 1] == _FRAME or not _may_go_on(data, kinds, end, rest.end()):
            continue
        if _is_indented(data, end, rest):
            hits += _over(data, kinds, end, rest.end(), find)
    return hits


def _may_go_on(data: bytes, kinds: bytes, end: int, begin: int) -> bool:
    """Whether the last name of a line and the first of the next are one that may be a token."""
    start = _start(kinds, end)
    first = max(data.rfind(b"/", start, end), data.rfind(b".", start, end), start - 1) + 1
    last = _NAME.match(data, begin).end()  # type: ignore[union-attr]
    if end - first + last - begin < MIN_TOKEN:
        return False
    return bool(_DIGIT.search(data, first, end) or _DIGIT.search(data, begin, last))


def _start(kinds: bytes, end: int) -> int:
    floor = max(0, end - MAX_PIECE)
    return max(kinds.rfind(b" ", floor, end), kinds.rfind(b"\n", floor, end), floor - 1) + 1


def _is_indented(data: bytes, end: int, goes_on: re.Match[bytes]) -> bool:
    """Whether a line that is set in far belongs to a column of such lines."""
    blanks = goes_on.group()
    if len(blanks) <= MAX_INDENT or not blanks.isspace():
        return True
    first = max(0, end - MAX_PIECE)
    line = max(data.rfind(b"\n", first, end), data.rfind(SEPARATOR, first, end))
    return (line >= 0 or not first) and data.startswith(blanks, line + 1)


def _over(
    data: bytes, kinds: bytes, end: int, begin: int, find: Callable[[bytes], list[Hit]]
) -> Iterator[Hit]:
    start = _start(kinds, end)
    pieces, found = [(start, end)], [Hit(0, 0, "", 0)]
    word = data[start:end]
    while len(pieces) <= MAX_LINES:
        last = _PIECE.match(data, begin).end()  # type: ignore[union-attr]
        seam, so_far = len(word), word
        word += data[begin:last]
        if len(word) < MIN_BROKEN or not _is_token(word, seam):
            break
        hits = [hit for hit in find(word) if hit.start < seam < hit.end]
        # where a secret may end with its line: a word, or more than it takes, begins the next one
        is_other = hits and (_WORD.fullmatch(data, begin, last) or _is_more(word, hits[-1].end))
        if not hits or (is_other and _is_whole(so_far, find)):
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


def _is_more(word: bytes, end: int) -> bool:
    return any(map(IN_WORD.__getitem__, word[end:]))


def _is_whole(word: bytes, find: Callable[[bytes], list[Hit]]) -> bool:
    """Whether a secret ends with its line: the next one begins with a word of its own."""
    return any(hit.end == len(word) for hit in find(word))


def _placed(hit: Hit, pieces: Sequence[tuple[int, int]]) -> Hit:
    return Hit(_place(hit.start, pieces), _place(hit.end - 1, pieces) + 1, hit.family, hit.rank)


def _place(offset: int, pieces: Sequence[tuple[int, int]]) -> int:
    for first, past in pieces[:-1]:
        if offset < past - first:
            return first + offset
        offset -= past - first
    return pieces[-1][0] + offset
