"""Takes the first look at a source: 64 KiB, decoded and parsed as far as they go.

Whatever a file's size, detection costs this much; of a SQLite database the tables are listed. No
format is known here.
"""

from __future__ import annotations

import codecs
from typing import Any

from graphpack.patterns import compiled
from graphpack.readers.base import PROBE_BYTES, SQLITE_MAGIC, Opened, Probe
from graphpack.readers.closing import DECODER, close_json
from graphpack.readers.jsonl import mend_escapes
from graphpack.readers.opening import read_bytes

_NEWLINE = compiled(r"\r\n?")
# what text does not hold: control characters without tab, newline, form feed, return and escape
_CONTROLS = bytes(code for code in (*range(32), 127) if code not in b"\t\n\f\r\x1b\b")
_MAX_CONTROL_RATIO = 0.02
_FENCES = ("```", "~~~", "> {")
_NUL_RUN = compiled(rb"\0+")
_MAX_NUL_RUNS = 8
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def probe(source: Opened) -> Probe:
    """Look at a source; one that cannot be read raises ``ReadError``.

    Args:
        source: What was opened.

    Returns:
        The probe a reader decides by.
    """
    if source.members:
        names = tuple(member.name for member in source.members)
        return Probe(source.name, members=names, is_text=False)
    if source.path is not None and source.member is None and source.path.is_dir():
        return Probe(source.name, is_text=False)
    raw = read_bytes(source, PROBE_BYTES + 1)
    if raw.startswith(SQLITE_MAGIC):
        return _probe_database(source)
    is_whole = len(raw) <= PROBE_BYTES
    raw = raw[:PROBE_BYTES]
    if not _is_text(raw):
        return Probe(source.name, is_text=False)
    head = _NEWLINE.sub("\n", _decode(raw, is_whole))
    document, records = _parse(head, is_whole)
    return Probe(source.name, head, records, document)


def _probe_database(source: Opened) -> Probe:
    from graphpack.readers.sqlite import database  # noqa: PLC0415 - start-up: seldom needed

    with database(source) as opened:
        tables = opened.tables()
    columns = tuple(f"{table}.{column}" for table, names in tables.items() for column in names)
    return Probe(source.name, is_text=False, tables=tuple(tables), columns=columns)


def _is_text(raw: bytes) -> bool:
    if raw.startswith(tuple(_UTF16)):
        return True
    # a crash leaves a run of NUL in a log: few runs prove nothing where the rest is clean
    if len(_NUL_RUN.findall(raw)) > _MAX_NUL_RUNS:
        return False
    visible = raw.replace(b"\0", b"")
    controls = len(visible) - len(visible.translate(None, _CONTROLS))
    return bool(visible or not raw) and controls <= len(visible) * _MAX_CONTROL_RATIO


def _decode(raw: bytes, is_whole: bool) -> str:
    encoding = _UTF16.get(raw[:2], "utf-8-sig")
    if encoding != "utf-8-sig":
        raw = raw[2:]
    # incremental: a character cut by the end of the head is not an error
    text = codecs.getincrementaldecoder(encoding)("replace").decode(raw, final=is_whole)
    return text.replace("\0", "")


def _parse(head: str, is_whole: bool) -> tuple[Any, tuple[Any, ...]]:
    """Tell one JSON document from JSON Lines, and parse either as far as it goes."""
    start = mend_escapes(head.lstrip())
    if not start.startswith(("{", "[")):
        return None, _unquoted(head, is_whole)
    try:
        document, end = DECODER.raw_decode(start)
    except (ValueError, RecursionError):
        # a torn first line followed by good ones breaks inside, a document only at its end
        records = _records(head, is_whole)
        document = None if records and start[0] == "{" else close_json(start)
        if document is None and start[0] == "[":
            records = _unquoted(head, is_whole)
        return document, () if document is not None else records
    if start[end:].strip():
        return None, _records(head, is_whole)
    is_line = isinstance(document, dict) and "\n" not in start[:end]
    return document, (document,) if is_line else ()


def _unquoted(head: str, is_whole: bool) -> tuple[Any, ...]:
    """Find the records of a text that begins with none: a torn log has some, and a document quotes.

    Prose is told from a log by the fence that records are quoted in, or by its other lines.
    """
    records = _records(head, is_whole)
    lines = [line for line in head.split("\n") if line.strip()]
    is_quote = any(line.lstrip().startswith(_FENCES) for line in lines)
    own = len(records) + sum(line.rstrip().endswith("}") for line in lines[:1])
    return () if is_quote or own * 2 <= len(lines) else records


def _records(head: str, is_whole: bool) -> tuple[Any, ...]:
    lines = mend_escapes(head).split("\n")
    if not is_whole:
        lines = lines[:-1]
    found: list[Any] = []
    for line in lines:
        if line.startswith("{"):
            found.extend(_line(line))
    return tuple(found)


def _line(line: str) -> list[Any]:
    found: list[Any] = []
    position = 0
    while position < len(line):
        try:
            value, position = DECODER.raw_decode(line, position)
        except (ValueError, RecursionError):
            break
        if isinstance(value, dict):
            found.append(value)
        position += len(line) - position - len(line[position:].lstrip())
    # an item of a list printed one per line is followed by a comma: not a record
    return [] if line[position:].startswith(",") else found
