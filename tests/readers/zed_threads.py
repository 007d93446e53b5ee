"""Threads of Zed, and how the tests read them."""

from __future__ import annotations

import json
from typing import Any

from graphpack.model.conversation import (
    Conversation,
)

AT = "2026-05-04T15:00:00+00:00"


def user(*content: Any, id: str = "u1") -> dict[str, Any]:
    return {
        "User": {"id": id, "content": [{"Text": c} if isinstance(c, str) else c for c in content]}
    }


def agent(*content: Any, results: dict[str, Any] | None = None) -> dict[str, Any]:
    pieces = [{"Text": c} if isinstance(c, str) else c for c in content]
    return {"Agent": {"content": pieces, "tool_results": results or {}}}


def use(call: str, name: str, **arguments: Any) -> dict[str, Any]:
    raw = json.dumps(arguments)
    return {
        "ToolUse": {
            "id": call,
            "name": name,
            "raw_input": raw,
            "input": arguments,
            "is_input_complete": True,
        }
    }


def result(
    call: str, name: str, content: Any, *, is_error: bool = False, output: Any = None
) -> dict[str, Any]:
    return {
        call: {
            "tool_use_id": call,
            "tool_name": name,
            "is_error": is_error,
            "content": content,
            "output": output,
        }
    }


def thread(*messages: Any, **fields: Any) -> dict[str, Any]:
    about = {"version": "0.3.0", "title": "Tides", "model": {"provider": "grove", "model": "elm-3"}}
    return {**about, "messages": list(messages), "updated_at": AT, **fields}


def old(role: str, text: str = "", *, thinking: str = "", **fields: Any) -> dict[str, Any]:
    segments = [{"type": "thinking", "text": thinking, "signature": "x"}] if thinking else []
    segments += [{"type": "text", "text": text}] if text else []
    base = {"id": 1, "role": role, "segments": segments, "tool_uses": [], "tool_results": []}
    return {**base, "context": "", **fields}


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in found.messages]
