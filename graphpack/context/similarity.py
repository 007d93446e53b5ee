"""How alike two texts are, by the character trigrams they share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from graphpack.text import normal

__all__ = ["alike", "containment", "shingles"]

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
