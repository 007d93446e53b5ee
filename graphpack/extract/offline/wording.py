"""Words a unit so that it stands alone: no filler, no dangling pronoun, its lead-in beside it.

The words are the source's own; what is added is a label (who said it, what it answers) and what is
removed is courtesy, emphasis and first-person openings.
"""

from __future__ import annotations

import unicodedata

from graphpack.extract.offline.fragments import is_next_step, puts_off_barely, without_nod
from graphpack.extract.offline.markup import cells_of, plain
from graphpack.extract.offline.phrases import (
    DANGLING,
    FIRST_PERSON,
    GENERIC,
    GOVERNING,
    LABELLED,
    LIMITING,
    OPENING,
    TYPED,
)
from graphpack.extract.offline.telegraphic import fluent, telegraphic
from graphpack.extract.offline.units import Kind, Unit
from graphpack.patterns import compiled
from graphpack.text import is_wide, negations, words

MAX_LINE_CHARS = 300
"""A longer line is cut at a clause; wide scripts count double."""

MAX_CONTEXT_CHARS = 90
"""A longer lead-in is a statement of its own, unless it says no to what follows."""

MIN_LIMITING_SHARE = 2
"""What limits a statement is told where it takes no more than one part in so many."""

MAX_TOKEN_CHARS = 2 * MAX_LINE_CHARS
"""A name or address of up to this length is never cut."""

_SENTENCE_END = compiled(r"(?<=[.!?])\s|(?<=[。！？])")
_CLAUSE_END = compiled(
    r"(?<=[;；。！？，、,])\s|(?<=[；。！？，、])|\s[—–-]\s|(?<=\))\s|(?<=[.!?])\s"
)
_SPACE = compiled(r"(?<![\d.,])\s|\s(?!\d)")
_LOOSE = " ,;:—–，、；"
_GAP = " … "
_JOINERS = "\u200d\ufe0e\ufe0f"


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
        True where all its words are stock words of summaries, and none of them is a «no».
    """
    return all(word in GENERIC or len(word) < 2 for word in words(label)) and not negations(label)


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
        The rest, in its own case, since its first word may be a name or a command; the line
        itself where nothing would stay.
    """
    rest = without_nod(OPENING.sub("", without_label(line)))
    rest = FIRST_PERSON.sub("", rest)
    return rest if rest.strip() else line


def without_label(line: str) -> str:
    """Drop a label in capitals that only says what type of statement follows.

    Args:
        line: A plain line.

    Returns:
        The rest; the line itself where its label says more.
    """
    found = LABELLED.match(line)
    return line[found.end() :] if found and label_type(line) else line


def label_type(line: str) -> str | None:
    """Name the type of node that a line's label in capitals asks for.

    Args:
        line: A plain line.

    Returns:
        Such as ``decision`` for «HARD RULE: …»; None without a label, or where it names no type.
    """
    found = LABELLED.match(line)
    last = found["label"].split()[-1] if found else ""
    return next((kind for kind, names in TYPED.items() if last in names), None)


def clip(line: str, limit: int = MAX_LINE_CHARS) -> str:
    """Cut a line at the last clause that fits.

    Args:
        line: A plain line.
        limit: Greatest width in columns.

    Returns:
        The line, or its beginning with an ellipsis: never cut inside a word, a name or a number,
        and where there is a choice not before what turns the statement around.
    """
    if width(line) <= limit:
        return line
    room = limit // 2 if is_wide(line) else limit
    stop = _clause_stop(line, room) or _word_stop(line, room)
    if stop >= len(line):
        return line
    limit_of = _limiting(line, stop)
    if limit_of and MIN_LIMITING_SHARE * len(limit_of) <= room:
        # what the rest takes back is told, rather than what stands before it in full
        left = room - len(limit_of) - len(_GAP)
        stop = _clause_stop(line, left) or _word_stop(line, left)
        return line[:stop].rstrip(_LOOSE) + _GAP + limit_of
    return line[:stop].rstrip(_LOOSE) + " …"


def _clause_stop(line: str, room: int) -> int:
    """The end of the last clause within the room; 0 where there is none to cut at."""
    ends = [match.start() for match in _CLAUSE_END.finditer(line, room // 2, room)]
    for stop in reversed(ends):
        if not _limiting(line, stop):
            return stop
    return ends[-1] if ends else 0


def _limiting(line: str, stop: int) -> str:
    """The rest of a sentence, where it takes back or limits what stands before a cut."""
    if _SENTENCE_END.match(line, stop):
        return ""
    end = _SENTENCE_END.search(line, stop + 1)
    rest = line[stop : end.start() if end else len(line)].lstrip(" —–-,;，、；")
    begin = max((match.end() for match in _SENTENCE_END.finditer(line, 0, stop)), default=0)
    is_denied = bool(negations(line[begin:stop]))
    starts = [0, *(match.end() for match in _CLAUSE_END.finditer(rest))]
    for start in starts:
        clause = rest[start:]
        if LIMITING.match(clause) or (not is_denied and negations(_CLAUSE_END.split(clause)[0])):
            return clause
    return ""


def _word_stop(line: str, room: int) -> int:
    """The last space within the room that parts neither a number nor a «not» from its words."""
    spaces = [
        match.start()
        for match in _SPACE.finditer(line, room // 2, room + 1)
        if match.start() < room
    ]
    for stop in reversed(spaces):
        if not LIMITING.match(line, stop):
            return stop
    if spaces:
        return spaces[-1]
    before = line.rfind(" ", 0, room)
    if before > 0:
        return before
    after = line.find(" ", room)
    end = after if after >= 0 else len(line)
    if not is_wide(line):
        return end if end <= MAX_TOKEN_CHARS else room
    return _character_stop(line, room)


def _character_stop(line: str, stop: int) -> int:
    """A place in wide script that parts no name and no character from its marks."""
    at = stop
    while at > 1 and _is_inside(line, at):
        at -= 1
    return at if at > 1 else stop


def _is_inside(line: str, at: int) -> bool:
    before, after = line[at - 1], line[at]
    if unicodedata.combining(after) or after in _JOINERS or before in _JOINERS:
        return True
    return _is_name(before) and _is_name(after)


def _is_name(char: str) -> bool:
    return char.isascii() and not char.isspace()


def row_line(unit: Unit) -> str:
    """Word a table row: each cell after its column's name.

    Args:
        unit: A row.

    Returns:
        ``first (column: cell, column: cell)``.
    """
    cells = cells_of(unit.text)
    names = [name.strip() for name in unit.lead.split("|")] if unit.lead else []
    if len(names) != len(cells) or len(cells) < 2:
        return "; ".join(cell for cell in cells if cell)
    rest = [
        f"{name}: {cell}" if name and not is_generic(name) else cell
        for name, cell in zip(names[1:], cells[1:], strict=True)
        if cell and cell not in {"-", "—"}
    ]
    return " — ".join(part for part in (cells[0], "; ".join(rest)) if part)


def line_of(unit: Unit, before: str = "", *, is_verbatim: bool = False) -> str:
    """Word one unit as a line that stands alone.

    Args:
        unit: The unit.
        before: The plain sentence before it in the same part; used where the unit leans on it.
        is_verbatim: True for a person's own words, of which only courtesy is left out.

    Returns:
        One line without Markdown; code and output as they are.
    """
    if unit.kind in {Kind.CODE, Kind.OUTPUT}:
        return unit.text
    text = fluent(unit.text) if unit.is_spoken else unit.text
    line = (
        row_line(unit)
        if unit.kind == Kind.ROW
        else strip_filler(plain(text if is_verbatim or unit.is_whole else telegraphic(text)))
    )
    leans = is_dangling(line) or puts_off_barely(line)
    leans = leans and not is_next_step(before)
    if before and leans and width(before) + width(line) <= MAX_LINE_CHARS:
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
    lead = "" if unit.kind == Kind.ROW else unit.lead
    found = [label for label in map(_label, (lead, unit.heading)) if label]
    telling = [label for label in found if not set(words(label)) <= own]
    # a heading that says no is told even above a lead-in that says something
    said = [label for label in telling[1:] if GOVERNING.match(label)]
    return ": ".join([*said, *telling[:1]])


def _label(text: str) -> str:
    """A lead-in or heading that is worth telling."""
    label = strip_filler(text.strip().rstrip(":："))
    is_long = width(label) > MAX_CONTEXT_CHARS and not negations(label)
    return "" if not label or is_long or is_generic(label) else label
