"""How the tests of Codex's rollouts read what was read."""

from __future__ import annotations

from graphpack.model.conversation import (
    Conversation,
    Role,
    ToolResult,
)
from graphpack.readers import read

from .records import jsonl

PARENT = "019d0000-0000-7000-8000-000000000001"


def conversation(*records) -> Conversation:
    flat = [r for item in records for r in (item if isinstance(item, list) else [item])]
    (found,) = read(jsonl(*flat), name="r.jsonl")
    return found


def turns(found: Conversation) -> list[tuple[str, str]]:
    return [(m.role.value, m.text) for m in found.messages]


def people(found: Conversation) -> list[str]:
    return [m.text for m in found.messages if m.role is Role.USER]


def results(found: Conversation) -> list[ToolResult]:
    return [p for m in found.messages for p in m.parts if isinstance(p, ToolResult)]
