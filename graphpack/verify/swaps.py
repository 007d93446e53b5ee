"""Whether a statement puts something in the place of what its evidence says in the same words.

Looked for are a number, a unit, a name or another exact thing in another's place, a word in its
counterpart's place, and two things that change places. Other words for the same are no finding:
a swap counts only where everything around it is the evidence's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from graphpack.patterns import compiled
from graphpack.text import identifiers, negations
from graphpack.text.details import details, has_detail
from graphpack.verify.alignment import (
    PAUSE,
    Tokens,
    exchanged,
    gaps,
    is_copied,
    near,
    pieces,
    tokens,
)
from graphpack.verify.counterparts import UNITS, are_counterparts, number_of
from graphpack.verify.negation import Language

_MOST_TOKENS = 3
_REACH = 2
_LEAST_ALIKE = 4
_QUANTITY = compiled(r"(?<![\w.,])([€$£]?)\s?(\d+(?:[.,]\d+)*)[\s-]?([^\W\d_]+|[%€$£]|°[CF])?")


@dataclass(frozen=True, slots=True)
class Swap:
    """One thing in the place of another.

    Args:
        piece: The part of the statement.
        mine: What it says.
        theirs: What its evidence says.
        code: Of the finding: ``number-differs``, ``word-differs`` or ``order-differs``.
    """

    piece: str
    mine: str
    theirs: str
    code: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What has to be known of words, handed in.

    Args:
        language: What has to be known of languages.
        names: Words of the names of those who speak, lower case.
    """

    language: Language
    names: Collection[str]


def swaps(summary: str, evidence: tuple[str, ...], vocabulary: Vocabulary) -> Iterator[Swap]:
    """Find what was put in another's place.

    Args:
        summary: A statement, without notes on others.
        evidence: Whole sentences that its quotes stand in.
        vocabulary: What has to be known of words.

    Yields:
        One for each piece of it that has one; none where any sentence bears the piece out.
    """
    for group in pieces(summary):
        found = next(filter(None, (_swapped(piece, evidence, vocabulary) for piece in group)), None)
        if found is not None:
            yield found


def other_units(summary: str, texts: Sequence[str]) -> Iterator[Swap]:
    """Find the numbers that have another unit than wherever they stand.

    Args:
        summary: A statement, without notes on others.
        texts: All that it may rest on.

    Yields:
        One for each number whose unit is known, and known to be another one in each place.
    """
    for number, unit, said in _quantities(summary):
        if unit is None:
            continue
        there = [found for text in texts for found in _quantities(text) if found[0] == number]
        if there and all(other is not None and other != unit for _, other, _ in there):
            yield Swap(said, said, there[0][2], "number-differs")


def _quantities(text: str) -> Iterator[tuple[str, str | None, str]]:
    """Yield each number, its unit where that is known, and both as they are written."""
    for found in _QUANTITY.finditer(text):
        sign, number, behind = found.groups()
        unit = UNITS.get((sign or behind or "").casefold())
        if behind == "m" or (unit == "s" and len(number) == 4):
            unit = None  # metres, minutes, millions; «the 1990s»
        yield number, unit, " ".join(found.group().split())


def _swapped(piece: str, evidence: tuple[str, ...], vocabulary: Vocabulary) -> Swap | None:
    if any(is_copied(piece, text) for text in evidence):
        return None
    verdicts = [_verdict(piece, text, evidence, vocabulary) for text in near(piece, evidence)]
    told = [verdict for verdict in verdicts if verdict is not None]
    swapped = [verdict for verdict in told if isinstance(verdict, Swap)]
    return swapped[0] if swapped and len(swapped) == len(told) else None


def _verdict(
    piece: str, text: str, evidence: tuple[str, ...], vocabulary: Vocabulary
) -> Swap | bool | None:
    """The swap, False where the text bears the piece out, None where they are other words."""
    turned = exchanged(
        _telling(tokens(piece), vocabulary), _telling(tokens(text), vocabulary), _is_pause
    )
    if turned is not None:
        one, other = (" ".join(side) for side in turned)
        return Swap(piece, f"{one} … {other}", f"{other} … {one}", "order-differs")
    found = gaps(piece, text, partial(_is_light, vocabulary), reach=_REACH, after=_REACH)
    if found is None:
        return None
    exact = tuple(_exact(one, vocabulary) for one in (piece, text))
    for mine, theirs in _level(found):
        code = _difference(mine, theirs, text, exact, vocabulary)
        if code:
            return Swap(piece, " ".join(mine), " ".join(theirs), code)
    return _replaced(piece, text, found, evidence, vocabulary) or False


def _level(found: Sequence[tuple[Tokens, Tokens]]) -> Iterator[tuple[Tokens, Tokens]]:
    """At its ends a sentence goes on: as much of it counts as the piece has there."""
    last = len(found) - 1
    for at, (mine, theirs) in enumerate(found):
        if at == 0:
            yield mine, theirs[-len(mine) :] if mine else theirs
        else:
            yield mine, theirs[: len(mine)] if at == last and mine else theirs


def _exclude(one: str, other: str, vocabulary: Vocabulary) -> bool:
    return are_counterparts(one, other) or vocabulary.language.excludes(one, other)


def _is_pause(token: str) -> bool:
    return PAUSE.match(token) is not None


def _is_light(vocabulary: Vocabulary, token: str) -> bool:
    return token in vocabulary.language.silent


def _telling(found: Tokens, vocabulary: Vocabulary) -> Tokens:
    """Leave out what says nothing, unless the order of things hangs on it."""
    return tuple(
        t for t in found if t not in vocabulary.language.silent or t in vocabulary.language.ordered
    )


def _exact(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The tokens of exact things and of names."""
    known = frozenset(token for detail in details(text) for token in tokens(detail))
    return known | {token for token in tokens(text) if token in vocabulary.names}


def _difference(
    mine: Tokens,
    theirs: Tokens,
    text: str,
    exact: tuple[frozenset[str], ...],
    vocabulary: Vocabulary,
) -> str:
    """The code of what one stretch has in the place of another; empty where it is none."""
    if not mine or not theirs or any(map(negations, (*mine, *theirs))):
        return ""
    mine, theirs = (_bare(side, vocabulary) for side in (mine, theirs))
    if not 0 < len(mine) <= _MOST_TOKENS or not 0 < len(theirs) <= _MOST_TOKENS:
        return ""
    numbers = number_of(mine), number_of(theirs)
    if None not in numbers and numbers[0] != numbers[1]:
        return "number-differs"
    if len(mine) == len(theirs) == 1:
        units = UNITS.get(mine[0]), UNITS.get(theirs[0])
        if None not in units and units[0] != units[1]:
            return "number-differs"
        # a text that has both speaks of both
        if _exclude(mine[0], theirs[0], vocabulary) and mine[0] not in tokens(text):
            return "word-differs"
    is_exact = exact[0].issuperset(mine) and exact[1].issuperset(theirs)
    is_alike = any(a.startswith(b) or b.startswith(a) for a in mine for b in theirs)
    if not is_exact or is_alike or len(mine) != len(theirs):
        return ""
    is_number = all(token[0].isdigit() for token in (*mine, *theirs))
    return "number-differs" if is_number else "word-differs"


def _bare(side: Tokens, vocabulary: Vocabulary) -> Tokens:
    left = tuple(t for t in side if t not in vocabulary.language.silent and not PAUSE.match(t))
    return left or side


def _replaced(
    piece: str,
    text: str,
    found: Sequence[tuple[Tokens, Tokens]],
    evidence: tuple[str, ...],
    vocabulary: Vocabulary,
) -> Swap | None:
    """Words that stand nowhere in the evidence, in the place of something exact."""
    own = [at for at, (mine, _) in enumerate(found) if mine]
    mine, theirs = (_bare(side, vocabulary) for side in found[own[0]]) if own else ((), ())
    if len(own) != 1 or len(tokens(piece)) - len(mine) < _LEAST_ALIKE:
        return None
    if number_of(mine) is not None and number_of(mine) == number_of(theirs):
        return None
    if own[0] == 0 or not set(mine).isdisjoint(vocabulary.language.silent):
        return None  # a beginning of its own, or a word that points at something
    known = frozenset(token for name in identifiers(text) for token in tokens(name))
    if not 0 < len(mine) <= _MOST_TOKENS or not theirs or not known.issuperset(theirs):
        return None
    said = {token for one in evidence for token in tokens(one)}
    initials = "".join(token[0] for token in mine)
    is_short = any(token in initials or token[0] == mine[0][0] for token in theirs)
    new = [token for token in mine if token not in said]
    if is_short or not new or any(has_detail(token, one) for token in new for one in evidence):
        return None
    return Swap(piece, " ".join(mine), " ".join(theirs), "word-differs")
