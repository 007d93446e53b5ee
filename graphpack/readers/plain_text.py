"""Plain text: "Name: words" dialogues, and any other text as one unknown person's.

This is what text is read as that no reader recognises.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from graphpack.model.conversation import Conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.marks import is_structured
from graphpack.readers.transcript import marked_kind, read_text


class Reader:
    """Reads "User: …", "Q: …", "[10:32] Dana: …", and text without speakers."""

    name: ClassVar[str] = "plain-text"
    about: ClassVar[str] = 'plain text: "Name: words" dialogues, and any text without speakers'
    facts: ClassVar[Facts] = Facts(
        where="anything else that is text",
        keeps="speakers as `Name:` where they take turns, else the text in sections of one "
        "unknown person",
        drops="nothing but blank lines around turns",
        checked="texts of many kinds",
        sign="names before a colon that take turns",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim, never for sure, text in which names before a colon take turns."""
        kind = marked_kind(probe)
        return Certainty.MAYBE if kind is not None and not is_structured(kind) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the text's one conversation."""
        return read_text(source, format_name=self.name)
