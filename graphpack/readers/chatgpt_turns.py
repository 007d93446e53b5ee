"""Turns the nodes of a ChatGPT thread into messages: who counts, who is hidden, what is one turn.

The assistant's thoughts, calls and answer are separate nodes in an export; in a row they are one
message here. Nothing is sorted: times in an export are often missing or out of order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from graphpack.model.conversation import Branch, Message, Part, Role, ToolCall
from graphpack.readers.branching import Side
from graphpack.readers.chatgpt_content import CONTEXT_TYPES, RESULT_TYPES, read_body
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of

Node = tuple[str, Any]

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "tool": Role.TOOL}
_HIDDEN_ROLES = frozenset({"system", "developer"})


def read_thread(
    path: Sequence[Node],
    sides: Iterable[Side[str]],
    nodes: Mapping[str, Any],
    faults: Faults,
    *,
    model: str | None = None,
) -> Turns:
    """Read a thread and the branches that leave it.

    Args:
        path: Key and node, in reading order.
        sides: The abandoned branches, as keys of ``nodes``.
        nodes: All nodes.
        faults: Takes what is hidden, broken or of an unknown type on the path.
        model: The conversation's model, for answers that name none.

    Returns:
        The messages and the branches, both numbered.

    Source:
        OpenAI data export as of 2023-2026.
    """
    said = list(_messages(path, faults, model))
    trunk = _Trunk.of([key for key, _ in path], said)
    branches: list[Branch] = []
    abandoned: set[str] = set()
    for side in sides if said else ():
        shared = trunk.shared.get(side.fork or "", 0)
        own = [(key, nodes.get(key)) for key in side.keys]
        calls = trunk.calls[shared]
        found = list(_messages(own, Faults(""), model, calls))
        if not found:
            continue
        abandoned.update(one.key for one in found)
        after = trunk.whole(shared, found[0].message.role)
        joined = _joined_turns([*said[trunk.starts[after + 1] : shared], *found], after + 1)
        branches.append(Branch(side.keys[-1], after, joined))
    return Turns(_joined_turns(said, 0), tuple(branches), len(abandoned))


@dataclass(frozen=True, slots=True)
class Turns:
    """What a thread says.

    Args:
        messages: Numbered from 0.
        branches: What was abandoned, in the order of the leaves in the file.
        abandoned: How many nodes say something on them.
    """

    messages: tuple[Message, ...]
    branches: tuple[Branch, ...]
    abandoned: int


@dataclass(frozen=True, slots=True)
class _Said:
    """A node's message, before an assistant's are joined."""

    key: str
    message: Message
    call_id: str | None


@dataclass(frozen=True, slots=True)
class _Trunk:
    """Where branches may leave the path.

    Args:
        shared: By node, how many messages of nodes come up to it.
        calls: By that number, the call that a result after it would answer.
        starts: By message, which node's it begins with; one more than there are messages.
        roles: By message, whose it is.
    """

    shared: dict[str, int]
    calls: list[str | None]
    starts: list[int]
    roles: list[Role]

    @classmethod
    def of(cls, keys: Iterable[str], said: Sequence[_Said]) -> _Trunk:
        """Count through a path."""
        shared: dict[str, int] = {}
        count = 0
        for key in keys:
            count += count < len(said) and said[count].key == key
            shared[key] = count
        starts, roles = [0], []
        for role, group in groupby(said, key=lambda one: one.message.role):
            nodes = len(list(group))
            for length in [nodes] if role is Role.ASSISTANT else [1] * nodes:
                starts.append(starts[-1] + length)
                roles.append(role)
        return cls(shared, [None, *(one.call_id for one in said)], starts, roles)

    def whole(self, shared: int, following: Role) -> int:
        """Find the last message that a branch shares whole.

        An answer that goes on differently on the branch is not shared: it is one message on each.

        Args:
            shared: How many nodes' messages the branch shares.
            following: Who speaks next on it.

        Returns:
            Its index; -1 for none.
        """
        after = bisect_right(self.starts, shared) - 2
        if after < 0 or self.starts[after + 1] != shared:
            return after
        goes_on = following is Role.ASSISTANT and self.roles[after] is Role.ASSISTANT
        return after - goes_on


def _joined_turns(said: Iterable[_Said], first: int) -> tuple[Message, ...]:
    merged: list[Message] = []
    for role, group in groupby(said, key=lambda one: one.message.role):
        messages = [one.message for one in group]
        merged += [_joined(messages)] if role is Role.ASSISTANT else messages
    return tuple(replace(message, index=index) for index, message in enumerate(merged, first))


def _joined(messages: list[Message]) -> Message:
    """Make one message of an assistant's consecutive nodes; it is known by the first."""
    if len(messages) == 1:
        return messages[0]
    parts: list[Part] = []
    for message in messages:
        parts.extend(message.parts)
    at = next((message.at for message in messages if message.at), None)
    return replace(messages[0], parts=tuple(parts), at=at)


def _messages(
    path: Iterable[Node], faults: Faults, model: str | None, call_id: str | None = None
) -> Iterator[_Said]:
    for key, node in path:
        raw = dict_of(node).get("message")
        if not isinstance(raw, dict):
            if raw is not None or not isinstance(node, dict):
                faults.add("broken-record", "a message that is no object; skipped")
            continue
        message = _message(raw, key, call_id, faults)
        if message is None:
            continue
        if message.role is Role.USER:
            call_id = None
        elif any(isinstance(part, ToolCall) for part in message.parts):
            call_id = message.source_id
        if message.role is Role.ASSISTANT and message.author is None:
            message = replace(message, author=model)
        yield _Said(key, message, call_id)


def _message(raw: dict[str, Any], key: str, call_id: str | None, faults: Faults) -> Message | None:
    """Read one node's message; None where it is hidden, broken or empty."""
    author = dict_of(raw.get("author"))
    role_name = text_of(author.get("role")).lower()
    if _is_hidden(raw, role_name):
        if _has_words(raw):
            faults.add("hidden-context", "hidden (system prompt, custom instructions); left out")
        return None
    role = _ROLES.get(role_name)
    if role is None:
        faults.add("broken-record", "a message of nobody known; skipped")
        return None
    source_id = name_of(raw.get("id")) or key
    body = read_body(raw, role=role, call_id=source_id if role is Role.ASSISTANT else call_id)
    for kind in body.unknown:
        faults.add("unknown-block", "content of an unknown type; left out", kind)
    if not body.parts:
        return None
    model = name_of(dict_of(raw.get("metadata")).get("model_slug"))
    return Message(
        index=0,
        role=body.role,
        parts=body.parts,
        at=time_of(raw.get("create_time")),
        author=name_of(author.get("name")) or (model if role is Role.ASSISTANT else None),
        source_id=source_id,
    )


def _is_hidden(raw: dict[str, Any], role: str) -> bool:
    kind = text_of(dict_of(raw.get("content")).get("content_type"))
    if role in _HIDDEN_ROLES or kind in CONTEXT_TYPES:
        return True
    if dict_of(raw.get("metadata")).get("is_visually_hidden_from_conversation") is True:
        return True
    # browsing results carry weight 0 and are still what the answer stands on
    return raw.get("weight") == 0 and role != "tool" and kind not in RESULT_TYPES


def _has_words(raw: dict[str, Any]) -> bool:
    content = dict_of(raw.get("content"))
    values = [*content.values(), *list_of(content.get("parts"))]
    kind = content.get("content_type")
    return any(isinstance(value, str) and value.strip() and value != kind for value in values)
