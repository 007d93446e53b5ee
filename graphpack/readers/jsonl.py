"""Reads JSON and JSON Lines that are damaged in the ways files on real disks are.

Fast where the text is well-formed (one ``orjson`` call per line), patient where it is not: two
objects on one line, half-written lines, NUL runs, lone surrogates, control characters, a cut end.
It knows no format.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from typing import IO, Any

import orjson

from graphpack.errors import ReadError
from graphpack.patterns import compiled
from graphpack.readers.base import Opened
from graphpack.readers.closing import DECODER, ITEM_KEYS, close_json, item_span
from graphpack.readers.faults import Faults
from graphpack.readers.opening import read_bytes, stream

_SPACE = compiled(r"\s*")
_ESCAPE = compiled(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a surrogate pair
    r"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|u[0-9a-fA-F]{4}|[\"\\/bfnrt]"  # what JSON knows
    r"|(?P<unknown>.?))",
    re.DOTALL,
)
_FIRST_KEY = compiled(r'\{\s*"[^"\\]*"\s*:')
_MAX_RESTARTS = 20
MAX_BROKEN_ITEMS = 20
"""With more broken items than this the rest of a document is given up."""

_CUT = "the last line is cut off; left out"
_CUT_DOCUMENT = "broken or cut off here; the whole items before are read"
_BROKEN = "not JSON; left out"
_BAD_ESCAPE = "an escape that is no JSON; mended"
_TWO = "two records on one line; both read"
_NUL = "NUL bytes in the line; dropped"


def iter_records(source: Opened, faults: Faults) -> Iterator[tuple[int, Any]]:
    """Read JSON Lines one value at a time; memory does not grow with the file.

    A source that cannot be read at all raises ``ReadError``.

    Args:
        source: A file, bytes or a ZIP member; UTF-8, or UTF-16 with a byte order mark.
        faults: Takes what was skipped or repaired, with its line.

    Yields:
        The line's number, from 1, and a value; more than one for a line that holds several. No
        string holds a lone surrogate.
    """
    with stream(source) as file:
        for number, raw in enumerate(_lines(file), start=1):
            try:
                yield number, orjson.loads(raw)
            except orjson.JSONDecodeError:
                if raw.strip(b" \t\r\n\0"):
                    yield from _patient(raw, number, faults)
                elif b"\0" in raw:
                    faults.add("nul-bytes", _NUL, number)


def load_document(source: Opened, faults: Faults) -> Any:
    """Read one JSON document, and of a damaged one what can be.

    A broken item of the outermost list or object, or of a list or object named in
    ``closing.ITEM_KEYS``, becomes None; of a document that is cut, the whole items are kept.

    Source that is no JSON at all raises ``ReadError``.

    Args:
        source: A file, bytes or a ZIP member.
        faults: Takes what was repaired or lost.

    Returns:
        The value; no string of it holds a lone surrogate.
    """
    return load_bytes(_utf8(read_bytes(source)), source.name, faults)


def load_bytes(raw: bytes, name: str, faults: Faults, place: int | None = None) -> Any:
    """Read JSON text like ``load_document``.

    Args:
        raw: UTF-8 without a byte order mark.
        name: The source's display name.
        faults: Takes what was repaired or lost.
        place: The number of this text in its source, for the notices; None where it is the
            whole, and lines are counted.

    Returns:
        The value; no string of it holds a lone surrogate.

    Raises:
        ReadError: Nothing of it is JSON.
    """
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        text = decode(raw, faults, place)
    mended = mend_escapes(text)
    if mended != text:
        faults.add("bad-escape", _BAD_ESCAPE, place)
        text = mended
    reason: ValueError | RecursionError | None = None
    for _ in range(MAX_BROKEN_ITEMS):
        try:
            return DECODER.decode(text)
        except json.JSONDecodeError as error:
            reason = error
            span = item_span(text, error.pos, ITEM_KEYS)
            if span is None:
                text = text[: error.pos]
                break
            faults.add("broken-record", _BROKEN, place or _line_of(text, error.pos))
            lines = "\n" * text.count("\n", *span)  # keeps the numbers of the lines below
            text = f"{text[: span[0]]}null{lines}{text[span[1] :]}"
        except (ValueError, RecursionError) as error:
            reason = error
            break
    value = close_json(text, keys=ITEM_KEYS)
    if value is None:
        raise ReadError(f"{name}: not JSON ({reason})") from reason
    faults.add("broken-document", _CUT_DOCUMENT, place or _line_of(text, len(text)))
    return value


def _line_of(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def decode(raw: bytes, faults: Faults | None = None, place: int | None = None) -> str:
    """Decode UTF-8 text that may hold NUL bytes and bad sequences; they are replaced or dropped.

    Args:
        raw: The bytes, without a byte order mark.
        faults: Takes a notice where something was changed.
        place: The line, for the notice.

    Returns:
        Text that can be encoded as UTF-8 again.
    """
    if b"\0" in raw:
        raw = raw.replace(b"\0", b"")
        if faults:
            faults.add("nul-bytes", _NUL, place)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        if faults:
            faults.add("bad-encoding", "not UTF-8; the bad bytes became U+FFFD", place)
        return raw.decode("utf-8", "replace")


def mend_escapes(text: str) -> str:
    r"""Mend the escapes in JSON text that no decoder takes, or none should.

    Args:
        text: JSON text that ``orjson`` did not take.

    Returns:
        JSON text without the escapes of lone surrogates, which became U+FFFD, so that its strings
        can all be encoded as UTF-8; an escape JSON does not know, such as ``\s``, stands for
        itself.
    """
    return _ESCAPE.sub(_mended, text) if "\\" in text else text


def _mended(escape: re.Match[str]) -> str:
    if escape["half"]:
        return "\\ufffd"
    return f"\\{escape[0]}" if escape["unknown"] is not None else escape[0]


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines as UTF-8 without a byte order mark."""
    first = file.readline()
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        yield from io.BytesIO(_utf8(first + file.read()))
        return
    yield first.removeprefix(b"\xef\xbb\xbf")
    yield from file


def _utf8(raw: bytes) -> bytes:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace").encode("utf-8", "replace")
    return raw.removeprefix(b"\xef\xbb\xbf")


def _patient(raw: bytes, number: int, faults: Faults) -> Iterator[tuple[int, Any]]:
    text = decode(raw, faults, number)
    mended = mend_escapes(text)
    values, is_broken = _several(mended)
    if is_broken:
        is_cut = not raw.endswith(b"\n")
        faults.add("broken-record", _CUT if is_cut else _BROKEN, number)
    elif mended != text:
        faults.add("bad-escape", _BAD_ESCAPE, number)
    elif len(values) > 1:
        faults.add("two-records", _TWO, number)
    for value in values:
        yield number, value


def _several(text: str) -> tuple[list[Any], bool]:
    """Decode the values on one line, and say whether something on it could not be."""
    values: list[Any] = []
    is_broken = False
    position = _skip(text, 0)
    while position < len(text):
        try:
            value, position = DECODER.raw_decode(text, position)
            values.append(value)
        except (ValueError, RecursionError):
            is_broken = True
            found = _restart(text, position)
            if found is None:
                break
            value, position = found
            values.append(value)
        position = _skip(text, position)
    return values, is_broken


def _restart(text: str, position: int) -> tuple[Any, int] | None:
    """Find a whole record written after a half one: same first key, up to the line's end."""
    opening = _FIRST_KEY.match(text, position)
    if not opening:
        return None
    for _ in range(_MAX_RESTARTS):
        position = text.find(opening[0], position + 1)
        if position < 0:
            return None
        try:
            value, end = DECODER.raw_decode(text, position)
            if _skip(text, end) == len(text):
                return value, end
        except (ValueError, RecursionError):
            continue
    return None


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position
