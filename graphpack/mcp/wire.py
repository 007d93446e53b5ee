"""Lines held against the protocol, before the SDK reads them: it drops what it cannot read.

The sender of such a line would wait for ever. It gets the error that JSON-RPC has for it, with the
line's id where it has one.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import mcp_types as types
from pydantic import ValidationError

from graphpack.patterns import compiled

__all__ = ["Fault", "read_line"]

_SOUGHT_CHARS = 1 << 20
_LONE_SURROGATE = compiled("[\ud800-\udfff]")
_TOKEN = compiled(r'"(?:[^"\\]|\\.)*+\\?(?:"|\Z)|[\[\]{}]', re.DOTALL)
"""A string, also one that does not end, or a bracket."""
_ID = compiled(r'\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,18}(?![\d.eE]))')


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line.

    Args:
        code: JSON-RPC's.
        message: For people.
        id: Of the request; None where it has none that can be told.
    """

    code: int
    message: str
    id: int | str | None = None

    def answer(self) -> types.JSONRPCError:
        """Give the message that tells the sender."""
        error = types.ErrorData(code=self.code, message=self.message)
        return types.JSONRPCError(jsonrpc="2.0", id=self.id, error=error)


def read_line(raw: bytes) -> str | Fault | None:
    """Hold a line against the protocol.

    Args:
        raw: The line.

    Returns:
        A message, half characters replaced; else what is wrong with it; None where nobody waits
        for an answer.
    """
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff").strip()
    if not text:
        return None
    try:
        made = types.jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValidationError:
        return _mended(text)
    # a request whose id is none is not to pass for a notification, which nobody answers
    is_request = isinstance(made, types.JSONRPCNotification) and '"id"' in text
    fault = _fault(json.loads(text)) if is_request else None
    return fault or text


def _mended(text: str) -> str | Fault | None:
    try:
        value = json.loads(text)
    except RecursionError:
        return Fault(types.INVALID_REQUEST, "nested too deeply", _id_of(text))
    except ValueError:
        return Fault(types.PARSE_ERROR, "not JSON")
    fault = _fault(value)
    if fault is not None:
        return fault
    try:
        mended = _LONE_SURROGATE.sub("\ufffd", json.dumps(value, ensure_ascii=False))
        types.jsonrpc_message_adapter.validate_json(mended, by_name=False)
    except RecursionError:
        return Fault(types.INVALID_REQUEST, "nested too deeply", _id(value))
    except ValidationError as error:
        number = _id(value)
        if error.errors(include_input=False)[0]["type"] == "json_invalid":
            return Fault(types.INVALID_REQUEST, "nested too deeply", number)
        is_asked = "method" in value and "id" in value
        return Fault(types.INVALID_PARAMS, "params: not an object", number) if is_asked else None
    return mended


def _fault(value: Any) -> Fault | None:
    """Say what is wrong with the envelope of a message; None where nothing is."""
    if not isinstance(value, dict):
        what = "no batches, one message a line" if isinstance(value, list) else "not an object"
        return Fault(types.INVALID_REQUEST, what)
    number = _id(value)
    if value.get("jsonrpc") != "2.0":
        return Fault(types.INVALID_REQUEST, 'jsonrpc: not "2.0"', number)
    if "id" in value and number is None and "error" not in value:
        return Fault(types.INVALID_REQUEST, "id: neither a text nor a whole number")
    if "method" in value:
        is_name = isinstance(value["method"], str)
        return None if is_name else Fault(types.INVALID_REQUEST, "method: not a text", number)
    if "result" in value or "error" in value:
        return None
    return Fault(types.INVALID_REQUEST, "method: missing", number)


def _id(value: dict[str, Any]) -> int | str | None:
    found = value.get("id")
    if isinstance(found, str):
        return _LONE_SURROGATE.sub("\ufffd", found)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _id_of(text: str) -> int | str | None:
    """Find the id of a message that cannot be read as a whole."""
    depth = 0
    for token in _TOKEN.finditer(text, 0, _SOUGHT_CHARS):
        if token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
        elif depth == 1 and token[0] == '"id"' and (found := _ID.match(text, token.end())):
            return _id({"id": json.loads(found[1])})
    return None
