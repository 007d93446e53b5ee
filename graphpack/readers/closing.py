"""Closes JSON text that stops in the middle, so that what stands before the stop can be used.

Used on the head of a file, to detect its format, and on a file that was cut or damaged.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from graphpack.patterns import compiled

ITEM_KEYS = frozenset(
    {
        "chat_messages", "contents", "conversations", "input", "items", "mapping", "messages",
        "output", "requests", "responses", "turns",
    }
)  # fmt: skip
"""Keys whose lists and objects hold the records of a format: a cut keeps their whole items."""

MAX_DEPTH = 400
"""No format nests deeper; a text that does is no transcript, and costs no more than its start."""

_TOKEN = compiled(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[{}\[\],:]', re.DOTALL)
_CLOSERS = {"{": "}", "[": "]"}


def _whole_number(digits: str) -> int | str:
    # Python refuses to convert thousands of digits; no reader needs such a number as one
    try:
        return int(digits)
    except ValueError:
        return digits


DECODER = json.JSONDecoder(strict=False, parse_int=_whole_number)
"""Takes control characters in strings, and whole numbers of any length (over-long ones as text)."""


@dataclass(slots=True)
class _Scan:
    """Where the text may be cut, and which brackets are open there."""

    open: list[str] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    # what closes the open brackets, innermost first; linked, so that a mark copies nothing
    closers: tuple[Any, ...] = ()
    cut: int = -1
    cut_closers: tuple[Any, ...] = ()
    last_string: str = ""
    key: str | None = None
    is_value: bool = True

    def mark(self, position: int, keys: frozenset[str] | None) -> None:
        """Remember a position where everything so far is complete."""
        if keys is None or not self.open or _holds(self, keys):
            self.cut = position
            self.cut_closers = self.closers

    def push(self, bracket: str) -> None:
        """Enter a list or an object."""
        self.open.append(bracket)
        self.closers = (_CLOSERS[bracket], self.closers)
        self.keys.append(self.key)
        self.key = None
        self.is_value = bracket == "["

    def pop(self) -> None:
        """Leave it."""
        if self.open:
            self.open.pop()
            self.keys.pop()
            self.closers = self.closers[1]


def close_json(text: str, *, keys: frozenset[str] | None = None) -> Any:
    """Parse the start of a JSON document.

    Args:
        text: JSON that stops or breaks somewhere.
        keys: Only whole items are kept of the outermost list or object and of those under these
            keys; None keeps everything up to the stop, a string in the middle included.

    Returns:
        The value, or None where not even its start is a JSON list or object.
    """
    scan = _Scan()
    tail = ""
    for token in _TOKEN.finditer(text):
        tail = _step(scan, token, keys)
        if tail or (scan.cut >= 0 and not scan.open) or len(scan.open) > MAX_DEPTH:
            break
    if keys is None and tail and scan.is_value:
        value = _loads(text[: token.start()] + tail + _joined(scan.closers))
        if value is not None:
            return value
    if scan.cut < 0:
        return None
    return _loads(text[: scan.cut] + _joined(scan.cut_closers))


def item_span(text: str, position: int, keys: frozenset[str]) -> tuple[int, int] | None:
    """Find the item that a place in JSON text lies in.

    Args:
        text: JSON text.
        position: A character of it.
        keys: Whose lists and objects have items, besides the outermost.

    Returns:
        Start and end of the innermost such item, an object's member without its key; None where
        the text stops before the item does.
    """
    scan = _Scan()
    starts: list[int] = []
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if (
            mark in ",}]"
            and starts
            and token.start() >= position >= starts[-1]
            and _holds(scan, keys)
        ):
            return starts[-1], token.start()
        if _step(scan, token, keys) or (mark in "}]" and not scan.open):
            return None
        if mark in "{[":
            starts.append(token.end())
        elif mark in "}]":
            starts.pop()
        elif mark in ",:":
            starts[-1:] = [token.end()]
    return None


def _holds(scan: _Scan, keys: frozenset[str]) -> bool:
    return len(scan.open) == 1 or (bool(scan.keys) and scan.keys[-1] in keys)


def _step(scan: _Scan, token: re.Match[str], keys: frozenset[str] | None) -> str:
    """Take one token; gives the mended string where the text stops inside one."""
    mark = token[0]
    if mark[0] == '"':
        if len(mark) > 1 and mark[-1] == '"' and not _ends_escaped(mark):
            scan.last_string = mark[1:-1]
            return ""
        return _mend(mark)
    if mark in "{[":
        scan.push(mark)
        scan.mark(token.end(), keys)
    elif mark in "}]":
        scan.mark(token.start(), keys)
        scan.pop()
        scan.mark(token.end(), keys)
    elif mark == ":":
        scan.key = scan.last_string
        scan.is_value = True
    else:
        scan.mark(token.start(), keys)
        scan.is_value = bool(scan.open) and scan.open[-1] == "["
        scan.key = None
    return ""


def _joined(closers: tuple[Any, ...]) -> str:
    found: list[str] = []
    while closers:
        closer, closers = closers
        found.append(closer)
    return "".join(found)


def _ends_escaped(mark: str) -> bool:
    body = mark[1:-1]
    return (len(body) - len(body.rstrip("\\"))) % 2 == 1


def _mend(mark: str) -> str:
    """Close a cut string, without a half escape at its end."""
    body = re.sub(r"\\(?:u[0-9a-fA-F]{0,3})?$", "", mark[1:]) if _is_half(mark) else mark[1:]
    return f'"{body}"'


def _is_half(mark: str) -> bool:
    tail = re.search(r"(?<!\\)(\\++)(?:u[0-9a-fA-F]{0,3})?$", mark)
    return tail is not None and len(tail[1]) % 2 == 1


def _loads(text: str) -> Any:
    try:
        value = DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None
