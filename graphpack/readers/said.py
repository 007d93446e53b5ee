"""Remembers what was said in a thread, to know a quote of it again however it was wrapped."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphpack.patterns import compiled

_WORD = compiled(r"\w+")
_RUN = 4
_MAX_RUNS = 200_000
"""Above this a thread's further words are not remembered: quotes of them count as new."""


@dataclass(slots=True)
class Said:
    """The words of a thread, and its runs of four words; counted when first asked about."""

    _runs: set[int] = field(default_factory=set)
    _waiting: list[str] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Remember a text."""
        self._waiting.append(text)

    def knows(self, text: str) -> bool:
        """Tell whether at least half of a text was said before; of a short one every word."""
        self._count()
        words = _words(text)
        if len(words) < _RUN:
            return self._runs.issuperset(_runs(words, 1))
        runs = list(_runs(words, _RUN))
        return sum(1 for run in runs if run in self._runs) * 2 >= len(runs)

    def _count(self) -> None:
        for text in self._waiting:
            words = _words(text)
            if len(self._runs) < _MAX_RUNS:
                self._runs.update(_runs(list(set(words)), 1))
                self._runs.update(_runs(words, _RUN))
        self._waiting.clear()


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _runs(words: list[str], size: int) -> Iterator[int]:
    for start in range(len(words) - size + 1):
        yield zlib.crc32("\0".join(words[start : start + size]).encode("utf-8", "replace"))
