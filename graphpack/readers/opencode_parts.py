"""Turns one message of an OpenCode session into drafts, in the form of version 1 or of version 2.

A call and its result are one part there. What the program wrote into a prompt is marked
``synthetic``; what a person answered to a question, or said to refuse a call, stands in the result.

Source:
    OpenCode 1.2 to 1.18, exports of 2026; versions before and 2.x after the project's source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from graphpack.model.conversation import (
    Attachment,
    Image,
    Origin,
    Part,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, answer_drafts
from graphpack.readers.blocks import arguments_of, json_text, output_text
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of

Child = Callable[[str], list[Draft]]
"""Gives what a sub-agent said, by its session's id; nothing for one that is not there."""

_QUOTED = compiled(r'"((?:[^"\\]|\\.)* (?:[^"\\]|\\.)*)"')
_REJECTED = compiled(r"The user (?:rejected permission|dismissed this question)")
_FEEDBACK = "with the following feedback: "
_EXIT_KEYS = ("exit", "exitCode", "exit_code")
_SESSION_KEYS = ("sessionId", "sessionID", "session_id")
_SILENT = frozenset(
    {"agent", "compaction", "patch", "retry", "snapshot", "step-finish", "step-start", "subtask"}
)


def is_message(value: Any) -> bool:
    """Tell a message with its parts, as an export holds them."""
    record = dict_of(value)
    info = dict_of(record.get("info"))
    return isinstance(record.get("parts"), list) and info.get("role") in ("user", "assistant")


def was_stopped(message: dict[str, Any]) -> bool:
    """Tell an answer that a person stopped."""
    error = dict_of(dict_of(message.get("info")).get("error"))
    return "abort" in (text_of(error.get("name")) or text_of(error.get("type"))).lower()


def message_drafts(
    message: dict[str, Any], faults: Faults, place: int | str, child: Child
) -> Iterator[Draft]:
    """Read one message.

    Args:
        message: ``info`` and ``parts``.
        faults: Takes what is left out.
        place: The message's number or id, for the notice.
        child: Gives the messages of sub-agents, which go before their answer.

    Yields:
        Its drafts, none for what the program wrote.
    """
    info = dict_of(message.get("info"))
    at = time_of(dict_of(info.get("time")).get("created"))
    source_id = name_of(info.get("id"))
    parts = [part for part in list_of(message.get("parts")) if isinstance(part, dict)]
    for _ in range(len(list_of(message.get("parts"))) - len(parts)):
        faults.add("broken-record", "a part that is no object; left out", place)
    if info.get("role") == "user":
        said = tuple(_prompt(parts, faults, place))
        if said:
            yield Draft(Role.USER, said, at, source_id=source_id)
        return
    if info.get("role") != "assistant":
        faults.add("broken-record", "a message of nobody known; left out", place)
        return
    answer = _Answer()
    for part in parts:
        _take(part, answer, faults, place)
    is_summary = info.get("summary") is True or info.get("mode") == "compaction"
    origin = Origin.COMPACTION if is_summary else Origin.MAIN
    yield from _answered(
        answer, Draft(Role.ASSISTANT, (), at, _model(info), origin, source_id), child
    )
    if dict_of(info.get("error")) and not was_stopped(message):
        faults.add("failed-answer", "the answer ended in an error", place)


@dataclass(slots=True)
class _Answer:
    """What an assistant's parts amount to.

    Args:
        parts: In order; a result comes right after its call.
        spawned: Ids of the sessions that calls started, by the call's id.
        replies: What a person answered a call with, by the call's id.
    """

    parts: list[Part] = field(default_factory=list)
    spawned: dict[str, str] = field(default_factory=dict)
    replies: dict[str, tuple[str, ...]] = field(default_factory=dict)


def _answered(answer: _Answer, like: Draft, child: Child) -> Iterator[Draft]:
    for draft in answer_drafts(answer.parts, like):
        ids = [part.call_id for part in draft.parts if isinstance(part, ToolResult)]
        for call_id in ids:
            if call_id in answer.spawned:
                yield from child(answer.spawned[call_id])
        yield draft
        replies = [text for call_id in ids for text in answer.replies.get(call_id or "", ())]
        if replies:
            yield Draft(Role.USER, tuple(map(Text, replies)), like.at, source_id=like.source_id)


def _model(info: dict[str, Any]) -> str | None:
    model = dict_of(info.get("model"))
    return name_of(info.get("modelID")) or name_of(model.get("modelID")) or name_of(model.get("id"))


def _prompt(parts: list[dict[str, Any]], faults: Faults, place: int | str) -> Iterator[Part]:
    for part in parts:
        kind = text_of(part.get("type"))
        if part.get("synthetic") is True or part.get("ignored") is True:
            continue
        if kind == "text":
            text = _unquoted(text_of(part.get("text")).strip())
            if text:
                yield Text(text)
        elif kind == "file":
            yield _file(part)
        elif kind not in _SILENT:
            faults.add("unknown-block", f"a part of an unknown type '{kind}'; left out", place)


def _unquoted(text: str) -> str:
    # given on the command line, a prompt keeps the quotes that the program put around it
    found = _QUOTED.fullmatch(text) if text.startswith('"') and text.endswith('"') else None
    return found[1].replace('\\"', '"').strip() if found else text


def _file(part: dict[str, Any]) -> Part:
    media = name_of(part.get("mime"))
    source = dict_of(part.get("source"))
    url = text_of(part.get("url")) or text_of(part.get("uri"))
    link = name_of(url) if not url.startswith("data:") else None
    name = name_of(part.get("filename")) or name_of(part.get("name"))
    name = name or name_of(source.get("path")) or link
    if media is not None and media.startswith("image/"):
        return Image(media, name)
    return Attachment(name or "file", media_type=media)


def _take(part: dict[str, Any], answer: _Answer, faults: Faults, place: int | str) -> None:
    kind = text_of(part.get("type"))
    text = text_of(part.get("text")).strip()
    if kind == "tool":
        _call(part, answer)
    elif kind == "file":
        answer.parts.append(_file(part))
    elif kind in ("text", "reasoning"):
        if text and part.get("ignored") is not True:
            answer.parts.append(Text(text) if kind == "text" else Reasoning(text))
    elif kind not in _SILENT:
        faults.add("unknown-block", f"a part of an unknown type '{kind}'; left out", place)


def _call(part: dict[str, Any], answer: _Answer) -> None:
    state = dict_of(part.get("state"))
    name = name_of(part.get("tool")) or name_of(part.get("name")) or "unknown"
    call_id = name_of(part.get("callID")) or name_of(part.get("id"))
    raw = state.get("input") or state.get("raw")
    answer.parts.append(ToolCall(name, arguments_of(raw), call_id))
    metadata = dict_of(state.get("metadata")) or dict_of(state.get("structured"))
    session = next((found for key in _SESSION_KEYS if (found := name_of(metadata.get(key)))), None)
    if session and call_id:
        answer.spawned[call_id] = session
    status = state.get("status")
    if status == "completed":
        answer.parts.append(_completed(state, metadata, name, call_id))
        replies = _answers(metadata)
    elif status == "error":
        text = _error_text(state.get("error"))
        is_rejected = bool(_REJECTED.match(text))
        is_error = None if is_rejected else True
        answer.parts.append(ToolResult(text, name, call_id, is_error, is_rejected))
        feedback = text.partition(_FEEDBACK)[2].strip() if is_rejected else ""
        replies = (feedback,) if feedback else ()
    else:
        return  # cut off while it ran
    if replies and call_id:
        answer.replies[call_id] = replies


def _completed(
    state: dict[str, Any], metadata: dict[str, Any], name: str, call_id: str | None
) -> ToolResult:
    output = state.get("output", state.get("content"))
    text = output_text(output) or output_text(state.get("result"))
    codes = [metadata[key] for key in _EXIT_KEYS if isinstance(metadata.get(key), int)]
    is_failed = bool(codes and codes[0]) or name == "invalid"
    if codes and codes[0]:
        text = f"{text.rstrip()}\nexit code {codes[0]}".lstrip("\n")
    return ToolResult(text, name, call_id, is_failed)


def _error_text(error: Any) -> str:
    if isinstance(error, str):
        return text_of(error)
    message = text_of(dict_of(error).get("message"))
    return message or (json_text(error) if error is not None else "")


def _answers(metadata: dict[str, Any]) -> tuple[str, ...]:
    """Read what a person chose or typed when asked."""
    said = []
    for answer in list_of(metadata.get("answers")):
        texts = [text_of(text).strip() for text in list_of(answer) or [answer]]
        said.append(", ".join(text for text in texts if text))
    return tuple(text for text in said if text)


def of_version_2(row: dict[str, Any]) -> dict[str, Any] | None:
    """Bring a message of version 2 into the form of version 1.

    Args:
        row: The message with its ``type``, ``id`` and ``time``.

    Returns:
        ``info`` and ``parts``; None for what nobody said.
    """
    kind = text_of(row.get("type"))
    info = {key: row[key] for key in ("id", "time", "model", "error") if key in row}
    if kind == "user":
        files = [{**dict_of(file), "type": "file"} for file in list_of(row.get("files"))]
        text = {"type": "text", "text": row.get("text")}
        return {"info": {**info, "role": "user"}, "parts": [text, *files]}
    if kind == "assistant":
        return {"info": {**info, "role": "assistant"}, "parts": list_of(row.get("content"))}
    if kind == "shell":
        state = {"status": "completed", "input": {"command": row.get("command")}}
        call = {"type": "tool", "tool": "shell", "callID": row.get("callID")}
        call["state"] = {**state, "output": row.get("output")}
        return {"info": {**info, "role": "assistant"}, "parts": [call]}
    if kind == "compaction":
        text = {"type": "text", "text": row.get("summary")}
        return {"info": {**info, "role": "assistant", "summary": True}, "parts": [text]}
    return None
