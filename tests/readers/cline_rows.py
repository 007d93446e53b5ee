"""Rows of Cline's windows, and how the tests read them."""

from __future__ import annotations

from .harnesses import (
    START_MS,
)


def parts(found, kind):
    return [part for message in found.messages for part in message.parts if isinstance(part, kind)]


def row(number: int, kind: str, name: str, words: str = "", **fields) -> dict:
    return {"ts": START_MS + number, "type": kind, kind: name, "text": words, **fields}
