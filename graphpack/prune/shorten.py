"""Shortens a summary at sentence and clause boundaries, and only by what carries no hard fact.

A clause that negates something or holds a name, number, version, path, quotation or identifier
always stays, and so does the first clause. Nothing is reworded.
"""

from __future__ import annotations

import re
from functools import lru_cache

from graphpack.patterns import compiled
from graphpack.text import identifiers, is_wide, iter_sentences, negations

MIN_SAVED_CHARS = 12

_CLAUSE = compiled(
    # a run of blanks is entered at its start alone: else a long one takes the square of its length
    r";\s++|(?<!\s)\s++[—–-]\s++"
    r"|(?:,|(?<!\s))\s++(?=(?:because|so that|in order to|even though|although|whereas|weil|damit"
    r"|obwohl|parce que|afin de|porque|aunque)\b)"
    r"|,\s++(?=(?:which|since|while|as|where|though|so|such as|including|denn|da|wobei|car|puisque"
    r"|ya que|потому|так как|чтобы)\b)",
    re.IGNORECASE,
)
_ASIDE = compiled(r"(?<!\s)\s++\([^()\s]++\s[^()]*\)")
_QUOTED = compiled(r"[`\"“”«»„]|(?<!\w)'[^']+'(?!\w)")
# an apostrophe stands between letters, or behind the last one where none was opened
_OPENS = compiled(r"(?<!\w)['‘](?=\S)")
_CLOSES = compiled(r"(?<=\S)['’](?!\w)")
_CHANGE = compiled(
    r"\b(?:switch\w*|replac\w*|supersed\w*|dropp\w*|abandon\w*|revert\w*"
    r"|mov(?:e|ed|ing) (?:from|to)"
    r"|no longer|rather than|except|unless|only|must|never|always|until|blocked|deferred|rejected"
    r"|nobody|hardly|niemand\w*|nichts|personne|rien|nadie|nada|ninguém|nessuno|никто|ничего"
    r"|contradict\w*|conflict\w*|nur|immer|muss|solo|siempre|seulement|toujours|только|всегда)\b",
    re.IGNORECASE,
)
_NAME = compiled(r"(?<!^)(?<![.!?:]\s)\b[^\W\d_a-z]\w*")
_FIRST_WORD = compiled(r"\W*(\w+)")
_PLAIN_STARTS = frozenset([
    "a", "an", "all", "also", "and", "another", "as", "at", "both", "but", "by", "each", "for",
    "from", "he", "her", "here", "his", "however", "i", "if", "in", "it", "its", "many", "most",
    "on", "our", "she", "so", "some", "that", "the", "their", "then", "there", "these", "they",
    "this", "those", "to", "we", "when", "where", "which", "while", "with", "you", "your",
])  # fmt: skip


@lru_cache(maxsize=4096)
def shorten(text: str) -> str:
    """Leave out what carries no hard fact.

    Args:
        text: A summary in prose, never code.

    Returns:
        The shorter text, or the same where little could go; shortening twice changes nothing.

    Source:
        Seed 002, "Universal compression rules": negatives, versions and names stay exact.
    """
    if is_wide(text):  # names cannot be told from words there
        return text
    shorter = _once(text)
    while (next_one := _once(shorter)) != shorter:
        shorter = next_one
    return shorter if len(text) - len(shorter) >= MIN_SAVED_CHARS else text


def is_hard(text: str) -> bool:
    """Tell whether a clause holds something that must not be lost.

    Args:
        text: A clause or a sentence.

    Returns:
        True for a negation, a name, a number, an identifier, a quotation or a change of mind.
    """
    if negations(text) or identifiers(text) or any(char.isdigit() for char in text):
        return True
    if _QUOTED.search(text) or _CHANGE.search(text) or re.search(r"[\w)][/\\_@#=<>*]|[?]", text):
        return True
    stripped = text.strip()
    if _NAME.search(stripped):
        return True
    first = _FIRST_WORD.match(stripped)
    # a capital at the start may be a name or only the start
    return bool(first and first[1][:1].isupper() and first[1].casefold() not in _PLAIN_STARTS)


def _once(text: str) -> str:
    kept: list[str] = []
    for number, (start, end) in enumerate(iter_sentences(text)):
        sentence = text[start:end]
        if number and not is_hard(sentence):
            continue
        kept.append(_sentence(sentence))
    return " ".join(kept)


def _sentence(sentence: str) -> str:
    sentence = _without_asides(sentence)
    stop = sentence[-1] if sentence[-1:] in ".!?" else ""
    body = sentence[: len(sentence) - len(stop)]
    places = [found for found in _CLAUSE.finditer(body) if _is_outside(body, found.start())]
    if not places or places[0].start() == 0:
        return sentence
    parts = [body[: places[0].start()]]
    for place, after in zip(places, [*places[1:], None], strict=True):
        clause = body[place.end() : after.start() if after else len(body)]
        if is_hard(clause):
            parts.append(place.group() + clause)
    return "".join(parts) + stop


def _without_asides(sentence: str) -> str:
    def kept(found: re.Match[str]) -> str:
        is_quoted = not _is_outside(sentence, found.start())
        return found[0] if is_quoted or is_hard(found[0].strip(" ()")) else ""

    return _ASIDE.sub(kept, sentence)


def _is_outside(text: str, at: int) -> bool:
    """Whether a place is outside of every bracket and quotation."""
    before = text[:at]
    if before.count("`") % 2 or before.count('"') % 2:
        return False
    if len(_OPENS.findall(before)) > len(_CLOSES.findall(before)):
        return False
    return all(before.count(a) <= before.count(b) for a, b in ("()", "[]", "{}", "“”", "«»"))
