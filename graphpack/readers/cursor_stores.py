"""Finds Cursor's chats in its two kinds of database, by their keys alone.

The databases hold the program's whole state, sign-in tokens among it, and grow to gigabytes: only
the rows of chats are asked for, one chat at a time, one message at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource, Role, Text
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.cursor_bubbles import bubble_drafts, is_bubble, time_in
from graphpack.readers.families import as_subagent, family, insert_by_time
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.sqlite import Database, json_of

CHATS = "workbench.panel.aichat.view.aichat.chatdata"
COMPOSERS = "composer.composerData"
PROMPTS = "aiService.prompts"
_COMPOSER, _BUBBLE = "composerData:", "bubbleId:"
_DISK = "SELECT value FROM cursorDiskKV WHERE key = ?"
_ITEM = "SELECT value FROM ItemTable WHERE key = ?"
UNREADABLE = "unreadable-row"
"""The code of the notice about rows that a damaged database does not give."""
_AFTER = ";"  # the character after the colon: the end of a range of keys


@dataclass(frozen=True, slots=True)
class _Head:
    """What is kept of a composer while the others are looked at."""

    created: float
    children: tuple[str, ...] = field(default=())
    is_alternative: bool = False


def database_chats(
    opened: Database, source: ConversationSource, faults: Faults
) -> Iterator[Conversation]:
    """Read the chats of either kind of database.

    Args:
        opened: The database.
        source: Its name and format.
        faults: Takes what belongs to no chat.

    Yields:
        One conversation for each composer of the global database, by the time it was made, a
        sub-agent's inside the one that started it; for each tab and composer of a workspace's. A
        workspace whose chats lie elsewhere gives one of the prompts that were typed there.
    """
    tables = opened.tables()
    is_empty = True
    if {"key", "value"} <= set(tables.get("cursorDiskKV", ())):
        for found in _global_chats(opened, source, faults):
            is_empty = False
            yield found
    if {"key", "value"} <= set(tables.get("ItemTable", ())):
        for found in _workspace_chats(opened, source, faults):
            is_empty = False
            yield found
        if is_empty:
            yield from _prompts(_item(opened, PROMPTS, faults), source)


def _global_chats(
    opened: Database, source: ConversationSource, faults: Faults
) -> Iterator[Conversation]:
    heads = _heads(opened, faults)
    parents: dict[str, str | None] = dict.fromkeys(heads)
    for own, head in heads.items():
        for child in head.children:
            if child in heads and child != own and not heads[child].is_alternative:
                parents[child] = own
    found = family(parents)
    for root in found.roots:
        where = Faults(f"{source.name}:{root}")
        known = Faults(source.name)  # what is broken in a chat's own row was told at first sight
        chat = _load(opened, root, known)
        drafts = _drafts(opened, root, chat, where)
        for child in _below(root, found.children):
            thread = as_subagent(_drafts(opened, child, _load(opened, child, known), where))
            if thread:
                nodes = [[draft] for draft in drafts] or [[]]
                insert_by_time(nodes, len(nodes), thread)
                drafts = [draft for node in nodes for draft in node]
        label = Label(root, name_of(chat.get("name")), time_of(chat.get("createdAt")))
        one = conversation(drafts, source, where, label)
        if one is not None:
            yield one


def _below(root: str, children: Any) -> Iterator[str]:
    level = [root]
    while level:
        level = [child for own in level for child in children.get(own, ())]
        yield from level


def _heads(opened: Database, faults: Faults) -> dict[str, _Head]:
    heads: dict[str, _Head] = {}
    for key in _keys(opened, _COMPOSER, faults):
        own = key.removeprefix(_COMPOSER)
        chat = _load(opened, own, faults)
        created = time_of(chat.get("createdAt"))
        ids = [name_of(child) for child in list_of(chat.get("subComposerIds"))]
        heads[own] = _Head(
            created.timestamp() if created else 0.0,
            tuple(child for child in ids if child),
            chat.get("isBestOfNSubcomposer") is True,
        )
    return dict(sorted(heads.items(), key=lambda item: (item[1].created, item[0])))


def _keys(opened: Database, prefix: str, faults: Faults) -> list[str]:
    """List the keys that begin so, oldest row first."""
    query = "SELECT key FROM cursorDiskKV WHERE key >= ? AND key < ? ORDER BY rowid"
    try:
        rows = opened.rows(query, prefix, prefix[:-1] + _AFTER)
    except ReadError:
        faults.add(UNREADABLE, "the database is damaged here; left out", prefix)
        return []
    return [text_of(key) for (key,) in rows]


def _load(opened: Database, own: str, faults: Faults) -> dict[str, Any]:
    return dict_of(_value(opened, _COMPOSER + own, faults))


def _value(opened: Database, key: str, faults: Faults) -> Any:
    return json_of(_cell(opened, _DISK, key, faults), faults, key)


def _cell(opened: Database, query: str, key: str, faults: Faults) -> Any:
    """Look up one value; where the database is damaged there, the others may still be read."""
    try:
        rows = opened.rows(query, key)
    except ReadError:
        faults.add(UNREADABLE, "the database is damaged here; left out", key)
        return None
    return rows[0][0] if rows else None


def _drafts(opened: Database, own: str, chat: dict[str, Any], faults: Faults) -> list[Draft]:
    model = name_of(dict_of(chat.get("modelConfig")).get("modelName"))
    model = None if model == "default" else model
    inline = list_of(chat.get("conversation"))
    if any(map(is_bubble, inline)):
        return bubble_drafts(_known(inline, faults), model)
    return bubble_drafts(_bubbles(opened, own, chat, faults), model)


def _known(bubbles: list[Any], faults: Faults) -> Iterator[dict[str, Any]]:
    for number, bubble in enumerate(bubbles, start=1):
        if is_bubble(bubble):
            yield bubble
        elif bubble is not None:
            faults.add("broken-record", "a message of nobody known; left out", number)


def _bubbles(
    opened: Database, own: str, chat: dict[str, Any], faults: Faults
) -> Iterator[dict[str, Any]]:
    prefix = f"{_BUBBLE}{own}:"
    there = _keys(opened, prefix, faults)
    headers = [dict_of(item) for item in list_of(chat.get("fullConversationHeadersOnly"))]
    listed = [id for header in headers if (id := name_of(header.get("bubbleId")))]
    held = dict_of(chat.get("conversationMap"))
    if not listed:
        yield from _unlisted(opened, there, faults)
        return
    known = dict.fromkeys(listed)
    for id in known:
        bubble = held.get(id) or _bubble(opened, prefix + id, faults)
        if is_bubble(bubble):
            yield bubble
        elif bubble is not None:
            faults.add("broken-record", "a message of nobody known; left out", id)
    for key in there:
        if key.removeprefix(prefix) not in known:
            faults.add("unlisted-message", "its chat does not list it any more; left out", key)


def _bubble(opened: Database, key: str, faults: Faults) -> Any:
    damaged = faults.count(UNREADABLE)
    value = _cell(opened, _DISK, key, faults)
    if value:
        return json_of(value, faults, key)
    if faults.count(UNREADABLE) == damaged:
        faults.add("missing-message", "its chat lists it, but it is not there", key)
    return None


def _unlisted(opened: Database, keys: list[str], faults: Faults) -> Iterator[dict[str, Any]]:
    """Read the messages of a chat whose list is lost, in the order of their times."""
    timed: list[tuple[datetime | None, str]] = []
    for key in keys:
        bubble = _value(opened, key, faults)
        if is_bubble(bubble):
            timed.append((time_in(bubble), key))
    if all(at for at, _ in timed):
        timed.sort(key=lambda item: item[0].timestamp() if item[0] else 0.0)
    for _, key in timed:
        yield dict_of(_value(opened, key, Faults(key)))


def _workspace_chats(
    opened: Database, source: ConversationSource, faults: Faults
) -> Iterator[Conversation]:
    for tab in list_of(dict_of(_item(opened, CHATS, faults)).get("tabs")):
        one = _tab(dict_of(tab), source)
        if one is not None:
            yield one
    for composer in list_of(dict_of(_item(opened, COMPOSERS, faults)).get("allComposers")):
        one = _composer(dict_of(composer), source)
        if one is not None:
            yield one


def _item(opened: Database, key: str, faults: Faults) -> Any:
    return json_of(_cell(opened, _ITEM, key, faults), faults, key)


def _tab(tab: dict[str, Any], source: ConversationSource) -> Conversation | None:
    own = name_of(tab.get("tabId"))
    faults = Faults(f"{source.name}:{own or 'tab'}")
    drafts = bubble_drafts(_known(list_of(tab.get("bubbles")), faults), None)
    sent = time_of(tab.get("lastSendTime"))
    for place in range(len(drafts) - 1, -1, -1):
        if drafts[place].role is Role.USER:  # the only time that is known
            drafts[place] = replace(drafts[place], at=drafts[place].at or sent)
            break
    return conversation(drafts, source, faults, Label(own, name_of(tab.get("chatTitle"))))


def _composer(composer: dict[str, Any], source: ConversationSource) -> Conversation | None:
    own = name_of(composer.get("composerId"))
    faults = Faults(f"{source.name}:{own or 'composer'}")
    drafts = bubble_drafts(_known(list_of(composer.get("conversation")), faults), None)
    started = time_of(composer.get("createdAt"))
    return conversation(drafts, source, faults, Label(own, name_of(composer.get("name")), started))


def _prompts(value: Any, source: ConversationSource) -> Iterator[Conversation]:
    texts = [text_of(dict_of(prompt).get("text")).strip() for prompt in list_of(value)]
    drafts = [Draft(Role.USER, (Text(text),)) for text in texts if text]
    faults = Faults(source.name)
    faults.add("answers-elsewhere", "prompts alone: the answers are in the global database")
    one = conversation(drafts, source, faults)
    if one is not None:
        yield one
