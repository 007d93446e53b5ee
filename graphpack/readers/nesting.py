"""Reads JSON that is nested more deeply than decoders take.

A chat whose every message holds its answers is as deep as it is long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from graphpack.errors import ReadError
from graphpack.patterns import compiled
from graphpack.readers.closing import DECODER
from graphpack.readers.faults import Faults

MAX_DEPTH = 900
"""Up to here the usual decoders work."""

_BRACKET = compiled(rb'"(?:[^"\\]++|\\.)*+"|[\[{]|[\]}]', re.DOTALL)
_TOKEN = compiled(r"[\s,]*+(?:([\[{])|([\]}])|([^\s,:]))")
_COLON = compiled(r"\s*+:")
_Holder = dict[str, Any] | list[Any]


def is_deep(raw: bytes) -> bool:
    """Tell whether JSON text is nested more deeply than ``MAX_DEPTH``."""
    depth = 0
    for bracket in _BRACKET.finditer(raw):
        mark = bracket[0][0]
        if mark in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif mark in b"]}":
            depth -= 1
    return False


def load_deep(text: str, name: str, faults: Faults) -> Any:
    """Decode JSON of any depth, without the checks of a decoder.

    Args:
        text: A JSON object or array.
        name: The source's display name.
        faults: Takes a notice where the text breaks off.

    Returns:
        The value; of a text that breaks off or is broken somewhere, what came before.

    Raises:
        ReadError: It does not begin like one.
    """
    tree = _Tree()
    position = 0
    while token := _TOKEN.match(text, position):
        if token[2]:
            position = token.end()
            tree.leave()
        else:
            try:
                value, position = _value(token, text)
            except ValueError:
                break
            colon = _COLON.match(text, position) if tree.wants_key(value) else None
            position = tree.enter_key(value, colon.end()) if colon else tree.put(value, position)
        if not tree.holders:
            break
    if tree.root is None:
        raise ReadError(f"{name}: not JSON")
    if tree.holders:
        faults.add("broken-document", "broken or cut off here; what came before is read")
    return tree.root


@dataclass(slots=True)
class _Tree:
    """The value so far, and what of it is still open."""

    root: _Holder | None = None
    holders: list[_Holder] = field(default_factory=list)
    key: str | None = None

    def wants_key(self, value: Any) -> bool:
        is_string = isinstance(value, str) and self.key is None
        return is_string and bool(self.holders) and isinstance(self.holders[-1], dict)

    def enter_key(self, key: str, position: int) -> int:
        self.key = key
        return position

    def put(self, value: Any, position: int) -> int:
        if self.holders:
            holder = self.holders[-1]
            if isinstance(holder, list):
                holder.append(value)
            elif self.key is not None:
                holder[self.key] = value
        elif isinstance(value, dict | list):
            self.root = value
        if isinstance(value, dict | list):
            self.holders.append(value)
        self.key = None
        return position

    def leave(self) -> None:
        if self.holders:
            self.holders.pop()
        self.key = None


def _value(token: re.Match[str], text: str) -> tuple[Any, int]:
    if token[1]:
        return ({} if token[1] == "{" else []), token.end()
    return DECODER.raw_decode(text, token.start(3))
