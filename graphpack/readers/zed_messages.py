"""Turns the messages of a Zed thread into drafts: of version 0.3 and of those before.

No message has a time, and the thread's model is every answer's.

Source:
    Zed's source of 2025-05 to 2026-06 (thread documents 0.1.0 to 0.3.0), seen 2026-11.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath, PureWindowsPath
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
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft
from graphpack.readers.blocks import arguments_of, json_text, output_text
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of

Child = Callable[[str], list[Draft]]
"""Gives what a sub-agent said, by its thread's id; nothing for one that is not there."""

_REFUSED = ("Permission to run tool", "Tool canceled by user", "Tool cancelled by user")
_FAILED = compiled(r"Command (?:\".{0,2000}?\" )?failed with exit code [1-9]", re.DOTALL)
_SILENT = frozenset({"RedactedThinking"})


def is_new_message(value: Any) -> bool:
    """Tell a message of version 0.3: an object under the name of who speaks."""
    record = dict_of(value)
    return len(record) == 1 and any(
        isinstance(dict_of(record.get(key)).get("content"), list) for key in ("User", "Agent")
    )


def is_old_message(value: Any) -> bool:
    """Tell a message of the versions before: a role and segments."""
    record = dict_of(value)
    return isinstance(record.get("segments"), list) and "role" in record and "tool_uses" in record


def message_drafts(
    messages: list[Any], model: str | None, faults: Faults, child: Child
) -> Iterator[Draft]:
    """Read a thread's messages.

    Args:
        messages: Of any version.
        model: The thread's.
        faults: Takes what is left out.
        child: Gives the messages of sub-agents, which go before their answer.

    Yields:
        Drafts; the results of an answer's calls come after it.
    """
    for number, message in enumerate(messages, start=1):
        record = dict_of(message)
        if isinstance(record.get("User"), dict):
            user = record["User"]
            parts = tuple(_prompt(list_of(user.get("content"))))
            if parts:
                yield Draft(Role.USER, parts, source_id=name_of(user.get("id")))
        elif isinstance(record.get("Agent"), dict):
            yield from _answer(record["Agent"], model, faults, number, child)
        elif isinstance(record.get("role"), str):
            yield from _old(record, model)
        elif message not in ("Resume", None):
            faults.add("broken-record", "a message of nobody known; left out", number)


def _prompt(content: list[Any]) -> Iterator[Part]:
    """Put mentions back into the sentence they stand in, with what they name behind it."""
    words: list[str] = []
    files: list[Part] = []
    for item in content:
        record = dict_of(item)
        if isinstance(record.get("Text"), str):
            words.append(text_of(record["Text"]))
        elif isinstance(record.get("Mention"), dict):
            mention = record["Mention"]
            name = _mentioned(mention.get("uri"))
            words.append(f"@{name}")
            files.append(Attachment(name, text_of(mention.get("content"))))
        elif "Image" in record:
            files.append(Image())
    text = "".join(words).strip()
    if text:
        yield Text(text)
    yield from files


def _mentioned(uri: Any) -> str:
    if isinstance(uri, str):
        return uri
    for target in dict_of(uri).values():
        fields = dict_of(target)
        path = text_of(fields.get("abs_path")) or text_of(fields.get("path"))
        kind = PureWindowsPath if "\\" in path else PurePosixPath
        named = name_of(fields.get("name")) or name_of(kind(path).name)
        named = named or name_of(fields.get("url"))
        if named:
            return named
    return name_of(next(iter(dict_of(uri)), "")) or "mention"


def _answer(
    agent: dict[str, Any], model: str | None, faults: Faults, number: int, child: Child
) -> Iterator[Draft]:
    parts: list[Part] = []
    for item in list_of(agent.get("content")):
        record = dict_of(item)
        kind = next(iter(record), "")
        found = _part(record)
        if found is not None:
            parts.append(found)
        elif kind and kind not in (*_SILENT, "Text", "Thinking", "ToolUse"):
            faults.add("unknown-block", f"a part of an unknown type '{kind}'; left out", number)
    if parts:
        yield Draft(Role.ASSISTANT, tuple(parts), author=model)
    calls = {part.call_id: part.name for part in parts if isinstance(part, ToolCall)}
    results: list[Part] = []
    for key, value in dict_of(agent.get("tool_results")).items():
        result = dict_of(value)
        name = name_of(result.get("tool_name")) or calls.get(key)
        results.append(_result(result, key, name))
        session = name_of(dict_of(result.get("output")).get("session_id"))
        if session:
            yield from child(session)
    if results:
        yield Draft(Role.TOOL, tuple(results))


def _part(record: dict[str, Any]) -> Part | None:
    text = text_of(record.get("Text")).strip()
    if text:
        return Text(text)
    thinking = record.get("Thinking")
    thought = text_of(dict_of(thinking).get("text")).strip() or text_of(thinking).strip()
    if thought:
        return Reasoning(thought)
    use = record.get("ToolUse")
    return _call(use) if isinstance(use, dict) else None


def _call(use: dict[str, Any]) -> ToolCall:
    raw = use.get("input")
    arguments = arguments_of(raw if raw is not None else use.get("raw_input"))
    return ToolCall(name_of(use.get("name")) or "unknown", arguments, name_of(use.get("id")))


def _result(result: dict[str, Any], call_id: str | None, name: str | None) -> ToolResult:
    content = result.get("content")
    pieces = content if isinstance(content, list) else [content]
    text = "\n".join(piece for piece in map(_piece, pieces) if piece)
    output = result.get("output")
    if not text and output is not None:
        text = output_text(output)
    is_refused = text.startswith(_REFUSED)
    is_error = result.get("is_error") is True or bool(_FAILED.match(text))
    known = isinstance(result.get("is_error"), bool) or is_error
    return ToolResult(
        text, name, call_id, is_error if known and not is_refused else None, is_refused
    )


def _piece(value: Any) -> str:
    """Read a piece of a result in any of the forms it has had; a picture has no text."""
    if isinstance(value, str):
        return text_of(value)
    fields = {key.lower(): item for key, item in dict_of(value).items()}
    text = fields.get("text")
    if isinstance(text, str):
        return text_of(text)
    return "" if {"image", "source"} & fields.keys() else json_text(value)


def _old(message: dict[str, Any], model: str | None) -> Iterator[Draft]:
    role, own = text_of(message.get("role")), message.get("id")
    source_id = str(own) if isinstance(own, int) and not isinstance(own, bool) else name_of(own)
    results = [
        _result(item, name_of(item.get("tool_use_id")), None)
        for item in map(dict_of, list_of(message.get("tool_results")))
    ]
    parts = list(_segments(message))
    if role == "user" and not results and message.get("is_hidden") is not True:
        context = text_of(message.get("context")).strip()
        if context:
            parts.append(Attachment("context", context))
        if parts:
            yield Draft(Role.USER, tuple(parts), source_id=source_id)
    elif role == "assistant":
        parts += [_call(dict_of(use)) for use in list_of(message.get("tool_uses")) if use]
        if parts:
            yield Draft(Role.ASSISTANT, tuple(parts), author=model, source_id=source_id)
    # before 0.2 the results came with a message of the user, whose words the program wrote
    if results:
        yield Draft(Role.TOOL, tuple(results))


def _segments(message: dict[str, Any]) -> Iterator[Part]:
    text = text_of(message.get("text")).strip()
    if text:
        yield Text(text)
    for segment in map(dict_of, list_of(message.get("segments"))):
        words = text_of(segment.get("text")).strip()
        if words:
            yield Reasoning(words) if segment.get("type") == "thinking" else Text(words)
