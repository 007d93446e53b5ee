"""Codex rollouts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from graphpack.model.conversation import Conversation
from graphpack.readers.base import Certainty, Opened, Probe


class Reader:
    """Reads Codex rollouts."""

    name: ClassVar[str] = "codex"
    about: ClassVar[str] = "OpenAI Codex CLI rollouts (JSONL)"

    def detect(self, probe: Probe) -> Certainty:
        """Say how sure it is."""
        return Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the session."""
        yield from ()
