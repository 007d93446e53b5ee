"""Brings a shortened text to a size: its beginning, its end, and what must not be lost between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from graphpack.compress.base import Elision, Kind, Shortened, mark, shorten
from graphpack.compress.lines import Lines
from graphpack.compress.places import Places
from graphpack.compress.severity import places as trouble_places
from graphpack.compress.severity import trouble
from graphpack.compress.shapes import shapes

__all__ = ["fit"]

HEAD_RATIO = 0.45
"""Share of what is kept that is the beginning; how something ended stands at the end."""

_QUOTED = frozenset({Kind.CODE, Kind.MARKDOWN, Kind.PROSE, Kind.SEARCH_RESULTS, Kind.TREE})
"""Of these a word of trouble tells nothing: it stands in what was written, not in what happened."""
_TELLING_CHARS = 40
_WHOLE_LINE_CHARS = 400
_AROUND_CHARS = 160
_MIN_GAP_CHARS = 80
_ALIKE = 4
_SAME_WORDS = 8

_Range = tuple[int, int]


def fit(made: Shortened, original: str, limit_chars: int) -> Shortened:
    """Leave out of the middle of a text what is over a limit.

    Args:
        made: The text, as far as it was shortened for what it is.
        original: What it was made of.
        limit_chars: How much of it is shown, what must stay not counted.

    Returns:
        The text itself where it is short enough. Lines of trouble stay, of those that are alike a
        few, unless the text is of a kind that is written and not a record of what happened; marks
        that tell more than a number stay too. Tokens are not counted.
    """
    short = made.text
    if len(short) <= limit_chars:
        return made
    keep = [(0, _head(short, int(limit_chars * HEAD_RATIO)))]
    tail = _tail(short, limit_chars - int(limit_chars * HEAD_RATIO))
    must = sorted({*_trouble(short, made.kind), *_telling(made)})
    keep += [one for one in must if one[1] > keep[0][1] and one[0] < tail]
    keep.append((tail, len(short)))
    places = Places(made.elisions, len(original))
    elisions = list(made.elisions)
    for start, end in _gaps(short, keep):
        pieces = places.pieces(start, end)
        if not pieces:
            continue
        first, last = pieces[0][0], pieces[-1][1]
        elisions = [one for one in elisions if one.end <= first or one.start >= last]
        elisions.append(_elision(original, first, last))
    fitted = shorten(original, elisions, kind=made.kind, level=made.level)
    return fitted if len(fitted.text) < len(short) else made


def _elision(text: str, start: int, end: int) -> Elision:
    lines = text.count("\n", start, end) + 1
    count, unit = (lines, "lines") if lines > 1 else (end - start, "characters")
    return Elision(start, end, mark(count, unit), count, unit, "over the size that is shown")


def _head(text: str, size: int) -> int:
    return text.rfind("\n", size // 2, size) + 1 or size


def _tail(text: str, size: int) -> int:
    start = len(text) - size
    at = text.find("\n", start, start + size // 2)
    return at if at >= 0 else start


def _trouble(text: str, kind: Kind) -> Iterator[_Range]:
    if kind in _QUOTED:
        return
    lines = Lines.of(text)
    for index in _different(lines, trouble(lines.all)):
        start, end = lines.span(index, index)
        if end - start <= _WHOLE_LINE_CHARS:
            yield start, end
            continue
        for at in trouble_places(lines.all[index]):
            yield max(start, start + at - _AROUND_CHARS), min(end, start + at + _AROUND_CHARS)


def _different(lines: Lines, found: Sequence[int]) -> Iterator[int]:
    """Take of many lines that say the same of another thing the first ones and the last."""
    said = [lines.all[at] for at in found]
    strict = _few(found, shapes(said), _ALIKE)
    words = [" ".join(word for word in line.split() if word.isalpha()) or line for line in said]
    return (at for at in _few(found, shapes(words), _SAME_WORDS) if at in strict)


def _few(found: Sequence[int], keys: Sequence[str], most: int) -> dict[int, str]:
    alike: dict[str, list[int]] = defaultdict(list)
    for index, key in zip(found, keys, strict=True):
        alike[key].append(index)
    return {
        index: key
        for key, indices in alike.items()
        for index in (indices if len(indices) <= most else [*indices[: most - 1], indices[-1]])
    }


def _telling(made: Shortened) -> Iterator[_Range]:
    shift = 0
    for one in made.elisions:
        start = one.start + shift
        shift += len(one.marker) - (one.end - one.start)
        if len(one.marker) > _TELLING_CHARS:
            yield start, start + len(one.marker)


def _gaps(text: str, keep: list[_Range]) -> Iterator[_Range]:
    """Give what lies between kept ranges, from line to line where the ranges are lines."""
    reached = 0
    for (_, before), (after, _) in pairwise(keep):
        reached = max(reached, before)
        start, end = reached, after
        start += text[start : start + 1] == "\n"
        end -= end > start and text[end - 1] == "\n"
        if end - start >= _MIN_GAP_CHARS:
            yield start, end
