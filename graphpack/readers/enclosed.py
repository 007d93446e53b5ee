"""Finds what stands between a pair of marks, in one pass over the text."""

from __future__ import annotations

from collections.abc import Iterator


def enclosed(text: str, opening: str, closing: str) -> Iterator[str]:
    """Find what stands between two marks.

    A pattern that goes on up to a mark which is missing looks for it again from each opening.

    Args:
        text: Any text.
        opening: The mark before.
        closing: The mark behind; the next one counts.

    Yields:
        What stands between them, in order; an opening that is never closed gives nothing.
    """
    at = 0
    while (start := text.find(opening, at)) >= 0:
        start += len(opening)
        end = text.find(closing, start)
        if end < 0:
            return
        yield text[start:end]
        at = end + len(closing)
