"""Joins statements that belong together: of one list or paragraph, of one matter among people."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graphpack.extract.offline.answers import Reply
from graphpack.extract.offline.fragments import puts_off_barely
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.selection import is_together
from graphpack.extract.offline.spoken import TAKES_UP
from graphpack.extract.offline.stance import is_parted
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Act, Unit
from graphpack.extract.offline.wording import line_of, width
from graphpack.model.codes import Status
from graphpack.patterns import compiled
from graphpack.text.forbidding import POINTING
from graphpack.text.lifting import said_keys

MAX_GAP = 3

MAX_JOINED_CHARS = 700
"""Neighbouring items are joined up to this width; more is no single statement."""

MAX_THREADED_CHARS = 440
"""The same where several people say it: what was said long before leads to nothing."""

MATTER_WORDS, MATTER_CHARS = 2, 24
"""So few words at the beginning of a turn name a matter."""

ADDENDUM_WORDS = 4
"""So few words behind another sentence belong to it: «Order it after all. Devi, by Wednesday.»"""

MIN_KEY_CHARS = 3
"""A word this short is mostly no matter."""

WAITING = frozenset([Status.OPEN, Status.BLOCKED, Status.DEFERRED])

_OPTIONS = compiled(
    r"(?<!\w)\(?(?:a\)(?:(?!\bb\)|(?<!\w)a\)).)*+b\)|1\)(?:(?!\b2\)|(?<!\w)1\)).)*+2\))",
    re.IGNORECASE | re.DOTALL,
)


def join_neighbours(statements: Sequence[Statement]) -> list[Statement]:
    """Join statements that stand side by side in one list or paragraph.

    Args:
        statements: In order of the conversation.

    Returns:
        Fewer, denser statements; the context they share is written once.
    """
    joined: list[Statement] = []
    for statement in statements:
        if joined and _belongs(joined[-1], statement):
            joined[-1] = _join(joined[-1], statement)
        else:
            joined.append(statement)
    return joined


def _belongs(first: Statement, second: Statement) -> bool:
    a, b = first.units[-1], second.units[0]
    if not is_together(a, b) or first.is_human != second.is_human:
        return False
    fresh = [unit for unit in second.units if unit not in first.units]
    parted = is_parted(first.units, fresh[0]) if fresh else None
    if parted is not None and first.reply is None and second.reply is None:
        return not parted and _has_room(first, second, MAX_JOINED_CHARS)
    # what a person adds to a choice in the same breath limits it
    is_limited = first.reply == Reply.CHOSE and a.message == b.message
    if first.is_human and not ((first.opening or is_limited) and second.opening):
        return False
    answers = (a.message != b.message and _asks(a)) or _is_ruled(first, second)
    if not answers and (first.judged[1] in WAITING) != (second.judged[1] in WAITING):
        return False
    if a.thread >= 0 and not _leads_to(first, second):
        return False
    # of minutes, what is decided and what is to do
    if a.thread < 0 and a.act != b.act:
        return False
    room = MAX_JOINED_CHARS if a.message == b.message else MAX_THREADED_CHARS
    return _distance(a, b) <= MAX_GAP and _has_room(first, second, room)


def _has_room(first: Statement, second: Statement, room: int) -> bool:
    return width(first.line) + width(_without_context(second)) + 2 <= room


def _distance(a: Unit, b: Unit) -> int:
    return b.place - a.place if a.message == b.message else b.message - a.message


def _asks(unit: Unit) -> bool:
    return plain(unit.text).endswith(("?", "？"))


def _leads_to(first: Statement, second: Statement) -> bool:
    """Tell whether people go on with a matter: what leads to a decision stands before it.

    A question opens a matter, and its answer belongs to it. Where something has been settled, taken
    on or left open, the next turn is about something else.
    """
    a, b = first.units[-1], second.units[0]
    acts = {unit.act for unit in first.units if unit.act}
    act = next((unit.act for unit in second.units if unit.act), None)
    if a.is_recap or b.is_recap:
        return a.is_recap == b.is_recap and a.message == b.message
    if a.message == b.message and not a.is_spoken and len(plain(b.text).split()) <= ADDENDUM_WORDS:
        return True
    if _is_ruled(first, second):
        return True
    if act == Act.TAKE_ON:
        return False
    if a.message == b.message and act == Act.PUT_OFF and puts_off_barely(plain(b.text)):
        return True
    if a.message == b.message:
        return act is None or not acts or acts == {act}
    if acts or _asks(b) or _names_matter(b):
        return False
    if not _opens(a) and not a.is_spoken and not _takes_up(first, b):
        return False
    return act in {None, Act.SETTLE} or _asks(a)


def _opens(unit: Unit) -> bool:
    """Tell whether somebody asks, or names what there is to choose from."""
    return _asks(unit) or _OPTIONS.search(unit.text) is not None


def _is_ruled(first: Statement, second: Statement) -> bool:
    """Tell whether the next turn hands on what was just said, or puts it off, by pointing at it."""
    a, b = first.units[-1], second.units[0]
    is_next = b.message - a.message == 1 and b.place <= 1 and not b.is_spoken
    if not is_next or any(unit.act for unit in first.units):
        return False
    return b.act == Act.PUT_OFF or (
        b.act == Act.TAKE_ON and POINTING.search(plain(b.text)) is not None
    )


def _takes_up(first: Statement, unit: Unit) -> bool:
    """Tell whether somebody who writes goes on with what another said, by a word or by pointing."""
    line = plain(unit.text)
    if TAKES_UP.match(line):
        return True
    said = {key for key in said_keys(line) if len(key) > MIN_KEY_CHARS}
    return any(said & said_keys(plain(one.text)) for one in first.units)


def _names_matter(unit: Unit) -> bool:
    """Tell whether a turn begins by naming what comes next, as «Retention» does."""
    if unit.is_spoken:
        return False
    line = plain(unit.text)
    is_short = width(line) <= MATTER_CHARS and len(line.split()) <= MATTER_WORDS
    return unit.place == 0 and line.endswith((".", ":", "。")) and is_short


def _without_context(statement: Statement) -> str:
    return statement.line.removeprefix(statement.opening)


def _join(first: Statement, second: Statement) -> Statement:
    is_other = second.opening != first.opening and first.units[-1].thread >= 0
    tail = second.line if is_other else _without_context(second)
    if (
        second.context
        and not is_other
        and second.context != first.context
        and not plain(first.units[-1].text).startswith(second.context[:40])
    ):
        tail = f"{second.context}: {tail}"
    overlap = [unit for unit in second.units if unit not in first.units]
    if len(overlap) < len(second.units):
        # its lean-on sentence is already there
        tail = line_of(second.units[-1], is_verbatim=second.is_human)
    head = first.line
    glue = " " if head.endswith((".", "!", "?", "。", "！", "？", "…", ":", "：")) else "; "
    best = first if first.peak >= second.peak else second
    return replace(
        best,
        units=first.units + tuple(overlap),
        line=f"{head}{glue}{tail}",
        value=first.value + second.value,
        peak=max(first.peak, second.peak),
        context=second.context or first.context,
        votes=first.votes + second.votes,
        opening=second.opening if is_other else first.opening,
        reply=first.reply,
    )
