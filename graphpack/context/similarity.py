"""How alike two texts are, by the character trigrams they share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from graphpack.text import normal

__all__ = ["Overlap", "alike", "containment", "shingles"]

SIZE = 3
_MAX_CHARS = 6_000
_SKETCH = 12
_MAX_BUCKET = 40


@lru_cache(maxsize=16384)
def shingles(text: str) -> frozenset[str]:
    """Give the trigrams of a text's normal form; of a long one those of its beginning and end."""
    folded = normal(text)
    if len(folded) > _MAX_CHARS:
        half = _MAX_CHARS // 2
        folded = f"{folded[:half]} {folded[-half:]}"
    if len(folded) < SIZE:
        return frozenset({folded})
    return frozenset(folded[at : at + SIZE] for at in range(len(folded) - SIZE + 1))


def containment(part: str, whole: str) -> float:
    """Tell how much of a text stands in another.

    Args:
        part: The text that may be superfluous.
        whole: The text that may hold it.

    Returns:
        0 to 1: the share of the first one's trigrams that the second one has.
    """
    wanted = shingles(part)
    return len(wanted & shingles(whole)) / len(wanted) if wanted else 1.0


class Overlap:
    """Measures containment among many texts: the trigrams of each are the bits of one number.

    It gives what ``containment`` gives, and is made for one round of comparisons: its numbers grow
    with the trigrams it has seen.
    """

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._bits: dict[str, tuple[int, int]] = {}

    def containment(self, part: str, whole: str) -> float:
        """Tell how much of a text stands in another; see ``containment``."""
        wanted, count = self._of(part)
        return (wanted & self._of(whole)[0]).bit_count() / count if count else 1.0

    def _of(self, text: str) -> tuple[int, int]:
        found = self._bits.get(text)
        if found is None:
            own = shingles(text)
            at = [self._places.setdefault(one, len(self._places)) for one in own]
            row = bytearray(len(self._places) // 8 + 1)
            for place in at:
                row[place >> 3] |= 1 << (place & 7)
            found = self._bits[text] = (int.from_bytes(row, "little"), len(own))
        return found


def alike(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Find the pairs that are worth being compared, without comparing every two.

    Args:
        texts: In their order.

    Yields:
        Pairs of indices, the smaller first, rising; texts of nearly equal content are among them.
    """
    buckets: dict[str, list[int]] = defaultdict(list)
    for index, text in enumerate(texts):
        # the rarest trigrams cannot be known in one pass; those last in the alphabet are as good
        # a sample as any, and equal for texts that are alike
        near: set[int] = set()
        for key in sorted(shingles(text), reverse=True)[:_SKETCH]:
            near.update(buckets[key][-_MAX_BUCKET:])
            buckets[key].append(index)
        yield from ((other, index) for other in sorted(near))
