"""Reads TypingMind's exports: all data, a list of chats, or one chat."""

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
from graphpack.readers.loose import dict_of, list_of, name_of, time_of
from graphpack.readers.shapes import is_message

_CHAT_KEYS = frozenset({"chatID", "chatTitle"})
_WRAPPERS = frozenset({"data.chats"})


class Reader:
    """Reads ``data.chats``, the chats of a ZIP's pieces, or a chat with a ``chatID``."""

    name: ClassVar[str] = "typingmind"
    about: ClassVar[str] = "TypingMind export (JSON or ZIP), all chats or one"
    facts: ClassVar[Facts] = Facts(
        where="Settings, App data and storage, Export; or a chat's menu, Export",
        keeps="the messages, each answer's model, titles",
        drops="deleted chats, folders, saved prompts, characters, plug-ins, settings",
        checked="no whole file; made-up ones after the layout that importers of 2023-2026 read",
        sign="`chats` with `chatID`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for chats with a ``chatID`` or a ``chatTitle``, or under ``data.chats``."""
        document = probe.document
        chats = _chats(document) or ()
        if "chats" in dict_of(dict_of(document).get("data")):
            is_own = not chats or any(_has_messages(chat) for chat in chats)
        else:
            is_own = any(_has_messages(c) and not _CHAT_KEYS.isdisjoint(c) for c in chats)
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the chats in file order; those in the bin are left out and counted."""
        return read_chats(source, _chats, _conversation, is_deleted=_is_deleted, wrappers=_WRAPPERS)


def _chats(document: Any) -> list[Any] | None:
    if isinstance(document, list):
        return document
    if not isinstance(document, dict):
        return None
    chats = dict_of(document.get("data")).get("chats")
    if isinstance(chats, dict):  # a ZIP's table of contents: the chats lie in other members
        return []
    if isinstance(chats, list):
        return chats
    return [document] if isinstance(document.get("messages"), list) else None


def _has_messages(value: Any) -> bool:
    messages = dict_of(value).get("messages")
    return isinstance(messages, list) and (not messages or any(map(is_message, messages)))


def _is_deleted(raw: dict[str, Any]) -> bool:
    return bool(raw.get("deletedAt"))


def _conversation(raw: dict[str, Any], record: Record, faults: Faults) -> Conversation | None:
    model = name_of(raw.get("model"))
    thread = Thread(tuple(map(_with_id, list_of(raw.get("messages")))), {})
    found = (
        replace(draft, author=draft.author or model) if draft.role is Role.ASSISTANT else draft
        for draft in drafts(thread, faults)
    )
    label = Label(
        name_of(raw.get("chatID")) or name_of(raw.get("id")),
        name_of(raw.get("chatTitle")) or name_of(raw.get("preview")),
        time_of(raw.get("createdAt")),
    )
    return conversation(found, ConversationSource(record.name, Reader.name), faults, label)


def _with_id(message: Any) -> Any:
    is_named = isinstance(message, dict) and "uuid" in message
    return {**message, "id": message["uuid"]} if is_named else message
