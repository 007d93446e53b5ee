"""Turns the parts of a Gemini content into parts: each says what it is by its key.

Used for the API's own bodies and for the logs of Gemini's command line. Thought signatures are
opaque and are not read.
"""

from __future__ import annotations

from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Image,
    Part,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers.blocks import Place, json_text
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, name_of, text_of

_CODE_TOOL = "code_execution"


def parts_in(given: Any, faults: Faults, place: Place = None) -> tuple[Part, ...]:
    """Read a content's parts.

    Args:
        given: A list of parts, a single one, or a string.
        faults: Takes parts of unknown kinds.
        place: Where the content is, for the notice.

    Returns:
        Parts in order, blank texts left out.

    Source:
        Gemini API v1beta and Vertex AI, both cases of their keys, bodies of 2025-2026.
    """
    raw = given if isinstance(given, list) else [given]
    parts: list[Part] = []
    for item in raw:
        if item is None:
            continue
        part = _part({"text": item} if isinstance(item, str) else dict_of(item))
        if part is None:
            faults.add("unknown-block", "a part of an unknown kind; left out", place)
        elif not isinstance(part, Text | Reasoning) or part.text.strip():
            parts.append(part)
    return tuple(parts)


def _part(raw: dict[str, Any]) -> Part | None:
    if isinstance(raw.get("text"), str):
        text = text_of(raw["text"])
        return Reasoning(text) if raw.get("thought") is True else Text(text)
    for key, read in _READ.items():
        value = raw.get(key, raw.get(_snake(key)))
        if isinstance(value, dict):
            return read(value)
    return Text("") if "thought" in raw or "thoughtSignature" in raw else None


def _snake(name: str) -> str:
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name)


def _call(value: dict[str, Any]) -> Part:
    name = name_of(value.get("name")) or "unknown"
    return ToolCall(name, dict_of(value.get("args")), name_of(value.get("id")))


def _result(value: dict[str, Any]) -> Part:
    response = value.get("response")
    answer = dict_of(response)
    is_error = "error" in answer
    # the API asks for an object; SDKs wrap a plain answer under one of these keys
    for key in ("output", "result", "error", "content"):
        if set(answer) == {key} and isinstance(answer[key], str):
            response = answer[key]
    text = text_of(response) if isinstance(response, str) else json_text(response)
    name = name_of(value.get("name"))
    return ToolResult(text, name, name_of(value.get("id")), is_error=True if is_error else None)


def _blob(value: dict[str, Any]) -> Part:
    media = next((name_of(value[key]) for key in ("mimeType", "mime_type") if key in value), None)
    keys = ("displayName", "display_name", "fileUri", "file_uri")
    name = next((name_of(value[key]) for key in keys if key in value), None)
    if media and media.startswith("image/"):
        return Image(media, name)
    return Attachment(name or "file", "", media)


def _code(value: dict[str, Any]) -> Part:
    return ToolCall(_CODE_TOOL, {"code": text_of(value.get("code"))})


def _code_result(value: dict[str, Any]) -> Part:
    outcome = text_of(value.get("outcome"))
    is_error = None if not outcome else not outcome.endswith("OK")
    return ToolResult(text_of(value.get("output")), _CODE_TOOL, is_error=is_error)


_READ = {
    "functionCall": _call,
    "functionResponse": _result,
    "inlineData": _blob,
    "fileData": _blob,
    "executableCode": _code,
    "codeExecutionResult": _code_result,
}
