"""The line that says how much of a conversation was read, and how much was not."""

from __future__ import annotations

from graphpack.model.conversation import Conversation
from graphpack.text.counted import counted, plural

SKIPPED = frozenset(
    {
        "broken-document", "broken-record", "empty-conversation", "empty-message", "missing-item",
        "missing-message", "unknown-record", "unreadable-member",
    }
)  # fmt: skip
"""Codes of notices that stand for something of the source which could not be read."""


def tally(conversation: Conversation) -> str:
    """Say what was read, skipped, hidden and abandoned.

    Args:
        conversation: As it was read.

    Returns:
        One line; only the number of messages read stands there where it is 0.
    """
    skipped = sum(one.count for one in conversation.notices if one.code in SKIPPED)
    branches = len(conversation.branches)
    counts = (
        (skipped, "skipped"),
        (conversation.hidden, "hidden (of sub-agents; --subagents reads them)"),
        (branches, f"abandoned {plural(branches, 'branch')} (--branch reads them)"),
    )
    messages = len(conversation.messages)
    read = f"read: {counted(messages, 'message')}"
    return " | ".join([read, *(f"{count} {what}" for count, what in counts if count)])
