"""Gives back what was shortened: a text is kept under the hash of its content.

The store is a port: one in memory stands here, one on the disk with the command line. The clock
is handed in; nothing here reads one.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from graphpack.patterns import compiled

__all__ = [
    "MAX_ENTRIES",
    "TTL_S",
    "MemoryOriginals",
    "Originals",
    "hint",
    "reference",
    "references",
    "with_hint",
]

MAX_ENTRIES = 1_000
TTL_S = 3_600.0
REFERENCE_CHARS = 24
"""Hexadecimal digits of a reference: 96 bits, and a third of a whole hash's tokens."""

_HINT = compiled(rf"<!-- CCR:([0-9a-f]{{{REFERENCE_CHARS}}}) -->")


class Originals(Protocol):
    """Keeps texts, and gives them back byte for byte."""

    def store(self, text: str) -> str:
        """Keep a text.

        Args:
            text: Any text, redacted where it goes to a disk.

        Returns:
            Its reference; the same text always has the same one.
        """

    def retrieve(self, ref: str) -> str | None:
        """Give a text back.

        Args:
            ref: As ``store`` gave it.

        Returns:
            The text; None where it is not kept, or not any more.
        """


def reference(text: str) -> str:
    """Name a text by its content.

    Returns:
        The first ``REFERENCE_CHARS`` hexadecimal digits of its SHA-256.
    """
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:REFERENCE_CHARS]


def hint(ref: str) -> str:
    """Word what stands in a shortened text, so that a reader can ask for the original."""
    return f"<!-- CCR:{ref} -->"


def references(text: str) -> tuple[str, ...]:
    """Find the references that a text names, in order, each once."""
    return tuple(dict.fromkeys(_HINT.findall(text)))


def with_hint(short: str, ref: str) -> str:
    """Put the way back below a shortened text, on a line of its own.

    Args:
        short: The shortened text.
        ref: Of its original.
    """
    return f"{short}{'' if not short or short.endswith(chr(10)) else chr(10)}{hint(ref)}\n"


@dataclass(slots=True)
class MemoryOriginals:
    """Keeps the texts used last, for a while.

    Args:
        clock: Seconds that never go back, such as ``time.monotonic``.
        max_entries: How many; the one longest not used goes first.
        ttl_s: How long after it was last stored a text is given back.
    """

    clock: Callable[[], float]
    max_entries: int = MAX_ENTRIES
    ttl_s: float = TTL_S
    _kept: OrderedDict[str, tuple[float, str]] = field(default_factory=OrderedDict, repr=False)

    def store(self, text: str) -> str:
        """Keep a text; see ``Originals``."""
        ref = reference(text)
        self._kept[ref] = (self.clock(), text)
        self._kept.move_to_end(ref)
        while len(self._kept) > self.max_entries:
            self._kept.popitem(last=False)
        return ref

    def retrieve(self, ref: str) -> str | None:
        """Give a text back; see ``Originals``."""
        found = self._kept.get(ref)
        if found is None:
            return None
        stored_s, text = found
        if self.clock() - stored_s > self.ttl_s:
            del self._kept[ref]
            return None
        self._kept.move_to_end(ref)
        return text

    def __len__(self) -> int:
        """Count the texts that are held, those that are too old among them."""
        return len(self._kept)
