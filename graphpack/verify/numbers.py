"""Whether a statement gives a number where its evidence gives another one.

Looked for where the words around it are the same: «5 tables» beside «the new 7 tables». That the
number stands somewhere in the message is another question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphpack.verify.alignment import gaps, near, pieces

_MOST_TOKENS = 3


def other_numbers(summary: str, evidence: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Find the numbers that were mixed up.

    Args:
        summary: A statement, without notes on others.
        evidence: Whole sentences that its quotes stand in.

    Yields:
        The piece, its number, and that of the evidence; none where any sentence has the piece's.
    """
    for group in pieces(summary):
        found = next(filter(None, (_mixed(piece, evidence) for piece in group)), None)
        if found is not None:
            yield found


def _mixed(piece: str, evidence: tuple[str, ...]) -> tuple[str, str, str] | None:
    if not any(char.isdigit() for char in piece):
        return None
    pairs = [gaps(piece, text, _is_number) for text in near(piece, evidence)]
    swaps = [_swap(found) for found in pairs if found is not None]
    if not swaps or not all(swaps):
        return None
    mine, theirs = next(swap for swap in swaps if swap)
    return piece, mine, theirs


def _swap(found: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]) -> tuple[str, str] | None:
    for mine, theirs in found:
        if 0 < len(mine) == len(theirs) <= _MOST_TOKENS and all(map(_is_number, (*mine, *theirs))):
            return " ".join(mine), " ".join(theirs)
    return None


def _is_number(token: str) -> bool:
    return token[0].isdigit() or token in {".", ":", ","}
