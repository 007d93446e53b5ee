"""Words as they are indexed and as they are asked for: the same on every database."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from graphpack.patterns import compiled
from graphpack.text import words

INDEXED_CHARS = 50_000
"""Of one text; a tsvector holds no more than a megabyte."""

_CAMEL = compiled(r"[a-z][A-Z]")
_HUMP = compiled(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PIECE = compiled(r"[^\W_]+")
_IN_QUESTIONS = (
    # in the languages of the other word lists; without accents
    " a an the of to in on at by for with from and or is are was were be been do does did has have"
    " had can could should would will who whom whose which what when where why how it its this that"
    " these those there we our us you your they their he she his her i my me not about any"
    " wer wen wem wessen was wann wo wohin warum wieso weshalb wie welche welcher welches welchen"
    " der die das den dem des ein eine einen einem einer und oder ist sind wird werden hat haben"
    " fur mit von zu zum zur im am auf bei uber wir ich er sie nicht"
    " qui que quoi quel quelle quels quelles quand ou pourquoi comment est ce les le la un une du"
    " au aux et dans pour avec sur il elle nous vous"
    " quien quienes cual cuales cuando donde como el los las unos unas y en con por para es son"
    " quem qual quais quando onde porque o os as um uma e em no na do da dos das com sao"
    " chi che quale quali dove perche gli lo uno di del della nel nella per non sono"
    " wie wat welk waar wanneer waarom hoe het een van op te voor met zijn"
    " kto co ktory ktora ktore kiedy gdzie dlaczego jak jest sa w na z do i nie"
    " кто что какои какая какое какие когда где почему зачем как и в на с по не"
)
_ASKING = frozenset(_IN_QUESTIONS.split())


def index_terms(text: str) -> str:
    """Give the words that a database would not find in a text by itself.

    Args:
        text: A node's or a message's; what is beyond ``INDEXED_CHARS`` is not looked at.

    Returns:
        Words with a space between, each once, in the order met: pairs of characters of scripts
        without spaces, words without accents, the parts of names in camel case.
    """
    text = text[:INDEXED_CHARS]
    plain = set(_PIECE.findall(text.lower()))
    found = [word for word in query_terms(text) if word not in plain]
    parts = (hump for piece in _PIECE.findall(text) for hump in humps(piece))
    found += (hump for hump in parts if hump not in plain)
    return " ".join(dict.fromkeys(found))


def query_terms(query: str) -> tuple[str, ...]:
    """Cut a query into words of which each is found as it was indexed.

    Args:
        query: As a person types it; no character of it is an operator.

    Returns:
        Letters and digits only, lower case, without accents, each once, in the order typed; pairs
        of characters of scripts without spaces.
    """
    pieces = (piece for word in words(query) for piece in _PIECE.findall(folded(word)))
    return tuple(dict.fromkeys(pieces))


def telling(terms: Sequence[str]) -> tuple[str, ...]:
    """Leave out the words in which a question is put: «who books the tent» is of two words.

    Args:
        terms: As ``query_terms`` gives them.

    Returns:
        The others, in their order; all where there are no others.
    """
    return tuple(term for term in terms if term not in _ASKING) or tuple(terms)


def humps(piece: str) -> tuple[str, ...]:
    """Give the parts of a name in camel case, lower case; none of another piece of text."""
    return tuple(map(str.lower, _HUMP.findall(piece))) if _CAMEL.search(piece) else ()


def folded(word: str) -> str:
    """Take the accents off a word."""
    if word.isascii():
        return word
    plain = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", plain)
