"""Texts a model sent, made fit for a pack: no control characters, no endless lengths."""

from __future__ import annotations

import re

from graphpack.patterns import compiled

_ESCAPES = compiled("\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)")
_CONTROLS = compiled("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def washed(text: str) -> str:
    """Take out terminal escapes and control characters; tabs and line breaks stay."""
    return _CONTROLS.sub("", _ESCAPES.sub("", text))


def shortened(text: str, chars: int) -> str:
    """Cut a text that is too long after a word, and say so with an ellipsis.

    Args:
        text: Any text.
        chars: Length it may have, ellipsis included.

    Returns:
        The text itself where it is no longer.
    """
    if len(text) <= chars:
        return text
    head = text[: chars - 1]
    if not text[chars - 1].isspace():
        # a script without spaces has no word to go back to
        head = head[:-81] + re.sub(r"\s\S*\Z", "", head[-81:])
    return head.rstrip() + "…"
