"""Resolves a person's short answer against what was asked: «2», «yes do it», «the second one».

Such a message means nothing by itself; with the numbered option or the question before it, it is
often the decision of the whole exchange. Where two lists fit and neither asks, nothing is resolved:
no answer is better than the wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from graphpack.extract.offline.choices import (
    LAST,
    chosen_labels,
    named_labels,
    opening_labels,
    switched_labels,
)
from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.inline import inline_options
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.phrases import ASKING, OPTION, REFUSAL, TRUTHY
from graphpack.extract.offline.units import Kind, Stance, Unit
from graphpack.patterns import compiled
from graphpack.text import negations

MAX_ANSWER_CHARS = 120
"""A longer message speaks for itself."""

SHORT_ANSWER_WORDS = 4
"""An agreement in other words than a plain yes is at most this long."""

LAST_UNITS = 6
"""A question is asked at the end of a message, within this many units."""

_OFFER = compiled(r"\b(?:options?|choose|choice|which|prefer|alternatives?|variants?)\b", re.I)


class Reply(StrEnum):
    """What a short answer does with what was asked."""

    CHOSE = "chose"
    AGREED = "agreed to"
    REFUSED = "said no to"
    ABOUT = "on"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a short answer refers to.

    Args:
        units: The options or the question it answers, at least one.
        reply: What it does with them.
    """

    units: tuple[Unit, ...]
    reply: Reply


def is_yes(text: str) -> bool:
    """Tell whether a person's reply opens with a plain yes.

    Args:
        text: A person's message.

    Returns:
        True for an agreement in one of the languages graphpack knows.
    """
    return bool(TRUTHY.match(" ".join(text[: 4 * MAX_ANSWER_CHARS].split())[:MAX_ANSWER_CHARS]))


def resolve(text: str, asked: Sequence[Unit]) -> Answer | None:
    """Find what a short answer refers to.

    Args:
        text: A person's message.
        asked: The units of the assistant message before it, in order.

    Returns:
        The options or the question; None where the text speaks for itself or nothing fits.
    """
    if len(text) > 4 * MAX_ANSWER_CHARS or not asked:
        return None
    line = " ".join(text.split())
    labels = opening_labels(text)
    if not line or (len(line) > MAX_ANSWER_CHARS and not labels):
        return None
    labels = labels or chosen_labels(text)
    if labels:
        options = _options(labels, asked, is_named=bool(named_labels(line)))
        return Answer(options, Reply.CHOSE) if options else None
    named = named_labels(line)
    if named:
        options = _options(named, asked, is_named=True)
        return Answer(options, Reply.ABOUT) if options and len(named) == 1 else None
    question = _question(asked) or _proposed(line, asked)
    if question is None or line.endswith(("?", "？")):
        return None
    if is_yes(line) or _agrees(line):
        return Answer((question,), Reply.AGREED)
    return Answer((question,), Reply.REFUSED) if REFUSAL.search(line) else None


def resolve_switch(text: str, asked: Sequence[Unit]) -> Answer | None:
    """Find the option that a sentence changes to, of those that were offered some time before.

    Args:
        text: One sentence of a person.
        asked: The units of an assistant message, in order.

    Returns:
        The option; None where the sentence names none, or the message offers none of that label.
    """
    labels = switched_labels(text)
    options = _options(labels, asked, is_named=True) if labels else ()
    return Answer(options, Reply.CHOSE) if options else None


def resolve_own(text: str, listed: Sequence[Unit]) -> Answer | None:
    """Find the option of a list that a sentence takes by its name, however long ago it was given.

    Args:
        text: One sentence of a person.
        listed: The units of a message, in order; mostly one by the same person.

    Returns:
        The option; None where the sentence names none as such, «option 2», or the message lists
        none of that label to choose from.
    """
    line = " ".join(text.split())
    labels = switched_labels(text) or chosen_labels(text)
    if not labels or not set(labels) <= set(named_labels(line)):
        return None
    offered = [unit for unit in listed if _OFFER.search(f"{unit.heading} {unit.lead} {unit.text}")]
    options = _options(labels, listed, is_named=True) if offered else ()
    return Answer(options, Reply.CHOSE) if options else None


def _agrees(line: str) -> bool:
    """A short agreement in other words: «sounds right», «that works, ok»."""
    said = line.split()
    return (
        len(said) <= SHORT_ANSWER_WORDS and not negations(line) and has_cue(said[-1], Cue.AGREEMENT)
    )


def _question(asked: Sequence[Unit]) -> Unit | None:
    """The last question that a yes or a no answers."""
    for unit in reversed(asked[-LAST_UNITS:]):
        line = plain(unit.text)
        if unit.kind not in {Kind.CODE, Kind.OUTPUT} and line.endswith(("?", "？")):
            return None if ASKING.search(line) else unit
    return None


def _proposed(line: str, asked: Sequence[Unit]) -> Unit | None:
    """What an assistant proposed last in a short talk, without asking, before a plain yes."""
    if len(line.split()) > SHORT_ANSWER_WORDS or not is_yes(line):
        return None
    if any(plain(unit.text).endswith(("?", "？")) for unit in asked):
        return None
    return next((unit for unit in reversed(asked) if unit.stance == Stance.OFFERS), None)


def _options(labels: Sequence[str], asked: Sequence[Unit], *, is_named: bool) -> tuple[Unit, ...]:
    """The options with these labels, all of one list; none where that is not plain."""
    inline = inline_options(asked)
    listing = {(one.message, one.part, one.place) for found in inline for (one,) in found.values()}
    titled = _titled([one for one in asked if (one.message, one.part, one.place) not in listing])
    lists = [*_lists(asked), *inline]
    tried = [titled, *reversed(lists)] if is_named else [*reversed(lists), titled]
    fitting = [found for found in tried if found and all(_at(label, found) for label in labels)]
    asking = [found for found in fitting if found is titled or _is_offer(found, asked)]
    chosen = (asking if is_named else asking[:1] if len(asking) == 1 else []) or (
        fitting if len(fitting) == 1 else []
    )
    if not chosen:
        return ()
    return tuple(unit for label in labels for unit in _at(label, chosen[0]))


_Options = dict[str, tuple[Unit, ...]]


def _at(label: str, options: _Options) -> tuple[Unit, ...]:
    if label == LAST:
        return list(options.values())[-1]
    if label.isdecimal() and options.keys().isdisjoint("123456789"):
        # «the second one» of A, B, C
        return next(islice(options.values(), int(label) - 1, None), ()) if int(label) else ()
    return options.get(label, ())


def _titled(asked: Sequence[Unit]) -> _Options:
    """Options that call themselves so: «Option B: …», as a line or as a heading."""
    found: _Options = {}
    for at, unit in enumerate(asked):
        match = None if unit.kind in {Kind.CODE, Kind.OUTPUT} else OPTION.match(plain(unit.text))
        if match is None or match[1].lower() in found:
            continue
        bare = not plain(unit.text)[match.end() :].strip(" .:：—–-()")
        following = asked[at + 1 : at + 2] if bare else ()
        found[match[1].lower()] = (unit, *following)
    return found


def _lists(asked: Sequence[Unit]) -> list[_Options]:
    """The numbered or lettered lists of a message, outer items only, in order."""
    found: list[_Options] = []
    outer: list[Unit] = []
    for unit in asked:
        if not unit.label or unit.kind != Kind.ITEM:
            continue
        label = unit.label.lower()
        if any(unit.lead and plain(item.text)[:40] in unit.lead for item in outer):
            continue  # a detail of an item
        before = outer[-1] if outer else None
        if before is not None and before.label == unit.label and before.lead == unit.lead:
            continue  # the same item's next sentence
        fresh = before is None or before.heading != unit.heading or label in found[-1]
        if fresh:
            found.append({})
            outer = []
        outer.append(unit)
        found[-1][label] = (unit,)
    return [options for options in found if len(options) > 1]


def _is_offer(options: _Options, asked: Sequence[Unit]) -> bool:
    """A list to choose from: introduced as one, or followed by a question; no list of questions."""
    items = [unit for units in options.values() for unit in units]
    if any(plain(unit.text).endswith(("?", "？")) for unit in items):
        return False
    first, last = items[0], items[-1]
    if _OFFER.search(first.lead) or _OFFER.search(first.heading) or "?" in first.lead:
        return True
    following = [unit for unit in asked if unit.place > last.place and not unit.label][:2]
    return any(plain(unit.text).endswith(("?", "？")) for unit in following)
