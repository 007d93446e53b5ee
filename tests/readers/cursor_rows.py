"""Rows of Cursor's databases, and how the tests read them."""

from __future__ import annotations

from graphpack.model.conversation import (
    Conversation,
)


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in found.messages]
