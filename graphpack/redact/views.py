"""Texts as they are read by others: without what is unseen, with escapes undone, strings joined.

A view is asked for by literals that the one pass over the text finds anyway, and only what lies
around them is looked at a second time.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from graphpack.patterns import compiled
from graphpack.redact.rules import Hit


@dataclass(frozen=True, slots=True)
class View:
    """A way to read a text.

    Args:
        literals: Lower-case; what is read differently holds one of them.
        pattern: What is read differently; matches where its literal begins.
        read: What stands there then.
        around: Bytes on either side of it in which a secret around it may lie.
    """

    literals: tuple[bytes, ...]
    pattern: re.Pattern[bytes]
    read: Callable[[re.Match[bytes]], bytes]
    around: int = 400


def _nothing(_: re.Match[bytes]) -> bytes:
    return b""


# UTF-8 of what is not seen, or does nothing but colour: none of it belongs to a secret
# (every alternative begins with a letter or a class: the engine skips to these)
_UNSEEN = compiled(
    rb"\xc2\xad|\xcd\x8f|\xd8\x9c|\xe1(?:\x85[\x9f\xa0]|\x9e[\xb4\xb5]|\xa0[\x8b-\x8f])"
    rb"|\xe2(?:\x80[\x8b-\x8f\xaa-\xae]|\x81[\xa0-\xaf])|\xe3\x85\xa4"
    rb"|\xef(?:\xb8[\x80-\x8f]|\xbb\xbf|\xbe\xa0|\xbf[\xb9-\xbb])"
    rb"|\xf3\xa0[\x80-\xbf][\x80-\xbf]|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]"
    rb"|\x1b\[[0-9;?]{0,20}[A-Za-z]|\\(?:x1b|u001b|e|033)\[[0-9;?]{0,20}[A-Za-z]"
)
UNSEEN = View(
    (
        b"\xc2\xad", b"\xcd\x8f", b"\xd8\x9c", b"\xe1\x85", b"\xe1\x9e\xb4", b"\xe1\x9e\xb5",
        b"\xe1\xa0", b"\xe2\x80\x8b", b"\xe2\x80\x8c", b"\xe2\x80\x8d", b"\xe2\x80\x8e",
        b"\xe2\x80\x8f", b"\xe2\x80\xaa", b"\xe2\x80\xab", b"\xe2\x80\xac", b"\xe2\x80\xad",
        b"\xe2\x80\xae", b"\xe2\x81\xa0", b"\xe2\x81\xa1", b"\xe2\x81\xa2", b"\xe2\x81\xa3",
        b"\xe2\x81\xa4", b"\xe2\x81\xa6", b"\xe2\x81\xa7", b"\xe2\x81\xa8", b"\xe2\x81\xa9",
        b"\xe2\x81\xaa", b"\xe2\x81\xab", b"\xe2\x81\xac", b"\xe2\x81\xad", b"\xe2\x81\xae",
        b"\xe2\x81\xaf", b"\xe3\x85\xa4", b"\xef\xb8", b"\xef\xbb\xbf", b"\xef\xbe\xa0",
        b"\xef\xbf\xb9", b"\xef\xbf\xba", b"\xef\xbf\xbb", b"\xf3\xa0",
        *(bytes((code,)) for code in range(32) if code not in b"\t\n\r\x1b"), b"\x7f",
        b"\x1b[", b"\\x1b[", b"\\u001b[", b"\\e[", b"\\033[",
    ),
    _UNSEEN,
    _nothing,
    around=1024,
)  # fmt: skip

_ENTITIES = {b"quot": b'"', b"amp": b"&", b"lt": b"<", b"gt": b">", b"apos": b"'"}
_ESCAPED = compiled(
    rb"\\\\{0,3}(?:u00|x)(?P<hex>[2-7][0-9A-Fa-f])|\\\\{0,3}(?P<octal>[01][0-7]{2})"
    rb"|\\u\{(?P<brace>[2-7][0-9A-Fa-f])\}"
    rb"|&(?!(?<=[A-Za-z]&)#(?:39|[xX]27);[a-z])#(?:[xX]0{0,4}(?P<html>[2-7][0-9A-Fa-f])|0{0,4}(?P<number>3[2-9]|[4-9]\d|1[01]\d|12[0-6]));"
    rb"|\\(?P<mark>_)"
    rb"|0x(?P<array>[2-7][0-9A-Fa-f])(?![0-9A-Za-z])[,\s]{0,3}"
    rb"|&(?P<name>quot|amp|lt|gt|apos);"
    rb"|=(?P<mail>[2-7][0-9A-F])|=(?P<soft>(?<=[A-Za-z0-9._/+-]=)\r?\n(?=[A-Za-z0-9=._/+-]))"
)


def _unescaped(match: re.Match[bytes]) -> bytes:
    kind = match.lastgroup or ""
    text = match[kind]
    if kind == "soft":
        return b""
    if kind == "mark":
        return text
    if kind == "name":
        return _ENTITIES[text]
    return bytes((int(text, {"number": 10, "octal": 8}.get(kind, 16)),))


ESCAPED = View(
    (
        b"\\u00", b"\\x2", b"\\x3", b"\\x4", b"\\x5", b"\\x6", b"\\x7", b"\\u{", b"\\1", b"\\06",
        b"\\07", b"\\_", b"0x2", b"0x3", b"0x4", b"0x5", b"0x6", b"0x7", b"&#", b"&quot;", b"&amp;", b"&apos;", b"&lt;", b"&gt;", b"=3d", b"=3a", b"=21", b"=40", b"=\n", b"=\r\n",
    ),
    _ESCAPED,
    _unescaped,
)  # fmt: skip

_JOINTS = (
    b" +", b"+", b" . ", b" .. ", b" & ", b" || ", b"||", b" <>", b"\n", b"\r\n", b" \\\n",
    b"\\\n", b"\\n",
)  # fmt: skip
_OPERATOR = rb"(?:\+|\.\.?|&&?|\|\||<>)[ \t]{0,4}+"
_LINE = rb"(?:\\?\r?\n|\\{1,2}n)[ \t+]{0,40}+"
_TOGETHER = compiled(
    rb"[\"'`\\][\"'`\\]{0,4}+[ \t]{0,4}+"
    rb"(?:" + _OPERATOR + rb"(?:" + _LINE + rb")?"
    rb"|" + _LINE + rb"(?:" + _OPERATOR + rb"|(?=[fbruFBRU]{0,2}[\"'`\\]{1,5}[^\n\"'`\\]{0,100}?[0-9]))"
    rb"|(?<=[ \t]))"
    rb"[fbruFBRU]{0,2}+[\"'`\\]{1,5}+(?=[A-Za-z0-9+/=_.~%-]{2})"
    rb"|\"(?<=[A-Za-z0-9_-]\")\"(?=[A-Za-z0-9_-])|'(?<=[A-Za-z0-9_-]')'(?=[A-Za-z0-9_-])"
)  # fmt: skip
TOGETHER = View(
    (
        *map(bytes.__add__, *zip(*product((b'"', b"'", b"`"), _JOINTS), strict=True)),
        *(b'"."', b"'.'", b'"&"', b'" "', b"' '", b'""', b"''"),
    ),
    _TOGETHER,
    _nothing,
)

VIEWS = (UNSEEN, ESCAPED, TOGETHER)
DUMP = len(VIEWS)
"""The number under which the detector collects where dumps begin."""


def read_as(
    view: View, data: bytes, marks: Iterable[int], find: Callable[[bytes], list[Hit]]
) -> Iterator[Hit]:
    """Find secrets of a text as a view shows it.

    Args:
        view: How it is read.
        data: UTF-8.
        marks: Where literals of the view stand, in order.
        find: Finds the secrets of UTF-8.

    Yields:
        Hits as they lie in the text itself, with what is read differently in them.
    """
    first = last = -1
    is_read = view.pattern.match
    for mark in marks:
        if not is_read(data, mark):
            continue
        if first >= 0 and mark - last > 2 * view.around:
            yield from _through(view, data, first, last, find)
            first = -1
        first, last = mark if first < 0 else first, mark
    if first >= 0:
        yield from _through(view, data, first, last, find)


def _through(
    view: View, data: bytes, first: int, last: int, find: Callable[[bytes], list[Hit]]
) -> Iterator[Hit]:
    position, past = max(0, first - view.around), last + view.around
    pieces: list[bytes] = []
    starts, ends, lengths = [], [], []
    length = 0
    for cut in view.pattern.finditer(data, position, past):
        starts.append(position)
        ends.append(cut.start())
        lengths.append(length)
        pieces += (data[position : cut.start()], view.read(cut))
        length += len(pieces[-2]) + len(pieces[-1])
        position = cut.end()
    starts.append(position)
    ends.append(past)
    lengths.append(length)
    pieces.append(data[position:past])
    for hit in find(b"".join(pieces)):
        begins = bisect_right(lengths, hit.start) - 1
        # what a character stands for that was read differently is hidden with all it is written by
        start = min(starts[begins] + hit.start - lengths[begins], ends[begins])
        stops = bisect_right(lengths, hit.end - 1) - 1
        end = starts[stops] + hit.end - lengths[stops]
        yield Hit(start, starts[stops + 1] if end > ends[stops] else end, hit.family, hit.rank)
