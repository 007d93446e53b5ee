"""Prose: the sentences that say most stay; of the others what is exact, and what is denied."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt
from typing import NamedTuple

from graphpack.compress.base import Elision, Kind, Level, Shortened, mark, shorten
from graphpack.compress.placed import in_focus, lines_of
from graphpack.compress.severity import is_trouble
from graphpack.compress.shouting import is_shout
from graphpack.patterns import compiled
from graphpack.text import Span, is_wide, iter_sentences, negations, words

__all__ = ["COMPRESSOR", "Paragraph", "Prose", "marked", "prose_elisions"]

_KEPT_RATIO: dict[Level, float] = {"summary": 0.15, "aggressive": 0.08, "minimal": 0.0}
_FIRST, _LAST = 1.5, 1.2
_NEW_RATIO = 0.3
_WHOLE_RATIO = 0.7
_SCOPE_WORDS = 3
_TURN_RATIO = 0.6
_TURN = compiled(r"(?:\[[^\]\n]{1,20}\] )?([^\W\d_][^:\n.!?]{0,30}): \S")
_REASON = "says less than the others"

_PARAGRAPH = compiled(r"\S[^\n]*(?:\n[^\S\n]*\S[^\n]*)*")
# links, code and quoted words are one word, and no filler is looked for in them
_WORD = compiled(
    r"!?\[[^\]\n]{0,300}\]\([^)\s]{1,500}\)|`[^`]{1,300}`|\"[^\"]{1,200}\"|“[^”]{1,200}”|[^\s`\"“!\[]+|\S"
)
# a number, an option, a path, an address, or a name that no ordinary word looks like
_EXACT = compiled(r"[\d_/\\@#=<>{}$`\]|~^%+]|\w[.:]\w|[a-z][A-Z]|\b[A-Z]{2}|^-\w")
_PUNCTUATION = ".,;:!?()*\"'“”…"
_PAUSE = (",", ";", ":", ".", ")", "—")
_FILLER = compiled(
    r"\b(?:basically|actually|simply|just|really|very|quite|essentially|obviously|of course"
    r"|please note that|it should be noted that|it is (?:important|worth) (?:to note|noting) that"
    r"|note that|in fact|kind of|as you can see|needless to say|generally speaking),?[ \t]+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A stretch of running text.

    Args:
        start: Its first character.
        end: The character after its last one.
        is_led: Whether its first sentence stays in any case.
    """

    start: int
    end: int
    is_led: bool = False


class Prose:
    """Takes the sentences that say most, in their order."""

    name = "prose"

    def compress(self, text: str, *, level: Level, focus: Sequence[str]) -> Shortened:
        """Shorten running text.

        Args:
            text: Paragraphs.
            level: How many sentences stay.
            focus: Paths; a sentence that names one stays.

        Returns:
            The text with fewer sentences; of those that go, numbers, names, links, code and what
            is denied stay, and sentences of trouble stay whole.
        """
        paragraphs = [Paragraph(*match.span()) for match in _PARAGRAPH.finditer(text)]
        found = prose_elisions(text, paragraphs, level=level, focus=focus)
        return shorten(text, marked(found, "sentences cut"), kind=Kind.PROSE, level=level)


def marked(found: list[Elision], what: str) -> list[Elision]:
    """Let the first elision say how many there are; all have the same reason."""
    if not found:
        return found
    first, count = found[0], sum(one.reason == _REASON for one in found)
    said = f"{mark(max(1, count), what)} {first.marker.lstrip()}"
    led = Elision(first.start, first.end, said, first.count, first.unit, first.reason)
    return [led, *found[1:]]


def prose_elisions(
    text: str, paragraphs: Sequence[Paragraph], *, level: Level, focus: Sequence[str]
) -> list[Elision]:
    """Say which sentences, or parts of them, can go.

    Args:
        text: The whole text.
        paragraphs: Its running text, in order.
        level: How many sentences stay.
        focus: Paths; a sentence that names one stays.

    Returns:
        Elisions in order, without a mark among them.
    """
    # a line break inside a paragraph ends no sentence
    flat = text.replace("\n", " ")
    paragraphs = [part for one in paragraphs for part in _without_shouts(text, one)]
    is_turns = [_is_dialogue(text[one.start : one.end]) for one in paragraphs]
    groups = [
        _turns(text, one) if is_dialogue else list(iter_sentences(flat, one.start, one.end))
        for one, is_dialogue in zip(paragraphs, is_turns, strict=True)
    ]
    spans = [span for group in groups for span in group]
    turns = {
        span for group, is_one in zip(groups, is_turns, strict=True) if is_one for span in group
    }
    said = [flat[start:end] for start, end in spans]
    kept = _best(said, groups, level)
    at = 0
    for paragraph, group in zip(paragraphs, groups, strict=True):
        if paragraph.is_led and group:
            kept.add(at)
        at += len(group)
    kept |= {at for at, one in enumerate(said) if in_focus(one, focus)}
    known = _known(text, [span for at, span in enumerate(spans) if at not in kept])
    # what goes altogether takes the space before the next sentence with it
    nexts = [after for group in groups if group for after in _starts_after(group)]
    found: list[Elision] = []
    for at, (span, after) in enumerate(zip(spans, nexts, strict=True)):
        if at in kept:
            found += _without_filler(text, span)
        elif span not in turns:
            found += _fragments(text, span, after, known)
        # what somebody says among others is told with who says it, or not at all
        elif not any(True for _ in _parts(text, span, known)):
            found.append(Elision(span[0], after, "", 1, "sentences", _REASON))
    return found


def _is_dialogue(text: str) -> bool:
    """Tell whether most lines begin with who speaks, and more than one does."""
    lines = text.split("\n")
    speakers = [found[1] for line in lines if (found := _TURN.match(line))]
    return len(set(speakers)) > 1 and len(speakers) >= _TURN_RATIO * len(lines)


def _turns(text: str, paragraph: Paragraph) -> list[Span]:
    lines = lines_of(text[paragraph.start : paragraph.end], paragraph.start)
    return [(line.start, line.start + len(line.text)) for line in lines if line.text.strip()]


def _starts_after(group: Sequence[Span]) -> list[int]:
    return [*(start for start, _ in group[1:]), group[-1][1]]


def _known(text: str, gone: Sequence[Span]) -> set[str]:
    """List the words that stand outside of the sentences that go."""
    known: set[str] = set()
    at = 0
    for start, end in [*gone, (len(text), len(text))]:
        known.update(_bare(word) for word in text[at:start].split())
        at = end
    return known


def _bare(word: str) -> str:
    return word.strip(_PUNCTUATION)


def _without_shouts(text: str, paragraph: Paragraph) -> Iterator[Paragraph]:
    """Part a paragraph at the lines that a program printed about trouble: they stay whole."""
    start = paragraph.start
    is_led = paragraph.is_led
    for line in lines_of(text[paragraph.start : paragraph.end], paragraph.start):
        if is_shout(line.text):
            if line.start > start:
                yield Paragraph(start, line.start, is_led)
            start, is_led = line.end, False
    if paragraph.end > start:
        yield Paragraph(start, paragraph.end, is_led)


def _best(said: Sequence[str], groups: Sequence[Sequence[Span]], level: Level) -> set[int]:
    """Rank sentences by how rare their words are, and by their place in the paragraph.

    Source:
        Luhn, The automatic creation of literature abstracts, 1958; Edmundson, New methods in
        automatic extracting, 1969: place; Spärck Jones, 1972: inverse document frequency;
        Carbonell and Goldstein, The use of MMR, 1998: what is new.
    """
    terms = [words(one) for one in said]
    spread = Counter(word for one in terms for word in set(one))
    total = len(said)
    places = [
        _FIRST if not at else _LAST if at == len(group) - 1 else 1.0
        for group in groups
        for at in range(len(group))
    ]
    weight = {word: log(1 + total / count) for word, count in spread.items()}
    scores = [
        place * sum(weight[word] for word in dict.fromkeys(one)) / sqrt(len(one) or 1)
        for one, place in zip(terms, places, strict=True)
    ]
    wanted = max(2, round(total * _KEPT_RATIO[level]))
    best: set[int] = set()
    covered: set[str] = set()
    for at in sorted(range(total), key=lambda at: (-scores[at], at)):
        new = set(terms[at]) - covered
        # what another sentence has said in nearly the same words is not said again
        if len(best) < wanted and len(new) >= len(set(terms[at])) * _NEW_RATIO:
            best.add(at)
            covered |= new
    return best


def _without_filler(text: str, span: Span) -> Iterator[Elision]:
    start, end = span
    shielded = [match.span() for match in _WORD.finditer(text, start, end) if _is_shield(match)]
    for filler in _FILLER.finditer(text, start, end):
        first, last = filler.span()
        if last < end and not any(a < last and first < b for a, b in shielded):
            yield Elision(first, last, "", 1, "words", "filler")


def _is_shield(match: re.Match[str]) -> bool:
    return " " in match.group()


def _fragments(text: str, span: Span, after: int, known: set[str]) -> Iterator[Elision]:
    """Keep of a sentence what is exact and said nowhere else, and what is trouble or denied."""
    start, end = span
    sentence = text[start:end]
    parts = list(_parts(text, span, known))
    if is_wide(sentence) and parts:
        return
    # trouble that takes two words to tell, such as "timed out", is in no part
    if is_trouble(sentence) and not any(is_trouble(text[a:b]) for a, b in parts):
        return
    if sum(last - first for first, last in parts) > (end - start) * _WHOLE_RATIO:
        return
    if not parts:
        yield Elision(start, after, "", 1, "sentences", _REASON)
        return
    at = start
    for first, last in parts:
        if first - at > 2:
            yield Elision(at, first, "… " if at == start else " … ", 1, "sentences", _REASON)
        at = last
    if end > at:
        yield Elision(at, end, "…", 1, "sentences", _REASON)


class _Word(NamedTuple):
    """What is to be known of a word: the same ones come again and again."""

    is_denied: bool
    is_told: bool
    is_exact: bool
    is_pause: bool
    bare: str


@lru_cache(maxsize=16384)
def _judged(word: str) -> _Word:
    is_denied = negations(word) > 0
    is_exact = _EXACT.search(word) is not None
    told = is_denied or is_trouble(word)
    return _Word(is_denied, told, is_exact, word.endswith(_PAUSE), _bare(word))


def _parts(text: str, span: Span, known: set[str]) -> Iterator[Span]:
    """Find the words of a sentence that must stay, those beside each other as one."""
    scope = 0
    held: Span | None = None
    last: Span | None = None
    for word in _WORD.finditer(text, *span):
        said = _judged(word.group())
        first, before, last = word.start(), last, word.span()
        if said.is_told:
            # "must not", "was never": what is denied begins with the verb before it
            if not scope and before and said.is_denied:
                first = before[0]
            scope = _SCOPE_WORDS + 1
        is_kept = scope > 0
        scope = 0 if said.is_pause or not scope else scope - 1
        if said.is_exact and said.bare not in known:
            known.add(said.bare)
            is_kept = True
        if not is_kept:
            continue
        if held and not text[held[1] : first].strip():
            held = (held[0], word.end())
        else:
            if held:
                yield held
            held = (first, word.end())
    if held:
        yield held


COMPRESSOR = Prose()
