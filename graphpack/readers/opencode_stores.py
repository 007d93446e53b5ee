"""Finds OpenCode's sessions where it keeps them: exports, its database, its folder of JSON files.

Version 1.2 moved from the folder to the database and left the files; version 2 added tables of its
own and left those of version 1. What is in the newer place counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from graphpack.errors import ReadError
from graphpack.readers.base import Opened
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.opencode_parts import of_version_2
from graphpack.readers.opening import read_bytes
from graphpack.readers.sqlite import Database, json_of

_FILE = re.compile(
    r"(?P<root>(?:.*/)?)(?:"
    r"session/[^/]+/(?P<session>ses_[^/]+)"
    r"|message/(?P<of>ses_[^/]+)/(?P<message>msg_[^/]+)"
    r"|part/(?:ses_[^/]+/)?(?P<in>msg_[^/]+)/(?P<part>prt_[^/]+)"
    r")\.json"
)
_SIDE_PARTS = frozenset(
    {
        "bin", "cache", "log", "message", "migration", "part", "plans", "project", "repos",
        "session", "session_diff", "session_share", "share", "snapshot", "storage", "todo",
        "tool-output", "worktree", "auth.json", "mcp-auth.json",
    }
)  # fmt: skip
_INFO_COLUMNS = {"id": "id", "title": "title", "parent_id": "parentID"}


class Exports:
    """Sessions that were exported, one or several in a document.

    Args:
        documents: The exports; what is no object is left out.
        name: The source's name: the id of a session without one.
    """

    def __init__(self, documents: Iterable[Any], name: str) -> None:
        self._messages: dict[str, list[Any]] = {}
        self._infos: list[dict[str, Any]] = []
        for document in documents:
            record = dict_of(document)
            info = dict_of(record.get("info"))
            own = name_of(info.get("id")) or (name if not self._infos else "")
            if record and own not in self._messages:
                self._infos.append({**info, "id": own})
                self._messages[own] = list_of(record.get("messages"))

    def sessions(self) -> list[dict[str, Any]]:
        """List the sessions, as they stand in the file."""
        return self._infos

    def messages(self, session: str, faults: Faults) -> list[dict[str, Any]]:
        """Read a session's messages."""
        listed = self._messages[session]
        for number, message in enumerate(listed, start=1):
            if message is not None and not isinstance(message, dict):
                faults.add("broken-record", "a message that is no object; left out", number)
        return [message for message in listed if isinstance(message, dict)]


class Rows:
    """Sessions in OpenCode's database.

    Args:
        opened: The database.
        faults: Takes broken rows.
    """

    def __init__(self, opened: Database, faults: Faults) -> None:
        self._opened = opened
        self._faults = faults
        self._columns = opened.tables()

    def sessions(self) -> list[dict[str, Any]]:
        """List the sessions of both versions; raises ReadError."""
        infos: dict[str, dict[str, Any]] = {}
        for table in ("session", "session_v2"):
            for info in self._infos(table):
                infos[text_of(info.get("id"))] = info
        for table in ("message", "session_message"):
            if "session_id" in self._columns.get(table, ()):
                for (own,) in self._opened.rows(f"SELECT DISTINCT session_id FROM {table}"):
                    infos.setdefault(text_of(own), {"id": text_of(own)})
        return sorted(infos.values(), key=_by_time)

    def _infos(self, table: str) -> Iterable[dict[str, Any]]:
        columns = self._columns.get(table, ())
        if "id" not in columns:
            return
        known = ("id", "title", "parent_id", "time_created", "revert", "data")
        asked = [column for column in known if column in columns]
        for row in self._opened.rows(f"SELECT {', '.join(asked)} FROM {table}"):
            cells = dict(zip(asked, row, strict=True))
            own = text_of(cells["id"])
            info = dict_of(json_of(cells.get("data"), self._faults, f"{table}:{own}"))
            for column, key in _INFO_COLUMNS.items():
                if cells.get(column) is not None:
                    info[key] = cells[column]
            if "time_created" in cells:
                info["time"] = {"created": cells["time_created"]}
            if cells.get("revert"):
                info["revert"] = json_of(cells["revert"], self._faults, f"{table}:{own}")
            yield info

    def messages(self, session: str, faults: Faults) -> list[dict[str, Any]]:
        """Read a session's messages, of version 2 where it has any; raises ReadError."""
        return self._version_2(session, faults) or self._version_1(session, faults)

    def _version_2(self, session: str, faults: Faults) -> list[dict[str, Any]]:
        columns = self._columns.get("session_message", ())
        if not {"id", "session_id", "type", "data"} <= set(columns):
            return []
        order = "seq" if "seq" in columns else "time_created" if "time_created" in columns else "id"
        found = []
        for own, kind, data in self._opened.rows(
            f"SELECT id, type, data FROM session_message WHERE session_id = ? ORDER BY {order}, id",
            session,
        ):
            row = _cell(data, faults, own)
            message = None if row is None else of_version_2({**row, "id": own, "type": kind})
            if message is not None:
                found.append(message)
        return found

    def _version_1(self, session: str, faults: Faults) -> list[dict[str, Any]]:
        if not {"id", "session_id", "data"} <= set(self._columns.get("message", ())):
            return []
        order = "time_created, id" if "time_created" in self._columns["message"] else "id"
        rows = self._opened.rows(
            f"SELECT id, data FROM message WHERE session_id = ? ORDER BY {order}", session
        )
        parts: dict[str, list[dict[str, Any]]] = {}
        if {"id", "message_id", "data"} <= set(self._columns.get("part", ())):
            for message, own, data in self._opened.rows(
                "SELECT message_id, id, data FROM part WHERE message_id IN"
                " (SELECT id FROM message WHERE session_id = ?) ORDER BY id",
                session,
            ):
                part = _cell(data, faults, own)
                if part is not None:
                    parts.setdefault(text_of(message), []).append({**part, "id": own})
        found: list[dict[str, Any]] = []
        for own, data in rows:
            info = _cell(data, faults, own)
            if info is not None:
                found.append({"info": {**info, "id": own}, "parts": parts.get(text_of(own), [])})
        return found


def _cell(data: Any, faults: Faults, own: Any) -> dict[str, Any] | None:
    place = text_of(own) or "?"
    if data is None:
        faults.add("broken-record", "an empty row; left out", place)
        return None
    value = json_of(data, faults, place)
    return value if isinstance(value, dict) else None


class Files:
    """Sessions in the folder of JSON files that versions before 1.2 wrote.

    Args:
        members: The folder's files.
        known: Ids of sessions that were read from a newer place.
        faults: Takes broken files.
    """

    def __init__(self, members: Sequence[Opened], known: set[str], faults: Faults) -> None:
        self._faults = faults
        self._sessions: list[Opened] = []
        self._messages: dict[str, list[Opened]] = {}
        self._parts: dict[str, list[Opened]] = {}
        for member in members:
            found = _FILE.fullmatch(member.name)
            if found is None:
                continue
            if found["session"]:
                if found["session"] not in known:
                    self._sessions.append(member)
            elif found["message"]:
                self._messages.setdefault(found["of"], []).append(member)
            else:
                self._parts.setdefault(found["in"], []).append(member)

    def sessions(self) -> list[dict[str, Any]]:
        """List the sessions that are in no newer place."""
        infos = []
        for member in self._sessions:
            info = _document(member, self._faults)
            if info is not None:
                infos.append({**info, "id": _last(member)})
        return sorted(infos, key=_by_time)

    def messages(self, session: str, faults: Faults) -> list[dict[str, Any]]:
        """Read a session's messages and their parts, in the order of their ids."""
        found: list[dict[str, Any]] = []
        for member in self._messages.get(session, ()):
            info = _document(member, faults)
            if info is None:
                continue
            parts = (_document(part, faults) for part in self._parts.get(_last(member), ()))
            kept = [part for part in parts if part is not None]
            found.append({"info": {**info, "id": _last(member)}, "parts": kept})
        return sorted(found, key=lambda message: _by_time(message["info"]))


def is_tree(members: Sequence[str]) -> bool:
    """Tell OpenCode's data folder, or the part of it that holds sessions.

    Args:
        members: Names inside a container.

    Returns:
        True where it has sessions with messages, and nothing that is not of OpenCode.
    """
    roots: set[str] = set()
    has_messages = False
    for name in members:
        found = _FILE.fullmatch(name)
        if found:
            roots.add(found["root"])
            has_messages |= found["message"] is not None
    if not has_messages or not roots:
        return False
    homes = {root.removesuffix("storage/") if root.endswith("storage/") else root for root in roots}
    home = min(homes, key=len)
    return all(name.startswith(home) and _is_own(name[len(home) :]) for name in members)


def _is_own(name: str) -> bool:
    return name.split("/", 1)[0] in _SIDE_PARTS or is_database_name(name)


def is_database_name(name: str) -> bool:
    """Tell the database, or what lies beside it, by its name in the data folder."""
    return re.fullmatch(r"opencode[\w.-]*\.db(?:-wal|-shm|-journal)?", name) is not None


def _document(member: Opened, faults: Faults) -> dict[str, Any] | None:
    try:
        value = json_of(read_bytes(member), faults, member.name)
    except ReadError as error:
        faults.add("unreadable-member", f"left out: {error}")
        return None
    return value if isinstance(value, dict) else None


def _last(member: Opened) -> str:
    return member.name.rsplit("/", 1)[-1].removesuffix(".json")


def _by_time(info: dict[str, Any]) -> tuple[float, str]:
    at = time_of(dict_of(info.get("time")).get("created"))
    return (at.timestamp() if at else 0.0, text_of(info.get("id")))


def documents_of(source: Opened, faults: Faults) -> list[Any]:
    """Read the exports in a file and in those that belong to it.

    Args:
        source: A file, with the exports of its sub-agents as members.
        faults: Takes what was repaired.

    Returns:
        The documents; a member that is no JSON is left out.

    Raises:
        ReadError: The only file is no JSON.
    """
    found: list[Any] = []
    for one in (source, *source.members):
        inner = Faults(one.name)
        try:
            value = load_document(one, inner)
        except ReadError:
            if one is source and not source.members:
                raise
            faults.add("unreadable-member", "not JSON; left out", one.name)
            continue
        faults.merge(inner)
        found += value if isinstance(value, list) else [value]
    return found
