"""Tells beside «let's leave that open until Friday» what «that» is.

Among people the turns are joined; here it is the answer to an assistant, whose question is no
statement of its own.
"""

from __future__ import annotations

from dataclasses import replace

from graphpack.extract.offline.fragments import puts_off_barely
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.phrases import UNDECIDED
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.statements import MIN_ASKED_CHARS, Statement
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import MAX_LINE_CHARS, clip, strip_filler, width

MAX_BARE_CHARS = 120
"""A longer sentence names what is undecided."""

_PROSE = frozenset({Kind.SENTENCE, Kind.ITEM})


def with_matter(statement: Statement, reading: Reading) -> Statement:
    """Add what a person puts off or leaves open by pointing at it alone.

    Args:
        statement: A worded statement.
        reading: What it was chosen from.

    Returns:
        The statement with the question it answers, and that question's evidence; unchanged where
        it names its matter, or nothing was asked.
    """
    first = statement.units[0]
    is_said = statement.is_human and statement.reply is None and first.thread < 0
    if not is_said or not all(map(_is_bare, statement.units)):
        return statement
    asked = _asked(first, reading)
    if asked is None:
        return statement
    room = max(MAX_LINE_CHARS - width(statement.line), MIN_ASKED_CHARS)
    told = clip(strip_filler(plain(asked.text)), room)
    return replace(statement, line=f"{statement.line} («{told}»)", units=(asked, *statement.units))


def _is_bare(unit: Unit) -> bool:
    line = plain(unit.text)
    if unit.kind != Kind.SENTENCE or len(line) > MAX_BARE_CHARS:
        return False
    return puts_off_barely(line) or UNDECIDED.match(line) is not None


def _asked(unit: Unit, reading: Reading) -> Unit | None:
    """The question before a message, where nothing in the message itself names the matter."""
    own = [one for one in reading.units if one.message == unit.message and one.place < unit.place]
    before = reading.placed[unit.message].reply_to
    if before < 0 or not all(map(_is_bare, own)):
        return None
    said = [one for one in reading.units if one.message == before and one.kind in _PROSE]
    asking = [one for one in said if plain(one.text).endswith(("?", "？"))]
    return asking[-1] if asking else None
