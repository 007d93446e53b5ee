"""Several secrets behind one word: lists in code, settings and talk."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphpack.patterns import compiled
from graphpack.redact.rules import Hit
from graphpack.redact.values import accepts, is_mixed, stands_out
from graphpack.redact.words import CHOSEN

MAX_ITEMS = 50
_OPENS = compiled(rb"s?(?:\\{0,4}[\"'`])?\s{0,3}[:=]{1,2}>?\s{0,3}(?:[\[({]|(?=\n\s{0,8}[-*+] ))")
_ITEM = compiled(
    rb"\s{0,12}(?:[-*+] {1,3})?\\{0,4}[\"'`]?(?P<value>[^\s\"'`,;\\\[\](){}]{6,200})\\{0,4}[\"'`]?"
    rb"(?=\s{0,3}[,\])}]|[ \t]{0,3}(?:\r?\n|\Z))(?:\s{0,3},)?"
)
_NEXT = compiled(
    rb"[\"'`*]{0,3}(?:,| (?:or|and|und|oder|et|ou|y|o|e)(?= ))[ \t]{0,3}[\"'`*]{0,3}"
    rb"(?P<value>[^\s\"'`,;\\\[\](){}]{6,200})"
)


def listed(data: bytes, end: int, level: str) -> Iterator[Hit]:
    """Find the items of the list that a secret word names.

    Args:
        data: UTF-8.
        end: Past the word.
        level: Of it.

    Yields:
        Those that are secrets.
    """
    opens = _OPENS.match(data, end)
    if opens is None:
        return
    position = opens.end()
    for _ in range(MAX_ITEMS):
        item = _ITEM.match(data, position)
        if item is None:
            return
        yield from _hit(item, level, is_loose=data[item.start("value") - 1] in b"\"'`")
        position = item.end()


def further(data: bytes, position: int, level: str) -> Iterator[Hit]:
    """Find what is said besides: «the password is … or …».

    Args:
        data: UTF-8.
        position: Past the first value.
        level: Of the word that named it.

    Yields:
        Those that are secrets.
    """
    for _ in range(MAX_ITEMS):
        item = _NEXT.match(data, position)
        if item is None or not is_mixed(item["value"]):
            return
        yield from _hit(item, level, is_loose=False)
        position = item.end("value")


def _hit(item: re.Match[bytes], level: str, *, is_loose: bool) -> Iterator[Hit]:
    value = item["value"].rstrip(b".:!?")
    is_path = b"/" in value and not stands_out(value)
    if accepts(value, level, is_loose=is_loose) and is_mixed(value) and not is_path:
        first = item.start("value")
        yield Hit(first, first + len(value), "password" if level in CHOSEN else "key", 3)
