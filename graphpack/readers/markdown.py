"""Markdown transcripts: whoever speaks is in a heading, in bold type or in a marked cell.

What the speakers say is Markdown too, with headings and code of its own; only a style of mark that
runs through the whole text counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from graphpack.model.conversation import Conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.marks import is_structured
from graphpack.readers.own_markdown import is_own
from graphpack.readers.transcript import marked_kind, read_text


class Reader:
    """Reads "## Human", "**You:**", "ChatGPT said:", "# %% user", "<|im_start|>user" and kin."""

    name: ClassVar[str] = "markdown"
    about: ClassVar[str] = "Markdown chat: speakers as headings, bold names, cells or chat tokens"
    facts: ClassVar[Facts] = Facts(
        where="pasted or saved chats, converters' output, and `graphpack read --to markdown`",
        keeps="who speaks by one style of marks for the whole text, names and times in them, tool "
        "cells of chat.md; everything of graphpack's own transcripts",
        drops="rules and blank lines around turns",
        checked="pages and converters of 2023 to 2026",
        sign="headings, bold names or cells that speakers take turns in",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim text with marks that only Markdown has; for sure only what graphpack wrote."""
        if is_own(probe.head):
            return Certainty.SURE
        kind = marked_kind(probe)
        return Certainty.MAYBE if kind is not None and is_structured(kind) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the text's one conversation."""
        return read_text(source, format_name=self.name)
