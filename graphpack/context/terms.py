"""The terms by which a record is held against a task: stems of words, and of the parts of names."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from graphpack.context.lexicon import COMMON, GENERIC_PARTS, STOP
from graphpack.merge.words import SILENT
from graphpack.patterns import compiled
from graphpack.text import words

__all__ = ["Rarity", "is_common", "stem", "terms"]

_SILENT = STOP | SILENT
_ENDINGS = (
    "ations", "ation", "ating", "ments", "ment", "ness", "ings", "ing", "ated", "ates", "ate",
    "tions", "tion", "ungen", "ung", "ies", "ers", "er", "ed", "es", "en", "e", "s",
)  # fmt: skip
_LEAST = 3
_STEM_CHARS = 7
_NUMBERED = compiled(r"([a-z]{3,})\d{1,2}$")
_VERSION = compiled(r"\b(?:version|ver|v)[ .]?(\d{1,3})\b", re.IGNORECASE)
_OWNED = compiled(r"['’]s?$")
_YEAR = compiled(r"(?:19|20)\d\d$|\d{1,3}$")
_PATH = compiled(r"[/\\]|\.\w{1,6}$")
_PARTS = compiled(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
_NAME = compiled(r"(?<![\w./\\:-])[\w./\\:-]*(?:[a-z][A-Z]|\w[_/\\.:-]+\w|[/\\]\w)[\w./\\:-]*")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Cut a word to what its forms share; words of one family get one stem most of the time."""
    if not word.isascii() or not word.isalpha():
        return word
    bare = word
    for ending in _ENDINGS:
        if bare.endswith(ending) and len(bare) - len(ending) >= _LEAST:
            bare = bare[: -len(ending)]
            break
    if len(bare) > _LEAST + 1 and bare[-1] == bare[-2] and bare[-1] not in "sl":
        bare = bare[:-1]  # running, run
    if len(bare) > _LEAST and bare.endswith(("e", "i", "s", "y")):
        bare = bare[:-1]
    return bare[:_STEM_CHARS]


@lru_cache(maxsize=16384)
def terms(text: str) -> frozenset[str]:
    """List the terms of a text: its words and the parts of its names, without those of no content.

    Args:
        text: Any text.

    Returns:
        Stems; wide scripts give pairs of characters.
    """
    found = set(words(_NAME.sub(" ", text)))
    for name in _NAME.findall(text):
        parts = {part.lower() for part in _PARTS.findall(name)}
        # of a path what is in every project says nothing; of a hyphenated word all does
        found |= parts - GENERIC_PARTS if _PATH.search(name) else parts
    found = {_plain(_OWNED.sub("", word)) for word in found}
    found |= {numbered[1] for word in found if (numbered := _NUMBERED.match(word))}
    found |= {f"v{number}" for number in _VERSION.findall(text)}
    return frozenset(
        stem(word)
        for word in found
        if word not in _SILENT
        and (len(word) > 1 or not word.isascii())
        and not (word.isdecimal() and _YEAR.match(word))
    )


def _plain(word: str) -> str:
    """Write a word as names in code write it: without accents, ü as ue."""
    if word.isascii():
        return word
    spelled = unicodedata.normalize("NFD", word.translate(_SPELLED))
    bare = "".join(char for char in spelled if not unicodedata.combining(char))
    return bare if bare.isascii() else word


_SPELLED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "æ": "ae", "ł": "l"}
)
_COMMON_WORTH = 0.4
_COMMON = frozenset(map(stem, COMMON))


def is_common(term: str) -> bool:
    """Whether texts about anything have it: an everyday word."""
    return term in _COMMON


class Rarity:
    """How much a term tells records apart.

    Args:
        texts: The terms of each record, before any was folded away.
    """

    def __init__(self, texts: Sequence[frozenset[str]]) -> None:
        self.count = len(texts)
        self._known: dict[str, float] = {}
        self._seen = Counter(term for found in texts for term in found)

    def __getitem__(self, term: str) -> float:
        """0 to 1; the fewer records have it, the more."""
        if term not in self._known:
            self._known[term] = self._of(term)
        return self._known[term]

    def _of(self, term: str) -> float:
        if not self.count:
            return 0.0
        rare = math.log(1 + self.count / (1 + self._seen[term])) / math.log(1 + self.count)
        return rare * _COMMON_WORTH if term in _COMMON else rare

    def seen(self, term: str) -> int:
        """In how many records it stands."""
        return self._seen[term]

    def sum(self, found: Iterable[str]) -> float:
        """Add up what terms tell; in a fixed order, so that the last bit is always the same."""
        return math.fsum(self[term] for term in sorted(found))
