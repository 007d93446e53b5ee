"""Reads Chatbox's backup, and the sessions in it; the settings beside them are never looked at.

A session's ``threads`` are its earlier history; ``messageForksHash`` holds the branches that are
not on screen, by the message they follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.assembly import Draft, Label
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.branched import Tree, assemble, read_chats
from graphpack.readers.chatbox_content import Raw, read_message
from graphpack.readers.exports import Record
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of
from graphpack.readers.shapes import role_of

_SESSION = "session:"
_OLD_LIST = "chat-sessions"
_SIGNS = frozenset({"chat-sessions-list", "chat-sessions", "__exported_items"})


class Reader:
    """Reads ``session:<id>`` entries, ``chat-sessions``, or a session by itself."""

    name: ClassVar[str] = "chatbox"
    about: ClassVar[str] = "Chatbox backup (JSON or ZIP) and session files"
    facts: ClassVar[Facts] = Facts(
        where="Settings, General, Data backup, Export",
        keeps="threads, then the messages; forks as branches, thinking, tool calls and results, "
        "summaries as such, names of files, models",
        drops="settings and keys, pictures' bytes, links' texts",
        checked="no whole file; made-up ones after the program's source of 2023-2026",
        sign="`chat-sessions-list`, and no `session:` entries with messages",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for session entries, or for messages with ``contentParts``."""
        document = probe.document
        keys = document.keys() if isinstance(document, dict) else ()
        is_backup = not _SIGNS.isdisjoint(keys) or any(
            key.startswith(_SESSION) and _has_messages(document[key]) for key in keys
        )
        if is_backup or any(map(_is_session, _chats(document) or ())):
            return Certainty.SURE
        return Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the sessions in file order."""
        return read_chats(source, _chats, _conversation)


def _chats(document: Any) -> list[Any] | None:
    if isinstance(document, list):
        return document
    if not isinstance(document, dict):
        return None
    found = [value for key, value in document.items() if key.startswith(_SESSION)]
    found += list_of(document.get(_OLD_LIST))
    if found or not _SIGNS.isdisjoint(document):
        return found
    return [document] if _has_messages(document) else None


def _has_messages(value: Any) -> bool:
    return isinstance(dict_of(value).get("messages"), list)


def _is_session(value: Any) -> bool:
    messages = [dict_of(message) for message in list_of(dict_of(value).get("messages"))]
    return any(
        isinstance(message.get("contentParts"), list) and role_of(message.get("role"))
        for message in messages
    )


@dataclass(slots=True)
class _Chain:
    """The messages of a session as a tree, in the order they are added."""

    faults: Faults
    parents: dict[int, int | None] = field(default_factory=dict)
    drafts: dict[int, tuple[Draft, ...]] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)

    def take(self, messages: Any, after: int | None) -> int | None:
        """Add messages one after the other; gives the place of the last."""
        for message in list_of(messages):
            if not isinstance(message, dict):
                self.faults.add("broken-record", "a message that is no object; skipped")
                continue
            place = len(self.parents)
            self.parents[place] = after
            self.drafts[place] = tuple(read_message(message, self.faults))
            own = name_of(message.get("id"))
            if own and own not in self.places:
                self.places[own] = place
                self.ids.append(own)
            after = place
        return after


def _conversation(raw: Raw, record: Record, faults: Faults) -> Conversation | None:
    chain = _Chain(faults)
    leaf = None
    for thread in map(dict_of, list_of(raw.get("threads"))):
        leaf = chain.take(thread.get("messages"), leaf)
    leaf = chain.take(raw.get("messages"), leaf)
    for pivot, fork in _forks(raw, chain):
        selected = fork.get("position")
        for number, branch in enumerate(list_of(fork.get("lists"))):
            if number != selected:
                chain.take(dict_of(branch).get("messages"), chain.places.get(pivot))
    return assemble(
        Tree(chain.parents, chain.drafts, leaf),
        ConversationSource(record.name, Reader.name),
        faults,
        Label(name_of(raw.get("id")), name_of(raw.get("name"))),
    )


def _forks(raw: Raw, chain: _Chain) -> Iterator[tuple[str, Raw]]:
    """Give the forks, those that lie within other forks after them."""
    waiting = {key: dict_of(fork) for key, fork in dict_of(raw.get("messageForksHash")).items()}
    number = 0
    while number < len(chain.ids):  # it grows while the forks are added
        key = chain.ids[number]
        number += 1
        if key in waiting:
            yield key, waiting.pop(key)
    yield from waiting.items()
