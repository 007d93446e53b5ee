"""Reads the rows of a CSV file by the names in its first line; cells may be of any length."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CELL = re.compile(
    r'(?:"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"?[^,\r\n]*+|(?P<plain>[^,\r\n]*+))(?P<end>,|\r\n?|\n|\Z)'
)


def csv_rows(text: str) -> Iterator[dict[str, str]]:
    """Read the rows.

    Args:
        text: CSV with a first line of names, commas between cells.

    Yields:
        A row's cells by name; cells without a name are left out.

    Source:
        RFC 4180.
    """
    header: list[str] | None = None
    for row in _rows(text):
        if header is None:
            header = [cell.strip().removeprefix("\ufeff") for cell in row]
        elif row != [""]:
            yield dict(zip(header, row, strict=False))


def _rows(text: str) -> Iterator[list[str]]:
    row: list[str] = []
    at = 0
    while at <= len(text):
        cell = _CELL.match(text, at)
        if cell is None:
            return
        quoted = cell["quoted"]
        row.append(cell["plain"] if quoted is None else quoted.replace('""', '"'))
        if cell["end"] != ",":
            if at < len(text) or row != [""]:
                yield row
            row = []
        if cell.end() == len(text) and cell["end"] != ",":
            return
        at = cell.end()
