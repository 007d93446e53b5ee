"""Lays a piece of a statement beside a sentence of its evidence, word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import Match, SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from graphpack.patterns import compiled
from graphpack.text import WIDE, iter_sentences, negations, normal
from graphpack.text.details import shared_ratio

OVERLAP_RATIO = 0.7
"""Share of a piece's words that must stand in a sentence, in order, for the two to be compared."""

NEAR_RATIO = 0.55
"""Below this share of common words it is not worth laying two texts side by side."""

_LEAST_WORDS = 3
_MOST_EXCHANGED = 5

# a shortened sentence may begin with a small letter, where a full stop is not the end of one
_JOINT = compiled(r"(?<=\S);\s|(?:(?<=\w{3}[.!?])|(?<=[)\]\"'”`][.!?]))\s+")
_COLON = compiled(r"[:：]\s")
_CLAUSE = compiled(r"[,;:.!?()—–，。；：]|\s-\s|\b(?:but|sondern|aber|mais|pero|mas|ma|но)\b")
_MARKS = compiled(r"[`*]")
_TOKEN = compiled(rf"[{WIDE}]|[^\W{WIDE}]+(?:'[^\W{WIDE}]+)*|[,;:.!?()，。；：、！？—–]")

_WIDE_TOKEN = compiled(f"[{WIDE}]")
_MOST_ENDING = 4
PAUSE = compiled(r"[,;:.!?()，。；：、！？—–]")

Tokens = tuple[str, ...]


def pieces(summary: str) -> Iterator[tuple[str, ...]]:
    """Cut a statement at its sentences, and where several were joined.

    Args:
        summary: A node's words.

    Yields:
        Its pieces in order, none of them empty: each whole, then what stands before and behind
        its colons, for a lead-in or a label is seldom said in one breath with what follows.
    """
    for start, end in iter_sentences(summary):
        for piece in _JOINT.split(summary[start:end]):
            parts = [part for part in _COLON.split(piece) if part.strip()]
            if parts:
                yield (piece, *(parts if len(parts) > 1 else ()))


def is_copied(piece: str, evidence: str) -> bool:
    """Tell whether a piece is the evidence's own words, and no «not» stands right before them.

    Args:
        piece: Of a statement; a label that says who spoke may stand before it.
        evidence: A whole sentence.

    Returns:
        True where it is, case, white space and marks aside.
    """
    words, whole = _bare(piece), _bare(evidence)
    at = whole.find(words)
    if at < 0:
        words = words.partition(": ")[2]
        at = whole.find(words) if words else -1
    if at < 0:
        return False
    before = _CLAUSE.split(whole[:at])[-1]
    return not negations(before)


@lru_cache(maxsize=256)
def near(piece: str, evidence: tuple[str, ...]) -> tuple[str, ...]:
    """Pick the sentences worth laying beside a piece: those with many of its words.

    Args:
        piece: Of a statement.
        evidence: Whole sentences.

    Returns:
        Those sentences; none where the piece is one's own words.
    """
    if any(is_copied(piece, text) for text in evidence):
        return ()
    return tuple(text for text in evidence if shared_ratio(piece, [text]) >= NEAR_RATIO)


def gaps(
    piece: str, text: str, is_light: Callable[[str], bool], *, reach: int = 0, after: int = 0
) -> list[tuple[Tokens, Tokens]] | None:
    """List where two texts differ that are nearly the same words.

    Args:
        piece: Of a statement.
        text: A whole sentence; what it says more, before and behind, is no difference.
        is_light: Tells the words that still belong to the piece where they stand right before it.
        reach: How many words of the same clause belong to it besides, in words, where the piece
            begins with words that the text has not.
        after: The same behind it, where the piece ends with words that the text has not.

    Returns:
        Pairs of the words that only the piece has and those that only the text has; None where
        they are other words.
    """
    mine, theirs = tokens(piece), tokens(text)
    blocks = _blocks(mine, theirs)
    shared = sum(block.size for block in blocks)
    if shared < _LEAST_WORDS or shared < OVERLAP_RATIO * len(mine):
        return None
    first, last = blocks[0], blocks[-1]
    begin = first.b
    while begin and is_light(theirs[begin - 1]):
        begin -= 1
    if first.a:  # it begins with words of its own, which may stand for a longer beginning
        while begin and first.b - begin < reach and not PAUSE.match(theirs[begin - 1]):
            begin -= 1
    found = [(mine[: first.a], theirs[begin : first.b])]
    for one, other in pairwise(blocks):
        found.append((mine[one.a + one.size : other.a], theirs[one.b + one.size : other.b]))
    own, behind = mine[last.a + last.size :], theirs[last.b + last.size :]
    found.append((own, _clause(behind[:after]) if own and after else _ending(behind)))
    return found


def exchanged(
    piece: Tokens, text: Tokens, is_joint: Callable[[str], bool]
) -> tuple[Tokens, Tokens] | None:
    """Find two things that change places in a stretch of the same words.

    Args:
        piece: Of a statement.
        text: A whole sentence.
        is_joint: Tells the words that join two things of which neither is before the other.

    Returns:
        The two in the piece's order; None where no stretch has all of its words in another order,
        or more than that differs.
    """
    wanted, size = sorted(piece), len(piece)
    for at in range(len(text) - size + 1):
        there = text[at : at + size]
        if there == piece or sorted(there) != wanted:
            continue
        first = next(n for n in range(size) if piece[n] != there[n])
        last = next(n for n in range(size, 0, -1) if piece[n - 1] != there[n - 1])
        mine, theirs = piece[first:last], there[first:last]
        for one in range(1, min(_MOST_EXCHANGED, len(mine) - 2) + 1):
            for other in range(1, min(_MOST_EXCHANGED, len(mine) - one - 1) + 1):
                head, middle, tail = mine[:one], mine[one : len(mine) - other], mine[-other:]
                if theirs == (*tail, *middle, *head) and not all(map(is_joint, middle)):
                    return head, tail
    return None


def _clause(behind: Tokens) -> Tokens:
    """What still belongs to the clause."""
    end = next((n for n, token in enumerate(behind) if PAUSE.match(token)), len(behind))
    return behind[:end]


def _ending(behind: Tokens) -> Tokens:
    """What ends a word of a script without spaces: there a denial stands behind the verb."""
    size = 0
    while size < min(len(behind), _MOST_ENDING) and _WIDE_TOKEN.fullmatch(behind[size]):
        size += 1
    return behind[:size]


@lru_cache(maxsize=1024)
def _bare(text: str) -> str:
    return normal(_MARKS.sub("", text)).strip(" .…!?;,")


@lru_cache(maxsize=1024)
def tokens(text: str) -> Tokens:
    """Cut a text into words, pauses, and the characters of a script without spaces.

    Args:
        text: Any text.

    Returns:
        Folded tokens in order; no marks at its ends.
    """
    return tuple(_TOKEN.findall(_bare(text)))


@lru_cache(maxsize=1024)
def _blocks(mine: Tokens, theirs: Tokens) -> tuple[Match, ...]:
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    return tuple(block for block in matcher.get_matching_blocks() if block.size)
