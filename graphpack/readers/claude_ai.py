"""Reads Claude.ai's data export: the list of chats, one chat, the ZIP or its folder.

Also the flat form browser extensions write. Projects, users and memories are left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, ClassVar

from graphpack.model.conversation import (
    Branch,
    Conversation,
    ConversationSource,
    Message,
    Role,
)
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.branching import Side
from graphpack.readers.claude_ai_content import read_parts
from graphpack.readers.claude_ai_tree import active_messages
from graphpack.readers.exports import (
    ABANDONED,
    Record,
    attached,
    claims,
    conversation_id,
    iter_records,
    side_of,
)
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of

_MAIN = "conversations.json"
_OWN_NAMES = frozenset({"users.json", "projects.json", "memories.json"})
_FOREIGN_NAMES = frozenset({"chat.html", "message_feedback.json", "user.json"})
_OF_EXPORT = "of a Claude.ai export"
_SIDES = (
    (frozenset({"uuid", "full_name", "email_address"}), f"the account {_OF_EXPORT}"),
    (frozenset({"uuid", "docs", "prompt_template"}), f"the projects {_OF_EXPORT}"),
    (frozenset({"conversations_memory", "account_uuid"}), f"the memories {_OF_EXPORT}"),
)
_MESSAGE_KEYS = frozenset({"sender", "uuid", "text", "content"})
_ROLES = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}
_EXTENSION_ROLES = {"User": "human", "Claude": "assistant"}


class Reader:
    """Reads what holds Claude.ai chats.

    Source:
        Anthropic data exports of 2023-2026; the raw object of the web API is the same but for a
        few more keys.
    """

    name: ClassVar[str] = "claude-ai"
    about: ClassVar[str] = "Claude.ai data export (ZIP, folder, conversations.json), one chat"
    facts: ClassVar[Facts] = Facts(
        where="Settings, *Privacy*, *Export data*; a single chat's JSON from the web API",
        keeps="the current path, the other branches, texts of attachments, artifacts as calls, "
        "thinking, tool results",
        drops="projects, memories and users (recognised and left alone), placeholders of lost "
        "blocks",
        checked="exports of 2025 and a chat of the web API of October 2024",
        sign="`chat_messages` with `sender`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for ``chat_messages``, or for an export's own set of files."""
        if probe.members:
            sure = claims(probe.members, is_main=_is_main, own=_OWN_NAMES, foreign=_FOREIGN_NAMES)
        else:
            values = _unwrap(probe.document) or []
            sure = any(_is_chat(value) for value in values) or _side(probe.document) is not None
        return Certainty.SURE if sure else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the conversations in file order.

        Args:
            source: A file, or the members of an export.

        Returns:
            The conversations with at least one message; what was skipped is in their notices.
            Iterating raises ``ReadError`` where the source is not JSON or a mere side file.
        """
        faults = Faults(source.name)
        return attached(_read(source, faults), faults)


def _is_main(name: str) -> bool:
    return name == _MAIN


def _read(source: Opened, faults: Faults) -> Iterator[Conversation]:
    for record in iter_records(source, faults, is_main=_is_main, unwrap=_unwrap, side_of=_side):
        conversation = _conversation(record, faults)
        if conversation is not None:
            yield conversation


def _unwrap(document: Any) -> list[Any] | None:
    if isinstance(document, list):
        return document
    if not isinstance(document, dict):
        return None
    if "chat_messages" in document or _is_extension(document):
        return [document]
    conversations = document.get("conversations")
    return conversations if isinstance(conversations, list) else None


def _is_chat(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    messages = value.get("chat_messages")
    if not isinstance(messages, list):
        return _is_extension(value)
    return not messages or any(_MESSAGE_KEYS & dict_of(message).keys() for message in messages)


def _is_extension(value: dict[str, Any]) -> bool:
    """Tell the flat form of browser extensions by Claude's name as a role."""
    messages = [dict_of(message) for message in list_of(value.get("messages"))]
    return any(m.get("role") == "Claude" and isinstance(m.get("message"), str) for m in messages)


def _side(document: Any) -> str | None:
    items = document if isinstance(document, list) else [document]
    return None if items and "chat_messages" in dict_of(items[0]) else side_of(document, _SIDES)


def _conversation(record: Record, faults: Faults) -> Conversation | None:
    """Build one conversation; what keeps it from being one becomes a fault of the export."""
    raw = dict_of(record.value)
    here = Faults(record.where)
    listed = _listed(raw, here)
    if listed is None:
        faults.add("broken-record", "a conversation without messages; skipped", record.number)
        return None
    thread = active_messages(listed, leaf=raw.get("current_leaf_message_uuid"), faults=here)
    if thread.is_broken:
        here.add("broken-branch", "a message's parent is missing; read in the file's order")
    model = name_of(raw.get("model"))
    messages, counts = _messages(listed, thread.path, here, model)
    if not messages:
        faults.add("empty-conversation", "nobody says anything; skipped", record.number)
        return None
    after = dict(zip(thread.path, counts, strict=True))
    branches = _branches(listed, thread.sides, after, model)
    said = {one.source_id for branch in branches for one in branch.messages}
    for _ in said:
        here.add("abandoned-branch", ABANDONED)
    return Conversation(
        id=conversation_id(raw.get("uuid") or raw.get("id"), messages),
        title=name_of(raw.get("name")) or name_of(raw.get("title")),
        source=ConversationSource(record.name, Reader.name),
        messages=messages,
        started_at=time_of(raw.get("created_at")) or messages[0].at,
        notices=here.notices(),
        branches=branches,
    )


def _messages(
    listed: list[dict[str, Any]],
    places: Iterable[int],
    faults: Faults,
    model: str | None,
    first: int = 0,
) -> tuple[tuple[Message, ...], list[int]]:
    """Read messages; also the index of the last one that was there after each place."""
    found: list[Message] = []
    counts = []
    for place in places:
        message = _message(listed[place], faults, model)
        if message is not None:
            found.append(replace(message, index=first + len(found)))
        counts.append(first + len(found) - 1)
    return tuple(found), counts


def _branches(
    listed: list[dict[str, Any]],
    sides: Iterable[Side[int]],
    after: dict[int, int],
    model: str | None,
) -> tuple[Branch, ...]:
    branches: list[Branch] = []
    for side in sides:
        fork = -1 if side.fork is None else after[side.fork]
        messages, _ = _messages(listed, side.keys, Faults(""), model, fork + 1)
        if messages:
            leaf = name_of(listed[side.keys[-1]].get("uuid"))
            branches.append(Branch(leaf or f"b{len(branches) + 1}", fork, messages))
    return tuple(branches)


def _listed(raw: dict[str, Any], faults: Faults) -> list[dict[str, Any]] | None:
    """List the message objects of either form; None where there is no list."""
    items = raw.get("chat_messages")
    is_flat = not isinstance(items, list)
    if is_flat:
        items = raw.get("messages")
    if not isinstance(items, list):
        return None
    messages = [item for item in items if isinstance(item, dict)]
    for _ in range(sum(item is not None for item in items) - len(messages)):
        faults.add("broken-record", "a message that is no object; skipped")
    return [_from_extension(item) for item in messages] if is_flat else messages


def _from_extension(item: dict[str, Any]) -> dict[str, Any]:
    return {
        "uuid": item.get("id"),
        "parent_message_uuid": item.get("parentMessageId"),
        "sender": _EXTENSION_ROLES.get(text_of(item.get("role")), item.get("role")),
        "text": item.get("message"),
        "created_at": item.get("created_at"),
    }


def _message(raw: dict[str, Any], faults: Faults, model: str | None) -> Message | None:
    """Read one message; None where it is broken or empty."""
    role = _ROLES.get(text_of(raw.get("sender")).lower())
    if role is None:
        faults.add("broken-record", "a message of nobody known; skipped")
        return None
    parts = read_parts(raw, role, faults)
    if not parts:
        return None
    return Message(
        index=0,
        role=role,
        parts=parts,
        at=time_of(raw.get("created_at")),
        author=model if role is Role.ASSISTANT else None,
        source_id=name_of(raw.get("uuid")),
    )
