"""Anthropic Messages: request and answer bodies, lists of messages with content blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from graphpack.model.conversation import Conversation
from graphpack.readers.arrays import read_arrays
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.chat_messages import chat_arrays, detect


class Reader:
    """Reads message lists with ``tool_use``, ``tool_result`` and ``thinking`` blocks."""

    name: ClassVar[str] = "anthropic-messages"
    about: ClassVar[str] = "Anthropic Messages: request or answer body, list, or JSON Lines"
    facts: ClassVar[Facts] = Facts(
        where="bodies of requests and answers, and lists of messages",
        keeps="system prompts, thinking, tool uses with results and errors, documents, server "
        "tools",
        drops="encrypted thinking, signatures, tool definitions, tokens, pictures' bytes",
        checked="recordings of 2024 to 2026, API version 2023-06-01",
        sign="messages with blocks such as `tool_use`, and no body with `system` and `max_tokens`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim message lists with Anthropic's blocks or body keys."""
        return detect(probe, chat_arrays(self.name), wants_anthropic=True)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each list."""
        return read_arrays(source, chat_arrays(self.name))
