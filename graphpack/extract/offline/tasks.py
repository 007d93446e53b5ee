"""What the last task list leaves open."""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.extract.offline.joining import MAX_JOINED_CHARS
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.tools import task_units
from graphpack.extract.offline.turns import Turn
from graphpack.extract.offline.units import Unit
from graphpack.extract.offline.wording import clip
from graphpack.model.codes import NodeType, Status
from graphpack.model.conversation import Message, Origin, ToolCall

TASKS_VALUE = 0.15
"""An open thread is worth a line, yet less than what was decided."""


def open_tasks(messages: Sequence[Message], placed: Sequence[Turn], last: int) -> list[Statement]:
    """State the open tasks of the last task list, where the last two exchanges still wrote it.

    Args:
        messages: A chunk's.
        placed: One turn per message.
        last: The last exchange.

    Returns:
        One statement, or none.
    """
    for at in range(len(messages) - 1, -1, -1):
        if messages[at].origin != Origin.MAIN:
            continue
        if placed[at].exchange < last - 1:
            break
        for number, part in enumerate(messages[at].parts):
            found = task_units(at, number, part) if isinstance(part, ToolCall) else None
            if found is not None:
                return [_of_tasks(found)] if found else []
    return []


def _of_tasks(units: Sequence[Unit]) -> Statement:
    """Word the open tasks of the last task list as one statement."""
    line = clip("Open tasks: " + "; ".join(plain(unit.text) for unit in units), MAX_JOINED_CHARS)
    return Statement(
        tuple(units),
        line,
        TASKS_VALUE,
        {},
        is_human=False,
        peak=TASKS_VALUE,
        votes=((NodeType.CONTEXT, Status.OPEN, TASKS_VALUE),),
    )
