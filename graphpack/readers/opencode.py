"""OpenCode: exported sessions, its database, and the folder of JSON files it had before.

A sub-agent is a session of its own there; its messages stand in the conversation of the session
that started it, before the result of the call. The Go program of the same name, with its tables
``sessions`` and ``messages``, is another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation, ConversationSource
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.faults import Faults
from graphpack.readers.gathering import gather_by
from graphpack.readers.loose import dict_of, list_of, name_of, text_of
from graphpack.readers.opencode_files import Files, files_beside, is_tree
from graphpack.readers.opencode_parts import is_message
from graphpack.readers.opencode_stores import Exports, Rows, documents_of
from graphpack.readers.opencode_threads import Store, conversations
from graphpack.readers.opening import read_bytes
from graphpack.readers.probe import probe as look
from graphpack.readers.sqlite import MAGIC, database
from graphpack.readers.values import or_read_error

_VERSION_1 = frozenset({"message.session_id", "message.data", "part.message_id", "part.data"})
_VERSION_2 = frozenset(
    {"session_message.session_id", "session_message.type", "session_message.data"}
)


class Reader:
    """Reads sessions of OpenCode, of versions 1 and 2."""

    name: ClassVar[str] = "opencode"
    about: ClassVar[str] = "OpenCode session: export, database or folder of JSON files"
    facts: ClassVar[Facts] = Facts(
        where="`opencode export`, `~/.local/share/opencode/opencode.db`, and `storage/` beside it",
        keeps="thoughts, calls with results and exit codes, answers to questions, sub-agents, "
        "reverted turns as a branch",
        drops="snapshots, patches and diffs, texts marked synthetic, tokens and costs",
        checked="exports of 1.2 to 1.18; database and folder after the source of 1.1 to 2.x",
        sign="`info` and `messages` with `parts`, and no tables of sessions and their messages",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim messages with parts, the tables that hold them, or the folder."""
        columns = set(probe.columns)
        if columns >= _VERSION_1 or columns >= _VERSION_2:
            return Certainty.SURE
        if probe.members:
            return Certainty.SURE if is_tree(probe.members) else Certainty.NO
        document = probe.document
        if _is_file(document):
            return Certainty.SURE
        first = document[0] if isinstance(document, list) and document else document
        info = dict_of(dict_of(first).get("info"))
        messages = list_of(dict_of(first).get("messages"))
        is_own = text_of(info.get("id")).startswith("ses_") and "messages" in dict_of(first)
        return Certainty.SURE if is_own or any(map(is_message, messages)) else Certainty.NO

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put the exports of sub-agents under the session that started them.

        Args:
            sources: The exports and databases of one folder or ZIP.

        Returns:
            The exports with their sub-agents as members; databases as they are.
        """
        return gather_by(sources, _identity)

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the sessions that are nobody's sub-agent; none is a ReadError."""
        faults = Faults(source.name)
        yield from or_read_error(
            self._conversations(source, faults), source, faults, what="session of OpenCode"
        )

    def _conversations(self, source: Opened, faults: Faults) -> Iterator[Conversation]:
        if _is_container(source):
            yield from self._folder(source, faults)
        elif _is_database(source):
            yield from self._rows(source, faults)
        else:
            store: Store
            if _is_file(look(replace(source, members=())).document):
                store = Files(files_beside(source), set(), faults)
            else:
                store = Exports(documents_of(source, faults), source.name)
            yield from conversations(store, ConversationSource(source.name, self.name), faults)

    def _rows(self, source: Opened, faults: Faults) -> Iterator[Conversation]:
        with database(source) as opened:
            store = Rows(opened, faults)
            yield from conversations(store, ConversationSource(source.name, self.name), faults)

    def _folder(self, source: Opened, faults: Faults) -> Iterator[Conversation]:
        known: set[str] = set()
        for member in source.members:
            if member.name.endswith(".json") or not _is_database(member):
                continue
            try:
                with database(member) as opened:
                    store = Rows(opened, faults)
                    known |= {text_of(info.get("id")) for info in store.sessions()}
                    origin = ConversationSource(member.name, self.name)
                    yield from conversations(store, origin, faults)
            except ReadError as error:
                faults.add("unreadable-member", f"left out: {error}")
        files = Files(source.members, known, faults)
        yield from conversations(files, ConversationSource(source.name, self.name), faults)


def _is_container(source: Opened) -> bool:
    if source.member is not None:
        return False
    return source.archive is not None or (source.path is not None and source.path.is_dir())


def _is_database(source: Opened) -> bool:
    return read_bytes(source, len(MAGIC)) == MAGIC


def _is_file(document: Any) -> bool:
    """Tell a session's own file in the folder, which holds no messages."""
    info = dict_of(document)
    is_session = text_of(info.get("id")).startswith("ses_") and "messages" not in info
    return is_session and "time" in info and ("projectID" in info or "directory" in info)


def _identity(source: Opened) -> tuple[str, str | None]:
    if _is_database(source):
        return source.name, None
    document = look(source).document
    first = document[0] if isinstance(document, list) and document else document
    info = dict_of(first) if _is_file(first) else dict_of(dict_of(first).get("info"))
    return name_of(info.get("id")) or source.name, name_of(info.get("parentID"))
