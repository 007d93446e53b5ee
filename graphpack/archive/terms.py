"""Words as they are indexed and as they are asked for: the same on every database."""

from __future__ import annotations

import unicodedata

from graphpack.patterns import compiled
from graphpack.text import words

INDEXED_CHARS = 50_000
"""Of one text; a tsvector holds no more than a megabyte."""

_CAMEL = compiled(r"[a-z][A-Z]")
_HUMP = compiled(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PIECE = compiled(r"[^\W_]+")


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


def humps(piece: str) -> tuple[str, ...]:
    """Give the parts of a name in camel case, lower case; none of another piece of text."""
    return tuple(map(str.lower, _HUMP.findall(piece))) if _CAMEL.search(piece) else ()


def folded(word: str) -> str:
    """Take the accents off a word."""
    if word.isascii():
        return word
    plain = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", plain)
