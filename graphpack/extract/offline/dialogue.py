"""Tells of a short talk what came of what was asked and offered, and how troubles ended.

There each message is told nearly as it stands, and a reader takes all of it for what holds. So a
question is told with its answer, an offer with what became of it, and a trouble with its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphpack.extract.offline.answers import Reply, resolve
from graphpack.extract.offline.attitudes import BARE_NO, KEEPING, LEAVING, OFFERING, SUBJECT
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.phrases import GENERIC, POINTING, STOCK
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.stance import WAITING, is_scrap, is_short
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Kind, Stance, Unit
from graphpack.extract.offline.wording import clip, is_dangling, strip_filler
from graphpack.model.codes import NodeType, Status
from graphpack.text import identifiers, is_wide, negations, normal
from graphpack.text.borrowed import as_name

MAX_ASKED_CHARS = 200

MAX_COMMON = 4
"""A term in more units than this is the talk's subject, and points at no single offer."""

MIN_TERM_CHARS, MIN_SCRAP_CHARS = 5, 4

MAX_ANSWER_WORDS, MAX_ANSWER_WIDE_CHARS = 7, 24

MAX_NOD_WORDS = 4
"""An assistant's sentence of so few words that names nothing is a nod."""

_PROSE = frozenset({Kind.SENTENCE, Kind.ITEM})
_FATE_VALUE = 0.05


@dataclass(slots=True)
class Dialogue:
    """What came of a talk's questions and offers.

    Args:
        hidden: Indices of units that are told by others.
        asked: For a person's message, the units it answers or goes on from.
        told: What is told of them.
        chosen: For a person's message, the options it chooses.
        turned_down: For each such statement of an offer that was turned down the unit that did so.
    """

    hidden: set[int] = field(default_factory=set)
    asked: dict[int, tuple[int, ...]] = field(default_factory=dict)
    told: list[Statement] = field(default_factory=list)
    turned_down: dict[Unit, Unit] = field(default_factory=dict)
    chosen: dict[int, frozenset[Unit]] = field(default_factory=dict)


def dialogue(reading: Reading) -> Dialogue:
    """Read what came of the questions and offers of a short talk.

    Args:
        reading: The conversation.

    Returns:
        Nothing, where it is no short talk.
    """
    found = Dialogue()
    if all(unit.stance is None for unit in reading.units):
        return found
    by_message: dict[int, list[int]] = {}
    for at, unit in enumerate(reading.units):
        by_message.setdefault(unit.message, []).append(at)
    for message, own in by_message.items():
        turn = reading.placed[message]
        if turn.is_human and turn.reply_to >= 0:
            _answer(found, reading, by_message.get(turn.reply_to, []), own)
    found.hidden |= {at for at, unit in enumerate(reading.units) if _is_nod(unit, reading)}
    found.hidden |= {
        at
        for at, unit in enumerate(reading.units)
        if unit.stance is not None and LEAVING.fullmatch(plain(unit.text))
    }
    return found


def _is_nod(unit: Unit, reading: Reading) -> bool:
    line = plain(unit.text)
    return (
        unit.stance not in {None, Stance.ASKS}
        and not reading.placed[unit.message].is_human
        and unit.kind == Kind.SENTENCE
        and len(line.split()) <= MAX_NOD_WORDS
        and not any(map(str.isdigit, line))
        and not identifiers(line)
        and line.isascii()
    )


def _answer(found: Dialogue, reading: Reading, asked: Sequence[int], own: Sequence[int]) -> None:
    """Read what one message of a person makes of the assistant's before it."""
    units = reading.units
    questions = [at for at in asked if units[at].stance == Stance.ASKS]
    offers = _offers(asked, reading)
    chosen = _chosen(asked, own, reading)
    found.chosen[units[own[0]].message] = chosen
    for at in asked:
        is_said = at in offers or units[at].stance == Stance.GUESSES
        if is_said and units[at] not in chosen:
            by = _spoken_of(units[at], own, reading) if chosen else None
            by = by if by is not None else _refusing(at, offers, questions, own, reading)
            _turn_down(found, reading, at, by)
    questions += [at for at in asked if at - 1 in questions and is_dangling(plain(units[at].text))]
    questions.sort()
    found.hidden.update(questions)
    if chosen:
        # the answer tells what was chosen
        found.hidden.update(offers)
        return
    first = next((at for at in own if units[at].stance is not None), None)
    if first is not None and units[first].stance != Stance.ASKS:
        _answers(found, reading, first, questions, offers)


def _answers(
    found: Dialogue, reading: Reading, first: int, questions: list[int], offers: Sequence[int]
) -> None:
    """Say what a person's first words answer or go on from."""
    units = reading.units
    left = [at for at in offers if at not in found.hidden and units[at].kind == Kind.SENTENCE]
    if questions and _is_answer(units[first]):
        found.asked[first] = tuple(questions)
    elif left and is_short(units[first]) and _goes_on(left[-1], first, reading):
        found.asked[first] = (left[-1],)
        found.hidden.add(left[-1])


def _goes_on(offer: int, first: int, reading: Reading) -> bool:
    """Tell whether somebody's words are about what was offered."""
    line = plain(reading.units[first].text)
    return is_dangling(line) or _shared(offer, first, reading)


def _is_answer(unit: Unit) -> bool:
    """Tell whether a sentence is so short that it needs what it answers."""
    line = plain(unit.text)
    if is_wide(line):
        return len(line) <= MAX_ANSWER_WIDE_CHARS
    return len(line.split()) <= MAX_ANSWER_WORDS or is_dangling(line)


def _offers(asked: Sequence[int], reading: Reading) -> list[int]:
    """What an assistant's message offers: by its words, or as one of a list to choose from."""
    units = reading.units
    leads = [plain(units[at].text).rstrip(":：") for at in asked if _is_offer(units[at])]
    return [
        at
        for at in asked
        if _is_offer(units[at])
        or (units[at].label and units[at].lead and units[at].lead in leads)
        or (units[at].label and bool(leads))
    ]


def _is_offer(unit: Unit) -> bool:
    return unit.stance == Stance.OFFERS and unit.kind in _PROSE


def _chosen(asked: Sequence[int], own: Sequence[int], reading: Reading) -> frozenset[Unit]:
    said = [reading.units[at] for at in asked]
    texts = [reading.messages[reading.units[own[0]].message].text]
    texts += [plain(reading.units[at].text) for at in own]
    for text in texts:
        answer = resolve(text, said)
        if answer is not None and answer.reply == Reply.CHOSE:
            return frozenset(answer.units)
    return frozenset()


def _refusing(
    at: int, offers: Sequence[int], questions: Sequence[int], own: Sequence[int], reading: Reading
) -> int | None:
    """The sentence by which a person turns an offer down; None where nobody does."""
    for by in own:
        line = plain(reading.units[by].text)
        if line.endswith(("?", "？")) or reading.units[by].stance in WAITING:
            continue
        is_no = bool(negations(line)) or KEEPING.search(line) is not None
        if _shared(at, by, reading):
            # who says it again before any no has taken it up
            return by if is_no else None
    first = plain(reading.units[own[0]].text)
    if at not in offers:
        return None
    asking = [one for one in questions if not OFFERING.search(reading.units[one].text)]
    return own[0] if at == offers[-1] and not asking and BARE_NO.match(first) else None


def _spoken_of(offer: Unit, own: Sequence[int], reading: Reading) -> int | None:
    """Where a person who chooses another option says something of this one by its label."""
    for by in own if offer.label else ():
        found = SUBJECT.match(plain(reading.units[by].text))
        if found and found[1].lower() == offer.label.lower():
            return by
    return None


def _shared(at: int, by: int, reading: Reading) -> bool:
    """Tell whether a sentence names what an offer is about."""
    around = reading.around
    # who says two or three words names what is meant by one of them
    least = MIN_SCRAP_CHARS if is_scrap(reading.units[by]) else MIN_TERM_CHARS
    names = {normal(name) for name in identifiers(plain(reading.units[at].text))}
    return any(
        (term in names or len(term) >= least)
        and around.frequency[term] <= MAX_COMMON
        and term not in GENERIC
        and term not in STOCK
        and term not in POINTING
        for term in around.terms[at] & around.terms[by]
    )


def _turn_down(found: Dialogue, reading: Reading, at: int, by: int | None) -> None:
    """State an offer that was turned down; why stands in the words that did so, which hold."""
    if by is None:
        return
    offer = reading.units[at]
    line = clip(strip_filler(plain(offer.text)))
    found.hidden.add(at)
    found.turned_down[offer] = reading.units[by]
    value = max(reading.values[at], _FATE_VALUE)
    vote = (NodeType.DECISION, Status.ABANDONED, value)
    found.told.append(
        Statement((offer,), line, value, reading.rows[at], False, value, votes=(vote,))
    )


def speaker(unit: Unit, reading: Reading) -> str:
    """Name who says a unit.

    Args:
        unit: A person's.
        reading: The conversation.

    Returns:
        The author's name, or ``User``.
    """
    return as_name(reading.messages[unit.message].author) or "User"
