"""Finds where a JSON value ends in text that is read bit by bit, without decoding it."""

from __future__ import annotations

import io
import re
from typing import IO

from graphpack.patterns import compiled

CHUNK_BYTES = 4 << 20
MAX_ELEMENT_BYTES = 128 << 20
"""A value that has not ended by then has lost a bracket: no conversation is that large."""

STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
# outside strings only these occur; another one shows that a quote is lost, at once
_RUN = rb"(?:[\s,:0-9+\-.EINaefilnrstuy\0]++|" + STRING + rb")*+"
_PASSED = compiled(_RUN, re.DOTALL)
_BRACKET = compiled(_RUN + rb"([{}\[\]])", re.DOTALL)
_CLOSERS = {b"{": b"}", b"[": b"]"}


class Window:
    """The part of a stream that is in memory: from the value that is being read on.

    Args:
        file: A binary stream.

    Attributes:
        data: What is in memory.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.data = b""
        self._file = file

    def more(self) -> bool:
        """Read on, as much again as is there; False at the end of the stream."""
        # by doubling, a value that is read on again and again still costs linear time
        chunk = self._file.read(max(CHUNK_BYTES, len(self.data)))
        self.data += chunk
        return bool(chunk)

    def end(self) -> None:
        """Read no more of the stream."""
        self._file = io.BytesIO()

    def drop(self, position: int) -> None:
        """Let go of what stands before a position, which becomes 0."""
        self.data = self.data[position:]


def value_end(window: Window, start: int, limit: int = MAX_ELEMENT_BYTES) -> int | None:
    """Find the end of a list or an object.

    Args:
        window: Its text; it is read on where the value goes on.
        start: Where its bracket opens, in bytes.
        limit: The most to have in memory, in bytes.

    Returns:
        The position after its closing bracket; None where the text stops, breaks or goes on too
        long before.
    """
    closers: list[bytes] = []
    position = start
    while True:
        bracket = _BRACKET.match(window.data, position)
        if bracket is None:
            position = _passed(window.data, position)
            is_broken = window.data[position : position + 1] not in (b"", b'"')
            if is_broken or len(window.data) - start > limit or not window.more():
                return None
            continue
        position = bracket.end()
        mark = bracket[1]
        if mark in _CLOSERS:
            closers.append(_CLOSERS[mark])
        elif not closers or closers.pop() != mark:
            return None
        if not closers:
            return position


def _passed(data: bytes, position: int) -> int:
    run = _PASSED.match(data, position)
    return run.end() if run else position
