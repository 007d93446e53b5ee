"""Takes ChatGPT's citation marks out of text.

The marks point at search results that no export resolves for a reader; what they print on
screen (a name, a link's words) stays. Nothing else of the text changes.
"""

from __future__ import annotations

import re

import orjson

from graphpack.patterns import compiled

_PRIVATE = "\ue200-\ue2ff"
_SPAN = compiled(r"( ?)\ue200([^\ue200\ue201]*)\ue201")
_OPEN_SPAN = compiled(r" ?\ue200\w*(?:\ue202[\w.:-]*)*")
_STRAY = compiled(f"[{_PRIVATE}]")
_BRACKET = compiled(r" ?【\d+(?::\d+)?†([^†】\n]{0,1000})(?:†([^】\n]{0,2000}))?】")
_OLD = compiled(r" ?(?::contentReference\[oaicite:\d+\]\{index=\d+\}|【oaicite:\d+】)")
_NAME_FIELDS = {"entity": 1, "url": 0}
"""Which field of a span is printed on screen; spans of other kinds print a chip only."""


def unmarked(text: str) -> str:
    """Drop citation marks from what was said.

    Args:
        text: A message's text.

    Returns:
        The text without ``【3†source】`` and U+E200 spans, and without the space before them;
        names and link words that a span puts into the sentence are kept.

    Source:
        Real exports: bracket marks since 2023, private-use spans since 2025.
    """
    text = _without_spans(text)
    if "【" in text or "oaicite" in text:
        text = _OLD.sub("", _BRACKET.sub("", text))
    return text


def labelled(text: str) -> str:
    """Turn the marks in a tool's output into the titles they carry; see ``unmarked``."""
    text = _without_spans(text)
    return _BRACKET.sub(_label, text) if "【" in text else text


def _without_spans(text: str) -> str:
    if text.isascii() or not _STRAY.search(text):
        return text
    return _STRAY.sub("", _OPEN_SPAN.sub("", _SPAN.sub(_printed, text)))


def _printed(match: re.Match[str]) -> str:
    kind, *fields = match[2].split("\ue202")
    wanted = _NAME_FIELDS.get(kind)
    if wanted is None or not fields:
        return ""
    if kind == "entity":
        try:
            fields = orjson.loads(fields[0])
        except orjson.JSONDecodeError:
            return ""
    if not isinstance(fields, list) or len(fields) <= wanted:
        return ""
    name = fields[wanted]
    return match[1] + name if isinstance(name, str) else ""


def _label(match: re.Match[str]) -> str:
    space = " " if match[0].startswith(" ") else ""
    title, site = match[1].strip(), (match[2] or "").strip()
    if title == "source":
        return ""
    return space + (f"{title} ({site})" if site else title)
