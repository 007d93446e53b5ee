"""OpenAI chat completions: message lists, requests, answers, fine-tuning and batch lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from graphpack.model.conversation import Conversation
from graphpack.readers.arrays import read_arrays
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.chat_messages import chat_arrays, detect


class Reader:
    """Reads ``[{"role", "content"}, …]`` in all its wrappers."""

    name: ClassVar[str] = "openai-chat"
    about: ClassVar[str] = "OpenAI chat messages: list, request or answer, or JSON Lines of either"
    facts: ClassVar[Facts] = Facts(
        where="bodies of requests and answers, fine-tuning and batch files, recordings of gateways",
        keeps="system prompts, names, tool calls with results, reasoning where a server gives it",
        drops="tool definitions, parameters, tokens, pictures' and sounds' bytes",
        checked="recordings of 2024 to 2026, DeepSeek's and vLLM's among them",
        sign="messages with `role` and `content`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim message lists that carry no sign of Anthropic's API."""
        return detect(probe, chat_arrays(self.name), wants_anthropic=False)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each list; lines of one message each make one."""
        return read_arrays(source, chat_arrays(self.name))
