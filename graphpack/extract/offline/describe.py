"""One sentence on a conversation: what it is about and where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.extract.offline.aftermath import Aftermath
from graphpack.extract.offline.courtesy import is_start
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.telegraphic import fluent
from graphpack.extract.offline.turns import Turn
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import clip, strip_filler, width

TOPIC_CHARS = 90
STATE_CHARS = 90
MIN_TOPIC_CHARS = 18
MIN_STATE_CHARS = 12
"""«All right.» tells nothing of where things stand."""

TOPIC_LINES = 6
"""Within so many lines people say what they want."""


def describe(
    units: Sequence[Unit],
    values: Sequence[float],
    placed: Sequence[Turn],
    after: Sequence[Aftermath],
) -> str:
    """Describe a conversation from what was asked first and said last.

    Args:
        units: All units, in order.
        values: One value per unit, 0-1.
        placed: One turn per message.
        after: What became of each unit; what was given up is no topic.

    Returns:
        One line; empty where nobody says anything.
    """
    topic = _topic(units, placed, after)
    final = max((turn.exchange for turn in placed), default=-1)
    ending = [
        (values[at], -at)
        for at, unit in enumerate(units)
        if placed[unit.message].is_closing
        and placed[unit.message].exchange == final
        and not unit.is_borrowed
        and unit.kind in {Kind.SENTENCE, Kind.ITEM}
        and not plain(unit.text).endswith(("?", "？", ":", "："))
    ]
    state = ""
    if ending and len(placed) > 2:
        state = _closed(clip(strip_filler(plain(units[-max(ending)[1]].text)), STATE_CHARS))
    if topic and len(state) >= MIN_STATE_CHARS:
        return f"{topic.rstrip(' .')}; now: {state}"
    return topic or state


def _closed(line: str) -> str:
    """Cut a line before a bracket that it opens and does not close."""
    if line.endswith(" …") and line.count("(") > line.count(")"):
        return f"{line[: line.rfind('(')].rstrip()} …"
    return line


def _topic(units: Sequence[Unit], placed: Sequence[Turn], after: Sequence[Aftermath]) -> str:
    spoken = [
        strip_filler(plain(fluent(unit.text) if unit.is_spoken else unit.text))
        for unit, became in zip(units, after, strict=True)
        if became.dropper < 0
        and placed[unit.message].is_human
        and not unit.is_borrowed
        and unit.kind in {Kind.SENTENCE, Kind.ITEM, Kind.HEADING}
    ]
    told = [line for line in spoken if not is_start(line)][:TOPIC_LINES]
    long_enough = [line for line in told if width(line) >= MIN_TOPIC_CHARS]
    stated = [line for line in long_enough if not line.endswith(("?", "？"))]
    for line in (*stated, *long_enough):
        return _closed(clip(line, TOPIC_CHARS))
    return clip(spoken[0], TOPIC_CHARS) if spoken else ""
