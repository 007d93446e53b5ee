"""Finds the conversation in a ChatGPT share page: saved HTML, or the JSON taken out of it.

The page holds the same nodes as an export, packed in one of two ways. Nothing is fetched.
"""

from __future__ import annotations

import re
from typing import Any

import orjson

from graphpack.patterns import compiled
from graphpack.readers.base import Opened
from graphpack.readers.jsonl import decode
from graphpack.readers.loose import dict_of
from graphpack.readers.opening import read_bytes

_ADDRESS = compiled(r"https://(?:chatgpt\.com|chat\.openai\.com)/share/")
# the rest of the page where it is not closed
_NEXT_DATA = compiled(r'<script id="__NEXT_DATA__"[^<>]{0,400}>(?:(.*?)</script>|.*+)', re.DOTALL)
_ENQUEUED = compiled(r'streamController\.enqueue\(\s*("(?:[^"\\]|\\.)*+")\s*\)', re.DOTALL)
_MAX_DEPTH = 200
_THREAD_KEYS = ("linear_conversation", "mapping")
_FIRST_BYTES = 4096


def is_share_page(head: str) -> bool:
    """Tell a saved share page by its doctype and its own address."""
    start = head.lstrip()[:15].lower()
    return start.startswith(("<!doctype html", "<html")) and bool(_ADDRESS.search(head))


def shared(document: Any) -> dict[str, Any] | None:
    """Unwrap the conversation from a share page's JSON.

    Args:
        document: A decoded value, of any shape.

    Returns:
        The object that holds the nodes, None where this is no share page's JSON.

    Source:
        ``__NEXT_DATA__`` of chat.openai.com/share as of 2023-2024.
    """
    data = dict_of(document)
    data = dict_of(dict_of(data.get("props")).get("pageProps")) or data
    data = dict_of(dict_of(data.get("serverResponse")).get("data")) or data
    return data if isinstance(data.get("linear_conversation"), list) else None


def read_page(source: Opened) -> dict[str, Any] | None:
    """Read a saved share page.

    Args:
        source: A file or bytes.

    Returns:
        The conversation; None where the source is no page or holds none.
    """
    start = read_bytes(source, _FIRST_BYTES).lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start != b"<":
        return None
    html = decode(read_bytes(source))
    packed = _NEXT_DATA.search(html)
    if packed and packed[1] is not None:
        return shared(_decoded(packed[1]))
    for packed in _ENQUEUED.finditer(html):
        text = _decoded(packed[1])
        found = _streamed(text) if isinstance(text, str) else None
        if found is not None:
            return found
    return None


def _decoded(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _streamed(text: str) -> dict[str, Any] | None:
    """Rebuild the conversation from a flat list in which objects point at positions.

    Source:
        React Router's single-fetch stream as of 2025: keys are ``_<position>``, values are
        positions, negative ones stand for values JSON lacks.
    """
    flat = _decoded(text.partition("\n")[0])
    if not isinstance(flat, list):
        return None
    for name in _THREAD_KEYS:
        if name not in flat:
            continue
        key = f"_{flat.index(name)}"
        for item in flat:
            if isinstance(item, dict) and key in item:
                return dict_of(_Flat(flat).resolve(item))
    return None


class _Flat:
    """A flat list being resolved; every position once, a cycle gives None."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values
        self._done: dict[int, Any] = {}

    def resolve(self, item: Any, depth: int = 0) -> Any:
        """Give an item with everything it points at."""
        if isinstance(item, dict):
            return {self._key(key): self._follow(position, depth) for key, position in item.items()}
        if isinstance(item, list):
            return [self._follow(position, depth) for position in item]
        return item

    def _follow(self, position: Any, depth: int) -> Any:
        is_place = isinstance(position, int) and not isinstance(position, bool)
        if not is_place or not 0 <= position < len(self._values) or depth > _MAX_DEPTH:
            return None
        if position not in self._done:
            self._done[position] = None
            self._done[position] = self.resolve(self._values[position], depth + 1)
        return self._done[position]

    def _key(self, key: str) -> str:
        position = key.removeprefix("_")
        is_place = position.isascii() and position.isdigit() and int(position) < len(self._values)
        return str(self._values[int(position)]) if is_place else key
