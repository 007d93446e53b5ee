"""How much was left out of what an extractor was shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shortening:
    """Sums over the texts of a conversation that were shortened.

    Args:
        texts: How many.
        elisions: Places where something was left out.
        original_tokens: Their size before.
        tokens: Their size after.
        failures: Texts that a compressor failed on; they were shown as they are.
        kinds: For each kind of text its name, how many, tokens before and after, by name.
    """

    texts: int = 0
    elisions: int = 0
    original_tokens: int = 0
    tokens: int = 0
    failures: int = 0
    kinds: tuple[tuple[str, int, int, int], ...] = ()
