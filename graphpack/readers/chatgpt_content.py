"""Turns one ChatGPT message into parts.

Where the words live differs by ``content_type``; who said them by role and recipient. Which
messages count at all is decided in ``chatgpt``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from graphpack.model.conversation import (
    Attachment,
    Image,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.readers.chatgpt_marks import labelled, unmarked
from graphpack.readers.loose import dict_of, list_of, name_of, text_of

CONTEXT_TYPES = frozenset({"user_editable_context", "model_editable_context"})
"""Custom instructions and memory: never said by anybody, whatever the role says."""

_FIELDS: dict[str, tuple[str, ...]] = {
    "code": ("text",),
    "execution_output": ("text",),
    "tether_browsing_display": ("result", "summary"),
    "tether_quote": ("text", "title", "url"),
    "sonic_webpage": ("text", "snippet", "title", "url"),
    "system_error": ("text", "name"),
    "citable_code_output": ("output_str",),
    "computer_output": ("state",),
}
RESULT_TYPES = frozenset(_FIELDS) - {"code"}
"""What a tool answered, whoever the export names as its author."""

_PARTS_TYPES = frozenset({"text", "multimodal_text"})
_SOUND_TYPES = frozenset({"audio_asset_pointer", "real_time_user_audio_video_asset_pointer"})
_ANY_FIELDS = ("text", "result", "content")


@dataclass(frozen=True, slots=True)
class Body:
    """What a message holds.

    Args:
        role: Who speaks; a tool's output is the tool's, whoever the export names.
        parts: In source order, may be empty.
        unknown: Content types that no text was found in.
    """

    role: Role
    parts: tuple[Part, ...]
    unknown: tuple[str, ...] = ()


def read_body(message: dict[str, Any], *, role: Role, call_id: str | None) -> Body:
    """Read a message's content and attachments.

    Args:
        message: The export's message object.
        role: Its author's role.
        call_id: For an assistant's message its own id, for a tool's that of the call it answers.

    Returns:
        The parts; the content type where nothing could be made of it.

    Source:
        Content types of ``conversations.json`` as of 2023-2026.
    """
    content = message.get("content")
    content = {"parts": [content]} if isinstance(content, str) else dict_of(content)
    kind = text_of(content.get("content_type")) or "text"
    if kind == "reasoning_recap":
        return Body(role, ())
    if kind == "thoughts":
        return Body(role, tuple(_thoughts(content)))
    files = _files(message)
    unknown: list[str] = []
    pieces = list(_pieces(content, kind, files, unknown))
    if kind in RESULT_TYPES:
        role = Role.TOOL
    if role is Role.TOOL:
        parts = _result(message, pieces, call_id)
    elif role is Role.ASSISTANT:
        parts = _said_or_called(message, pieces, kind, call_id)
    else:
        parts = [Text(unmarked(p)) if isinstance(p, str) else p for p in pieces]
    parts = [part for part in parts if _holds(part)]
    parts.extend(files.values())
    return Body(role, tuple(parts), tuple(unknown))


def _holds(part: Part) -> bool:
    return isinstance(part, Image | ToolCall) or bool(part.text.strip())


def _thoughts(content: dict[str, Any]) -> Iterator[Reasoning]:
    for thought in list_of(content.get("thoughts")):
        fields = dict_of(thought)
        lines = [text_of(fields.get("summary")), text_of(fields.get("content"))]
        text = "\n".join(line for line in lines if line.strip())
        if text:
            yield Reasoning(text)


def _pieces(
    content: dict[str, Any], kind: str, files: dict[str, Part], unknown: list[str]
) -> Iterator[str | Image]:
    """Yield the texts and pictures of any content type; files that are pictures leave ``files``."""
    if kind not in _PARTS_TYPES:
        text = _first(content, _FIELDS.get(kind, _ANY_FIELDS))
        if text:
            yield text
            return
        if kind in _FIELDS:
            return
    found = False
    for item in list_of(content.get("parts")):
        found = True
        if isinstance(item, str):
            yield text_of(item)
        elif isinstance(item, dict):
            yield from _item(item, files, unknown)
    if kind not in _PARTS_TYPES and not found:
        unknown.append(kind)


def _item(
    item: dict[str, Any], files: dict[str, Part], unknown: list[str]
) -> Iterator[str | Image]:
    kind = text_of(item.get("content_type"))
    if kind == "image_asset_pointer":
        pointer = text_of(item.get("asset_pointer")).rpartition("/")[2]
        file = files.pop(pointer, None)
        yield file if isinstance(file, Image) else Image()
    elif kind not in _SOUND_TYPES:
        text = text_of(item.get("text"))
        if text:
            yield text
        else:
            unknown.append(kind or "no type")


def _first(content: dict[str, Any], fields: tuple[str, ...]) -> str:
    for field in fields:
        value = content.get(field)
        if isinstance(value, dict):
            value = text_of(value.get("text")) or text_of(value.get("title"))
        text = text_of(value)
        if text.strip():
            return text
    return ""


def _files(message: dict[str, Any]) -> dict[str, Part]:
    """Name the files that came with a message, by id."""
    files: dict[str, Part] = {}
    attachments = list_of(dict_of(message.get("metadata")).get("attachments"))
    for number, item in enumerate(attachments):
        fields = dict_of(item)
        name = name_of(fields.get("name"))
        media_type = name_of(fields.get("mime_type")) or name_of(fields.get("mimeType"))
        key = name_of(fields.get("id")) or f"#{number}"
        if (media_type or "").startswith("image/"):
            files[key] = Image(media_type, name)
        elif name:
            files[key] = Attachment(name, media_type=media_type)
    return files


def _said_or_called(
    message: dict[str, Any], pieces: list[str | Image], kind: str, call_id: str | None
) -> list[Part]:
    recipient = name_of(message.get("recipient"))
    if recipient not in {None, "all"}:
        text = "\n".join(piece for piece in pieces if isinstance(piece, str))
        return [ToolCall(recipient or "", _arguments(text), call_id)] if text.strip() else []
    if message.get("channel") == "analysis":
        return [Reasoning(piece) for piece in pieces if isinstance(piece, str)]
    if kind == "code":
        language = text_of(dict_of(message.get("content")).get("language"))
        fence = "" if language == "unknown" else language
        return [Text(f"```{fence}\n{piece}\n```") for piece in pieces if isinstance(piece, str)]
    return [Text(unmarked(piece)) if isinstance(piece, str) else piece for piece in pieces]


def _arguments(text: str) -> dict[str, Any] | str:
    """Decode a call's body where it is a JSON object; anything else is kept as written."""
    if text.lstrip().startswith("{"):
        try:
            value = orjson.loads(text)
        except orjson.JSONDecodeError:
            return text
        if isinstance(value, dict):
            return value
    return text


def _result(message: dict[str, Any], pieces: list[str | Image], call_id: str | None) -> list[Part]:
    name = name_of(dict_of(message.get("author")).get("name"))
    parts: list[Part] = []
    for piece in pieces:
        if isinstance(piece, str):
            is_error = _is_error(message)
            parts.append(ToolResult(labelled(piece), name, call_id, is_error=is_error))
        else:
            parts.append(piece)
    return parts


def _is_error(message: dict[str, Any]) -> bool | None:
    if dict_of(message.get("content")).get("content_type") == "system_error":
        return True
    metadata = dict_of(message.get("metadata"))
    outcome = dict_of(metadata.get("aggregate_result")).get("status", metadata.get("status"))
    if not isinstance(outcome, str):
        return None
    if outcome.startswith("failed") or outcome == "error":
        return True
    return False if outcome == "success" else None
