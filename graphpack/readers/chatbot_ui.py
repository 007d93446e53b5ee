"""Reads the data export of chatbot-ui, versions 1 to 4."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, ConversationSource, Role
from graphpack.readers.arrays import Thread
from graphpack.readers.assembly import Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.branched import read_chats
from graphpack.readers.chat_messages import drafts
from graphpack.readers.exports import Record
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of
from graphpack.readers.shapes import is_message

_WRAPPERS = frozenset({"history"})
_BESIDE = frozenset({"folders", "prompts", "version"})


class Reader:
    """Reads ``history``, a list of chats beside folders and saved prompts."""

    name: ClassVar[str] = "chatbot-ui"
    about: ClassVar[str] = "chatbot-ui data export (JSON)"
    facts: ClassVar[Facts] = Facts(
        where="the side bar, Export data",
        keeps="the messages, each chat's prompt and model",
        drops="folders, saved prompts",
        checked="an export of version 4",
        sign="`history` with `folders` and `prompts`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for a history of chats beside folders, saved prompts or a version."""
        document = dict_of(probe.document)
        if _BESIDE.isdisjoint(document):
            # a cut document may not have come to the keys after its history
            is_own = document.keys() == {"history"} and _has_model(document)
            return Certainty.SURE if is_own else Certainty.NO
        chats = _chats(document)
        is_own = chats is not None and any(map(_is_chat, chats))
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the chats in file order."""
        return read_chats(source, _chats, _conversation, wrappers=_WRAPPERS)


def _chats(document: Any) -> list[Any] | None:
    if isinstance(document, list):  # of what was read one by one
        return document
    history = dict_of(document).get("history")
    return history if isinstance(history, list) else None


def _is_chat(value: Any) -> bool:
    messages = dict_of(value).get("messages")
    return isinstance(messages, list) and (not messages or any(map(is_message, messages)))


def _has_model(document: dict[str, Any]) -> bool:
    chats = [dict_of(chat) for chat in list_of(document.get("history"))]
    return any(_is_chat(chat) and "maxLength" in dict_of(chat.get("model")) for chat in chats)


def _conversation(raw: dict[str, Any], record: Record, faults: Faults) -> Conversation | None:
    model = name_of(dict_of(raw.get("model")).get("name"))
    thread = Thread(tuple(list_of(raw.get("messages"))), {"system": raw.get("prompt")})
    found = (
        replace(draft, author=draft.author or model) if draft.role is Role.ASSISTANT else draft
        for draft in drafts(thread, faults)
    )
    label = Label(name_of(raw.get("id")), name_of(raw.get("name")))
    return conversation(found, ConversationSource(record.name, Reader.name), faults, label)
