"""Reads the chat export of Qwen's web page, whose layout is Open WebUI's with other answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from graphpack.model.conversation import Conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.branched import read_chats
from graphpack.readers.open_webui_chat import chats_in, is_open_webui, read_chat


class Reader:
    """Reads the tree of messages whose answers stand in ``content_list``, by phase."""

    name: ClassVar[str] = "qwen-web"
    about: ClassVar[str] = "Qwen web chat export (JSON), all chats or one"
    facts: ClassVar[Facts] = Facts(
        where="chat.qwen.ai: Settings, Chats, Export",
        keeps="the current path and its branches, answers, thinking, names of files",
        drops="the search phases, pictures' bytes, usage",
        checked="no whole file; made-up ones after the layout of 2025",
        sign="`chat` with `history` and answers in `content_list`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for the tree of messages with a sign of Qwen's."""
        is_own = is_open_webui(probe.document, is_qwen=True)
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the chats in file order, each along its current path."""
        return read_chats(source, chats_in, partial(read_chat, name=self.name))
