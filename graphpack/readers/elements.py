"""Reads the elements of a big JSON array one at a time; memory does not grow with the file.

Where one element ends and the next begins is found without decoding; each is then decoded by
itself, so that a broken one costs no other. It knows no format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from graphpack.errors import ReadError
from graphpack.patterns import compiled
from graphpack.readers.base import Opened
from graphpack.readers.brackets import (
    CHUNK_BYTES,
    MAX_ELEMENT_BYTES,
    STRING,
    Window,
    value_end,
)
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import MAX_BROKEN_ITEMS, load_bytes, load_document
from graphpack.readers.opening import stream

WRAPPERS = frozenset({"conversations"})
_HEAD_BYTES = 1 << 20
_MAX_MENDED_BYTES = 8 << 20
"""A broken element that is larger is left out: to mend it would take minutes."""

_MAX_TRIES = 64
"""How many places are tried as the next element after a broken one."""

_MAX_TRIED_BYTES = 32 << 20
_MAX_MISSES = 8
"""After so many wrong guesses in a row no more are made: each looks through all in memory."""

_LOOKAHEAD_BYTES = 256
_NOTHING = object()
_BETWEEN = compiled(rb"[\s,\0]*+")
_OPENING = compiled(rb"\{\s*+(?:" + STRING + rb"\s*+:)?")
_SCALAR = compiled(STRING + rb'|[^\s,\[\]{}"]++', re.DOTALL)
_KEY = compiled(rb'[\s,]*+"([^"\\]*+)"\s*+:\s*+')

_BROKEN = "not JSON; left out"
_CUT = "the document is cut off here"
_TOO_MANY = "too many broken items; the rest of the document is given up"


def iter_elements(
    source: Opened, faults: Faults, *, wrappers: frozenset[str] = WRAPPERS
) -> Iterator[tuple[int, Any]]:
    """Read a JSON document: the elements of its array, or the whole where it is none.

    Args:
        source: A file, bytes or a ZIP member.
        faults: Takes what was repaired or lost, with the number of the element.
        wrappers: Keys of the outermost object whose array is meant, where it begins within the
            first MiB; the other members are then left out. ``data.chats`` is an array in an object
            of that.

    Yields:
        Numbers from 1 and values, None for an element of which nothing can be read; a document
        that holds no such array is one value with the number 0.
    """
    with stream(source) as file:
        window = Window(file)
        window.more()
        start = _array_start(window, wrappers)
        if start is not None:
            yield from _Elements(window, start, source.name, faults).values()
            return
    yield 0, load_document(source, faults)


def _array_start(window: Window, wrappers: frozenset[str]) -> int | None:
    """Find where the array's first element stands; None where there is no array to stream."""
    data = window.data
    start = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    start += len(data[start : start + _HEAD_BYTES]) - len(data[start:][:_HEAD_BYTES].lstrip())
    if data[start : start + 1] == b"[":
        return start + 1
    if data[start : start + 1] != b"{":
        return None
    position = start + 1
    outer = ""
    while position < _HEAD_BYTES and (key := _KEY.match(data, position)):
        position = key.end()
        mark = data[position : position + 1]
        name = outer + key[1].decode("utf-8", "replace")
        if mark == b"[" and name in wrappers:
            return position + 1
        if mark == b"{" and any(one.startswith(f"{name}.") for one in wrappers):
            outer = f"{name}."
            position += 1
            continue
        if mark in (b"{", b"["):
            end = value_end(window, position, _HEAD_BYTES)
            data = window.data
        else:
            scalar = _SCALAR.match(data, position)
            end = scalar.end() if scalar else None
        if end is None:
            return None
        position = end
    return None


@dataclass(slots=True)
class _Elements:
    """The array being read.

    Args:
        window: Its text.
        position: Where the next element, or what stands before it, begins there.
        name: The source's display name.
        faults: Takes what was lost.
        boundary: What stands from the end of an element to the first key of the next, as it was
            found once; empty before.
        keys: What the first whole element has, to tell an element from what merely begins so.
        misses: How many wrong guesses at the end of an element there were in a row.
    """

    window: Window
    position: int
    name: str
    faults: Faults
    boundary: bytes = b""
    keys: frozenset[str] = field(default_factory=frozenset)
    misses: int = 0

    def values(self) -> Iterator[tuple[int, Any]]:
        """Yield numbers from 1 and values."""
        number = broken = 0
        while self._next():
            number += 1
            value = self._guessed()
            if value is _NOTHING:
                value = self._scanned(number)
            if value is _NOTHING:
                broken += 1
                value = self._mended(self._resumed(), number)
            elif isinstance(value, dict) and not self.keys:
                self.keys = frozenset(value)
            yield number, value
            del value
            if broken >= MAX_BROKEN_ITEMS:
                self.faults.add("broken-document", _TOO_MANY, number)
                return

    def _next(self) -> bool:
        """Go to the next element; False at the end of the array."""
        if self.position >= CHUNK_BYTES:
            self.window.drop(self.position)
            self.position = 0
        end = self.position
        while True:
            between = _BETWEEN.match(self.window.data, end)
            self.position = between.end() if between else end
            if self.position < len(self.window.data):
                break
            if not self.window.more():
                self.faults.add("broken-document", _CUT)
                return False
        data = self.window.data
        opening = _OPENING.match(data, self.position)
        if opening and not self.boundary and data[end - 1 : end] == b"}":
            self.boundary = data[end - 1 : opening.end()]
        return data[self.position : self.position + 1] != b"]"

    def _guessed(self) -> Any:
        """Try whether the element ends where the next seems to begin.

        Only a whole object decodes, so a wrong guess is known; this is many times as fast as to
        look for the end.
        """
        if not self.boundary or self.misses >= _MAX_MISSES:
            return _NOTHING
        self.misses += 1
        data = self.window.data
        found = data.find(self.boundary, self.position)
        if found < 0:
            return _NOTHING
        try:
            value = orjson.loads(memoryview(data)[self.position : found + 1])
        except orjson.JSONDecodeError:
            return _NOTHING
        self.position = found + 1
        self.misses = 0
        return value

    def _scanned(self, number: int) -> Any:
        """Read the element up to where its last bracket closes."""
        if self.window.data[self.position : self.position + 1] not in {b"{", b"["}:
            return self._scalar(number)
        end = value_end(self.window, self.position)
        if end is None or not self._is_followed(end):
            return _NOTHING
        raw = self.window.data[self.position : end]
        self.position = end
        try:
            return orjson.loads(raw)
        except orjson.JSONDecodeError:
            return self._mended(raw, number)

    def _scalar(self, number: int) -> Any:
        while True:
            found = _SCALAR.match(self.window.data, self.position)
            is_cut = found is None or found.end() == len(self.window.data)
            if not is_cut or len(self.window.data) - self.position > MAX_ELEMENT_BYTES:
                break
            if not self.window.more():
                break
        if found is None:
            return _NOTHING
        self.position = found.end()
        try:
            return orjson.loads(found[0])
        except orjson.JSONDecodeError:
            self.faults.add("broken-record", _BROKEN, number)
            return None

    def _is_followed(self, end: int) -> bool:
        """Say whether an element's end is followed by what may follow one."""
        while len(self.window.data) - end < _LOOKAHEAD_BYTES and self.window.more():
            pass
        data = self.window.data
        between = _BETWEEN.match(data, end)
        at = between.end() if between else end
        if at == len(data):
            return True
        # a key shows that a bracket too many closed the element
        return data[at : at + 1] == b"]" or (at > end and not _KEY.match(data, at))

    def _resumed(self) -> bytes:
        """Go to the element after a broken one; gives what was passed."""
        start = self.position
        begins = _OPENING.match(self.window.data, start)
        opening = self.boundary[1:].lstrip(b" \t\r\n,") or (begins[0] if begins else b"{")
        mark = re.compile(rb",\s*+(" + re.escape(opening) + rb")")
        searched = start + 1
        tries = 0
        while True:
            for found in mark.finditer(self.window.data, searched):
                tries += 1
                if tries > _MAX_TRIES:
                    break
                if self._is_element(found.start(1)):
                    self.position = found.start(1)
                    return self.window.data[start : found.start()]
            searched = max(searched, len(self.window.data) - len(opening) - 1)
            is_over = tries > _MAX_TRIES or len(self.window.data) - start > MAX_ELEMENT_BYTES
            if is_over or not self.window.more():
                self.position = len(self.window.data)
                self.window.end()
                return self.window.data[start:]

    def _is_element(self, start: int) -> bool:
        end = value_end(self.window, start, _MAX_TRIED_BYTES)
        if end is None or not self._is_followed(end):
            return False
        try:
            value = orjson.loads(memoryview(self.window.data)[start:end])
        except orjson.JSONDecodeError:
            return False
        shared = self.keys.intersection(value) if isinstance(value, dict) else frozenset()
        return len(shared) * 2 >= len(self.keys)

    def _mended(self, raw: bytes, number: int) -> Any:
        """Read of a broken element what can be."""
        raw = raw.rstrip(b" \t\r\n,")
        if len(raw) <= _MAX_MENDED_BYTES:
            try:
                return load_bytes(raw, self.name, self.faults, number)
            except ReadError:
                pass
        self.faults.add("broken-record", _BROKEN, number)
        return None
