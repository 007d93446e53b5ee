"""Lines that match a pattern, looked for by their marks: most texts hold none, and cost nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphpack.patterns import compiled


class MarkedLines:
    """A pattern of whole lines of which each holds one of some marks.

    Args:
        pattern: Begins with ``^``, ends with ``$`` and matches within one line.
        marks: Of which one stands in whatever it matches; in lower case where case does not count.
        counted: More marks, of which one may stand there instead, behind a figure and a space.
        is_cased: Whether upper and lower case are different.
    """

    def __init__(
        self,
        pattern: str,
        marks: Sequence[str],
        *,
        counted: Sequence[str] = (),
        is_cased: bool = True,
    ) -> None:
        flags = re.MULTILINE if is_cased else re.MULTILINE | re.IGNORECASE
        self._line = compiled(pattern, flags)
        self._marks = tuple((mark, False) for mark in marks)
        self._marks += tuple((f" {mark}", True) for mark in counted)
        self._is_cased = is_cased

    def finditer(self, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
        """Find what ``re.Pattern.finditer`` would.

        Args:
            text: The whole text.
            start: First character to look at.
            end: End of the stretch, exclusive.

        Yields:
            The matches, in order.
        """
        stretch = text[start:end]
        looked_in = stretch if self._is_cased else stretch.lower()
        if len(looked_in) != len(stretch) or "ſ" in looked_in:
            # in lower case a letter became two, or one is left that no mark knows
            yield from self._line.finditer(text, start, end)
            return
        lines: set[tuple[int, int]] = set()
        for mark, is_counted in self._marks:
            at = looked_in.find(mark)
            while at >= 0:
                # «test_sums PASSED» stands a thousand times where «2 passed» stands once
                if is_counted and not looked_in[at - 1 : at].isdecimal():
                    at = looked_in.find(mark, at + 1)
                    continue
                ends = looked_in.find("\n", at)
                ends = len(stretch) if ends < 0 else ends
                lines.add((looked_in.rfind("\n", 0, at) + 1, ends))
                at = looked_in.find(mark, ends)
        for begins, ends in sorted(lines):
            found = self._line.match(text, start + begins, start + ends)
            if found:
                yield found
