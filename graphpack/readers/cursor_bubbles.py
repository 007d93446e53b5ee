"""Turns Cursor's bubbles into drafts: the chat of 2024, the composer since, and its tools.

Source:
    A workspace's database of 2024-11; the global database of 0.44 and later after descriptions of
    its fields by other readers, seen 2026-11.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import Any

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
from graphpack.readers.assembly import Draft, answer_drafts
from graphpack.readers.blocks import arguments_of, json_text
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of

_ROLES = {"user": Role.USER, "ai": Role.ASSISTANT, 1: Role.USER, 2: Role.ASSISTANT}
_EPOCH_FROM_MS = 1_400_000_000_000
"""A smaller number is a time since the program's start."""
_END_KEYS = ("clientSettleTime", "clientEndTime", "clientRpcSendTime")
_OUTPUT_KEYS = ("output", "contents", "content", "result", "text")
_EXIT_KEYS = ("exitCodeV2", "exitCode", "exit_code")
_ERROR_KEYS = ("modelVisibleErrorMessage", "clientVisibleErrorMessage", "message", "error")
_CANCELLED = "cancelled"


def is_bubble(value: Any) -> bool:
    """Tell a bubble of a known speaker."""
    return role_of(value) is not None


def role_of(value: Any) -> Role | None:
    """Say who speaks; None where it is nobody known."""
    kind = dict_of(value).get("type")
    is_known = isinstance(kind, str | int) and not isinstance(kind, bool)
    return _ROLES.get(kind) if is_known else None


def bubble_drafts(bubbles: Iterable[dict[str, Any]], model: str | None) -> list[Draft]:
    """Read the bubbles of one chat.

    Args:
        bubbles: In order; those of nobody known are passed over.
        model: The chat's model, for bubbles that name none.

    Returns:
        Drafts. An answer is spread over a bubble for each thought, text and call; they are put
        together up to the next text.
    """
    drafts: list[Draft] = []
    is_cancelled = False
    for bubble in bubbles:
        if role_of(bubble) is Role.USER:
            parts = tuple(_prompt(bubble))
            if parts:
                at, own = time_in(bubble), _id(bubble)
                drafts.append(
                    Draft(Role.USER, parts, at, source_id=own, is_interruption=is_cancelled)
                )
                is_cancelled = False
        else:
            for draft in _answer(bubble, model):
                _join(drafts, draft)
            is_cancelled |= _tool(bubble).get("status") == _CANCELLED
    return drafts


def _join(drafts: list[Draft], draft: Draft) -> None:
    last = drafts[-1] if drafts else None
    is_next = last is not None and last.role is draft.role is Role.ASSISTANT
    if last is None or not is_next or (_has_text(last) and _has_text(draft)):
        drafts.append(draft)
    else:
        drafts[-1] = replace(
            last, parts=last.parts + draft.parts, author=last.author or draft.author
        )


def _has_text(draft: Draft) -> bool:
    return any(isinstance(part, Text) for part in draft.parts)


def _id(bubble: dict[str, Any]) -> str | None:
    return name_of(bubble.get("bubbleId")) or name_of(bubble.get("id"))


def time_in(bubble: dict[str, Any]) -> datetime | None:
    """Find when a bubble was made; before October 2025 only answers tell."""
    at = time_of(bubble.get("createdAt"))
    timing = dict_of(bubble.get("timingInfo"))
    times = (timing[key] for key in _END_KEYS if isinstance(timing.get(key), int | float))
    return at or next((time_of(time) for time in times if time > _EPOCH_FROM_MS), None)


def _prompt(bubble: dict[str, Any]) -> Iterator[Part]:
    text = text_of(bubble.get("text")).strip()
    if not text:
        return  # the empty input box
    yield Text(text)
    context = dict_of(bubble.get("context")) or bubble
    for selection in map(dict_of, list_of(context.get("selections"))):
        code = text_of(selection.get("text")) or text_of(selection.get("rawText"))
        yield Attachment(_file(selection) or "selection", code)
    for file in map(dict_of, list_of(context.get("fileSelections"))):
        name = _file(file)
        if name:
            yield Attachment(name)
    images = list_of(context.get("selectedImages")) or list_of(bubble.get("images"))
    for image in map(dict_of, images):
        yield Image(name=_last(text_of(image.get("path"))))


def _file(selection: dict[str, Any]) -> str | None:
    uri = dict_of(selection.get("uri"))
    return _last(text_of(uri.get("fsPath")) or text_of(uri.get("path")))


def _last(path: str) -> str | None:
    kind: type[PurePath] = PureWindowsPath if "\\" in path else PurePosixPath
    return kind(path).name or None


def _answer(bubble: dict[str, Any], model: str | None) -> Iterator[Draft]:
    named = name_of(dict_of(bubble.get("modelInfo")).get("modelName"))
    named = named or name_of(bubble.get("modelType"))
    author = named if named not in (None, "default") else model
    like = Draft(Role.ASSISTANT, (), time_in(bubble), author, source_id=_id(bubble))
    yield from answer_drafts(_parts(bubble), like)


def _parts(bubble: dict[str, Any]) -> Iterator[Part]:
    thinking = bubble.get("thinking")
    thought = text_of(thinking) or text_of(dict_of(thinking).get("text"))
    if thought.strip():
        yield Reasoning(thought.strip())
    text = text_of(bubble.get("text")) or text_of(bubble.get("rawText"))
    if text.strip():
        yield Text(text.strip())
    elif not _tool(bubble):
        yield from _code(bubble)
    yield from _call(_tool(bubble))


def _code(bubble: dict[str, Any]) -> Iterator[Part]:
    for block in map(dict_of, list_of(bubble.get("codeBlocks"))):
        content = text_of(block.get("content")).strip("\n")
        if content.strip():
            yield Text(f"```{text_of(block.get('languageId'))}\n{content}\n```")


def _tool(bubble: dict[str, Any]) -> dict[str, Any]:
    return dict_of(bubble.get("toolFormerData"))


def _call(tool: dict[str, Any]) -> Iterator[Part]:
    name = name_of(tool.get("name"))
    if name is None:
        return
    call_id = name_of(tool.get("toolCallId"))
    arguments = arguments_of(tool.get("rawArgs") or tool.get("params"))
    yield ToolCall(name, arguments, call_id)
    result = arguments_of(tool.get("result"))
    fields = dict_of(result)
    is_rejected = tool.get("userDecision") == "rejected" or fields.get("rejected") is True
    status, error = tool.get("status"), _error(tool.get("error"))
    text = _output(result)
    code = next((fields[key] for key in _EXIT_KEYS if isinstance(fields.get(key), int)), 0)
    if code:
        text = f"{text.rstrip()}\nexit code {code}".lstrip("\n")
    is_error: bool | None = bool(code) or status == "error" or bool(error)
    if not is_error and status != "completed":
        is_error = None
    if text or error or is_rejected or status in ("completed", "error"):
        text = "\n".join(part for part in (text, error) if part)
        yield ToolResult(text, name, call_id, None if is_rejected else is_error, is_rejected)


def _output(result: dict[str, Any] | str) -> str:
    if isinstance(result, str):
        return result
    for key in _OUTPUT_KEYS:
        if isinstance(result.get(key), str):
            return text_of(result[key])
    return json_text(result) if result else ""


def _error(value: Any) -> str:
    error = arguments_of(value)
    if isinstance(error, str):
        return error
    found = (text_of(error.get(key)) for key in _ERROR_KEYS)
    return next((text for text in found if text), "") or (json_text(error) if error else "")
