"""How the tests of Claude Code's sessions read what was read."""

from __future__ import annotations

from graphpack.model.conversation import (
    Conversation,
    Origin,
    Role,
)
from graphpack.readers import read

from .records import jsonl


def conversation(*records) -> Conversation:
    (found,) = read(jsonl(*records), name="s.jsonl", subagents=True)
    return found


def turns(found: Conversation) -> list[tuple[str, str]]:
    return [(m.role.value, m.text) for m in found.messages]


def people(found: Conversation) -> list[str]:
    return [m.text for m in found.messages if m.role is Role.USER and m.origin is Origin.MAIN]


def codes(found: Conversation) -> dict[str, int]:
    return {notice.code: notice.count for notice in found.notices}
