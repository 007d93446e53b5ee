"""What is written in other letters: base64, hexadecimal digits, percent signs."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import unquote_to_bytes

from graphpack.patterns import compiled
from graphpack.redact.rules import Hit
from graphpack.redact.runs import BREAK, Run, may_be_text

MIN_WRAPPED = 60
MIN_LINE = 40
MAX_WRAPPED = 1 << 20
"""Bytes: base64 over several lines has lines of 40 to 76 letters; beyond 1 MiB it is a file."""

MAX_HEAD = 200
_BITE = 16
"""Bytes that are unpacked at a time."""
RANK = 2
"""Of what is hidden because of what it holds, see ``Hit``."""

Hides = Callable[[bytes], bool]

_TEXT = bytes(range(32, 127)) + b"\t\n\r"
_BASE64 = compiled(rb"[A-Za-z0-9+/_-]{24,}={0,2}")
MIN_BASE64 = 24
_HEX = compiled(rb"(?:[2-7][0-9A-Fa-f]|0[9AaDd]){12,}")
MIN_HEX = 24
_NO_HEX = bytes(set(range(256)) - set(b"0123456789abcdefABCDEF"))
_DUMP = compiled(
    rb"[0-9A-Fa-f]{6,8}:? {1,2}(?P<hex>(?:[0-9A-Fa-f]{2,8} {1,2}){1,16})[^\n]{0,20}(?:\n|\Z)"
)
_PACKED = compiled(rb"H4sI[A-Za-z0-9+/]{20,}={0,2}")
MAX_DUMP = 4000
"""Lines of a dump that are looked into."""

DUMPS = (b"00000000: ", b"00000000  ", b"0000000 ", b"0000: ", b"0000  ")
_URL = bytes(code for code in range(128) if chr(code).isalnum() or chr(code) in "_.~+!*()-")
_URL_TAIL = compiled(rb"(?:[A-Za-z0-9_.~+!*()-]|%[0-9A-Fa-f]{2}){1,20000}")
_BETWEEN = compiled(BREAK + rb"[+-]?")
_BREAKS = compiled(BREAK)
_ENDS = b"\n\r\\"
_TAIL = compiled(BREAK + rb"[+-]?[A-Za-z0-9+/]{1,31}={0,2}(?![A-Za-z0-9+/=])")


def decode(value: bytes) -> bytes | None:
    """Decode base64, where what comes out is text.

    Args:
        value: Letters of either base64 alphabet, padding optional.

    Returns:
        The text's bytes; None where it is none.
    """
    value = value.rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
    if not may_be_text(value):
        return None
    try:
        if _is_binary(binascii.a2b_base64(value[: min(24, len(value) // 4 * 4)])):
            return None
        value = value[: len(value) - (len(value) % 4 == 1)]
        decoded = base64.b64decode(value + b"=" * (-len(value) % 4), validate=True)
    except binascii.Error:
        return None
    return None if _is_binary(decoded) else decoded


def _is_binary(data: bytes) -> bool:
    return len(data.translate(None, _TEXT)) * 10 > len(data)


def encoded(data: bytes, runs: Sequence[Run], hides: Hides) -> Iterator[Hit]:
    """Find base64 and hexadecimal digits that hold a secret, also over several lines.

    Args:
        data: UTF-8.
        runs: The long runs in it.
        hides: Says whether what was decoded holds a secret.

    Yields:
        The whole of what is encoded.
    """
    lines: list[Run] = []
    size = len(data)
    for run in runs:
        start, end, parts = run
        if parts:
            yield from _in_run(data, run, hides)
        if lines:
            if _goes_on(data, lines[-1], start):
                lines.append(run)
                continue
            yield from _wrapped(data, lines, hides)
            lines = []
        if end - start >= MIN_LINE and end < size and data[end] in _ENDS:
            lines.append(run)
    yield from _wrapped(data, lines, hides)


def _in_run(data: bytes, run: Run, hides: Hides) -> Iterator[Hit]:
    start, end, parts = run
    for part in parts:
        if len(part) >= MIN_BASE64 and may_be_text(part):
            for match in _BASE64.finditer(data, start, end):
                decoded = decode(match.group())
                if decoded is not None and hides(decoded):
                    yield Hit(*match.span(), "encoded", RANK)
            break
    text = data[start:end]
    if len(text.translate(None, _NO_HEX)) >= MIN_HEX:
        yield from _read_as(bytes.fromhex, _HEX, data, run, hides)
    if text.find(b"H4sI") >= 0:
        yield from _read_as(_unpacked, _PACKED, data, run, hides)


def _read_as(
    read: Callable[[str], bytes],
    pattern: re.Pattern[bytes],
    data: bytes,
    run: Run,
    hides: Hides,
) -> Iterator[Hit]:
    for match in pattern.finditer(data, *run[:2]):
        if hides(read(match.group().decode())):
            yield Hit(*match.span(), "encoded", RANK)


def _goes_on(data: bytes, line: Run, start: int) -> bool:
    first, past, _ = line
    return past - first >= MIN_LINE and _BETWEEN.fullmatch(data, past, start) is not None


def _wrapped(data: bytes, lines: Sequence[Run], hides: Hides) -> Iterator[Hit]:
    # the last line may be too short to be a run
    if not lines:
        return
    start, end = lines[0][0], lines[-1][1]
    tail = _TAIL.match(data, end)
    end = tail.end() if tail else end
    if len(lines) + bool(tail) < 2 or end - start < MIN_WRAPPED:
        return
    text = data[start : min(end, start + MAX_WRAPPED)]
    text = _BREAKS.sub(b"\n", text)
    # in a diff every line begins with a sign, which is a letter of base64, too
    bare = text[1:].replace(b"\n" + text[:1], b"\n") if text[:1] in b"+-" else text
    decoded = decode(bare.replace(b"\n", b""))
    if decoded is not None and hides(decoded):
        yield Hit(start, end, "encoded", RANK)


def dumped(data: bytes, places: Sequence[int], hides: Hides) -> Iterator[Hit]:
    """Find what a dump in hexadecimal digits holds.

    Args:
        data: UTF-8.
        places: Where dumps may begin, in order.
        hides: Says whether what was decoded holds a secret.

    Yields:
        The whole dump.
    """
    end = 0
    for start in places:
        if start < end:
            continue
        digits: list[bytes] = []
        end = start
        while len(digits) < MAX_DUMP and (line := _DUMP.match(data, end)):
            digits.append(line["hex"].replace(b" ", b""))
            end = line.end()
        whole = b"".join(digits)
        if whole and hides(bytes.fromhex(whole[: len(whole) // 2 * 2].decode())):
            yield Hit(start, end, "encoded", RANK)


def _unpacked(value: str) -> bytes:
    """Unpack what gzip packed, as far as it can be read; nothing where it did not."""
    try:
        packed = base64.b64decode(value.rstrip("=") + "=" * (-len(value.rstrip("=")) % 4))
    except binascii.Error:
        return b""
    # in small bites: where one is damaged, what came before it can be read by anybody
    reader = zlib.decompressobj(wbits=31)
    read = bytearray()
    try:
        for at in range(0, len(packed), _BITE):
            if len(read) >= MAX_WRAPPED or reader.eof:
                break
            read += reader.decompress(packed[at : at + _BITE], MAX_WRAPPED)
    except zlib.error:
        pass
    return bytes(read)


def percent(data: bytes, hides: Hides) -> Iterator[Hit]:
    """Find percent-encoded text that holds a secret.

    Args:
        data: UTF-8.
        hides: Says whether what was decoded holds a secret.

    Yields:
        The part of an address that is encoded.
    """
    floor, mark = 0, data.find(b"%")
    while mark >= 0:
        tail = _URL_TAIL.match(data, mark)
        if tail is None:
            mark = data.find(b"%", mark + 1)
            continue
        head = data[max(floor, mark - MAX_HEAD) : mark]
        first, floor = mark - len(head) + len(head.rstrip(_URL)), tail.end()
        if hides(unquote_to_bytes(data[first:floor])):
            yield Hit(first, floor, "encoded", RANK)
        mark = data.find(b"%", floor)
