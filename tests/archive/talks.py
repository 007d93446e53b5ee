"""Made-up sessions: small conversations of invented people, as values and as files."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from graphpack.archive.entry import Filing
from graphpack.archive.packed import as_bytes, sha256
from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Message,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from graphpack.pipeline import pack
from graphpack.settings import Settings

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
LOG = "\n".join(f"gate {number}: opened, level {number * 7 % 90} cm" for number in range(90))

LINES = (
    ("user", "We build the harbour ledger. Decision: it goes to PostgreSQL, not to a spreadsheet."),
    ("assistant", "Agreed. The harbour ledger is kept in PostgreSQL 16; no spreadsheet is used."),
    ("user", "Never delete a berth record: the auditors need ten years of them."),
    ("assistant", "Noted. Berth records are only ever marked as closed."),
    ("tool", LOG),
    ("user", "The import fails with 'unknown berth Köln-7'. Open problem, look at it tomorrow."),
)


def talk(
    id="harbour-ledger-0001-aaaa", lines=LINES, *, title="Harbour ledger", author="Mira Solano"
):
    """Make a conversation of (role, text)."""
    messages = []
    for index, (role, text) in enumerate(lines):
        part = ToolResult(text, name="gates", call_id="c1") if role == "tool" else Text(text)
        parts = (part,)
        if role == "assistant" and index + 1 < len(lines) and lines[index + 1][0] == "tool":
            parts = (part, ToolCall("gates", {"all": True}, "c1"))
        messages.append(
            Message(
                index,
                Role(role),
                parts,
                at=NOW - timedelta(days=30) + timedelta(minutes=index),
                author=author if role == "user" else None,
            )
        )
    source = ConversationSource(f"{id}.jsonl", "graphpack-messages")
    return Conversation(id, title, source, tuple(messages), messages[0].at)


_made = {}


def made(conversation=None, **settings):
    """Pack one; packing takes longer than keeping, so each is packed once."""
    conversation = conversation or talk()
    key = repr((conversation, settings))
    if key not in _made:
        _made[key] = pack(conversation, Settings(now=NOW, **settings))
    return _made[key]


def filing(**changes):
    """Say where one is filed."""
    values = {
        "project": "harbour",
        "at": NOW,
        "source_sha256": sha256(as_bytes("file")),
        "origin": "/srv/talks/a.jsonl",
        "author": "Mira Solano",
        "tags": ("ledger",),
    }
    return Filing(**(values | changes))


def chat(number, *, messages=6, salt=0):
    """Make up a chat as a program would export it: OpenAI messages with an id."""
    words = ("ferry", "lantern", "orchard", "gasket", "kettle", "signal", "quay", "ledger")
    rows = []
    for place in range(messages):
        one, two = words[(number + place + salt) % 8], words[(number * 3 + place) % 8]
        text = f"Decision {number}-{place}: the {one} number {number} goes beside the {two}."
        rows.append({"role": ("user", "assistant")[place % 2], "content": text})
    return {"id": f"chat-{number:08d}-0000-4000-8000", "title": f"Plan {number}", "messages": rows}


def write_chat(path, number, **changes):
    """Write one to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(chat(number, **changes)), encoding="utf-8")
    return path
