"""Options that stand in running text: «Options: 1. a tent; 2. the hall; 3. wait»."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graphpack.extract.offline.units import Kind, Unit
from graphpack.patterns import compiled

_MARK = compiled(r"(?:(?<=\s)|(?<=[(:;,])|^)\(?(?P<label>[1-9]|[a-h])[.)]\s+(?=\S)")
_FIRST = frozenset("1a")
_JOINING = compiled(
    r"(?<![\s;,])[\s;,]++(?:or|and|oder|und|o|y|ou|e|или|и)?[\s;,]*+$", re.IGNORECASE
)

MIN_OPTION_CHARS = 3


def inline_options(asked: Sequence[Unit]) -> list[dict[str, tuple[Unit, ...]]]:
    """Cut the options out of sentences that list them.

    Args:
        asked: The units of one message, in order.

    Returns:
        One mapping for each list, from label to the part of the sentence that says the option;
        lists of at least two, labelled without a gap.
    """
    found: list[dict[str, tuple[Unit, ...]]] = []
    for unit in asked:
        if unit.kind != Kind.SENTENCE:
            continue
        marks = list(_MARK.finditer(unit.text))
        for at, mark in enumerate(marks):
            label = mark["label"]
            stop = marks[at + 1].start() if at + 1 < len(marks) else len(unit.text)
            piece = _piece(unit, mark.end(), stop)
            if label in _FIRST:
                lead = unit.text[: mark.start()].strip()
                found.append({label: (replace(piece, lead=lead or unit.lead),)})
            elif found and label == _next(found[-1]):
                found[-1][label] = (piece,)
    return [
        options
        for options in found
        if len(options) > 1
        and all(len(one.text) >= MIN_OPTION_CHARS for units in options.values() for one in units)
    ]


def _piece(unit: Unit, start: int, stop: int) -> Unit:
    text = unit.text[start:stop]
    text = _JOINING.sub("", text).rstrip()
    return replace(
        unit, text=text, start=unit.start + start, end=unit.start + start + len(text), label=""
    )


def _next(options: dict[str, tuple[Unit, ...]]) -> str:
    return chr(ord(next(reversed(options))) + 1)
