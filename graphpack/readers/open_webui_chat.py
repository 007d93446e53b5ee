"""Finds and reads the chats of Open WebUI and of Qwen's web page, which share one layout.

Messages lie in an object by id, each with its parent; the copy in a list beside it is stale.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from graphpack.model.conversation import Conversation, ConversationSource, Role, Text
from graphpack.readers.assembly import Draft, Label, answer_drafts
from graphpack.readers.branched import Tree, assemble
from graphpack.readers.branching import link
from graphpack.readers.exports import Record
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.open_webui_content import Node, read_parts
from graphpack.readers.shapes import role_of

_QWEN_NODE = frozenset({"content_list", "chat_type", "sub_chat_type", "feature_config"})
_MAX_LOOKED_AT = 20


def chats_in(document: Any) -> list[Any] | None:
    """Find the list of chats in a document; None where it is no such export.

    Args:
        document: A list of chats, one chat with or without its wrapper, or a web answer that
            holds either under ``data``.
    """
    if isinstance(document, dict) and not has_history(document):
        document = document.get("data")
    if isinstance(document, dict):
        return [document] if has_history(document) else None
    return document if isinstance(document, list) else None


def has_history(value: Any) -> bool:
    """Tell a chat by its tree of messages."""
    messages = _history(dict_of(value)).get("messages")
    if not isinstance(messages, dict):
        return False
    nodes = [node for node in messages.values() if isinstance(node, dict)]
    return not messages or any("parentId" in node or "childrenIds" in node for node in nodes)


def is_open_webui(document: Any, *, is_qwen: bool) -> bool:
    """Tell a document with such chats, and whose they are: exactly one of the two is true.

    Args:
        document: What a probe saw.
        is_qwen: Asks for Qwen's web page instead of Open WebUI.
    """
    chats = [chat for chat in chats_in(document) or () if has_history(chat)]
    if not chats:
        return False
    is_answer = isinstance(document, dict) and not has_history(document)
    return (is_answer or any(map(_is_qwen, chats))) == is_qwen


def _is_qwen(value: Any) -> bool:
    raw = dict_of(value)
    if "currentId" in raw:
        return True
    nodes = list(dict_of(_history(raw).get("messages")).values())[:_MAX_LOOKED_AT]
    return any(not _QWEN_NODE.isdisjoint(dict_of(node)) for node in nodes)


def _history(raw: dict[str, Any]) -> dict[str, Any]:
    return dict_of(raw.get("history")) or dict_of(dict_of(raw.get("chat")).get("history"))


def read_chat(
    raw: dict[str, Any], record: Record, faults: Faults, *, name: str
) -> Conversation | None:
    """Read one chat along its current path.

    Args:
        raw: The chat, with or without its wrapper.
        record: Where it stands.
        faults: Takes what was skipped.
        name: The format's name.

    Returns:
        The conversation; None where nobody says anything.

    Source:
        Open WebUI 0.3-0.7; Qwen's web export of 2025.
    """
    chat = dict_of(raw.get("chat")) or raw
    history = _history(raw)
    messages = dict_of(history.get("messages"))
    ids = list(messages)
    nodes = [dict_of(node) for node in messages.values()]
    drafts = {place: tuple(_drafts(node, ids[place], faults)) for place, node in enumerate(nodes)}
    current = name_of(history.get("currentId")) or name_of(raw.get("currentId"))
    tree = Tree(
        parents=link(ids, _parents(messages), faults),
        drafts=drafts,
        leaf=ids.index(current) if current in messages else None,
        head=_head(chat),
        others=_others(nodes),
    )
    label = Label(
        id=name_of(raw.get("id")) or name_of(chat.get("id")),
        title=name_of(raw.get("title")) or name_of(chat.get("title")),
        started_at=time_of(raw.get("created_at")) or time_of(chat.get("timestamp")),
    )
    return assemble(tree, ConversationSource(record.name, name), faults, label)


def _head(chat: dict[str, Any]) -> tuple[Draft, ...]:
    system = text_of(dict_of(chat.get("params")).get("system")) or text_of(chat.get("system"))
    return (Draft(Role.SYSTEM, (Text(system),)),) if system.strip() else ()


def _parents(messages: dict[str, Any]) -> list[str | None]:
    """Name each message's parent; a lost one is taken from the other side's children."""
    claimed = {
        child: own
        for own, node in messages.items()
        for child in list_of(dict_of(node).get("childrenIds"))
        if isinstance(child, str)
    }
    parents = []
    for own, node in messages.items():
        parent = name_of(dict_of(node).get("parentId"))
        parents.append(parent if parent in messages else claimed.get(own, parent))
    return parents


def _drafts(node: Node, own: str, faults: Faults) -> Iterator[Draft]:
    role = role_of(node.get("role"))
    if role is None:
        faults.add("broken-record", "a message of nobody known; skipped", own)
        return
    parts = read_parts(node, role, faults, own)
    if not parts and node.get("error"):
        faults.add("failed-answer", "an answer that failed; left out", own)
        return
    like = Draft(role, parts, time_of(node.get("timestamp")), source_id=own)
    if role is not Role.ASSISTANT:
        yield like
        return
    model = name_of(node.get("model")) or name_of(node.get("modelName"))
    like = Draft(role, parts, like.at, model, source_id=own)
    yield from answer_drafts(parts, like) if parts else (like,)


def _others(nodes: Sequence[Node]) -> frozenset[int]:
    """Find the answers to prompts that were put to several models at once.

    Those beside the current path are no retries: nobody rejected them. A model that answered the
    same prompt twice was asked again.
    """
    asked = {
        name_of(node.get("id"))
        for node in nodes
        if role_of(node.get("role")) is Role.USER and len(list_of(node.get("models"))) > 1
    } - {None}
    answers = [(name_of(node.get("parentId")), name_of(node.get("model"))) for node in nodes]
    counts = Counter(answers)
    return frozenset(
        place for place, answer in enumerate(answers) if answer[0] in asked and counts[answer] == 1
    )
