"""OpenAssistant's data: trees of messages, or the messages alone, each naming its parent.

People wrote and ranked several answers to each prompt; the best ranked ones are the conversation,
the others its branches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from graphpack.model.conversation import (
    Branch,
    Conversation,
    ConversationSource,
    Message,
    Role,
    Text,
)
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.branching import walk
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.values import iter_values, or_read_error, probed_values

_ROLES = {
    "prompter": Role.USER,
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "system": Role.SYSTEM,
}
_ID_KEYS = ("message_id", "user_message_id")
_PARENT_KEYS = ("parent_id", "parent_message_id")
_UNRANKED = 1 << 30


class Reader:
    """Reads ``{"message_tree_id", "prompt"}`` and ``{"message_id", "parent_id", "text"}``."""

    name: ClassVar[str] = "oasst"
    about: ClassVar[str] = "OpenAssistant data: message trees or messages, JSON or JSON Lines"
    facts: ClassVar[Facts] = Facts(
        where="the OASST data sets and exports of an Open-Assistant server",
        keeps="the best ranked path as the conversation, every other answer as a branch",
        drops="reviews, labels, deleted messages",
        checked="seed data and tree exports of 2023",
        sign="`message_tree_id` with `prompt`, or messages with `parent_id` and role `prompter`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim trees, and messages with a parent and OpenAssistant's role names."""
        values = probed_values(probe)
        if any(_is_tree(value) for value in values):
            return Certainty.SURE
        flat = sum(1 for value in values if _is_flat(value))
        has_prompter = any(dict_of(value).get("role") == "prompter" for value in values)
        return Certainty.SURE if has_prompter and flat * 2 >= len(values) > 0 else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each tree."""
        faults = Faults(source.name)
        return or_read_error(
            _conversations(source, faults), source, faults, what="OpenAssistant messages"
        )


@dataclass(frozen=True, slots=True)
class _Node:
    id: str
    parent: str | None
    role: Role
    text: str
    rank: int
    at: datetime | None
    author: str | None


def _is_tree(value: Any) -> bool:
    record = dict_of(value)
    prompt = dict_of(record.get("prompt"))
    is_named = "message_tree_id" in record or "tree_state" in record
    return is_named and "text" in prompt and ("replies" in prompt or "message_id" in prompt)


def _is_flat(value: Any) -> bool:
    record = dict_of(value)
    return (
        "text" in record
        and any(key in record for key in _ID_KEYS)
        and text_of(record.get("role")) in _ROLES
    )


def _conversations(source: Opened, faults: Faults) -> Iterator[Conversation]:
    flat: list[_Node] = []
    for number, value in iter_values(source, faults):
        if _is_tree(value):
            nodes = list(_tree_nodes(value["prompt"], number, faults))
            found = _conversation(nodes, source, name_of(value.get("message_tree_id")))
            if found:
                yield found
            else:
                faults.add("empty-conversation", "nothing readable in it; left out", number)
        elif _is_flat(value):
            node = _node(value, number, faults)
            if node:
                flat.append(node)
        else:
            faults.add("broken-record", "neither a tree nor a message; left out", number or None)
    for nodes in _trees(flat):
        found = _conversation(nodes, source, nodes[0].id)
        if found:
            yield found


def _tree_nodes(prompt: Any, number: int, faults: Faults) -> Iterator[_Node]:
    """List a tree's messages, parents first, replies in the file's order."""
    pending: list[tuple[Any, str | None]] = [(prompt, None)]
    count = 0
    while pending:
        raw, parent = pending.pop()
        count += 1
        node = _node(raw, number, faults, place=f"t{count}", parent=parent)
        if node is None:
            continue
        yield node
        pending.extend((reply, node.id) for reply in reversed(list_of(raw.get("replies"))))


def _node(
    raw: Any, number: int, faults: Faults, *, place: str = "", parent: str | None = None
) -> _Node | None:
    record = dict_of(raw)
    role = _ROLES.get(text_of(record.get("role")))
    if role is None or not isinstance(record.get("text"), str):
        faults.add("broken-record", "a message without role or text; left out", number)
        return None
    if record.get("deleted") is True:
        faults.add("deleted-message", "a deleted message; left out", number)
        return None
    if not place:
        parent = next((p for key in _PARENT_KEYS if (p := name_of(record.get(key)))), None)
    rank = record.get("rank")
    own = next((i for key in _ID_KEYS if (i := name_of(record.get(key)))), None)
    model = name_of(record.get("model_name")) if role is Role.ASSISTANT else None
    return _Node(
        id=own or place or f"line {number}",
        parent=parent,
        role=role,
        text=text_of(record["text"]),
        rank=rank if isinstance(rank, int) else _UNRANKED,
        at=time_of(record.get("created_date")),
        author=model,
    )


def _trees(nodes: list[_Node]) -> list[list[_Node]]:
    """Put loose messages together by their roots; a circle is a tree of its own."""
    parents = {node.id: node.parent for node in nodes}
    roots: dict[str, str] = {}
    for node in nodes:
        way: list[str] = []
        seen: set[str] = set()
        at = node.id
        while at not in roots and at not in seen:
            way.append(at)
            seen.add(at)
            parent = parents.get(at)
            if parent is None or parent not in parents:
                break
            at = parent
        root = roots.get(at, at)
        for key in way:
            roots[key] = root
    trees: dict[str, list[_Node]] = {}
    for node in nodes:
        trees.setdefault(roots[node.id], []).append(node)
    return list(trees.values())


def _conversation(nodes: list[_Node], source: Opened, label: str | None) -> Conversation | None:
    faults = Faults(f"{source.name}:{label}" if label else source.name)
    kept = {node.id: node for node in nodes if node.text.strip()}
    parents = {node.id: node.parent if node.parent in kept else None for node in kept.values()}
    found = walk(parents, _best(kept, parents), faults)
    messages = _messages(found.path, kept, 0)
    if not messages:
        return None
    places = {key: index for index, key in enumerate(found.path)}
    branches: list[Branch] = []
    for side in found.sides:
        after = places[side.fork] if side.fork is not None else -1
        branches.append(Branch(side.keys[-1], after, _messages(side.keys, kept, after + 1)))
    return Conversation(
        id=label or messages[0].source_id or "",
        title=None,
        source=ConversationSource(source.name, Reader.name),
        messages=messages,
        started_at=next((message.at for message in messages if message.at), None),
        notices=faults.notices(),
        branches=tuple(branches),
    )


def _messages(keys: tuple[str, ...], nodes: dict[str, _Node], start: int) -> tuple[Message, ...]:
    return tuple(
        Message(
            index,
            nodes[key].role,
            (Text(nodes[key].text),),
            nodes[key].at,
            nodes[key].author,
            source_id=key,
        )
        for index, key in enumerate(keys, start)
    )


def _best(nodes: dict[str, _Node], parents: dict[str, str | None]) -> str | None:
    """Find the leaf of the best ranked way; among unranked replies the longest way counts.

    Source:
        OASST1 data card: rank 0 is the best reply, null was not ranked.
    """
    children: dict[str | None, list[str]] = {}
    for key, parent in parents.items():
        children.setdefault(parent, []).append(key)
    depths = _depths(children)
    at: str | None = None
    seen: set[str] = set()
    options = children.get(None) or list(parents)[:1]
    while options:
        at = min(options, key=lambda key: (nodes[key].rank, -depths.get(key, 0)))
        if at in seen:
            break
        seen.add(at)
        options = children.get(at, [])
    return at


def _depths(children: dict[str | None, list[str]]) -> dict[str, int]:
    """Say how long the longest way below each message is; one in a circle has none."""
    order: list[str] = list(children.get(None, []))
    for key in order:  # grows while it is read
        order.extend(children.get(key, []))
    depths: dict[str, int] = {}
    for key in reversed(order):
        depths[key] = 1 + max((depths[child] for child in children.get(key, [])), default=0)
    return depths
