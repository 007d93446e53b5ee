"""Tables: the header, the ends, rows of trouble and rows that stand out; the rest is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from graphpack.compress.base import Elision, Kind, Level, Shortened, mark, shorten
from graphpack.compress.headers import is_header
from graphpack.compress.outliers import outliers
from graphpack.compress.placed import Line, in_focus, lines_of
from graphpack.compress.severity import trouble
from graphpack.patterns import compiled

__all__ = ["COMPRESSOR", "Tables", "table_elisions"]

_PIPES = compiled(r"[|│┃║]")
_BOXES = compiled(r"[│┃║]")
_RULE = compiled(r"[\s|:+=\-─━═┄┈│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯┏┓┗┛┣┫┳┻╋╒╕╘╛╞╡╤╧╪]{3,}$")
_GAP = compiled(r"\s{2,}")
_COLUMNS_AT_MOST = 60

# rows kept at the head, at the end, and the fewest rows that are worth it
_ENDS: dict[Level, tuple[int, int]] = {"summary": (3, 1), "aggressive": (2, 1), "minimal": (1, 1)}
_FEWEST_ROWS: dict[Level, int] = {"summary": 6, "aggressive": 5, "minimal": 4}


@dataclass(slots=True)
class _Row:
    """A row with the rules and wrapped lines that belong to it."""

    cells: list[str]
    lines: list[Line] = field(default_factory=list)


class Tables:
    """Leaves out rows in the middle of a table."""

    name = "tables"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        """Shorten the tables of a text.

        Args:
            text: One or more Markdown, tab- or comma-separated, box-drawn or aligned tables;
                lines between them stay.
            level: How many rows stay at the head.
            focus: Paths; a row that names one stays.

        Returns:
            The text with fewer rows; each table says how many it had.
        """
        lines = lines_of(text)
        splitter = _splitter(lines)
        found: list[Elision] = []
        if splitter is not None:
            split = splitter if splitter is piped else _once(splitter)
            rows = _row_flags(lines, split)
            for is_row, run in groupby(range(len(lines)), lambda at: rows[at]):
                if is_row:
                    block = [lines[at] for at in run]
                    found += table_elisions(block, split, level=level, focus=focus)
        return shorten(text, found, kind=Kind.TABLE, level=level)


def _once(split: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    """Cut each different line once."""
    known: dict[str, list[str]] = {}

    def cells(line: str) -> list[str]:
        if line not in known:
            known[line] = split(line)
        return known[line]

    return cells


def piped(line: str) -> list[str]:
    """Cut a line at its upright bars; nothing where it has none and is no rule."""
    if "|" in line and not _BOXES.search(line):
        return [cell.strip() for cell in line.strip().strip("|").split("|")]
    if not _PIPES.search(line):
        return [""] if line and _RULE.match(line) else []
    return [cell.strip() for cell in _PIPES.split(line.strip().strip("|│┃║"))]


def table_elisions(
    lines: Sequence[Line],
    split: Callable[[str], list[str]] = piped,
    *,
    level: Level,
    focus: Sequence[str],
    is_kept: Callable[[str], bool] = lambda row: False,
) -> list[Elision]:
    """Say which rows of one table can go.

    Args:
        lines: The table's lines, header and rules among them.
        split: Cuts a line into cells.
        level: How many rows stay at the head.
        focus: Paths; a row that names one stays.
        is_kept: Tells of a row as it is written whether it stays in any case.

    Returns:
        Elisions; none for a table of few rows.
    """
    rows = _rows(lines, split)
    head, tail = _ENDS[level]
    if len(rows) < _FEWEST_ROWS[level]:
        return []
    kept = set(range(head)) | set(range(len(rows) - tail, len(rows))) | _standing_out(rows)
    said = [" ".join(line.text for line in row.lines) for row in rows]
    kept.update(trouble(said))
    kept.update(at for at, one in enumerate(said) if is_kept(one) or in_focus(one, focus))
    gone = len(rows) - len(kept)
    found: list[Elision] = []
    for stays, run in groupby(range(len(rows)), lambda at: at in kept):
        if stays:
            continue
        part = list(run)
        marker = "…\n" if found else mark(gone, f"of {len(rows)} rows") + "\n"
        start, end = rows[part[0]].lines[0].start, rows[part[-1]].lines[-1].end
        found.append(Elision(start, end, marker, len(part), "rows", "like the rows that are kept"))
    return found


def _rows(lines: Sequence[Line], split: Callable[[str], list[str]]) -> list[_Row]:
    """List the rows below the header; rules and wrapped lines go with the row above them."""
    rules = [at for at, line in enumerate(lines) if _RULE.match(line.text)]
    first = next((at + 1 for at in rules if at), 1)
    rows: list[_Row] = []
    is_open = False
    for line in lines[first:]:
        cells = split(line.text)
        is_part = is_open or _RULE.match(line.text) or (split is piped and cells and not cells[0])
        if is_part and rows:
            rows[-1].lines.append(line)
        else:
            rows.append(_Row(cells, [line]))
        if line.text.count('"') % 2 and split is not piped:
            is_open = not is_open
    return rows


def _standing_out(rows: Sequence[_Row]) -> set[int]:
    width = min(_COLUMNS_AT_MOST, max(len(row.cells) for row in rows))
    found: set[int] = set()
    for column in range(width):
        found |= outliers([row.cells[column] if column < len(row.cells) else None for row in rows])
    return found


def _splitter(lines: Sequence[Line]) -> Callable[[str], list[str]] | None:
    """Find by what the columns are parted: what most lines have, and have equally often."""
    filled = [line.text for line in lines if line.text.strip()]
    if sum(bool(piped(line)) for line in filled) * 2 > len(filled):
        return piped
    records = _joined(filled)
    for separator in ("\t", ",", ";"):
        counts = Counter(record.count(separator) for record in records)
        usual, having_it = max(counts.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
        if usual and having_it * 10 >= len(records) * 7:
            return _by(separator)
    if sum(len(_GAP.split(line.strip())) > 2 for line in filled) * 10 >= len(filled) * 8:
        return _aligned
    if len(filled) > 1 and is_header(filled[0], filled[1]):
        return _by_words(len(filled[0].split()))
    return None


def _row_flags(lines: Sequence[Line], split: Callable[[str], list[str]]) -> list[bool]:
    """Tell the lines that are rows, or go on in a quoted cell, from those round the table."""
    flags: list[bool] = []
    is_open = False
    for line in lines:
        cells = split(line.text)
        flags.append(is_open or len(cells) > 1 or (split is piped and bool(cells)))
        is_open ^= split is not piped and line.text.count('"') % 2 == 1
    return flags


def _joined(lines: Sequence[str]) -> list[str]:
    """Join lines that a quoted cell runs over; without its words, as they may hold separators."""
    records: list[str] = []
    is_open = False
    for line in lines:
        bare = "".join(line.split('"')[is_open::2])
        if is_open and records:
            records[-1] += bare
        else:
            records.append(bare)
        is_open ^= line.count('"') % 2 == 1
    return records


def _by(separator: str) -> Callable[[str], list[str]]:
    def split(line: str) -> list[str]:
        return [cell.strip() for cell in line.split(separator)] if line.strip() else []

    return split


def _by_words(width: int) -> Callable[[str], list[str]]:
    def split(line: str) -> list[str]:
        return line.split(None, width - 1)

    return split


def _aligned(line: str) -> list[str]:
    return _GAP.split(line.strip()) if line.strip() else []


COMPRESSOR = Tables()
