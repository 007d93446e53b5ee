"""Secrets in columns: a word in the head of a table says what stands below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphpack.patterns import compiled
from graphpack.redact.rules import Hit
from graphpack.redact.values import accepts, is_mixed
from graphpack.redact.words import CHOSEN

MAX_ROWS = 500
MAX_LINE = 4000
"""Bytes of a table's head."""

MAX_ROW = 64_000
"""Bytes of a row below it: a cell of notes may be long, and the secret stands behind it."""

_SEPARATORS = (b"|", b"\xe2\x94\x82", b"\t", b";", b",")
_HEAD_ENDS = compiled(
    rb"[\w ()/.-]{0,24}[\"'*`]{0,3}[ \t]{0,40}(?:[|,;\t\r\n]|\xe2\x94\x82| (?= )|(?<=  )|\Z)"
)
_HEAD_CELL = compiled(rb"[\s\"'*`\w()/.#+-]{0,60}")
_RULE = compiled(rb"[\s+|:=_-]{0,4000}|(?:[\s|+-]|\xe2[\x94-\x95][\x80-\xbf]){0,4000}")
_IN_LIST = (b")", b",", b" ", b"_", b"`", b'"')
_FRAME = b" \t\r\"'`*|"
_INTO = compiled(
    rb"(?i)insert\s{1,4}(?:ignore\s{1,4})?into\s{1,4}[\w.`\"\[\]]{1,80}\s{0,4}\((?P<columns>[^()]{0,400})\Z"
)
_VALUES = compiled(rb"(?i)[^()]{0,400}\)\s{0,8}values\s{0,8}(?=\()")
# (possessive: two quotes within a text are never tried as the end of one and the start of another)
_TUPLE = compiled(
    rb"[\s,]{0,8}\((?P<items>(?:'(?:[^'\\]|''|\\.){0,400}+'|[^'()]{1,100}+){0,80}+)\)"
)
_ITEM = compiled(
    rb"\s{0,8}(?:N?'(?P<quoted>(?:[^'\\]|''|\\.){0,400}+)'|(?P<bare>[^',]{0,400}))\s{0,8},?"
)


def in_column(data: bytes, start: int, end: int, level: str) -> Sequence[Hit]:
    """Find the values of a column.

    Args:
        data: UTF-8.
        start: Where a secret word begins, in bytes.
        end: Past its end.
        level: Of the word.

    Returns:
        The secrets in the column that the word is the head of; none where it heads none.
    """
    if level == "other":
        return ()
    if data[end : end + 1] in _IN_LIST and _is_inserted(data, start):
        return tuple(_inserted(data, start, end, level))
    if _HEAD_ENDS.match(data, end) is None:
        return ()
    stop = data.find(b"\n", end, end + MAX_LINE)
    written = data.find(b"\\n", end, end + MAX_LINE if stop < 0 else stop)
    # the lines of a string in code or JSON are parted by what stands for a line's end
    newline, stop = (b"\\n", written) if written >= 0 else (b"\n", stop)
    before = data.rfind(newline, max(0, start - MAX_LINE), start)
    line = _line_start(data, start, newline) if before < 0 else before + len(newline)
    if 0 < stop < len(data) - 1:
        head = data[line:stop]
        separator = next((one for one in _SEPARATORS if one in head), b"")
        cells = head.split(separator) if separator else ()
        if all(map(_HEAD_CELL.fullmatch, cells)) and (cells or b"  " in head):
            # a line among others like it is no head: no row is looked at for several
            if _is_row(
                data[max(0, line - MAX_LINE) : max(0, line - len(newline))],
                newline,
                separator,
                head,
            ):
                return ()
            column = head[: start - line].count(separator) if separator else start - line
            return tuple(_rows(data, stop, newline, separator, column, level))
    return ()


def _is_row(before: bytes, newline: bytes, separator: bytes, head: bytes) -> bool:
    last = before[before.rfind(newline) + len(newline) :] if newline in before else before
    if not last or _RULE.fullmatch(last):
        return False
    mark = separator or b"  "
    return mark in last and (not separator or last.count(mark) == head.count(mark))


def _line_start(data: bytes, start: int, newline: bytes) -> int:
    if newline == b"\n":
        return 0 if start <= MAX_LINE else start
    # a string begins with its quote
    return data.rfind(b'"', max(0, start - MAX_LINE), start) + 1


def _is_inserted(data: bytes, start: int) -> bool:
    opening = data.rfind(b"(", max(0, start - 400), start)
    return opening >= 0 and b"into " in data[max(0, opening - 100) : opening].lower()


def _rows(
    data: bytes, first: int, newline: bytes, separator: bytes, column: int, level: str
) -> Iterator[Hit]:
    for _ in range(MAX_ROWS):
        first += len(newline)
        if first >= len(data):
            return
        stop = data.find(newline, first, first + MAX_ROW)
        if stop < 0 and newline != b"\n":
            stop = data.find(b'"', first, first + MAX_ROW)
        stop = min(len(data), first + MAX_ROW) if stop < 0 else stop
        line = data[first:stop]
        if not line.strip():
            return
        if not _RULE.fullmatch(line):
            place = _cell(line, separator, column)
            if place is None:
                return
            yield from _hit(data, first + place[0], first + place[1], level)
        first = stop


def _cell(line: bytes, separator: bytes, column: int) -> tuple[int, int] | None:
    if not separator:
        # set in columns: what is below the word's first letter
        if not line[:column].endswith(b" ") and column:
            return None
        return column, column + len(line[column:].partition(b" ")[0])
    cells = line.split(separator)
    if len(cells) <= max(column, 1):
        return None
    begin = sum(len(cell) + len(separator) for cell in cells[:column])
    return begin, begin + len(cells[column])


def _hit(data: bytes, begin: int, end: int, level: str) -> Iterator[Hit]:
    value = data[begin:end].strip(_FRAME)
    # words in a column are notes, or lines of code with numbers before them
    if not value or b" " in value or b"\xe2\x9f\xa8" in value:
        return
    if accepts(value, level, is_loose=True) and (level not in CHOSEN or is_mixed(value)):
        first = data.index(value, begin, end)
        yield Hit(first, first + len(value), "password" if level in CHOSEN else "key", 3)


def _inserted(data: bytes, start: int, end: int, level: str) -> Iterator[Hit]:
    """Find what a statement of SQL puts into a column of that name."""
    into = _INTO.search(data, max(0, start - 600), start)
    values = _VALUES.match(data, end) if into else None
    if into is None or values is None:
        return
    column = into["columns"].count(b",")
    position = values.end()
    for _ in range(MAX_ROWS):
        row = _TUPLE.match(data, position)
        if row is None:
            return
        position = row.end()
        place = row.start("items")
        for number in range(column + 1):
            item = _ITEM.match(data, place, row.end("items"))
            if item:  # always: all of it may be empty
                place = item.end()
                if number == column:
                    yield from _hit(data, *item.span(item.lastgroup or 0), level)
