"""Turns the nodes of a ChatGPT thread into messages: who counts, who is hidden, what is one turn.

The assistant's thoughts, calls and answer are separate nodes in an export; in a row they are one
message here. Nothing is sorted: times in an export are often missing or out of order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from graphpack.model.conversation import Message, Part, Role, ToolCall
from graphpack.readers.chatgpt_content import CONTEXT_TYPES, RESULT_TYPES, read_body
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of

Node = tuple[str, Any]

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "tool": Role.TOOL}
_HIDDEN_ROLES = frozenset({"system", "developer"})


def read_messages(
    path: Iterable[Node], faults: Faults, *, model: str | None = None
) -> tuple[Message, ...]:
    """Read a thread.

    Args:
        path: Key and node, in reading order.
        faults: Takes what is hidden, broken or of an unknown type.
        model: The conversation's model, for answers that name none.

    Returns:
        The messages, numbered from 0.

    Source:
        OpenAI data export as of 2023-2026.
    """
    merged: list[Message] = []
    nodes = _messages(path, faults, model)
    for role, group in groupby(nodes, key=lambda message: message.role):
        messages = list(group)
        merged += [_joined(messages)] if role is Role.ASSISTANT else messages
    return tuple(replace(message, index=index) for index, message in enumerate(merged))


def count_messages(nodes: Iterable[Node]) -> int:
    """Count the nodes that would be read as messages."""
    return sum(1 for _ in _messages(nodes, Faults(""), None))


def _joined(messages: list[Message]) -> Message:
    """Make one message of an assistant's consecutive nodes; it is known by the first."""
    if len(messages) == 1:
        return messages[0]
    parts: list[Part] = []
    for message in messages:
        parts.extend(message.parts)
    at = next((message.at for message in messages if message.at), None)
    return replace(messages[0], parts=tuple(parts), at=at)


def _messages(path: Iterable[Node], faults: Faults, model: str | None) -> Iterator[Message]:
    call_id: str | None = None
    for key, node in path:
        raw = dict_of(node).get("message")
        if not isinstance(raw, dict):
            if raw is not None or not isinstance(node, dict):
                faults.add("broken-record", "a message that is no object; skipped")
            continue
        message = _message(raw, key, call_id, faults)
        if message is None:
            continue
        if message.role is Role.USER:
            call_id = None
        elif any(isinstance(part, ToolCall) for part in message.parts):
            call_id = message.source_id
        if message.role is Role.ASSISTANT and message.author is None:
            message = replace(message, author=model)
        yield message


def _message(raw: dict[str, Any], key: str, call_id: str | None, faults: Faults) -> Message | None:
    """Read one node's message; None where it is hidden, broken or empty."""
    author = dict_of(raw.get("author"))
    role_name = text_of(author.get("role")).lower()
    if _is_hidden(raw, role_name):
        if _has_words(raw):
            faults.add("hidden-context", "hidden (system prompt, custom instructions); left out")
        return None
    role = _ROLES.get(role_name)
    if role is None:
        faults.add("broken-record", "a message of nobody known; skipped")
        return None
    source_id = name_of(raw.get("id")) or key
    body = read_body(raw, role=role, call_id=source_id if role is Role.ASSISTANT else call_id)
    for kind in body.unknown:
        faults.add("unknown-block", "content of an unknown type; left out", kind)
    if not body.parts:
        return None
    model = name_of(dict_of(raw.get("metadata")).get("model_slug"))
    return Message(
        index=0,
        role=body.role,
        parts=body.parts,
        at=time_of(raw.get("create_time")),
        author=name_of(author.get("name")) or (model if role is Role.ASSISTANT else None),
        source_id=source_id,
    )


def _is_hidden(raw: dict[str, Any], role: str) -> bool:
    kind = text_of(dict_of(raw.get("content")).get("content_type"))
    if role in _HIDDEN_ROLES or kind in CONTEXT_TYPES:
        return True
    if dict_of(raw.get("metadata")).get("is_visually_hidden_from_conversation") is True:
        return True
    # browsing results carry weight 0 and are still what the answer stands on
    return raw.get("weight") == 0 and role != "tool" and kind not in RESULT_TYPES


def _has_words(raw: dict[str, Any]) -> bool:
    content = dict_of(raw.get("content"))
    values = [*content.values(), *list_of(content.get("parts"))]
    kind = content.get("content_type")
    return any(isinstance(value, str) and value.strip() and value != kind for value in values)
