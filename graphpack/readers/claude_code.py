"""Claude Code session logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from graphpack.model.conversation import Conversation
from graphpack.readers.base import Certainty, Opened, Probe


class Reader:
    """Reads Claude Code session logs."""

    name: ClassVar[str] = "claude-code"
    about: ClassVar[str] = "Claude Code session logs (JSONL), with their sub-agents"

    def detect(self, probe: Probe) -> Certainty:
        """Say how sure it is."""
        return Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the session."""
        yield from ()
