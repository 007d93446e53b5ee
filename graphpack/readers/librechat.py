"""Reads LibreChat's export of a chat: as nested messages, as a flat list, or the current branch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, ConversationSource, Role, Text
from graphpack.readers.assembly import Draft, Label, answer_drafts
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.branched import Tree, assemble, read_chats
from graphpack.readers.branching import link
from graphpack.readers.exports import Record, attached
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import decode, mend_escapes
from graphpack.readers.librechat_content import Raw, is_failed, read_parts
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.nesting import is_deep, load_deep
from graphpack.readers.opening import read_bytes

_ROOT = "00000000-0000-0000-0000-000000000000"
_LISTS = ("messages", "messagesTree")
_SIGNS = frozenset({"parentMessageId", "messageId"})
_HEAD = frozenset({"conversationId", "exportAt", "branches", "recursive"})


class Reader:
    """Reads ``messages`` or ``messagesTree`` of messages that say whether a person wrote them."""

    name: ClassVar[str] = "librechat"
    about: ClassVar[str] = "LibreChat export of a chat (JSON), with or without its branches"
    facts: ClassVar[Facts] = Facts(
        where="a chat's menu, Export, type json",
        keeps="the newest path and the other branches, thinking, tool calls and results, names of "
        "files, each answer's model, the preset's prompt",
        drops="answers that failed, pictures' bytes, token counts",
        checked="exports of April and May 2024; newer content parts from the program's source",
        sign="`conversationId` beside messages with `messageId`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for messages with ``isCreatedByUser`` in a chat with a ``conversationId``."""
        document = probe.document
        is_own = any(map(_is_chat, _chats(document) or ())) or dict_of(document).keys() >= _HEAD
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the chat, or each of a list of them, along the newest path."""
        if not source.members:
            raw = read_bytes(source)
            if is_deep(raw):
                return _deep(source.name, raw)
        return read_chats(source, _chats, _conversation)


def _deep(name: str, raw: bytes) -> Iterator[Conversation]:
    faults = Faults(name)
    text = decode(raw.removeprefix(b"\xef\xbb\xbf"), faults)
    document = load_deep(mend_escapes(text), name, faults)
    found = (
        _conversation(value, Record(name, number, value), Faults(name))
        for number, value in enumerate(_chats(document) or (), start=1)
        if isinstance(value, dict)
    )
    return attached((one for one in found if one), faults)


def _chats(document: Any) -> list[Any] | None:
    if isinstance(document, dict):
        return [document] if any(key in document for key in _LISTS) else None
    return document if isinstance(document, list) else None


def _is_chat(value: Any) -> bool:
    raw = dict_of(value)
    messages = [dict_of(message) for key in _LISTS for message in _listed(raw.get(key))]
    if any("isCreatedByUser" in message for message in messages):
        return True
    # the last message of a cut document may lack its later keys
    has_id = "conversationId" in raw
    return has_id and any(message.keys() >= _SIGNS for message in messages)


def _conversation(raw: Raw, record: Record, faults: Faults) -> Conversation | None:
    listed = next((items for key in _LISTS if (items := _listed(raw.get(key)))), [])
    flat = _Flat()
    flat.take(listed, faults)
    drafts = {
        place: tuple(_drafts(message, place, faults)) for place, message in enumerate(flat.messages)
    }
    label = Label(name_of(raw.get("conversationId")), name_of(raw.get("title")))
    # a message has no time until the page is loaded anew
    tree = Tree(flat.links(faults), drafts, head=_head(raw), is_untimed_new=True)
    return assemble(tree, ConversationSource(record.name, Reader.name), faults, label)


def _listed(value: Any) -> list[Any]:
    """Give the messages, which may be a single one that holds the others."""
    return [value] if isinstance(value, dict) else list_of(value)


def _head(raw: Raw) -> tuple[Draft, ...]:
    options = dict_of(raw.get("options"))
    system = text_of(options.get("promptPrefix")) or text_of(options.get("system"))
    return (Draft(Role.SYSTEM, (Text(system),)),) if system.strip() else ()


@dataclass(slots=True)
class _Flat:
    """The messages of a chat in one list, however they are nested.

    Args:
        messages: In the file's order.
        holders: The place of the message each one is nested in.
    """

    messages: list[Raw] = field(default_factory=list)
    holders: list[int | None] = field(default_factory=list)

    def take(self, listed: list[Any], faults: Faults) -> None:
        """Add the messages of a list and all that is nested in them."""
        # no recursion: a long chat is nested as deeply as it is long
        open_lists: list[tuple[int | None, Iterator[Any]]] = [(None, iter(listed))]
        while open_lists:
            holder, items = open_lists[-1]
            item = next(items, self)
            if item is self:
                open_lists.pop()
            elif isinstance(item, dict):
                self.messages.append(item)
                self.holders.append(holder)
                place = len(self.messages) - 1
                open_lists.append((place, iter(list_of(item.get("children")))))
            elif item is not None:  # a broken item, already counted
                faults.add("broken-record", "a message that is no object; skipped")

    def links(self, faults: Faults) -> dict[int, int | None]:
        """Say which message each one follows."""
        if any(holder is not None for holder in self.holders):
            return dict(enumerate(self.holders))
        ids = [name_of(message.get("messageId")) for message in self.messages]
        parents = [name_of(message.get("parentMessageId")) for message in self.messages]
        return link(ids, [None if parent == _ROOT else parent for parent in parents], faults)


def _drafts(raw: Raw, place: int, faults: Faults) -> Iterator[Draft]:
    own = name_of(raw.get("messageId"))
    sender = name_of(raw.get("sender"))
    is_person = raw.get("isCreatedByUser")
    if not isinstance(is_person, bool):
        if sender is None:
            faults.add("broken-record", "a message of nobody known; skipped", own or place)
            return
        is_person = sender.lower() == "user"
    role = Role.USER if is_person else Role.ASSISTANT
    parts = read_parts(raw, role, faults, own or place)
    if not parts and is_failed(raw):
        return
    at = time_of(raw.get("createdAt"))
    if role is Role.USER:
        author = None if (sender or "").lower() in ("user", "") else sender
        yield Draft(role, parts, at, author, source_id=own)
        return
    like = Draft(role, parts, at, name_of(raw.get("model")) or sender, source_id=own)
    yield from answer_drafts(parts, like) if parts else (like,)
