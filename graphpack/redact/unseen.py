"""Secrets with something in their middle: an invisible character, a colour, a line's end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Span = tuple[int, int, str]
Find = Callable[[str], list[Span]]

# what is not seen, or does nothing but colour: none of it belongs to a secret
_BETWEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\x00\x08\U000e0000-\U000e0fff]"
    r"|(?:\x1b|\\x1b|\\u001b|\\e|\\033)\[[0-9;?]{0,20}[A-Za-z]"
)
_MAY_HAVE = re.compile("[^\x01-\x07\x09-\x1a\x1c-\x7f]|\\\\(?:x1b|u001b|e|033)\\[")
# a terminal, a mail or a quote broke the word: the next line goes on at once
_BROKEN = re.compile(
    r"(?<![A-Za-z0-9_+/=.-])[A-Za-z0-9_+/=.-]{10,200}\n(?:> ?)?[A-Za-z0-9_+/=.-]{4,200}"
)
_HELD = re.compile(r"\n(?:> ?)?")
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
    if not _MAY_HAVE.search(text):
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
    for match in _BROKEN.finditer(text):
        held = _HELD.search(match.group())
        if held is None:
            continue
        joined = _HELD.sub("", match.group(), count=1)
        width = held.end() - held.start()
        for start, end, family in find(joined):
            if start < held.start() < end and family not in _VAGUE:
                yield match.start() + start, match.start() + end + width, family


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
