"""Cursor: the databases of a workspace and of the whole program, exports, agents' transcripts.

Until 0.43 (November 2024) a workspace's database held the chats; since then the global one does,
a row for each chat and for each message, and the workspace's only their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.cursor_md import export_chat, is_export
from graphpack.readers.cursor_stores import UNREADABLE, database_chats
from graphpack.readers.cursor_transcript import is_transcript, read_transcript
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.opening import read_bytes
from graphpack.readers.probe import probe as look
from graphpack.readers.sqlite import MAGIC, database
from graphpack.readers.transcript import text_in

_GLOBAL = frozenset({"cursorDiskKV.key", "cursorDiskKV.value"})
_WORKSPACE = frozenset({"ItemTable.key", "ItemTable.value"})


class Reader:
    """Reads ``state.vscdb``, "Export Chat" and transcripts."""

    name: ClassVar[str] = "cursor"
    about: ClassVar[str] = "Cursor: state.vscdb (global, workspace) or exported Markdown"
    facts: ClassVar[Facts] = Facts(
        where="`Cursor/User/globalStorage/state.vscdb`, for chats of 2024 "
        "`Cursor/User/workspaceStorage/*/state.vscdb`; a chat's *Export Chat*; "
        "`~/.cursor/projects/*/agent-transcripts/*.jsonl`",
        keeps="thoughts, calls with results, exit codes and refusals, selected code, pictures by "
        "name, sub-agents",
        drops="edits to files, checkpoints, suggested diffs; every row that is no chat",
        checked="a workspace of 2024-11; global databases after other readers' descriptions",
        sign="tables `cursorDiskKV` or `ItemTable`, and no line `_Exported on … from Cursor_`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim Cursor's own table or its export; any editor's state may hold its chats."""
        columns = set(probe.columns)
        if columns >= _GLOBAL or is_export(probe.head) or is_transcript(probe):
            return Certainty.SURE
        return Certainty.MAYBE if columns >= _WORKSPACE else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the chats, one by one.

        Raises:
            ReadError: There are none.
        """
        faults = Faults(source.name)
        is_empty = True
        for found in attached(self._chats(source, faults), faults):
            is_empty = False
            yield found
        if is_empty and faults.count(UNREADABLE):
            raise ReadError(f"{source.name}: a damaged database: its chats cannot be read")
        if is_empty:
            raise ReadError(
                f"{source.name}: holds no chats of Cursor",
                hint="newer versions keep them in Cursor/User/globalStorage/state.vscdb",
            )

    def _chats(self, source: Opened, faults: Faults) -> Iterator[Conversation]:
        origin = ConversationSource(source.name, self.name)
        own = Faults(source.name)
        if read_bytes(source, len(MAGIC)) == MAGIC:
            with database(source) as opened:
                yield from database_chats(opened, origin, faults)
        elif is_transcript(look(source)):
            yield from read_transcript(source, origin, own)
        else:
            yield from export_chat(text_in(source, own), origin, own)
