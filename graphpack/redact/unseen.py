"""Secrets with something in their middle: an invisible character, a colour, a line's end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Span = tuple[int, int, str]
Find = Callable[[str], list[Span]]

_INVISIBLE = (
    "[\u00ad\u034f\u061c\u115f\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\x00\x08\U000e0000-\U000e0fff]"
)
_HIDDEN = re.compile(_INVISIBLE)
# what is not seen, or does nothing but colour: none of it belongs to a secret
_BETWEEN = re.compile(_INVISIBLE + r"|(?:\x1b|\\x1b|\\u001b|\\e|\\033)\[[0-9;?]{0,20}[A-Za-z]")
_DIGIT = re.compile(r"[0-9]")
_GOES_ON = frozenset("_-+/>")
_OPENING = "\"'`(<[{,;:=|"
MIN_PIECE = 10
MIN_BROKEN = 24
"""Characters of the two pieces together: shorter secrets that say what they are do not exist."""

_MARKS = ("\x1b", "\x00", "\x08", "\\x1b[", "\\u001b[", "\\e[", "\\033[")
_QUOTED = re.compile(r"> ?")
_FIRST = re.compile(r"[A-Za-z0-9_+/=.-]{4,200}")
_VAGUE = frozenset({"password", "key", "encoded", "authorization", "cookie", "email"})
_MAX_BETWEEN = 20_000


def find_between(text: str, find: Find) -> Iterator[Span]:
    """Find secrets with characters in them that nobody sees.

    Args:
        text: Any text.
        find: The detector's.

    Yields:
        Spans in the text itself, the characters within included.
    """
    if (text.isascii() or not _HIDDEN.search(text)) and not any(mark in text for mark in _MARKS):
        return
    kept: list[int] = []
    pieces: list[str] = []
    position = 0
    for number, match in enumerate(_BETWEEN.finditer(text)):
        if number == _MAX_BETWEEN:
            break
        pieces.append(text[position : match.start()])
        kept += range(position, match.start())
        position = match.end()
    if not position:
        return
    pieces.append(text[position:])
    kept += range(position, len(text))
    for start, end, family in find("".join(pieces)):
        yield kept[start], kept[end - 1] + 1, family


def find_broken(text: str, find: Find) -> Iterator[Span]:
    """Find secrets that go on in the next line.

    Args:
        text: Any text.
        find: The detector's.

    Yields:
        Spans that reach over a line's end, of families that say what they are.
    """
    end = text.find("\n")
    while end >= 0:
        begin = end + 1
        following = text.find("\n", begin)
        if (
            " " not in text[max(0, end - 10) : end]
            and text[end - 1 : end].isalnum()
            and (text[begin : begin + 1].isalnum() or text[begin : begin + 1] in _GOES_ON)
        ):
            yield from _over(text, end, following if following >= 0 else len(text), find)
        end = following


def _over(text: str, end: int, following: int, find: Find) -> Iterator[Span]:
    quote = _QUOTED.match(text, end + 1)
    begin = quote.end() if quote else end + 1
    first = _FIRST.match(text, begin, following)
    words = text[max(0, end - 200) : end].rsplit(None, 1)
    if first is None or not words:
        return
    last = words[-1][max(map(words[-1].rfind, _OPENING)) + 1 :]
    word = last + first.group()
    if len(last) < MIN_PIECE or len(word) < MIN_BROKEN or not _DIGIT.search(word):
        return
    start = end - len(last)
    for left, right, family in find(word):
        # a terminal, a mail or a quote broke the word
        if left < end - start < right and family not in _VAGUE:
            yield start + left, right - (end - start) + begin, family


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
