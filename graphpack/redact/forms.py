"""Passwords that a program types into a form: one place names the field, another holds the text."""

from __future__ import annotations

import re

from graphpack.patterns import compiled

_QUOTE = rb"\\{0,4}[\"'`]"
_TEXT = rb"(?P<value>[^\s\"'`\\][^\"'`\\\n]{4,200}?)"
# the rest of the locator that names the field, and the method that types
_TYPED = compiled(
    rb"[^\n\"'`()]{0,40}" + _QUOTE + rb"?\]?" + _QUOTE + rb"?[^\n()]{0,40}\)\s{0,3}\.\s{0,3}"
    rb"(?:send_?[kK]eys|type|fill|set_?[vV]alue|press_?[sS]equentially|input|enter_?[tT]ext|replace_?[tT]ext|keys)"
    rb"\(\s{0,3}" + _QUOTE + _TEXT + _QUOTE
)  # fmt: skip
# the same as the arguments of a tool: fields of one object
_FIELD = (
    rb"\s{0,4},\s{0,8}"
    + _QUOTE
    + rb"(?:ref|type|role|id|selector|name|label|uid|target|kind)"
    + _QUOTE
)
_ARGUMENT = compiled(
    rb"[^\n\"'`\\]{0,60}" + _QUOTE
    + rb"(?:" + _FIELD + rb"\s?:\s?" + _QUOTE + rb"[^\"'`\\\n]{0,80}" + _QUOTE + rb"){0,4}"
    + rb"\s{0,4},\s{0,8}" + _QUOTE + rb"(?:text|value|input|keys|characters)" + _QUOTE
    + rb"\s?:\s?" + _QUOTE + _TEXT + _QUOTE
)  # fmt: skip


def typed(data: bytes, end: int) -> re.Match[bytes] | None:
    """Find what is typed into the field that a secret word names.

    Args:
        data: UTF-8.
        end: Past the word.

    Returns:
        A match whose group ``value`` it is.
    """
    return _TYPED.match(data, end) or _ARGUMENT.match(data, end)
