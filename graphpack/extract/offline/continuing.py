"""Tells whether what a person says next is about the same matter.

Words that both name tell most. Short answers name nothing: there it matters whether the assistant's
message between them is still about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphpack.extract.offline.fragments import is_bare
from graphpack.extract.offline.markup import plain
from graphpack.extract.offline.moving import GOES_ON, REFUSES, SHIFT, STEP
from graphpack.extract.offline.passing import is_telling
from graphpack.extract.offline.reading import Reading
from graphpack.extract.offline.spoken import TAKES_UP
from graphpack.extract.offline.statements import Statement
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import is_dangling
from graphpack.patterns import compiled
from graphpack.text import is_wide, iter_sentences, words

NEAR = 6
"""What goes on takes up one of so many sentences before it."""

STRONG_CHARS, STEM_CHARS = 5, 4
"""A shorter word is of all trades; words that begin with so many like characters are one."""

SHORT_WORDS = 5
"""So few words lean on what was said before."""

LABEL = compiled(r"\W*((?:[^\W_][\w+.-]*\s){0,2}[^\W_][\w+.-]*)\s?[:：]\s")
"""A matter named before it is spoken of: «fuel: …»."""

_CLAUSE = compiled(r"[,.;!:]")
_APART = frozenset({Kind.CODE, Kind.OUTPUT})


def asks(unit: Unit) -> bool:
    """Tell whether a unit ends as a question does."""
    return plain(unit.text).endswith(("?", "？"))


def names(label: str, terms: Iterable[str]) -> bool:
    """Tell whether a label is of a matter that was named, in one form or another.

    Args:
        label: One to three words.
        terms: What was named, in normal form.

    Returns:
        True where one of its words begins as one of them does.
    """
    known = {term[:STEM_CHARS] for term in terms}
    return any(word[:STEM_CHARS] in known for word in words(label))


def goes_on(chain: Sequence[Statement], group: Sequence[Statement], reading: Reading) -> bool:
    """Tell whether a paragraph is about what the chain before it is about.

    Args:
        chain: A person's statements of one matter, in order.
        group: That person's next ones, of one paragraph.
        reading: What they were chosen from.

    Returns:
        True where it names what they name, takes it up, or answers what the assistant made of it.
    """
    last, unit = chain[-1].units[-1], group[0].units[-1]
    if last.message == reading.around.humans[0] != unit.message:
        return False  # what the session is for stands alone
    line = plain(unit.text)
    if SHIFT.match(line):
        return False
    keys = frozenset().union(*(_keys(one.units[-1], reading) for one in group))
    told = (unit for one in chain[-NEAR:] for unit in one.units)
    before = frozenset().union(*(_keys(each, reading) for each in told))
    if last.message == unit.message:
        return any(map(is_strong, keys & before)) or _takes_up(line)
    common = len(keys & before) if any(map(is_strong, keys & before)) else 0
    answered = reading.placed[unit.message].reply_to
    said = _said_before(answered, before, reading)
    label = LABEL.match(line)
    if label and not names(label[1], before | said.terms):
        return False
    if common > 1 or answered < last.message or not _is_next(last, unit, reading):
        return common > 1
    if common and keys & said.terms:
        return True
    if REFUSES.match(line):
        return False  # what is turned down by its name stands for itself
    opening = reading.units_of(unit.message)[0]
    is_on = is_dangling(plain(opening.text)) if opening != unit else _takes_up(line)
    is_short = len(line.split()) <= SHORT_WORDS and len(group) == 1
    if is_short or asks(last) or is_on:
        return not said.is_moving
    return said.is_asking or bool(keys & said.terms)


@dataclass(frozen=True, slots=True)
class _Between:
    """What an assistant says of a matter before it goes on to another one."""

    terms: frozenset[str]
    is_asking: bool
    is_moving: bool


def _said_before(message: int, matter: frozenset[str], reading: Reading) -> _Between:
    if message < 0:
        return _Between(frozenset(), is_asking=False, is_moving=False)
    text = reading.messages[message].text
    if _moves_on(text):
        return _Between(frozenset(), is_asking=False, is_moving=True)
    terms: frozenset[str] = frozenset()
    is_asking = False
    for at, paragraph in enumerate(_paragraphs(message, reading)):
        own = frozenset().union(*(_keys(unit, reading) for unit in paragraph))
        if at and not own & (matter | terms):
            break  # from here on it is about something else
        terms |= own
        is_asking = asks(paragraph[-1])
    return _Between(terms, is_asking=is_asking, is_moving=False)


def _paragraphs(message: int, reading: Reading) -> list[list[Unit]]:
    """Part a message at its blank lines; a list and code belong to what leads to them."""
    text = reading.messages[message].text
    found: list[list[Unit]] = []
    for unit in reading.units_of(message):
        before = text[: unit.start].rstrip(" *#-\t")
        is_fresh = before.endswith("\n\n") and unit.kind not in _APART and not unit.lead
        if is_fresh or not found:
            found.append([unit])
        else:
            found[-1].append(unit)
    return found


def _takes_up(line: str) -> bool:
    """Tell whether a line goes on with what was said: «so 90», «still wet», «added, works»."""
    if is_dangling(line):
        return True
    if REFUSES.match(line):
        return False
    if TAKES_UP.match(line) or GOES_ON.match(line):
        return True
    return is_bare(_CLAUSE.split(line, maxsplit=1)[0])


def _moves_on(text: str) -> bool:
    """Tell whether the assistant itself goes on to another matter: «Now the tags. …»."""
    return any(STEP.match(text[start:end]) for start, end in iter_sentences(text))


def _is_next(last: Unit, unit: Unit, reading: Reading) -> bool:
    """Tell whether no other message of a person stands between two."""
    humans = reading.around.humans
    return humans.index(unit.message) - humans.index(last.message) <= 1


def _keys(unit: Unit, reading: Reading) -> frozenset[str]:
    """What a unit names that not everything names."""
    around = reading.around
    return frozenset(term for term in reading.terms_of(unit) if is_telling(term, around))


def is_strong(term: str) -> bool:
    """Tell whether a term is no word of all trades, such as «know» or «want».

    Args:
        term: In normal form.

    Returns:
        True for a longer word, and for what is no mere word.
    """
    return len(term) >= STRONG_CHARS or not term.isalpha() or is_wide(term)
