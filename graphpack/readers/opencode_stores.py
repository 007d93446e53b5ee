"""Finds OpenCode's sessions in exports and in its database.

Version 2 added tables of its own and left those of version 1, which go stale: where a session has
rows of version 2, those count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphpack.errors import ReadError
from graphpack.readers.base import Opened
from graphpack.readers.faults import Faults
from graphpack.readers.jsonl import load_document
from graphpack.readers.loose import dict_of, list_of, name_of, text_of, time_of
from graphpack.readers.opencode_parts import of_version_2
from graphpack.readers.sqlite import Database, json_of

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
        return sorted(infos.values(), key=by_time)

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


def by_time(info: dict[str, Any]) -> tuple[float, str]:
    """Give what sorts sessions or messages: their time, then their id."""
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
