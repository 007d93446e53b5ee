"""Pieces of the JSON Schemas that the tools' arguments and results are described by."""

from __future__ import annotations

from typing import Any

from graphpack.mcp.names import MODES

__all__ = [
    "COUNT", "DETAIL", "FINDING", "FLAG", "FOUND", "KINDS", "LIMIT", "MODE", "NUMBER", "OBJECT",
    "OBJECTS", "PAGE", "RECORD", "SESSION", "SESSIONS", "TEXT", "TEXTS", "Schema", "one_of", "text",
    "whole",
]  # fmt: skip

Schema = dict[str, Any]

KINDS = (
    "message", "tool_call", "tool_output", "error", "stack_trace", "file", "diff", "test_result",
    "decision", "note",
)  # fmt: skip
"""Those of records, once more: who waits for the tools need not wait for all of ``context``."""


def text(about: str = "") -> Schema:
    """Describe a text; what it is for is said where it does not go without saying."""
    return {"type": "string", "description": about} if about else {"type": "string"}


def whole(about: str = "", *, least: int = 0, most: int | None = None) -> Schema:
    """Describe a whole number between bounds."""
    schema: Schema = {"type": "integer", "minimum": least}
    if most is not None:
        schema["maximum"] = most
    return {**schema, "description": about} if about else schema


def one_of(*values: str) -> Schema:
    """Describe a text that is one of these."""
    return {"type": "string", "enum": list(values)}


TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}
OBJECT: Schema = {"type": "object"}
TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
OBJECTS: Schema = {"type": "array", "items": {"type": "object"}}
DETAIL = FLAG
SESSION = TEXT
LIMIT = whole(least=1, most=200)
PAGE = {"limit": LIMIT, "offset": whole(), "detail": DETAIL}
ITEM: Schema = {
    "type": "object",
    "properties": {
        "session": TEXT,
        "record": TEXT,
        "kind": TEXT,
        "text": TEXT,
        "why": text("why it is here, or how often it was seen before"),
        "status": TEXT,
        "path": TEXT,
        "name": TEXT,
        "exit_code": COUNT,
        "at": TEXT,
        "score": NUMBER,
    },
    "required": ["session", "record", "kind", "text"],
}
FOUND = {"items": {"type": "array", "items": ITEM}, "total": COUNT, "left_out": TEXTS}
MODE = one_of(*MODES)
FINDING: Schema = {
    "type": "object",
    "properties": {"code": TEXT, "node": TEXT, "message": TEXT},
    "required": ["code", "node", "message"],
}
SESSIONS: Schema = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "session": TEXT,
            "title": TEXT,
            "records": COUNT,
            "packs": TEXTS,
            "path": TEXT,
            "pick": TEXT,
        },
        "required": ["session"],
    },
}

RECORD: Schema = {
    "type": "object",
    "properties": {
        "kind": text(", ".join(KINDS)),
        "text": TEXT,
        "id": TEXT,
        "role": text("of a message"),
        "status": text("of a decision: accepted, rejected, superseded …"),
        "name": text("command that ran"),
        "exit_code": COUNT,
        "path": TEXT,
        "at": text("ISO 8601"),
        "author": TEXT,
        "priority": NUMBER,
    },
}
