"""What a build server or a container tool writes before every line that a program prints.

It is set aside before a text is judged, so that the output inside is taken for what it is, and
stays before the first line, the last, and those that speak of trouble.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from graphpack.compress.severity import trouble
from graphpack.patterns import compiled

__all__ = ["stamps"]

# seven and nine digits of a second are what machinery writes; programs write three or six
_TIME = compiled(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?:(?:\d{7}|\d{9})Z ?|\d{6}Z \d\d[OE][ +])"
    r"|\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\] "
)
_SERVICE = compiled(r"[a-z][\w.-]{0,60}[-_]\d{1,4} +\| ?")
_LEVEL = compiled(
    r"\W{0,3}(?:(?i:trace|debug|info|notice|warn|warning|error|fatal|critical)\b|\{\")"
)
_FEWEST = 6
_LEVEL_RATIO = 0.5
_SHARE = 0.95


def stamps(text: str) -> Iterator[tuple[int, int, bool]]:
    """Find the times, or the name of one service, before the lines of a text.

    Args:
        text: The text.

    Yields:
        Where each begins and ends, and whether it stays. Nothing where lines lack them, where
        services take turns, or where they are the times of a log with levels.
    """
    for pattern, is_name in ((_TIME, False), (_SERVICE, True)):
        if pattern.match(text):
            yield from _before(text, pattern, is_name=is_name)
            return


def _before(
    text: str, pattern: re.Pattern[str], *, is_name: bool
) -> Iterator[tuple[int, int, bool]]:
    lines = text.split("\n")
    found: dict[int, tuple[int, int]] = {}
    names: Counter[str] = Counter()
    full = leveled = at = 0
    for index, line in enumerate(lines):
        hit = pattern.match(line)
        if hit:
            found[index] = (at, at + hit.end())
            names[hit[0].rstrip("| ")] += 1
            leveled += _LEVEL.match(line, hit.end()) is not None
        full += bool(line) and not line.isspace()
        at += len(line) + 1
    if len(found) < max(_FEWEST, full * _SHARE) or (is_name and len(names) > 1):
        return
    if is_name or leveled < len(found) * _LEVEL_RATIO:
        stay = {*trouble(lines), min(found), max(found)}
        yield from ((*span, index in stay) for index, span in found.items())
