"""What a row has to hold, as each database's full text reads it."""

from __future__ import annotations

from dataclasses import dataclass

RANKED = 2_000
"""Of so many rows that match, the newest, the rank is worked out."""
COMMON = 5_000
"""A word in more rows than that tells nothing where other words were asked for as well."""

_LEAST_CHARS = 3
_ENDINGS = ("ies", "ing", "es", "ed", "s", "y", "e")
_LEAST_STEM_CHARS = 4


@dataclass(frozen=True, slots=True)
class Match:
    """What a row has to hold.

    Args:
        terms: As ``query_terms`` gives them, at least one.
        is_prefix: Words that begin so count, but for their endings.
        is_any: One of them is enough.
    """

    terms: tuple[str, ...]
    is_prefix: bool = False
    is_any: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The terms, without their endings where beginnings count."""
        return tuple(map(stem, self.terms)) if self.is_prefix else self.terms

    def for_sqlite(self) -> str:
        """Write it for FTS5; terms are letters and digits, so none can steer it."""
        told = (f'"{word}"{" *" * self._is_open(word)}' for word in self.words)
        return (" OR " if self.is_any else " AND ").join(told)

    def for_postgresql(self) -> str:
        """Write it for ``to_tsquery``; terms are letters and digits, so none can steer it."""
        told = (f"'{word}'{':*' * self._is_open(word)}" for word in self.words)
        return (" | " if self.is_any else " & ").join(told)

    def _is_open(self, word: str) -> bool:
        return self.is_prefix and len(word) >= _LEAST_CHARS


def stem(term: str) -> str:
    """Take a usual English ending off a word."""
    if not term.isascii() or not term.isalpha():
        return term
    for ending in _ENDINGS:
        if term.endswith(ending) and len(term) - len(ending) >= _LEAST_STEM_CHARS:
            return term[: -len(ending)]
    return term
