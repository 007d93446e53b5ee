"""One pass over a text, or over many short ones together: where there is anything to look into."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphpack.redact.literals import Literals, Match
from graphpack.redact.runs import KINDS, MIN_BROKEN, Run, breaks_of, runs_of

SEPARATOR = b"\xff"
"""Between texts that are searched together: no UTF-8 has it, no literal, and no token."""

# one byte is looked for as a number: of bytes in bytes Python first asks whether they are one
_ESCAPE, _PERCENT = b"\x1b%"
_COLOUR = re.compile(rb"\x1b\[[0-9;]{0,20}m")


class Seen(NamedTuple):
    """What one pass over a text shows.

    Args:
        bare: The text with blanks for its colours: they stand between a name and its value.
        kinds: Of its bytes, see ``KINDS``.
        matches: Its literals.
        runs: Its long runs.
        breaks: Ends of lines over which a word may go on.
        colours: Where they begin.
    """

    bare: bytes
    kinds: bytes
    matches: Sequence[Match]
    runs: Sequence[Run]
    breaks: Sequence[int]
    colours: Sequence[int]


def see(data: bytes, literals: Literals) -> Seen:
    """Look at a text once.

    Args:
        data: UTF-8; several texts with ``SEPARATOR`` between them.
        literals: To be found.

    Returns:
        What there is to look into.
    """
    bare = data
    colours: Sequence[int] = ()
    if _ESCAPE in data:
        # offsets have to stay
        bare = _COLOUR.sub(_blank, data)
        colours = [match.start() for match in _COLOUR.finditer(data)]
    matches = literals.search(bare)
    if len(bare) < MIN_BROKEN:
        return Seen(bare, b"", matches, (), (), colours)
    kinds = bare.translate(KINDS)
    return Seen(bare, kinds, matches, runs_of(bare, kinds), breaks_of(kinds), colours)


def apart(datas: Sequence[bytes], seen: Seen) -> Iterator[tuple[int, Seen]]:
    """Take apart what was seen of several texts.

    Args:
        datas: The texts, UTF-8.
        seen: Of all, with ``SEPARATOR`` between them.

    Yields:
        Number of each text in which there is anything to look into, and what was seen of it.
    """
    if len(datas) == 1:
        yield 0, seen
        return
    # what lies past the last text ends every search
    ends = [*(end for _, _, end in seen.matches), len(seen.bare) + 1]
    stops = [*(end for _, end, _ in seen.runs), len(seen.bare) + 1]
    breaks, colours = ([*places, len(seen.bare) + 1] for places in (seen.breaks, seen.colours))
    match = run = line = colour = start = 0
    for number, data in enumerate(datas):
        past = start + len(data)
        if (
            ends[match] <= past
            or stops[run] <= past
            or breaks[line] <= past
            or colours[colour] <= past
            or _PERCENT in data
        ):
            a, match = match, bisect_right(ends, past, match)
            b, run = run, bisect_right(stops, past, run)
            c, line = line, bisect_right(breaks, past, line)
            d, colour = colour, bisect_right(colours, past, colour)
            yield (
                number,
                Seen(
                    seen.bare[start:past],
                    seen.kinds[start:past],
                    [(index, at - start, end - start) for index, at, end in seen.matches[a:match]],
                    [(at - start, end - start, parts) for at, end, parts in seen.runs[b:run]],
                    [at - start for at in seen.breaks[c:line]],
                    [at - start for at in seen.colours[d:colour]],
                ),
            )
        start = past + len(SEPARATOR)


def _blank(match: re.Match[bytes]) -> bytes:
    return b" " * len(match.group())
