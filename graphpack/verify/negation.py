"""Whether a statement says the contrary of its evidence.

Two looks, each at a piece of the statement beside a whole sentence of its evidence. Where the piece
is nearly the sentence's own words, the words are laid side by side, and a «not» that only one of
them has is a turn. Else what each asserts and denies is compared, where most terms are shared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from graphpack.text import WIDE, negations
from graphpack.verify.alignment import OVERLAP_RATIO, gaps, near, pieces

LEAST_TERMS = 2
FLIPPED_RATIO = 0.5
_DENIAL_REACH = 4
"""So many words lie at most between a denial and what it denies: «let's not jump to …»."""

_ALWAYS = frozenset(
    ("always", "immer", "stets", "siempre", "sempre", "toujours", "всегда", "altijd", "zawsze")
)
"""What stands in the place of a «never» turns it round, and is no other matter."""

_WIDE_ENDING_CHARS = 2
"""A verb of a script without spaces changes so much of its ending with a denial."""


class Stance(NamedTuple):
    """What a sentence speaks of.

    Args:
        asserted: Keys of the terms it stands for.
        denied: Keys of the terms it denies, vetoes or leaves behind.
        is_question: Whether it asks.
    """

    asserted: frozenset[str]
    denied: frozenset[str]
    is_question: bool = False


Reads = Callable[[str], Stance]
"""Takes a sentence apart."""


@dataclass(frozen=True, slots=True)
class Language:
    """What has to be known of languages, handed in.

    Args:
        reads: Takes a sentence apart.
        denies: Says at little cost whether a text may deny anything.
        silent: Words that say nothing of their own, such as «is» and «will», lower case.
        ordered: Words by which the order of what they join carries the meaning.
        excludes: Tells two words of which one is the contrary or counterpart of the other.
    """

    reads: Reads
    denies: Callable[[str], bool]
    silent: Collection[str]
    ordered: Collection[str]
    excludes: Callable[[str, str], bool]


def turned_pieces(
    summary: str, evidence: tuple[str, ...], language: Language
) -> Iterator[tuple[str, bool]]:
    """Find what a statement turns round.

    Args:
        summary: The statement, without notes on others.
        evidence: Whole sentences that its quotes stand in.
        language: What has to be known of languages.

    Yields:
        Each piece that says the contrary of the evidence nearest to it, and whether it is the
        piece that denies. It is enough that one sentence says the same.
    """
    is_denied = any(map(language.denies, evidence))
    for group in pieces(summary):
        if not is_denied and not language.denies(group[0]):
            continue
        turned = next((piece for piece in group if _is_turned(piece, evidence, language)), None)
        if turned is not None:
            denials = max(map(negations, near(turned, evidence)))
            yield turned, negations(turned) > denials or bool(language.reads(turned).denied)


def _is_turned(piece: str, evidence: tuple[str, ...], language: Language) -> bool:
    verdicts = [_verdict(piece, text, language) for text in near(piece, evidence)]
    return True in verdicts and False not in verdicts


def _verdict(piece: str, text: str, language: Language) -> bool | None:
    """Whether one turns the other round; None where they cannot be compared."""
    if _asks(piece) != _asks(text):
        return None
    pairs = gaps(piece, text, partial(_is_light, language.silent), reach=_DENIAL_REACH)
    doubts = [pair for pair in pairs or () if bool(_denials(pair[0])) != bool(_denials(pair[1]))]
    if doubts and _is_moved(doubts):
        return False
    if any(_is_turn(*pair, language.silent) for pair in doubts):
        return True
    if pairs is not None and not doubts:
        return False  # the same words, and nothing is denied on one side alone
    turned = _turned(language.reads(piece), language.reads(text))
    return None if turned is None else turned >= FLIPPED_RATIO


def _is_light(silent: Collection[str], token: str) -> bool:
    return bool(negations(token)) or token in silent


def _asks(text: str) -> bool:
    return text.rstrip(' .…*`"”»').endswith(("?", "？", "؟"))


def _is_turn(mine: Sequence[str], theirs: Sequence[str], silent: Collection[str]) -> bool:
    one, other = "".join(mine), "".join(theirs)
    left = [_without_denial(tokens, silent) for tokens in (mine, theirs)]
    if not any(left):
        return True
    is_wide = re.fullmatch(rf"[{WIDE}]*", one + other) is not None
    return is_wide and all(len(rest) <= _WIDE_ENDING_CHARS for rest in left)


def _is_moved(doubts: Sequence[tuple[Sequence[str], Sequence[str]]]) -> bool:
    """Tell «need not close» beside «does not need to close»: the denial stands elsewhere."""
    mine, theirs = (sum(_denials(pair[side]) for pair in doubts) for side in (0, 1))
    return mine == theirs


def _denials(tokens: Sequence[str]) -> int:
    if all(re.fullmatch(f"[{WIDE}]", token) for token in tokens):
        return negations("".join(tokens))
    return sum(map(negations, tokens))


def _without_denial(tokens: Sequence[str], silent: Collection[str]) -> str:
    """What is left of a stretch beside its «not» and words that say nothing."""
    if all(re.fullmatch(f"[{WIDE}]", token) for token in tokens):
        rest = "".join(tokens)
        return rest[:-_WIDE_ENDING_CHARS] if negations(rest) else rest
    said = (t for t in tokens if not negations(t) and t not in silent)
    return "".join(t for t in said if t.casefold() not in _ALWAYS)


def _turned(mine: Stance, evidence: Stance) -> float | None:
    """Share of common terms that one denies and the other does not; None: not comparable."""
    terms = mine.asserted | mine.denied
    shared = terms & (evidence.asserted | evidence.denied)
    if len(shared) < LEAST_TERMS or len(shared) < OVERLAP_RATIO * len(terms):
        return None
    return len(shared & (mine.denied ^ evidence.denied)) / len(shared)
