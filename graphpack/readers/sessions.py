"""The sessions in the files that were found on a machine: who, when, where, how much.

The newest are found without reading the oldest: no session ends after its file was last written.
What a file holds is remembered in an index, which is handed in; a file is read again when its size
or its time has changed.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from graphpack.errors import ReadError, UsageError
from graphpack.model.conversation import Conversation, Message, Origin, Role
from graphpack.readers import known, read
from graphpack.readers.base import Certainty
from graphpack.readers.discover import SessionFile
from graphpack.readers.opening import open_source
from graphpack.readers.probe import probe
from graphpack.readers.whereabouts import Whereabouts, whereabouts

TITLE_CHARS = 80
"""How much of a title is kept."""

CHARS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Session:
    """One session.

    Args:
        agent: Whose it is.
        format: Name of the reader.
        id: As the source says, or as its content gives.
        title: The source's title, else the first line somebody typed; None where there is none.
        project: The folder it was held in, None where unknown.
        project_hash: SHA-256 of that folder's path, where that is all the source keeps.
        started_at: Aware UTC time, None where unknown.
        last_at: Aware UTC time of its last message; of its file's last change where unknown.
        messages: How many it has.
        tokens: An estimate of its size: characters over four, tools' output included.
        path: The file, or the folder that is read whole.
        is_alone: True where it holds no other.
    """

    agent: str
    format: str
    id: str
    title: str | None
    project: str | None
    project_hash: str | None
    started_at: datetime | None
    last_at: datetime
    messages: int
    tokens: int
    path: Path
    is_alone: bool = True


class Fate(StrEnum):
    """What became of a file."""

    READ = "read"
    EMPTY = "empty"
    BROKEN = "broken"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a file holds.

    Args:
        fate: ``EMPTY`` also where all it holds is a sub-agent's, ``UNKNOWN`` where no reader
            takes its format.
        sessions: In the file's order.
    """

    fate: Fate
    sessions: tuple[Session, ...] = ()


class Index(Protocol):
    """Remembers what files hold."""

    def get(self, file: SessionFile) -> Entry | None:
        """Give what a file of this size and time held; None where it was another, or never read."""
        ...

    def put(self, file: SessionFile, entry: Entry) -> None:
        """Remember what a file holds."""
        ...


class MemoryIndex:
    """Remembers as long as the process lives."""

    def __init__(self) -> None:
        self._entries: dict[tuple[Path, int, int], Entry] = {}

    def get(self, file: SessionFile) -> Entry | None:
        """Give what such a file held."""
        return self._entries.get((file.path, file.size_bytes, file.modified_ns))

    def put(self, file: SessionFile, entry: Entry) -> None:
        """Remember what a file holds."""
        self._entries[file.path, file.size_bytes, file.modified_ns] = entry


@dataclass(frozen=True, slots=True)
class Sessions:
    """What was found.

    Args:
        sessions: The newest first.
        unread: Files that were not needed to tell which these are.
        broken: Files that could not be read, in the order met.
        unknown: Files of a format that has no reader.
    """

    sessions: tuple[Session, ...]
    unread: int = 0
    broken: tuple[Path, ...] = ()
    unknown: int = 0


def find(
    files: Sequence[SessionFile],
    *,
    index: Index,
    keep: Callable[[Session], bool] = lambda _: True,
    limit: int | None = None,
    since: datetime | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Sessions:
    """Find the newest sessions.

    Args:
        files: The newest first, as ``discover.session_files`` gives them.
        index: Is asked before a file is read, and told after.
        keep: Which sessions count.
        limit: How many at most; None is all.
        since: Only those whose last message is not older, aware.
        progress: Told before each file that is read: a word, how many are done, how many there
            are.

    Returns:
        The sessions, and what became of the files.
    """
    found: list[Session] = []
    newest = _Newest(limit)
    broken: list[Path] = []
    copies: set[tuple[str, str]] = set()
    unknown, done = 0, 0
    for done, file in enumerate(files):
        modified = _modified(file)
        if (since and modified < since) or newest.are_all_after(modified):
            break
        entry = index.get(file)
        if entry is None:
            progress("looking through sessions", done, len(files))
            entry = summarise(file)
            if entry.fate is not Fate.UNKNOWN:  # its reader may come with the next version
                index.put(file, entry)
        unknown += entry.fate is Fate.UNKNOWN
        broken += [file.path] if entry.fate is Fate.BROKEN else []
        for session in entry.sessions:
            if file.place.has_copies:
                if (session.agent, session.id) in copies:
                    continue
                copies.add((session.agent, session.id))
            if (since is None or session.last_at >= since) and keep(session):
                found.append(session)
                newest.add(session.last_at)
    else:
        done = len(files)
    found.sort(key=lambda session: (session.last_at, session.agent, session.id), reverse=True)
    return Sessions(tuple(found[:limit]), len(files) - done, tuple(broken), unknown)


@dataclass(slots=True)
class _Newest:
    """The newest times so far, as many as are wanted."""

    limit: int | None
    times: list[datetime] = field(default_factory=list)

    def add(self, at: datetime) -> None:
        if len(self.times) == self.limit:
            heapq.heappushpop(self.times, at)
        else:
            heapq.heappush(self.times, at)

    def are_all_after(self, at: datetime) -> bool:
        return len(self.times) == self.limit and self.times[0] >= at


def summarise(file: SessionFile) -> Entry:
    """Read a file and tell what sessions are in it.

    Args:
        file: As found.

    Returns:
        Its sessions; nothing that is in a file makes this fail.
    """
    where = whereabouts(file)
    if where.is_subagent:
        return Entry(Fate.EMPTY)
    found: list[Session] = []
    try:
        for conversation in read(file.path, format=file.place.format):
            if _is_session(conversation, file):
                found.append(_session(conversation, file, where))
    except UsageError:
        return Entry(Fate.UNKNOWN)
    except ReadError:
        if not found and not _is_empty(file):
            return Entry(Fate.BROKEN)
    if len(found) > 1:
        found = [replace(session, is_alone=False) for session in found]
    return Entry(Fate.READ if found else Fate.EMPTY, tuple(found))


def _is_session(conversation: Conversation, file: SessionFile) -> bool:
    """Say whether a conversation is more than a sub-agent's, or a list of what was once typed."""
    messages = conversation.messages
    if file.place.needs_answer and all(message.role is Role.USER for message in messages):
        return False
    return any(message.origin is not Origin.SUBAGENT for message in messages)


def _is_empty(file: SessionFile) -> bool:
    """Say whether a file is what it should be and has nobody say anything: agents leave many."""
    reader = known().named(file.place.format)
    try:
        source = open_source(file.path)
        return any(
            reader.detect(probe(part)) is not Certainty.NO for part in source.members or (source,)
        )
    except ReadError:
        return False


def _session(conversation: Conversation, file: SessionFile, where: Whereabouts) -> Session:
    times = [message.at for message in conversation.messages if message.at is not None]
    return Session(
        agent=file.place.agent,
        format=file.place.format,
        id=conversation.id,
        title=_title(conversation),
        project=where.project_of(conversation.id),
        project_hash=where.project_hash,
        started_at=conversation.started_at or (times[0] if times else None),
        last_at=_modified(file) if file.place.is_dated or not times else max(times),
        messages=len(conversation.messages),
        tokens=sum(map(_chars, conversation.messages)) // CHARS_PER_TOKEN,
        path=file.path,
    )


def _modified(file: SessionFile) -> datetime:
    try:
        return datetime.fromtimestamp(file.modified_ns / 1e9, UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.min.replace(tzinfo=UTC)


def _chars(message: Message) -> int:
    count = 0
    for part in message.parts:
        with suppress(RecursionError):  # arguments nested beyond writing them out
            count += len(part.text)
    return count


def _title(conversation: Conversation) -> str | None:
    if conversation.title and conversation.title.strip():
        return conversation.title.strip()[:TITLE_CHARS]
    for message in conversation.messages:
        if message.role is Role.USER and message.origin is Origin.MAIN and message.text.strip():
            return message.text.strip().split("\n", 1)[0][:TITLE_CHARS]
    return None
