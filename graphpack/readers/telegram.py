"""Telegram: what Telegram Desktop exports as JSON, one chat or the whole account."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource, Role
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.roster import Member, names_of
from graphpack.readers.telegram_parts import parts_of

_CHAT_TYPES = frozenset(
    {
        "personal_chat", "bot_chat", "saved_messages", "replies", "verification_codes",
        "private_group", "private_supergroup", "public_supergroup", "private_channel",
        "public_channel",
    }
)  # fmt: skip
_UNNAMED = {"saved_messages": "Saved Messages"}


class Reader:
    """Reads ``result.json``."""

    name: ClassVar[str] = "telegram"
    about: ClassVar[str] = "Telegram Desktop export (result.json), one chat or the whole account"
    facts: ClassVar[Facts] = Facts(
        where="Telegram Desktop: a chat's menu, *Export chat history*, or *Settings, Advanced, "
        "Export Telegram data*; format JSON",
        keeps="text with the addresses of its links, polls, places and contacts, who a message "
        "was forwarded from, files by name",
        drops="joins, calls and other service messages, reactions, stickers' pictures",
        checked="an export of 2023; older and newer fields as Telegram Desktop writes them",
        sign="messages with `from_id` and `date_unixtime`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim a document whose messages have Telegram's fields."""
        return Certainty.SURE if any(map(_is_chat, _chats(probe.document))) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield a conversation for each chat, in file order."""
        faults = Faults(source.name)
        yield from attached(_conversations(source, faults), faults)


def _conversations(source: Opened, faults: Faults) -> Iterator[Conversation]:
    """Read the chats.

    Raises:
        ReadError: There are none.
    """
    damage = Faults(source.name)
    chats = _chats(load_document(source, damage))
    if not any("messages" in dict_of(chat) for chat in chats):
        raise ReadError(
            f"{source.name}: no chats of a Telegram export in it",
            hint="leave --format out to detect the format",
        )
    faults.merge(damage)
    for number, value in enumerate(chats, start=1):
        chat = dict_of(value)
        own = Faults(f"{source.name}:{number}" if len(chats) > 1 else source.name)
        kind = text_of(chat.get("type"))
        title = name_of(chat.get("name")) or _UNNAMED.get(kind)
        chat_id = chat.get("id")
        label = Label(str(chat_id)[:40] if isinstance(chat_id, int | str) else None, title)
        origin = ConversationSource(source.name, Reader.name)
        found = conversation(_drafts(list_of(chat.get("messages")), own), origin, own, label)
        if found:
            yield found
        elif chat:
            faults.add("empty-conversation", "nothing readable in it; left out", number)
        elif value is not None:
            faults.add("broken-record", "not a chat; left out", number)


def _chats(document: Any) -> list[Any]:
    """Find the chats: the document itself, or those of an account and those it has left."""
    whole = dict_of(document)
    if "messages" in whole:
        return [whole]
    lists = (dict_of(whole.get(key)).get("list") for key in ("chats", "left_chats"))
    return [chat for values in lists for chat in list_of(values)]


def _is_chat(value: Any) -> bool:
    chat = dict_of(value)
    items = [dict_of(item) for item in list_of(chat.get("messages")) if item is not None]
    is_typed = text_of(chat.get("type")) in _CHAT_TYPES
    own = [
        item
        for item in items
        if item.get("type") in ("message", "service", "unsupported")
        and "date" in item
        and (is_typed or "date_unixtime" in item or "from_id" in item or "actor_id" in item)
    ]
    return bool(own) and len(own) * 5 >= (len(items) - 1) * 4  # the last may be cut


def _drafts(messages: list[Any], faults: Faults) -> Iterator[Draft]:
    """Read a chat's messages.

    Source:
        ``export_output_json.cpp`` of Telegram Desktop, 2018-2026.
    """
    names = names_of(
        Member(_id(item), name_of(item.get("from"))) for item in map(dict_of, messages)
    )
    is_local = False
    for number, value in enumerate(messages, start=1):
        item = dict_of(value)
        if item.get("type") == "service":
            faults.add("system-line", "a join, call or other service message; left out", number)
            continue
        if not item or not {"text", "date", "from", "from_id"}.intersection(item):
            if value is not None:
                faults.add("broken-record", "not a message; left out", number)
            continue
        if item.get("reactions"):
            faults.add("reaction", "reactions to a message; left out", number)
        at = time_of(_epoch(item.get("date_unixtime")))
        if at is None:
            at = time_of(item.get("date"))
            is_local |= at is not None
        author = names.get(_id(item)) or name_of(item.get("from")) or _id(item) or None
        source_id = item.get("id")
        yield Draft(
            Role.USER,
            parts_of(item),
            at,
            author,
            source_id=str(source_id) if isinstance(source_id, int) else None,
        )
    if is_local:
        faults.add("local-time", "times without a zone; taken as UTC")


def _id(item: dict[str, Any]) -> str:
    value = item.get("from_id")  # a number in the exports of 2018-2020
    return str(value)[:40] if isinstance(value, int | str) and value else ""


def _epoch(value: Any) -> int | None:
    is_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 12
    return int(value) if is_number else None
