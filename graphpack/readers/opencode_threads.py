"""Makes conversations of OpenCode's sessions: sub-agents in their parents, reverted turns aside.

Where the sessions lie (an export, a database, a folder) is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource, Role
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label
from graphpack.readers.branched import Tree, assemble
from graphpack.readers.families import Family, as_subagent, family, insert_by_time
from graphpack.readers.faults import Faults
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.opencode_parts import message_drafts, was_stopped

_UNTITLED = compiled(r"(?:New|Child) session - \d{4}-")


class Store(Protocol):
    """Where sessions lie."""

    def sessions(self) -> list[dict[str, Any]]:
        """List what is known about each session, each with an ``id``, oldest first."""
        ...

    def messages(self, session: str, faults: Faults) -> list[dict[str, Any]]:
        """Read a session's messages in order; raises ReadError where they cannot be read."""
        ...


def conversations(
    store: Store, source: ConversationSource, faults: Faults
) -> Iterator[Conversation]:
    """Read every session that no other one started; a ReadError where none can be read.

    Args:
        store: Where they lie.
        source: Its name and format.
        faults: Takes sessions that cannot be read.

    Yields:
        Conversations, each with its sub-agents' messages inside.
    """
    infos = {text_of(info.get("id")): info for info in store.sessions()}
    found_family = family({own: name_of(info.get("parentID")) for own, info in infos.items()})
    reason: ReadError | None = None
    is_empty = True
    for root in found_family.roots:
        where = source.name if len(infos) == 1 else f"{source.name}:{root}"
        try:
            found = _conversation(_Threads(store, infos, found_family, Faults(where)), root, source)
        except ReadError as error:
            reason = reason or error
            faults.add("broken-record", "a session that cannot be read; left out", root)
            continue
        if found is not None:
            is_empty = False
            yield found
    if is_empty and reason is not None:
        raise reason


def _conversation(threads: _Threads, root: str, source: ConversationSource) -> Conversation | None:
    info = threads.infos[root]
    nodes, cut = threads.read(root, 0)
    parents: dict[int, int | None] = {
        number: number - 1 if number else None for number in range(len(nodes))
    }
    tree = Tree(parents, dict(enumerate(nodes)), cut - 1 if cut else None)
    title = name_of(info.get("title"))
    if title and _UNTITLED.match(title):
        title = None
    label = Label(root or None, title, time_of(dict_of(info.get("time")).get("created")))
    return assemble(tree, source, threads.faults, label)


@dataclass(frozen=True, slots=True)
class _Threads:
    """Reads a session and those below it.

    Args:
        store: Where they lie.
        infos: What is known about each, by id.
        family: Who started whom.
        faults: Takes what is left out.
    """

    store: Store
    infos: dict[str, dict[str, Any]]
    family: Family
    faults: Faults

    def read(self, session: str, depth: int) -> tuple[list[list[Draft]], int]:
        """Read a session.

        Args:
            session: Its id.
            depth: How many sessions it lies below the conversation's.

        Returns:
            The drafts of each message, and how many of these were not taken back.
        """
        messages = self.store.messages(session, self.faults)
        messages, cut = _reverted(messages, dict_of(self.infos[session].get("revert")))
        waiting = dict.fromkeys(self.family.children.get(session, ()))

        def child(id: str) -> list[Draft]:
            if id not in waiting:
                return []
            del waiting[id]
            return self._below(id, depth + 1)

        nodes: list[list[Draft]] = []
        is_stopped = False
        for number, message in enumerate(messages, start=1):
            place = name_of(dict_of(message.get("info")).get("id")) or number
            drafts = list(message_drafts(message, self.faults, place, child))
            if is_stopped and drafts and drafts[0].role is Role.USER:
                drafts[0] = replace(drafts[0], is_interruption=True)
                is_stopped = False
            is_stopped |= was_stopped(message)
            nodes.append(drafts)
        for id in waiting:
            thread = self._below(id, depth + 1)
            if not nodes:
                nodes, cut = [[]], 1
            insert_by_time(nodes, cut or len(nodes), thread)
        return nodes, cut

    def _below(self, session: str, depth: int) -> list[Draft]:
        try:
            nodes, cut = self.read(session, depth)
        except ReadError:
            self.faults.add("broken-record", "a sub-agent that cannot be read; left out", session)
            return []
        return as_subagent([draft for node in nodes[: cut or len(nodes)] for draft in node])


def _reverted(
    messages: list[dict[str, Any]], revert: dict[str, Any]
) -> tuple[list[dict[str, Any]], int]:
    """Find where what was taken back begins; a message cut in its middle becomes two."""
    message_id, part_id = name_of(revert.get("messageID")), name_of(revert.get("partID"))
    for place, message in enumerate(messages):
        if message_id is None or dict_of(message.get("info")).get("id") != message_id:
            continue
        parts = list_of(message.get("parts"))
        for number, part in enumerate(parts):
            if part_id is not None and number and dict_of(part).get("id") == part_id:
                halves = [
                    {**message, "parts": parts[:number]},
                    {**message, "parts": parts[number:]},
                ]
                return [*messages[:place], *halves, *messages[place + 1 :]], place + 1
        return messages, place
    return messages, len(messages)
