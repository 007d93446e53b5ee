"""Secrets with something in their middle: an invisible character, a colour, a line's end."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator

Span = tuple[int, int, str]
Find = Callable[[str], list[Span]]

_INVISIBLE = (
    "[\u00ad\u034f\u061c\u115f\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\x00\x08\U000e0000-\U000e0fff]"
)
_HIDDEN = re.compile(_INVISIBLE)
# what is not seen, or does nothing but colour: none of it belongs to a secret
# (one class of characters first: the engine skips to these)
_BETWEEN = re.compile(
    _INVISIBLE[:-1]
    + r"\x1b\\](?:(?<="
    + _INVISIBLE
    + r")|(?:(?<=\x1b)|(?<=\\)(?:x1b|u001b|e|033))\[[0-9;?]{0,20}[A-Za-z])"
)
_DIGIT = re.compile(rb"[0-9]")
MIN_PIECE = 10
_LINE_END = b"a" * MIN_PIECE + b"\n"
_GOES_ON = b"aaaa"
MIN_BROKEN = 24
"""Characters of the two pieces together: shorter secrets that say what they are do not exist."""

_MARKS = ("\\x1b[", "\\u001b[", "\\e[", "\\033[")
_KINDS = bytes(
    97
    if code < 128 and (chr(code).isalnum() or chr(code) in "_+/=.-")
    else 10
    if code == 10
    else 32
    for code in range(256)
)  # fmt: skip
# a terminal or a mail broke the word; a quote begins its lines with a mark
_BREAKS = (b"\n", b"\n  ")
_PIECE = re.compile(rb"[A-Za-z0-9_+/=.-]{1,200}")
MAX_PIECE = 200
_VAGUE = frozenset({"password", "key", "encoded", "authorization", "cookie", "email"})
_MAX_BETWEEN = 20_000
AROUND = 1024
"""Characters on either side of something unseen in which a secret around it may lie."""


def find_between(text: str, find: Find) -> Iterator[Span]:
    """Find secrets with characters in them that nobody sees.

    Args:
        text: Any text.
        find: The detector's.

    Yields:
        Spans in the text itself, the characters within included.
    """
    if not _may_be_between(text):
        return
    window: list[tuple[int, int]] = []
    for number, match in enumerate(_BETWEEN.finditer(text)):
        if number == _MAX_BETWEEN:
            break
        if window and match.start() - window[-1][1] > 2 * AROUND:
            yield from _without(text, window, find)
            window = []
        window.append(match.span())
    if window:
        yield from _without(text, window, find)


def _without(text: str, cuts: list[tuple[int, int]], find: Find) -> Iterator[Span]:
    # only what lies around such characters is looked at a second time
    pieces: list[str] = []
    starts: list[tuple[int, int]] = []
    position, length = max(0, cuts[0][0] - AROUND), 0
    for first, last in (*cuts, (cuts[-1][1] + AROUND, 0)):
        starts.append((length, position))
        pieces.append(text[position:first])
        length += len(pieces[-1])
        position = last
    for start, end, family in find("".join(pieces)):
        yield _place(starts, start), _place(starts, end - 1) + 1, family


def _place(starts: list[tuple[int, int]], offset: int) -> int:
    length, position = starts[bisect_right(starts, (offset, sys.maxsize)) - 1]
    return position + offset - length


def _may_be_between(text: str) -> bool:
    if "\x1b" in text or "\x00" in text or "\x08" in text:
        return True
    if "\\" in text and any(mark in text for mark in _MARKS):
        return True
    return not text.isascii() and _HIDDEN.search(text) is not None


def find_broken(text: str, find: Find) -> Iterator[Span]:
    """Find secrets that go on in the next line.

    Args:
        text: Any text.
        find: The detector's.

    Yields:
        Spans that reach over a line's end, of families that say what they are.
    """
    if "\n" not in text:
        return
    data = text.encode("utf-8", "surrogatepass")
    marks = data.translate(_KINDS)
    # (a search for what ends in a line's end is quick: its last byte is rare)
    position = marks.find(_LINE_END)
    while position >= 0:
        end = position + MIN_PIECE
        for between in _BREAKS:
            begin = end + len(between)
            if marks.startswith(between, end) and marks.startswith(_GOES_ON, begin):
                floor = max(0, end - MAX_PIECE)
                space = max(marks.rfind(b" ", floor, end), marks.rfind(b"\n", floor, end))
                start = max(space, floor - 1) + 1
                stop = _PIECE.match(data, begin).end()  # type: ignore[union-attr]
                for left, right, family in _over(data[start:end], data[begin:stop], find):
                    yield (*_characters(data, start + left, begin - (end - start) + right), family)
        position = marks.find(_LINE_END, end)


def _over(last: bytes, first: bytes, find: Find) -> Iterator[Span]:
    word = last + first
    if len(word) < MIN_BROKEN or not _DIGIT.search(word):
        return
    for left, right, family in find(word.decode("ascii")):
        if left < len(last) < right and family not in _VAGUE:
            yield left, right, family


def _characters(data: bytes, start: int, end: int) -> tuple[int, int]:
    before = len(data[:start].decode("utf-8", "surrogatepass"))
    return before, before + len(data[start:end].decode("utf-8", "surrogatepass"))


def joined(spans: list[Span]) -> list[Span]:
    """Put spans in order, overlapping ones as one under the first's family."""
    result: list[Span] = []
    for start, end, family in sorted(spans):
        if result and start < result[-1][1]:
            first = result[-1]
            result[-1] = (first[0], max(first[1], end), first[2])
        else:
            result.append((start, end, family))
    return result
