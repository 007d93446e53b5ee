"""Zed: the threads of its agent, in its database or as single documents, and its text threads.

A sub-agent has a thread of its own, which stands in the conversation that started it. Threads with
other agents (Claude Code and its like, run from Zed) are kept by those.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.families import Family, as_subagent, family
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.opening import read_bytes
from graphpack.readers.sqlite import MAGIC, Database, database, json_of
from graphpack.readers.values import or_read_error
from graphpack.readers.zed_messages import is_new_message, is_old_message, message_drafts
from graphpack.readers.zed_text import is_text_thread, text_drafts
from graphpack.readers.zstd import MAGIC as ZSTD_MAGIC
from graphpack.readers.zstd import unpack

_COLUMNS = frozenset({"threads.id", "threads.data_type", "threads.data"})
_ASKED = ("id", "summary", "parent_id", "created_at", "updated_at")


class Reader:
    """Reads ``threads.db``, the documents in it, and text threads."""

    name: ClassVar[str] = "zed"
    about: ClassVar[str] = "Zed threads: threads.db, a thread's JSON, a text thread"
    facts: ClassVar[Facts] = Facts(
        where="`threads/threads.db` and, of text threads, `conversations/*.zed.json` in Zed's data "
        "folder (`~/.local/share/zed`)",
        keeps="thoughts, calls with results and refusals, mentioned files with their content, "
        "sub-agents",
        drops="project snapshots, token counts, unsent prompts; it holds no times of messages",
        checked="documents 0.1.0 to 0.3.0 after Zed's source of 2025-05 to 2026-06",
        sign="table `threads` with `data_type` and `data`, "
        "and no messages under `User` and `Agent`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim the table of threads, or a thread's messages."""
        if set(probe.columns) >= _COLUMNS:
            return Certainty.SURE
        if is_text_thread(probe.document):
            return Certainty.SURE
        messages = list_of(dict_of(probe.document).get("messages"))
        is_own = any(is_new_message(item) or is_old_message(item) for item in messages)
        return Certainty.SURE if is_own else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the threads nobody's sub-agent had; none is a ReadError."""
        faults = Faults(source.name)
        yield from or_read_error(
            self._threads(source, faults), source, faults, what="threads of Zed"
        )

    def _threads(self, source: Opened, faults: Faults) -> Iterator[Conversation]:
        origin = ConversationSource(source.name, self.name)
        if read_bytes(source, len(MAGIC)) == MAGIC:
            with database(source) as opened:
                yield from _stored(_Threads(opened, faults), origin)
            return
        inner = Faults(source.name)
        document = dict_of(load_document(source, inner))
        if is_text_thread(document):
            drafts = list(text_drafts(document, inner))
        else:
            drafts = list(_drafts(document, inner, lambda _: []))
        found = conversation(drafts, origin, inner, _label(document, {}))
        if found is not None:
            yield found


class _Threads:
    """The rows of a database of threads.

    Args:
        opened: The database.
        faults: Takes threads that cannot be read.
    """

    def __init__(self, opened: Database, faults: Faults) -> None:
        self._opened = opened
        self.faults = faults
        columns = opened.tables().get("threads", ())
        asked = [column for column in _ASKED if column in columns]
        rows = opened.rows(f"SELECT {', '.join(asked)} FROM threads") if "id" in asked else []
        found = [dict(zip(asked, row, strict=True)) for row in rows]
        found.sort(key=_by_time)
        self.rows = {text_of(row["id"]): row for row in found}

    def document(self, own: str, faults: Faults) -> dict[str, Any]:
        """Read one thread's document; a ReadError where the database is damaged."""
        rows = self._opened.rows("SELECT data FROM threads WHERE id = ?", own)
        data = rows[0][0] if rows else None
        if isinstance(data, bytes) and data.startswith(ZSTD_MAGIC):
            data = unpack(data, own)
        if data is None:
            faults.add("broken-record", "a thread without its document", own)
        return dict_of(json_of(data, faults, own))


def _by_time(row: dict[str, Any]) -> tuple[float, str]:
    at = time_of(row.get("created_at")) or time_of(row.get("updated_at"))
    return (at.timestamp() if at else 0.0, text_of(row.get("id")))


@dataclass(frozen=True, slots=True)
class _Below:
    """Reads the sub-agents of one conversation."""

    threads: _Threads
    found: Family
    faults: Faults

    def read(self, own: str) -> tuple[dict[str, Any], list[Draft]]:
        """Read a thread and those it started."""
        document = self.threads.document(own, self.faults)
        waiting = dict.fromkeys(self.found.children.get(own, ()))

        def child(id: str) -> list[Draft]:
            if id not in waiting:
                return []
            del waiting[id]
            return self._child(id)

        drafts = list(_drafts(document, self.faults, child))
        for id in list(waiting):
            drafts += child(id)
        return document, drafts

    def _child(self, own: str) -> list[Draft]:
        try:
            return as_subagent(self.read(own)[1])
        except ReadError:
            self.faults.add("broken-record", "a sub-agent that cannot be read; left out", own)
            return []


def _stored(threads: _Threads, origin: ConversationSource) -> Iterator[Conversation]:
    found = family({own: name_of(row.get("parent_id")) for own, row in threads.rows.items()})
    is_empty = True
    reason: ReadError | None = None
    for root in found.roots:
        faults = Faults(f"{origin.name}:{root}")
        try:
            document, drafts = _Below(threads, found, faults).read(root)
        except ReadError as error:
            reason = reason or error
            threads.faults.add("broken-record", "a thread that cannot be read; left out", root)
            continue
        one = conversation(drafts, origin, faults, _label(document, threads.rows[root]))
        if one is not None:
            is_empty = False
            yield one
        else:
            for notice in faults.notices():
                threads.faults.add(notice.code, notice.message, root)
    if is_empty and reason is not None:
        raise reason


def _label(document: dict[str, Any], row: dict[str, Any]) -> Label:
    title = name_of(document.get("title")) or name_of(document.get("summary"))
    return Label(
        name_of(row.get("id")) or name_of(document.get("id")),
        title or name_of(row.get("summary")),
        time_of(row.get("created_at")),
    )


def _drafts(document: dict[str, Any], faults: Faults, child: Any) -> Iterator[Draft]:
    model = name_of(dict_of(document.get("model")).get("model"))
    yield from message_drafts(list_of(document.get("messages")), model, faults, child)
