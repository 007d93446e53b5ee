"""Reads ChatGPT's data export: one chat, a list of them, shards, the ZIP or its folder.

Also a share page, as its JSON or as saved HTML. Pictures, sound and Canvas side files are not
opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.patterns import compiled
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.chatgpt_share import is_share_page, read_page, shared
from graphpack.readers.chatgpt_tree import active_thread
from graphpack.readers.chatgpt_turns import read_thread
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
from graphpack.readers.loose import dict_of, list_of, name_of, time_of

_MAIN = compiled(r"conversations(-\d+)?\.json")
_OWN_NAMES = frozenset(
    {
        "chat.html", "conversations-000.json", "conversations.json.index", "export_manifest.json",
        "group_chats.json", "message_feedback.json", "model_comparisons.json",
        "shared_conversations.json", "shopping.json", "sora.json", "user.json",
        "user_settings.json",
    }
)  # fmt: skip
_FOREIGN_NAMES = frozenset({"users.json", "projects.json", "memories.json"})
_OF_EXPORT = "of a ChatGPT export"
_SIDES = (
    (
        frozenset({"conversation_id", "content", "storage_protocol"}),
        f"pairs of answers that somebody compared, {_OF_EXPORT}",
    ),
    (frozenset({"conversation_id", "rating", "content"}), f"the feedback {_OF_EXPORT}"),
    (frozenset({"conversation_id", "is_anonymous"}), f"the list of shared links {_OF_EXPORT}"),
    (frozenset({"email", "chatgpt_plus_user"}), f"the account {_OF_EXPORT}"),
)
_TREE_KEYS = frozenset({"current_node", "moderation_results", "conversation_template_id"})


class Reader:
    """Reads ``conversations.json`` and what else holds a ChatGPT conversation.

    Source:
        OpenAI data exports of 2023-2026; the raw object of the web API is the same.
    """

    name: ClassVar[str] = "chatgpt"
    about: ClassVar[str] = "ChatGPT data export (ZIP, folder, conversations.json), share page"
    facts: ClassVar[Facts] = Facts(
        where="Settings, *Data controls*, *Export data*; a single chat's JSON; a share page",
        keeps="the current path, the other branches, code and its output, Canvas texts, pages that "
        "were read, voice transcripts, thoughts, models",
        drops="hidden context (profile and memory), citation marks, pictures' and sounds' bytes",
        checked="exports of January 2023 to August 2026",
        sign="`mapping` of nodes with `current_node`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Look for the tree under ``mapping``, or for an export's own set of files."""
        if probe.members:
            sure = claims(probe.members, is_main=_is_main, own=_OWN_NAMES, foreign=_FOREIGN_NAMES)
        else:
            values = _unwrap(probe.document) or []
            sure = any(_is_chat(value) for value in values) or _side(probe.document) is not None
            sure = sure or is_share_page(probe.head)
        return Certainty.SURE if sure else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the conversations in file order, each along its active branch.

        Args:
            source: A file, or the members of an export.

        Returns:
            The conversations with at least one message; what was skipped is in their notices.
            Iterating raises ``ReadError`` where the source is not JSON or a mere side file.
        """
        faults = Faults(source.name)
        return attached(_read(source, faults), faults)


def _is_main(name: str) -> bool:
    return _MAIN.fullmatch(name) is not None


def _read(source: Opened, faults: Faults) -> Iterator[Conversation]:
    for record in _records(source, faults):
        conversation = _conversation(record, faults)
        if conversation is not None:
            yield conversation


def _records(source: Opened, faults: Faults) -> Iterator[Record]:
    page = None if source.members else read_page(source)
    if page is not None:
        return iter((Record(source.name, 1, page),))
    return iter_records(source, faults, is_main=_is_main, unwrap=_unwrap, side_of=_side)


def _unwrap(document: Any) -> list[Any] | None:
    """Find the list of conversations in any of the shapes an export comes in."""
    if isinstance(document, list):
        return document
    page = shared(document)
    if page is not None:
        return [page]
    if not isinstance(document, dict):
        return None
    if "mapping" in document:
        return [document]
    conversations = document.get("conversations")
    return conversations if isinstance(conversations, list) else None


def _is_chat(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    mapping = value.get("mapping")
    if isinstance(mapping, dict) and mapping:
        return any(
            isinstance(node, dict) and ("message" in node or "children" in node)
            for node in mapping.values()
        )
    if isinstance(mapping, dict):
        return bool(_TREE_KEYS & value.keys())
    return any("message" in dict_of(node) for node in list_of(value.get("linear_conversation")))


def _side(document: Any) -> str | None:
    items = document if isinstance(document, list) else [document]
    return None if items and "mapping" in dict_of(items[0]) else side_of(document, _SIDES)


def _conversation(record: Record, faults: Faults) -> Conversation | None:
    """Build one conversation; what keeps it from being one becomes a fault of the export."""
    raw = dict_of(record.value)
    here = Faults(record.where)
    thread = active_thread(raw, here)
    if not thread.path:
        faults.add("broken-record", "a conversation without a message tree; skipped", record.number)
        return None
    if thread.is_guessed:
        here.add("guessed-branch", "no usable current_node; the longest branch was taken")
    model = name_of(raw.get("default_model_slug"))
    nodes = dict_of(raw.get("mapping"))
    turns = read_thread(thread.path, thread.sides, nodes, here, model=model)
    if not turns.messages:
        faults.add("empty-conversation", "nobody says anything; skipped", record.number)
        return None
    for _ in range(turns.abandoned):
        here.add("abandoned-branch", ABANDONED)
    messages = turns.messages
    return Conversation(
        id=conversation_id(raw.get("conversation_id") or raw.get("id"), messages),
        title=name_of(raw.get("title")),
        source=ConversationSource(record.name, Reader.name),
        messages=messages,
        started_at=time_of(raw.get("create_time")) or messages[0].at,
        notices=here.notices(),
        branches=turns.branches,
    )
