"""Reads Open WebUI's chat export: a list of chats, or one, as the page or an admin saves them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from graphpack.model.conversation import Conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.branched import read_chats
from graphpack.readers.open_webui_chat import chats_in, is_open_webui, read_chat


class Reader:
    """Reads ``chat.history.messages``, a tree of messages by id."""

    name: ClassVar[str] = "open-webui"
    about: ClassVar[str] = "Open WebUI chat export (JSON), all chats or one"
    facts: ClassVar[Facts] = Facts(
        where="Settings, Data, Export all chats; or a chat's menu, Download, JSON",
        keeps="the current path and its branches, thinking, tool calls and results, code runs, "
        "names and words of files, each answer's model",
        drops="pictures' bytes, citations, status lines, usage",
        checked="a chat of 2025; the layouts of 0.3-0.7 from the program's source",
        sign="`chat` with `history` and `currentId`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for the tree of messages that no sign marks as Qwen's."""
        is_own = is_open_webui(probe.document, is_qwen=False)
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the chats in file order, each along its current path."""
        return read_chats(source, chats_in, partial(read_chat, name=self.name))
