"""Finds where a person chooses among what was offered.

The choice is a decision, however short it is worded. What was offered is none: an option stands for
itself only as long as nobody has chosen, and then the answer tells it.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphpack.extract.offline.answers import Reply, resolve
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.turns import Turn
from graphpack.extract.offline.units import Unit
from graphpack.model.conversation import Message
from graphpack.patterns import compiled

MAX_LIMITING = 5
"""Of a longer message not everything belongs to the choice that it opens with."""

_ANNOUNCED = compiled(
    r"(?:(?:there are|i see|we have|es gibt|il y a|hay|há|ci sono|есть) )?(?:two|three|four|five|several|some|zwei|drei|mehrere|deux|trois"
    r"|plusieurs|dos|tres|varias|duas|três|várias|due|tre|diverse|два|три|несколько|\d) (?:\w+ )?"
    r"(?:ways|options|possibilities|alternatives|choices|approaches|möglichkeiten|wege|varianten|optionen|façons|possibilités|formas|opciones"
    r"|maneras|opções|maneiras|modi|opzioni|способа|варианта|вариантов)\b|(?:有)?(?:两|三|几|2|3)(?:种|个)(?:方法|方案|选择)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Offers:
    """What was chosen in a conversation.

    Args:
        choosing: Indices of the units by which a person chooses.
        limiting: Indices of what the same message adds to a choice.
        settled: Indices of the options that such an answer tells.
        answering: The messages that answer a question or choose.
    """

    choosing: frozenset[int]
    limiting: frozenset[int]
    settled: frozenset[int]
    answering: frozenset[int] = frozenset()


def offers(units: Sequence[Unit], messages: Sequence[Message], placed: Sequence[Turn]) -> Offers:
    """Find the choices and the options they tell.

    Args:
        units: All units, in order.
        messages: The conversation's messages.
        placed: One turn per message.

    Returns:
        Where a person chooses, and what needs no telling beside it.
    """
    by_message: dict[int, list[int]] = {}
    for at, unit in enumerate(units):
        by_message.setdefault(unit.message, []).append(at)
    choosing: set[int] = set()
    limiting: set[int] = set()
    settled: set[int] = set()
    answering: set[int] = set()
    for message, own in by_message.items():
        turn = placed[message]
        if not turn.is_human or turn.reply_to < 0 or units[own[0]].is_borrowed:
            continue
        asked = by_message.get(turn.reply_to, [])
        answer = resolve(messages[message].text, [units[at] for at in asked])
        if answer is not None:
            answering.add(message)
        if answer is not None and answer.reply == Reply.CHOSE:
            choosing.add(own[0])
            limiting.update(
                at for at in own[1:MAX_LIMITING] if not units[at].text.endswith(("?", "？"))
            )
            settled |= _told(asked, units, frozenset(answer.units))
    return Offers(*map(frozenset, (choosing, limiting, settled, answering)))


def _told(asked: Sequence[int], units: Sequence[Unit], chosen: frozenset[Unit]) -> set[int]:
    """The chosen options, and those of the same list that were not chosen."""
    lists = {(unit.heading, unit.lead) for unit in chosen if unit.label}
    return {
        at
        for at in asked
        if any(_is_within(one, units[at]) for one in chosen)
        or (units[at].label and (units[at].heading, units[at].lead) in lists)
        or _ANNOUNCED.match(plain(units[at].text))
    }


def _is_within(option: Unit, unit: Unit) -> bool:
    """Tell whether a unit is an option, or lists it in running text."""
    is_part = (option.message, option.part) == (unit.message, unit.part)
    return is_part and unit.start <= option.start and option.end <= unit.end
