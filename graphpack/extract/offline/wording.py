"""Words a unit so that it stands alone: no filler, no dangling pronoun, its lead-in beside it.

The words are the source's own; what is added is a label (who said it, what it answers) and what is
removed is courtesy, emphasis and first-person openings.
"""

from __future__ import annotations

import re

from graphpack.extract.offline.phrases import DANGLING, FIRST_PERSON, GENERIC, OPENING
from graphpack.extract.offline.units import Kind, Unit, plain
from graphpack.text import is_wide, words

MAX_LINE_CHARS = 300
"""A longer line is cut at a clause; wide scripts count double."""

_CLAUSE_END = re.compile(r"[;；。，,]\s|\s[—–-]\s|\)\s|(?<=[.!?])\s|，|、|。")


def width(text: str) -> int:
    """Length of a line in columns: wide characters count double.

    Args:
        text: One line.

    Returns:
        Its width.
    """
    return len(text) * 2 if is_wide(text) else len(text)


def is_generic(label: str) -> bool:
    """Tell whether a heading or lead-in says nothing of its own.

    Args:
        label: A heading or lead-in, plain.

    Returns:
        True where all its words are stock words of summaries.
    """
    return all(word in GENERIC or len(word) < 2 for word in words(label))


def is_dangling(line: str) -> bool:
    """Tell whether a line leans on the sentence before it.

    Args:
        line: A plain line.

    Returns:
        True where it opens with a pronoun or a connective.
    """
    return bool(DANGLING.match(line))


def strip_filler(line: str) -> str:
    """Drop courtesy and first-person openings.

    Args:
        line: A plain line.

    Returns:
        The rest, with a capital where one was removed; the line itself where nothing would stay.
    """
    rest = OPENING.sub("", line)
    rest = FIRST_PERSON.sub("", rest)
    if not rest.strip():
        return line
    if rest != line and rest[0].islower():
        rest = rest[0].upper() + rest[1:]
    return rest


def clip(line: str, limit: int = MAX_LINE_CHARS) -> str:
    """Cut a line at the last clause that fits.

    Args:
        line: A plain line.
        limit: Greatest width in columns.

    Returns:
        The line, or its beginning with an ellipsis; never cut inside a word.
    """
    if width(line) <= limit:
        return line
    room = limit // 2 if is_wide(line) else limit
    ends = [match.start() for match in _CLAUSE_END.finditer(line, room // 2, room)]
    stop = ends[-1] if ends else line.rfind(" ", room // 2, room)
    if stop <= 0:
        stop = room
    return line[:stop].rstrip(" ,;:—–-，、") + " …"


def row_line(unit: Unit) -> str:
    """Word a table row: each cell after its column's name.

    Args:
        unit: A row.

    Returns:
        ``first (column: cell, column: cell)``.
    """
    cells = [plain(cell).strip() for cell in unit.text.split("|")]
    names = [name.strip() for name in unit.lead.split("|")] if unit.lead else []
    if len(names) != len(cells) or len(cells) < 2:
        return "; ".join(cell for cell in cells if cell)
    rest = [
        f"{name}: {cell}" if name and not is_generic(name) else cell
        for name, cell in zip(names[1:], cells[1:], strict=True)
        if cell and cell not in {"-", "—"}
    ]
    return f"{cells[0]} — {'; '.join(rest)}" if rest else cells[0]


def line_of(unit: Unit, before: str = "") -> str:
    """Word one unit as a line that stands alone.

    Args:
        unit: The unit.
        before: The plain sentence before it in the same part; used where the unit leans on it.

    Returns:
        One line without Markdown; code and output as they are.
    """
    if unit.kind in {Kind.CODE, Kind.OUTPUT}:
        return unit.text
    is_row = unit.kind == Kind.ROW
    line = row_line(unit) if is_row else strip_filler(plain(unit.text))
    if before and is_dangling(line) and width(before) + width(line) <= MAX_LINE_CHARS:
        line = f"{strip_filler(before)} {line}"
    return line


def context_of(unit: Unit) -> str:
    """Name what a unit stands under, where its own words leave that open.

    Args:
        unit: The unit.

    Returns:
        The lead-in or heading, plain and without its colon; empty where it adds nothing.
    """
    own = set(words(unit.text))
    for label in (unit.lead if unit.kind != Kind.ROW else "", unit.heading):
        label = strip_filler(label.strip().rstrip(":："))
        if not label or is_generic(label) or width(label) > 90:
            continue
        if set(words(label)) <= own:
            continue
        return label
    return ""
