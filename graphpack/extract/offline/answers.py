"""Resolves a person's short answer against what was asked: «2», «yes do it», «the second one».

Such a message means nothing by itself; with the numbered option or the question before it, it is
often the decision of the whole exchange.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.phrases import LABEL, ORDINALS, TRUTHY
from graphpack.extract.offline.units import Kind, Unit, plain

MAX_ANSWER_CHARS = 120
"""A longer message speaks for itself."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a short answer refers to.

    Args:
        unit: The option or question it answers.
        is_choice: True for one of several options, False for a yes to a question or proposal.
    """

    unit: Unit
    is_choice: bool


def is_yes(text: str) -> bool:
    """Tell whether a person's reply opens with a plain yes.

    Args:
        text: A person's message.

    Returns:
        True for an agreement in one of the languages graphpack knows.
    """
    return bool(TRUTHY.match(" ".join(text.split())[:MAX_ANSWER_CHARS]))


def resolve(text: str, asked: Sequence[Unit]) -> Answer | None:
    """Find what a short answer refers to.

    Args:
        text: A person's message.
        asked: The units of the assistant message before it, in order.

    Returns:
        The option or question; None where the text speaks for itself or nothing fits.
    """
    line = " ".join(text.split())
    if not line or len(line) > MAX_ANSWER_CHARS or not asked:
        return None
    label = chosen_label(line)
    if label is not None:
        options = [unit for unit in asked if unit.label]
        named = [unit for unit in options if unit.label.lower() == label.lower()]
        if not named:
            pattern = re.compile(
                rf"\b(?:option|plan|approach|方案|вариант)\s*{re.escape(label)}\b", re.IGNORECASE
            )
            named = [unit for unit in asked if pattern.search(unit.text) and unit.kind != Kind.CODE]
        if named:
            # the last list in a message is the one that asks
            return Answer(named[-1] if named[-1].label else named[0], is_choice=True)
    if TRUTHY.match(line) or (len(line) < 40 and has_cue(line, Cue.AGREEMENT)):
        questions = [unit for unit in asked[-6:] if plain(unit.text).endswith(("?", "？"))]
        if questions:
            return Answer(questions[-1], is_choice=False)
    return None


def chosen_label(text: str) -> str | None:
    """Read which option a reply names.

    Args:
        text: A person's message.

    Returns:
        The option's number or letter; None where it names none.
    """
    line = " ".join(text.split())[: 4 * MAX_ANSWER_CHARS]
    match = LABEL.search(line)
    if match:
        return match.group(1)
    lowered = line.lower()
    for word, number in ORDINALS.items():
        if number > 0 and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", lowered):
            return str(number)
    return None
