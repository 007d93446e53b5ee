"""Reads a line of Markdown as plain words: no emphasis, no link targets, no marks."""

from __future__ import annotations

import re
from functools import lru_cache

from graphpack.patterns import compiled

_BAR = compiled(r"(?<!\\)\|")
# bounded, so that a text of nothing but marks costs no more than any other
_LINK = compiled(r"!?\[([^\[\]\n]{1,300})\]\([^()\s]{1,2000}[^()\n]{0,200}\)")
_CODE_SPAN = compiled(r"(?<!`)(`{1,8})([^`]{1,1000})\1(?!`)")
_STRONG = compiled(
    r"(?<![A-Za-z0-9_*/\\])\*\*(?=[^\s*/])((?:[^*]|\*(?!\*)){1,400}?)(?<=[^\s/])\*\*"
)
# the other half of a strong sentence stands in the next unit; «2**10» and «**/*.py» have none
_HALF_STRONG = compiled(r"^(\W{0,3})\*\*(?=[^\s*/])|(?<=[^\s*/])\*\*(?=\W{0,3}$)")
_CODE_MARK = "\ue000"
_EMPHASIS = compiled(r"(?<![\w*\\])\*(?=[^\s*])([^*\n]{1,400}?)(?<=[^\s*])\*(?![\w*])")


@lru_cache(maxsize=65536)
def plain(text: str) -> str:
    """Drop Markdown's emphasis, link targets and marks from a line.

    Args:
        text: Markdown.

    Returns:
        The words in one line; identifiers and URLs that are text stay.
    """
    code: list[str] = []
    if "`" in text and _CODE_MARK not in text:
        text = _CODE_SPAN.sub(lambda match: _kept(match, code), text).replace("`", "")
    if "[" in text:
        text = _LINK.sub(r"\1", text)
    if "**" in text:
        text = _HALF_STRONG.sub(r"\1", _STRONG.sub(r"\1", text.replace("****", "** **")))
    if "*" in text:
        text = _EMPHASIS.sub(r"\1", text)
    for part in code:
        text = text.replace(_CODE_MARK, part, 1)
    return " ".join(text.split())


def _kept(match: re.Match[str], code: list[str]) -> str:
    code.append(match[2])
    return _CODE_MARK


def cells_of(row: str) -> list[str]:
    """Split a table row at its bars.

    Args:
        row: Without the outer bars.

    Returns:
        The cells, plain; an escaped bar is part of its cell.
    """
    return [plain(cell.replace("\\|", "|")) for cell in _BAR.split(row)]
