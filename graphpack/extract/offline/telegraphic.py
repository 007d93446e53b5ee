"""Shortens the wording of English prose: articles, padding and long-winded turns go.

Only words that carry nothing are touched. Code spans, quotations, names and numbers stay as they
are, and so does every word that denies, limits or dates a statement.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from functools import lru_cache

from graphpack.patterns import compiled

MIN_ENGLISH_WORDS = 2
"""Fewer plain English words than this, and a line may be in any language."""

_KEPT = compiled(r"`[^`]{0,600}`|\"[^\"]{0,600}\"|“[^”]{0,600}”|«[^»]{0,600}»|https?://\S+")
_ENGLISH = compiled(
    r"(?<![\w-])(?:the|of|and|to|is|are|was|for|with|in|it|on|be|that|this|you|not)(?![\w-])",
    re.IGNORECASE,
)
_DOUBLED = (
    "i|you|he|she|it|we|they|the|a|an|and|or|but|so|to|of|in|on|at|for|with|is|are|was|if|my|your|our"
    "|this|these|those|what|when|how|because|just|like|can|could|would|should|it['’]s|i['’]m|we['’]re"
    "|that['’]s|no|not|ich|du|er|wir|der|die|und|aber|nicht|je|tu|il|on|nous|et|mais|de|yo|que|el|la|y"
    "|o|eu|não|non|io|ma|я|мы|и|но|не|это"
)
_TURNS = tuple(
    (compiled(pattern, re.IGNORECASE), by)
    for pattern, by in (
        (r"\bin order to\b", "to"),
        (r"\bdue to the fact that\b", "because"),
        (r"\b(?:is|are) able to\b", "can"),
        (r"\bas well as\b", "and"),
        (r"\b(?:which|that) (?:is|are) (?=[a-z]+(?:ed|ing|able)\b)", ""),
        (r"\bthere (?:is|are) (?=an? |the |also )", ""),
        (r"(?<=[,.…] )(?:you know|i mean|sort of|kind of)[,.]? ", ""),
        (r"\b(?:u+m+|u+h+|er+m)[,.…]+ ", ""),
        (r"\bit (?:is|'s) (?:important|worth noting) (?:to note )?that ", ""),
    )
)
# an article before a word; «plan A», «A is out», «a.txt» and «a = 1» hold none
_PADDING = compiled(
    r"(?<![\w`'’\"./@#$%&=<>*+-])"
    r"(?:[Tt]he|an?(?! (?:second|minute|hour|day|night|morning|evening|week|weekend|month|quarter|year|season"
    r"|piece|person|head|unit|time|share|pair|dozen|few|little|lot|couple|bit|number|hundred|thousand|million)s?\b)|An|[Jj]ust|[Ss]imply|[Bb]asically|[Aa]ctually|[Ee]ssentially|[Rr]eally|[Vv]ery"
    r"|[Pp]lease) (?=[\w`\"“(])(?![A-Z]?\b[=<>+*/])"
)

# «twice a round», «two euros a box», «half an apple», «every other»: here it says how many or how often
_COUNTING = compiled(
    r"(?:\b(?:once|twice|thrice|times|per|every|each|half|such|many|what|not|all|both|only)"
    r"|(?:[$€£¥]?\d[\d.,]*[%€$£]?|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|thousand))"
    r"(?: [^\W\d]+)?)[ (`\"]*$",
    re.IGNORECASE,
)
_ARTICLES = frozenset(("a", "an", "the"))
_LOOK_BACK_CHARS = 40


@lru_cache(maxsize=16384)
def telegraphic(text: str) -> str:
    """Leave out the words of a line that carry nothing.

    Args:
        text: One line, its code spans still marked.

    Returns:
        The shorter line; the line itself where it is not plainly English.
    """
    if len(_ENGLISH.findall(text)) < MIN_ENGLISH_WORDS:
        return text
    found, at = [], 0
    for kept in _KEPT.finditer(text):
        found += [_shorter(text[at : kept.start()]), kept.group()]
        at = kept.end()
    return "".join([*found, _shorter(text[at:])])


@lru_cache(maxsize=16384)
def fluent(text: str) -> str:
    """Leave out what only speech has: «uh», «you know», words begun twice.

    Args:
        text: Transcribed speech.

    Returns:
        The same without them; what is said stays, and a doubled «no» or «not» is said once.
    """
    text = " ".join(text.split())
    if _PLAINLY_ENGLISH.search(text):
        text = _UM.sub("", text)
    for pattern, by in _SPEECH:
        text = pattern.sub(by, text)
    return " ".join(text.split())


_PLAINLY_ENGLISH = compiled(r"\b(?:the|and|of|that|this|you|it|we)\b", re.IGNORECASE)
_UM = compiled(r"(?<![\w'’-])u+m+(?![\w'’-])[,.…]*", re.IGNORECASE)
_SPEECH = tuple(
    (compiled(pattern, re.IGNORECASE), by)
    for pattern, by in (
        # letters spelt one by one: «L_C_D_»
        (r"(?<![\w])((?:[a-z]_){2,})(?![\w_])", lambda found: found[1].replace("_", "")),
        # «um» is a word in German and Portuguese, «er» in German, «mm» a unit
        (
            r"(?<![\w'’-])(?<!\d )(?:u+h+|um(?=[,.…])|uu+m+|erm|mm+-?hm*|hm+|äh+m?|öh+m?|ehm|euh+"
            r"|э-э+)(?![\w'’-])[,.…]*|(?<![\w])嗯+[，、]?",
            "",
        ),
        (
            r"(?:(?<=[,.…?!] )|^)(?:you know|i mean|sort of|kind of|o sea|weißt du|tu vois|sabe"
            r"|sai)\b,\s*",
            "",
        ),
        (
            r",? (?:you know|or something(?: like that)?|and stuff(?: like that)?|or whatever)"
            r"(?=[,.…?!]|$)",
            "",
        ),
        # «w we», «th the»: a word broken off; a vowel would make it a word of its own
        (r"(?<![\w'’-])([bcdfghjklmnpqrstvwxz]{1,3})[,.…-]* (?=\1\w)", ""),
        (rf"(?<![\w'’-])({_DOUBLED})(?:[,.…]* \1)+(?![\w'’-])", r"\1"),
        (r" (?=[,.?!])", ""),
    )
)


def _shorter(text: str) -> str:
    for turn, by in _TURNS:
        text = turn.sub(by, text)
    return _PADDING.sub(_left_out, text)


def _left_out(found: re.Match[str]) -> str:
    """Nothing, unless it is an article that counts."""
    word = found.group()
    before = found.string[max(found.start() - _LOOK_BACK_CHARS, 0) : found.start()]
    is_counting = word.strip().lower() in _ARTICLES and _COUNTING.search(before)
    return word if is_counting else ""
