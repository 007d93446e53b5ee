"""Reads the rows of a table in text by the names in its first line; cells may be of any length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from graphpack.patterns import compiled

DELIMITERS = (",", ";", "\t")
"""What stands between cells."""


@cache
def _cell(delimiter: str) -> re.Pattern[str]:
    other = rf"[^{delimiter}\r\n]*+"
    return compiled(
        rf'(?:"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"?{other}|(?P<plain>{other}))'
        rf"(?P<end>{delimiter}|\r\n?|\n|\Z)"
    )


def csv_rows(text: str, delimiter: str = ",") -> Iterator[dict[str, str]]:
    """Read the rows.

    Args:
        text: A table with a first line of names.
        delimiter: One of ``DELIMITERS``.

    Yields:
        A row's cells by name; cells without a name are left out.

    Source:
        RFC 4180.
    """
    header: list[str] | None = None
    for row in table_rows(text, delimiter):
        if header is None:
            header = [cell.strip().removeprefix("\ufeff") for cell in row]
        elif row != [""]:
            yield dict(zip(header, row, strict=False))


def table_rows(text: str, delimiter: str = ",") -> Iterator[list[str]]:
    """Read the rows as lists of cells, the first line's too.

    Args:
        text: A table.
        delimiter: One of ``DELIMITERS``.

    Yields:
        A row; an empty line is one empty cell.
    """
    pattern = _cell(delimiter)
    row: list[str] = []
    at = 0
    while at <= len(text):
        cell = pattern.match(text, at)
        if cell is None:
            return
        quoted = cell["quoted"]
        row.append(cell["plain"] if quoted is None else quoted.replace('""', '"'))
        if cell["end"] != delimiter:
            if at < len(text) or row != [""]:
                yield row
            row = []
        if cell.end() == len(text) and cell["end"] != delimiter:
            return
        at = cell.end()
