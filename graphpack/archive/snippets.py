"""The piece of a text that shows best why it was found, with the words that were looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphpack.archive.terms import folded, humps
from graphpack.patterns import compiled
from graphpack.text import WIDE

SNIPPET_CHARS = 200
_LEAD_CHARS = 40
_MOST_PLACES = 60
_PIECE = compiled(r"[^\W_]+")
_WIDE = compiled(f"[{WIDE}]+")
_BLANK = compiled(r"\s+")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a text on one line.

    Args:
        text: With … where something is left out before or behind.
        marks: Half-open character spans in ``text`` of what was looked for.
    """

    text: str
    marks: tuple[tuple[int, int], ...] = ()


def snippet(text: str, terms: Sequence[str], *, chars: int = SNIPPET_CHARS) -> Snippet:
    """Cut the piece of a text that holds the most of what was looked for.

    Args:
        text: Any length.
        terms: As ``query_terms`` gives them; a word that begins with one counts, too.
        chars: Length of the piece, about.

    Returns:
        The piece; the beginning of the text where it holds none of them.
    """
    start = _best(text, terms, chars)
    end = min(len(text), start + chars)
    start, end = _at_words(text, start, end)
    line = _BLANK.sub(" ", text[start:end].strip())
    shown = f"{'… ' if start else ''}{line}{' …' if end < len(text) else ''}"
    return Snippet(shown, tuple(_marks(shown, terms)))


def held(text: str, terms: Sequence[str]) -> frozenset[str]:
    """Tell which of what was looked for a text holds, in any form.

    Args:
        text: Any length.
        terms: As ``query_terms`` gives them.
    """
    return frozenset(term for _, term in _places(text, terms))


def _best(text: str, terms: Sequence[str], chars: int) -> int:
    """Where the window begins that holds the most different terms; the earliest of those."""
    if len(text) <= chars:
        return 0
    places = sorted(_places(text, terms))
    best, best_count = 0, 0
    for at, _ in places:
        held = {term for place, term in places if at <= place < at + chars - _LEAD_CHARS}
        if len(held) > best_count:
            best, best_count = max(0, at - _LEAD_CHARS), len(held)
    return min(best, max(0, len(text) - chars))


def _places(text: str, terms: Sequence[str]) -> Iterator[tuple[int, str]]:
    lower = text.lower()
    if len(lower) != len(text):  # a letter whose small form is two characters
        lower = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    for term in terms:
        at, count = lower.find(term), 0
        if at < 0 and not text.isascii():
            at = _accented(text, term)
            if at >= 0:
                yield at, term
            continue
        while at >= 0 and count < _MOST_PLACES:
            yield at, term
            at, count = lower.find(term, at + len(term)), count + 1


def _accented(text: str, term: str) -> int:
    for match in _PIECE.finditer(text):
        if not match[0].isascii() and folded(match[0].lower()) == term:
            return match.start()
    return -1


def _at_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Move a window's ends to where words begin and end, where one is near."""
    if start and (found := re.search(r"\s", text[start : start + _LEAD_CHARS])):
        start += found.end()
    if end < len(text) and (at := max(text.rfind(c, end - _LEAD_CHARS, end) for c in " \n")) > 0:
        end = at
    return start, end


def _marks(text: str, terms: Sequence[str]) -> Iterator[tuple[int, int]]:
    wanted = tuple(terms)
    known = frozenset(terms)
    wide = [term for term in terms if _WIDE.search(term)]
    for match in _PIECE.finditer(text):
        if wide and _WIDE.search(match[0]):
            yield from _wide_marks(match, wide)
            continue
        word = folded(match[0].lower())
        is_meant = any(_is_near(word, term) for term in wanted)
        if is_meant or not known.isdisjoint(humps(match[0])):
            yield match.span()


_ENDING_CHARS = 3


def _is_near(word: str, term: str) -> bool:
    is_form = len(term) > _ENDING_CHARS and len(word) - len(term) <= _ENDING_CHARS
    return word == term or (is_form and word.startswith(term))


def _wide_marks(match: re.Match[str], terms: Sequence[str]) -> Iterator[tuple[int, int]]:
    run, spans = match[0], []
    for term in terms:
        at = run.find(term)
        while at >= 0:
            spans.append((match.start() + at, match.start() + at + len(term)))
            at = run.find(term, at + 1)
    begin, end = None, -1
    for start, stop in sorted(spans):
        if begin is None or start > end:
            if begin is not None:
                yield begin, end
            begin = start
        end = max(end, stop)
    if begin is not None:
        yield begin, end
