"""Reads a value in the way Python prints it, as data sets saved through a table hold it.

It is turned into JSON, token by token, rather than given to Python's own parser, which was not
made for text from anywhere.
"""

from __future__ import annotations

import re
from typing import Any

import orjson

from graphpack.patterns import compiled

_TOKEN = compiled(
    r"'(?P<one>[^'\\]*+(?:\\.[^'\\]*+)*+)(?:'|\\?\Z)"
    r"|\"(?P<two>[^\"\\]*+(?:\\.[^\"\\]*+)*+)(?:\"|\\?\Z)"
    r"|\b(?P<word>True|False|None|nan)\b",
    re.DOTALL,
)
_ESCAPE = compiled(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_WORDS = {"True": "true", "False": "false", "None": "null", "nan": "null"}
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "", "0": ""}
_LAST_CODE = 0x10FFFF


def parse_literal(text: str) -> Any:
    """Read a list, object, string or number as Python prints it.

    Args:
        text: Such as ``[{'Prompt': 'Why?'}]``.

    Returns:
        The value; None where it is none.
    """
    try:
        return orjson.loads(_TOKEN.sub(_as_json, text))
    except (orjson.JSONDecodeError, TypeError):
        return None


def _as_json(token: re.Match[str]) -> str:
    if token["word"]:
        return _WORDS[token["word"]]
    body = token["two"] if token["one"] is None else token["one"]
    text = _ESCAPE.sub(_unescaped, body) if "\\" in body else body
    return orjson.dumps(text.encode("utf-8", "replace").decode()).decode()


def _unescaped(escape: re.Match[str]) -> str:
    digits = escape[1] or escape[2] or escape[3]
    if not digits:
        return _PLAIN.get(escape[4], escape[4])
    code = int(digits, 16)
    return chr(code) if code <= _LAST_CODE else "\ufffd"
