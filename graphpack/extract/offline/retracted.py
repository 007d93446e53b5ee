"""Which earlier statements later ones take back: refused, removed, given up for something else."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from graphpack.extract.offline.choices import chosen_labels, switched_labels
from graphpack.extract.offline.cues import Cue, has_cue
from graphpack.extract.offline.features import Surroundings
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.phrases import DELETION, PROPOSAL, REFUSAL, STOCK, TURNING
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import is_dangling
from graphpack.text import identifiers, normal, words
from graphpack.text.dropped import dropped_spans
from graphpack.text.lifted import Line, lifted

TURNING_EXCHANGES = 3
"""A bare «change of plan» takes back what was decided this many exchanges before, no more."""


SHORT_REFUSAL_CHARS = 80
"""A refusal this short is about the whole proposal before it."""

REFUSAL_EXCHANGES = 6
"""How far back the same proposal is looked for."""


OFFER_MESSAGES = 12
"""«Option 2 instead» takes back a choice in one of so many messages before it."""


MAX_LOOKED_BACK = 400
"""So many earlier candidates are looked at: a pasted page may hold thousands in one exchange."""


MAX_TOLD = 200
"""A thing told of more often than this is too general to have been removed as a whole."""

MAX_DROPPED_TERMS = 8
"""What is given up is named in a few words; a longer stretch is no name."""


def droppers(
    units: Sequence[Unit],
    around: Surroundings,
    postings: dict[str, list[int]],
    takes_back: Sequence[bool],
) -> dict[int, int]:
    """Match what later units say they give up with the earlier units that state it.

    Args:
        units: All units, in order.
        around: The conversation's statistics.
        postings: For each specific term the units that name it.
        takes_back: Which units have a word of taking back.

    Returns:
        For an earlier unit the later one that plainly gives it up.
    """
    found: dict[int, int] = {}
    before = _Before(units, around)
    stems = [_stems(plain(unit.text)) for unit in units]
    told: dict[str, list[int]] = defaultdict(list)
    for at, unit in enumerate(units):
        line = plain(unit.text)
        deletions = list(DELETION.finditer(line)) if takes_back[at] else []
        earlier = _deleted(at, deletions, units, stems, told)
        if not deletions:
            # a removal is no statement of the thing removed
            for stem in stems[at]:
                told[stem].append(at)
        is_said = around.is_human(unit) and not unit.is_spoken
        if is_said and switched_labels(line):
            earlier += _rechosen(at, before)
        if takes_back[at]:
            if is_said:
                earlier += _last_words(at, before) if TURNING.search(line) else []
                earlier += _refused(at, before) if REFUSAL.search(line) else []
            earlier += _given_up(at, line, units, around, postings)
        for other in earlier:
            # a person's own word is the switch; the assistant's later report only repeats it
            if other not in found or not around.is_human(units[found[other]]):
                found[other] = at
    return _lifted(units, around) | found


def _lifted(units: Sequence[Unit], around: Surroundings) -> dict[int, int]:
    """Orders that a person lifts later, and where an assistant only repeats them."""
    told = [
        at
        for at, unit in enumerate(units)
        if unit.kind in {Kind.SENTENCE, Kind.ITEM} and not (unit.is_spoken or unit.is_borrowed)
    ]
    lines = [
        Line(units[at].message, plain(units[at].text), around.is_human(units[at])) for at in told
    ]
    found = lifted(lines, lambda at: around.messages[at].text)
    return {told[older]: told[newer] for older, newer in found.items()}


def _given_up(
    at: int,
    line: str,
    units: Sequence[Unit],
    around: Surroundings,
    postings: dict[str, list[int]],
) -> list[int]:
    """Earlier units that state what a line plainly gives up for something else."""
    found = []
    for start, end in dropped_spans(line):
        given_up = _subject(line[start:end])
        rare = [term for term in sorted(given_up) if term in postings]
        if not rare or len(given_up) > MAX_DROPPED_TERMS:
            continue
        kept = _subject(line) - given_up
        found += [
            other
            for other in postings[rare[0]]
            if units[other].message < units[at].message
            and given_up <= around.terms[other]
            # a unit that already names what comes instead tells of the switch itself
            and len(kept & around.terms[other]) * 3 < max(len(kept), 1)
        ]
    return found


class _Before:
    """What earlier units could be taken back, found once for all that take something back."""

    def __init__(self, units: Sequence[Unit], around: Surroundings) -> None:
        self.units = units
        self.around = around

    @cached_property
    def proposals(self) -> list[int]:
        """Where something is proposed, by anyone but a person."""
        return [
            at
            for at, unit in enumerate(self.units)
            if not self.around.is_human(unit)
            and unit.kind not in {Kind.CODE, Kind.OUTPUT}
            and PROPOSAL.search(plain(unit.text))
        ]

    @cached_property
    def decided(self) -> list[int]:
        """Where a person decides or asks for something."""
        return [
            at
            for at, unit in enumerate(self.units)
            if self.around.is_human(unit)
            and unit.kind != Kind.CODE
            and has_cue(plain(unit.text), Cue.DECISION, Cue.REQUEST, Cue.RULE)
        ]

    @cached_property
    def specific(self) -> dict[int, frozenset[str]]:
        """What each proposal names."""
        return {
            at: frozenset(
                normal(name) for name in identifiers(plain(self.units[at].text)) if len(name) > 3
            )
            for at in self.proposals
        }

    def back(self, found: Sequence[int], at: int, exchange: int) -> Iterator[int]:
        """The nearest of some units before one, latest first, down to an exchange."""
        end = bisect_left(found, at)
        for other in reversed(found[max(0, end - MAX_LOOKED_BACK) : end]):
            if self.around.placed[self.units[other].message].exchange < exchange:
                return
            yield other

    def shared(self, at: int, other: int) -> int:
        """How many telling terms two units have in common."""
        terms = self.around.terms
        return sum(len(term) > 3 for term in terms[at] & terms[other])


def _refused(at: int, before: _Before) -> list[int]:
    """The proposal a person says no to, and the same proposal made shortly before."""
    turn = before.around.placed[before.units[at].message]
    is_short = len(before.units[at].text) < SHORT_REFUSAL_CHARS
    found: list[int] = []
    names: set[str] = set()
    for other in before.back(before.proposals, at, turn.exchange - REFUSAL_EXCHANGES):
        specific = before.specific[other]
        if before.units[other].message == turn.reply_to:
            if is_short or before.shared(at, other):
                found.append(other)
                names |= specific
        elif specific & names:
            found.append(other)
    return found


def _rechosen(at: int, before: _Before) -> list[int]:
    """The option of the same list that a person chose before, and what only adds to that choice."""
    units, around = before.units, before.around
    labels = set(switched_labels(plain(units[at].text)))
    first = units[at].message - OFFER_MESSAGES
    for other in range(at - 1, max(at - MAX_LOOKED_BACK, 0) - 1, -1):
        if units[other].message < first:
            break
        chosen = set(chosen_labels(plain(units[other].text)))
        if (
            units[other].message == units[at].message
            or not around.is_human(units[other])
            or not chosen
        ):
            continue
        if not chosen.isdisjoint(labels):
            break  # it was chosen already
        return [other, *_added(other, units)]
    return []


def _added(chosen: int, units: Sequence[Unit]) -> list[int]:
    """What leans on a choice in the same breath, as «It's the cheapest» does."""
    found = []
    for at in range(chosen + 1, len(units)):
        if units[at].message != units[chosen].message or not is_dangling(plain(units[at].text)):
            break
        found.append(at)
    return found


def _last_words(at: int, before: _Before) -> list[int]:
    """What the same side decided shortly before, on the same matter."""
    exchange = before.around.placed[before.units[at].message].exchange
    return [
        other
        for other in before.back(before.decided, at, exchange - TURNING_EXCHANGES)
        if before.around.placed[before.units[other].message].exchange != exchange
        and before.shared(at, other) > 1
    ]


def _deleted(
    at: int,
    deletions: Sequence[re.Match[str]],
    units: Sequence[Unit],
    stems: Sequence[frozenset[str]],
    told: Mapping[str, list[int]],
) -> list[int]:
    """Earlier units about a thing that a later one says was removed."""
    found: list[int] = []
    for match in deletions:
        gone = _stems(match.group("x1") or match.group("x2") or match.group("x3") or "")
        if not gone or len(gone) > MAX_DROPPED_TERMS:
            continue
        rarest = min((told.get(stem, []) for stem in sorted(gone)), key=len)
        if len(rarest) > MAX_TOLD:
            continue
        found += [
            other
            for other in rarest
            if units[other].message < units[at].message and gone <= stems[other]
        ]
    return found


def _stems(text: str) -> frozenset[str]:
    """Words without their plural s, names cut at their punctuation; stock words left out."""
    return frozenset(
        word.rstrip("s")
        for word in words(re.sub(r"[./_-]", " ", text))
        if len(word) > 2 and word not in STOCK
    )


def _subject(text: str) -> frozenset[str]:
    return frozenset(
        word
        for word in [*words(text), *(normal(name) for name in identifiers(text))]
        if len(word) > 2
    )
