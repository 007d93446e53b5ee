"""Shortens a summary to its first words without changing what it says.

A head never ends inside an identifier, a number or a bracket, and never leaves a denial or a
condition of its sentence behind; where that cannot be had, there is no head.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from graphpack.merge.statement import without_notes
from graphpack.merge.words import CONTRASTS, LIMITS, NEGATORS, ORDERED, SILENT, VETOES
from graphpack.patterns import compiled
from graphpack.text import WIDE, is_wide, iter_sentences, negations

_PIECE = compiled(rf"[{WIDE}]|[^\s{WIDE}]+")
_WIDE_CHAR = compiled(f"[{WIDE}]")
_CLAUSE_END = compiled(r"[,;:)\]，；：、）]$")
_NO_END = SILENT | ORDERED | CONTRASTS | LIMITS | NEGATORS | VETOES
_OPENING, _CLOSING = "([{（「『“", ")]}）」』”"
_WIDE_CONDITION = compiled("如果|除非|只有|直到|仅|のみ|まで|もし|だけ|만약|까지|만 ")
# up to the next comma, colon, dash or bracket, which itself belongs to the clause
_CLAUSE = compiled(r"\s*[,;:(–—-]?[^,;:()–—]*(?:\)|$)?")
_DESCRIBES = compiled(
    r"(?:which|who|whom|whose|that|where|der|die|das|den|dem|dessen|welche\w*|qui|que|dont|où|cuyo"
    r"|quien|donde|cujo|onde|che|cui|waar|dat|котор\w+|где)\b"
)
_MIN_WORDS = 3


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    weight: float


@lru_cache(maxsize=8192)
def head(text: str, *, words: int = 9, most: int = 20) -> str | None:
    """Cut a summary down to about ``words`` words.

    Args:
        text: A summary.
        words: Aimed at; two characters of a script without spaces count as a word.
        most: Never more than this, even where a denial stands behind the cut.

    Returns:
        The beginning of the summary, with an ellipsis where it was cut within a sentence and
        without a final full stop; None where no cut keeps the meaning, or there is no text.
    """
    plain = " ".join(without_notes(text).split())
    spans = list(iter_sentences(plain))
    if not spans:
        return None
    sentence = plain[spans[0][0] : spans[0][1]]
    pieces = _pieces(sentence)
    for start, end in spans[1:]:
        # a first sentence of one word, or one that the next denies, does not stand alone
        if len(pieces) >= _MIN_WORDS and not _denies_at_once(plain[start:end]):
            break
        sentence = plain[spans[0][0] : end]
        pieces = _pieces(sentence)
    if _weight(pieces) <= words:
        return _trimmed(sentence)
    cut = _cut(sentence, pieces, words)
    if cut is not None and not _is_conditional(sentence[:cut]):
        kept = sentence[:cut]
        while (reach := _reach_of_denial(kept, sentence[len(kept) :])) > 0:
            kept = sentence[: len(kept) + reach]
        if kept == sentence and _weight(pieces) <= most:
            return _trimmed(kept)
        if _weight(_pieces(kept)) <= most and _is_closed(kept):
            return f"{_trimmed(kept).rstrip(' …')}…"
    return _trimmed(sentence) if _weight(pieces) <= most else None


def size_tokens(text: str) -> int:
    """Estimate the tokens of a hand-off; for choosing what goes in, never for a report.

    Args:
        text: Prose with ids.

    Returns:
        About what common tokenizers give.
    """
    wide = len(_WIDE_CHAR.findall(text))
    return round(wide * 0.9 + (len(text) - wide) / 3.8)


def _pieces(sentence: str) -> list[_Piece]:
    return [
        _Piece(m.start(), m.end(), 0.5 if _WIDE_CHAR.match(m.group()) else 1.0)
        for m in _PIECE.finditer(sentence)
    ]


def _weight(pieces: list[_Piece]) -> float:
    return sum(piece.weight for piece in pieces)


def _cut(sentence: str, pieces: list[_Piece], words: int) -> int | None:
    """Find the last good end within ``words``: of a clause, else of a word."""
    clause: int | None = None
    word: int | None = None
    held = 0.0
    for place, piece in enumerate(pieces[:-1]):
        held += piece.weight
        if held > words:
            break
        if held < _MIN_WORDS or not _is_closed(sentence[: piece.end]):
            continue
        if not _may_end(sentence, piece, pieces[place + 1]):
            continue
        word = piece.end
        if _CLAUSE_END.search(sentence[piece.start : piece.end]) and held >= words / 2:
            clause = piece.end
    return clause if clause is not None else word


def _may_end(sentence: str, piece: _Piece, following: _Piece) -> bool:
    last = sentence[piece.start : piece.end]
    coming = sentence[following.start : following.end]
    if re.match(r"[v~<>=≥≤+-]?\d", coming) or re.match(r"[=<>→/|+&-]", coming):
        return False
    if re.search(r"[=<>→/|+&(-]$", last) or re.fullmatch(r"[v~<>=≥≤+-]?\d[\d.,]*", last):
        return False
    if piece.end == following.start and not _WIDE_CHAR.match(last + coming):
        return False  # a name that runs into characters without a space
    return last.casefold().strip(",;:") not in _NO_END


def _is_closed(text: str) -> bool:
    depth = sum(text.count(mark) for mark in _OPENING) - sum(text.count(m) for m in _CLOSING)
    return depth == 0 and text.count("`") % 2 == 0 and text.count('"') % 2 == 0


def _reach_of_denial(kept: str, rest: str) -> int:
    """Tell how much of what would be cut off denies or narrows what stays.

    A denial counts in the clause right behind the cut, or behind a clause that only describes
    («…, which Ana proposed, was not approved»). In scripts without spaces, where the verb comes
    last, it counts in the whole sentence.

    Returns:
        Characters that must stay too; 0 where nothing must.
    """
    if is_wide(rest):
        return len(rest) if _denies(rest) else 0
    is_inside = _CLAUSE_END.search(kept) is None
    for clause in _CLAUSE.finditer(rest):
        if _denies(clause.group()):
            return clause.end()
        describes = _DESCRIBES.match(clause.group().lstrip(" ,;:(").casefold())
        if not is_inside and not describes:
            break
        is_inside = False
    return 0


def _denies(text: str) -> bool:
    folded = {word.strip(".,;:()!?") for word in text.casefold().split()}
    return bool(
        negations(text)
        or folded & (LIMITS | VETOES)
        or _WIDE_CONDITION.search(text)
        or any(word.endswith(("n't", "n’t")) for word in folded)
    )


def _is_conditional(start: str) -> bool:
    first = start.casefold().split(maxsplit=1)
    return bool(first) and first[0].strip(",") in LIMITS


def _denies_at_once(sentence: str) -> bool:
    return negations(" ".join(sentence.split()[:2])) > 0


def _trimmed(text: str) -> str:
    return text.strip().rstrip(".。,;:，；：、 —–-")
