"""One LangChain message in any of its written forms, put into the form of the chat APIs."""

from __future__ import annotations

from typing import Any

from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of

_ROLES = {
    "human": "user",
    "ai": "assistant",
    "aimessagechunk": "assistant",
    "humanmessagechunk": "user",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
    "chat": "",
    "remove": "",
}
_CLASSES = {
    "HumanMessage": "human",
    "HumanMessageChunk": "human",
    "AIMessage": "ai",
    "AIMessageChunk": "ai",
    "SystemMessage": "system",
    "SystemMessageChunk": "system",
    "ToolMessage": "tool",
    "ToolMessageChunk": "tool",
    "FunctionMessage": "function",
    "FunctionMessageChunk": "function",
    "ChatMessage": "chat",
    "ChatMessageChunk": "chat",
}
_OWN_KEYS = frozenset(
    {"additional_kwargs", "example", "response_metadata", "tool_calls", "usage_metadata"}
)


def is_constructor(value: Any) -> bool:
    """Tell a serialised message object: ``{"lc": 1, "type": "constructor", "id": […, class]}``."""
    return _class_of(value) in _CLASSES


def is_dumped(value: Any) -> bool:
    """Tell a message in one of LangChain's forms from other objects."""
    if not isinstance(value, dict):
        return False
    if is_constructor(value):
        return True
    kind = _kind_of(value)
    if kind not in _ROLES:
        return False
    data = value.get("data")
    if isinstance(data, dict):
        return "content" in data
    is_own = kind in ("human", "ai") or not _OWN_KEYS.isdisjoint(value)
    return is_own and "content" in value and "role" not in value


def as_chat_message(value: Any, faults: Faults) -> dict[str, Any]:
    """Put a message into the form of the chat APIs.

    Args:
        value: A message in one of LangChain's forms, or already in that of the APIs.
        faults: Takes a notice where it is neither.

    Returns:
        The message; an empty object where it is none.

    Source:
        ``langchain_core`` 0.1 to 1.0: ``message_to_dict``, ``dumpd``, ``model_dump``.
    """
    if isinstance(value, dict) and "role" in value and not is_dumped(value):
        return value
    if not is_dumped(value):
        faults.add("broken-record", "not a message; left out")
        return {}
    if is_constructor(value):
        kind, body = _CLASSES[_class_of(value)], dict_of(value.get("kwargs"))
    else:
        kind = _kind_of(value)
        body = dict_of(value.get("data")) or value
    extra = dict_of(body.get("additional_kwargs"))
    role = _ROLES.get(kind, "") or text_of(body.get("role")).lower() or "user"
    meta = dict_of(body.get("response_metadata"))
    model = name_of(meta.get("model_name")) or name_of(meta.get("model"))
    return {
        "role": role,
        "content": body.get("content"),
        "tool_calls": _calls(body, extra),
        "function_call": extra.get("function_call"),
        "reasoning_content": extra.get("reasoning_content"),
        "refusal": extra.get("refusal"),
        "name": name_of(body.get("name")),
        "model": model,
        "id": name_of(body.get("id")),
        "tool_call_id": name_of(body.get("tool_call_id")) or extra.get("tool_call_id"),
        "status": body.get("status"),
    }


def _kind_of(value: dict[str, Any]) -> str:
    name = text_of(value.get("type"))
    return _CLASSES.get(name, name.lower())


def _class_of(value: Any) -> str:
    record = dict_of(value)
    if "lc" not in record or record.get("type") != "constructor":
        return ""
    path = list_of(record.get("id"))
    return text_of(path[-1]) if path else ""


def _calls(body: dict[str, Any], extra: dict[str, Any]) -> list[Any]:
    """List the calls once: they stand in the message and, raw, in its extra arguments."""
    own = [*list_of(body.get("tool_calls")), *list_of(body.get("invalid_tool_calls"))]
    calls = own or list_of(extra.get("tool_calls"))
    seen: set[str] = set()
    kept = []
    for call in calls:
        call_id = name_of(dict_of(call).get("id"))
        if call_id is None or call_id not in seen:
            kept.append(call)
        if call_id:
            seen.add(call_id)
    return kept
