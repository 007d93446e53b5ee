"""Finds the place a quote was taken from, so that code and not a model says what was said.

A quote is looked for exactly, then in a folded form (white space, case, Unicode form, Markdown
marks), then word by word with a little tolerance. What is found is always the source's own
characters; whether a statement follows from them is not decided here.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from graphpack.model.conversation import Image, Message, Reasoning
from graphpack.model.graph import Source
from graphpack.patterns import compiled
from graphpack.text import WIDE, negations

Span = tuple[int, int]

FUZZY_RATIO = 0.8
"""Share of a quote's words that must stand in order in the source."""

FUZZY_MIN_WORDS = 5
FUZZY_REACH = 2
"""How many messages away from the cited one a quote is still looked for word by word."""

SHORT_CHARS = 8
"""A quote below this proves its place only in the message that was cited."""

# where a model was shown less than there is, or left something out itself; no quote crosses it
_GAP = compiled(r"⟪[^⟪⟫\n]*⟫|\[\s*(?:…|\.\.\.)\s*\]|…|\.\.\.")
_TOKEN = compiled(rf"[{WIDE}]|[^\W_{WIDE}]+", re.UNICODE)
_WRAPPING = "\"'“”‘’«»„`「」『』"
# characters that a quote may lack or have without being another text
_DROPPED = frozenset(
    (*"*`\u00ad\u200b\u200c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068"
     "\u2069\ufe0e\ufe0f\ufeff\ufffd", *map(chr, range(0xE0000, 0xE0080)))
)  # fmt: skip
_ALIKE = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": "'", "′": "'", "“": '"', "”": '"', "„": '"', "″": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Folded:
    """A folded text and, for each of its characters, the half-open span it came from."""

    text: str
    starts: array[int]
    ends: array[int]

    def span(self, start: int, end: int) -> Span:
        return self.starts[start], self.ends[end - 1]


def anchor(quote: str, message_index: int, messages: Sequence[Message]) -> Source | None:
    """Find where a quote stands.

    The cited message is searched first, then its neighbours, nearest first. Reasoning is never a
    source. A quote in which something was left out is found by its longest piece.

    Args:
        quote: What somebody claims to have copied.
        message_index: The message it is claimed to be from; may lie outside ``messages``.
        messages: Where to look, in order.

    Returns:
        The span with the source's own characters; None where the quote stands nowhere.
    """
    quote = quote.strip()
    for candidate in dict.fromkeys((quote, quote.strip(_WRAPPING + " \n"))):
        found = _anchor_whole(candidate, message_index, messages)
        if found is not None:
            return found
    pieces = [piece.strip(_WRAPPING + " \n") for piece in _GAP.split(quote)]
    longest = max(pieces, key=len)
    if len(pieces) > 1 and len(longest) >= max(SHORT_CHARS, len(quote) // 3):
        return _anchor_whole(longest, message_index, messages)
    return None


def _anchor_whole(quote: str, cited: int, messages: Sequence[Message]) -> Source | None:
    if not _TOKEN.search(quote) and len(quote) < 2:
        return None
    by_distance = sorted(messages, key=lambda message: (abs(message.index - cited), message.index))
    here = [message for message in by_distance if message.index == cited]
    far = [message for message in by_distance if message.index != cited]
    if len(quote) < SHORT_CHARS:
        far = []
    near = [message for message in far if abs(message.index - cited) <= FUZZY_REACH]
    attempts: tuple[tuple[_Finder, list[Message]], ...] = (
        (_find_exact, here),
        (_find_folded, here),
        (_find_exact, far),
        (_find_folded, far),
        (_find_fuzzy, here),
        (_find_fuzzy, near),
    )
    for finder, places in attempts:
        for message in places:
            source = _search(finder, quote, message)
            if source is not None:
                return source
    return None


_Finder = Callable[[str, str], Span | None]


def quotable_parts(message: Message) -> Iterator[tuple[int, str]]:
    """Yield the parts of a message that can be evidence.

    Args:
        message: Any message.

    Yields:
        Part index and text; reasoning, pictures and empty parts are left out.
    """
    for index, part in enumerate(message.parts):
        if not isinstance(part, Reasoning | Image) and part.text:
            yield index, part.text


def _search(finder: _Finder, quote: str, message: Message) -> Source | None:
    for index, text in quotable_parts(message):
        span = finder(quote, text)
        if span is not None:
            start, end = span
            return Source(
                message=message.index, part=index, start=start, end=end, quote=text[start:end]
            )
    return None


def _find_exact(quote: str, text: str) -> Span | None:
    """Find a quote that begins and ends at the borders of words, and never inside a cluster.

    A long quote is also accepted inside a word; a short one ("is") would match anywhere.
    """
    loose: Span | None = None
    at = text.find(quote)
    while at >= 0:
        end = at + len(quote)
        if not _continues(text[end : end + 1]):
            if not _cuts_word(text, at) and not _cuts_word(text, end):
                return at, end
            loose = loose or (at, end)
        at = text.find(quote, at + 1)
    return loose if len(quote) >= SHORT_CHARS else None


def _cuts_word(text: str, at: int) -> bool:
    if not 0 < at < len(text):
        return False
    pair = text[at - 1 : at + 1]
    return _TOKEN.fullmatch(pair) is not None


def _continues(char: str) -> bool:
    """True for a character that belongs to the one before it."""
    return bool(char) and (
        unicodedata.category(char) in {"Mn", "Me", "Mc"}
        or char in "\u200d\ufe0e\ufe0f"
        or "\U0001f3fb" <= char <= "\U0001f3ff"  # skin tones
        or "\u1160" <= char <= "\u11ff"  # decomposed Hangul
    )


def _find_folded(quote: str, text: str) -> Span | None:
    needle = _fold(quote).text.strip()
    if not needle:
        return None
    folded = _fold(text)
    span = _find_exact(needle, folded.text)
    return folded.span(*span) if span else None


@lru_cache(maxsize=512)
def _fold(text: str) -> _Folded:
    out: list[str] = []
    starts, ends = array("q"), array("q")
    at, size = 0, len(text)
    while at < size:
        end = at + 1
        while end < size and _continues(text[end]):
            end += 1
        cluster = text[at:end]
        if cluster.isspace():
            if not out or out[-1] != " ":
                out.append(" ")
                starts.append(at)
                ends.append(end)
            else:
                ends[-1] = end
        else:
            for char in _fold_cluster(cluster):
                out.append(char)
                starts.append(at)
                ends.append(end)
        at = end
    return _Folded("".join(out), starts, ends)


@lru_cache(maxsize=8192)
def _fold_cluster(cluster: str) -> str:
    folded = unicodedata.normalize("NFKC", cluster.translate(_ALIKE)).casefold()
    folded = unicodedata.normalize("NFKC", folded)
    return "".join(char for char in folded if char not in _DROPPED and not char.isspace())


@dataclass(frozen=True, slots=True)
class _Words:
    words: tuple[str, ...]
    spans: tuple[Span, ...]
    counts: Counter[str]


@lru_cache(maxsize=512)
def _words(text: str) -> _Words:
    folded = _fold(text)
    found = list(_TOKEN.finditer(folded.text))
    words = tuple(match.group() for match in found)
    spans = tuple(folded.span(*match.span()) for match in found)
    return _Words(words, spans, Counter(words))


def _find_fuzzy(quote: str, text: str) -> Span | None:
    """Find a stretch that has nearly all words of the quote in their order.

    Words with digits must all be there, and the number of negations must be the same: "do not
    use 3.1" is no evidence for "do use 3.2".
    """
    wanted = _words(quote).words
    if len(wanted) < FUZZY_MIN_WORDS:
        return None
    there = _words(text)
    # most texts lack most of the words: no need to look where they stand
    if (Counter(wanted) & there.counts).total() < FUZZY_RATIO * len(wanted):
        return None
    window = _best_window(wanted, there.words)
    if window is None:
        return None
    lo, hi = window
    matcher = SequenceMatcher(None, wanted, there.words[lo:hi], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if sum(block.size for block in blocks) < FUZZY_RATIO * len(wanted):
        return None
    first, last = lo + blocks[0].b, lo + blocks[-1].b + blocks[-1].size
    numbers = Counter(word for word in wanted if any(char.isdigit() for char in word))
    if numbers - Counter(there.words[first:last]):
        return None
    start, end = there.spans[first][0], there.spans[last - 1][1]
    if negations(quote) != negations(text[start:end]):
        return None
    return start, end


def _best_window(wanted: Sequence[str], words: Sequence[str]) -> tuple[int, int] | None:
    """The stretch, a quarter longer than the quote, that shares the most words with it."""
    size = len(wanted) + max(2, len(wanted) // 4)
    need = Counter(wanted)
    have: Counter[str] = Counter()
    inside: deque[int] = deque()
    shared = best = best_at = 0
    for at, word in enumerate(words):
        if word not in need:
            continue
        inside.append(at)
        shared += have[word] < need[word]
        have[word] += 1
        while inside[0] <= at - size:
            left = words[inside.popleft()]
            have[left] -= 1
            shared -= have[left] < need[left]
        if shared > best:
            best, best_at = shared, inside[0]
    if best < FUZZY_RATIO * len(wanted):
        return None
    return max(0, best_at - 2), min(len(words), best_at + size)
