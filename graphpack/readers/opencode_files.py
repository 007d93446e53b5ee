"""Finds OpenCode's sessions in the folder of JSON files that it wrote before version 1.2.

The files stay where they are when a newer version moves them to its database.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphpack.errors import ReadError
from graphpack.patterns import compiled
from graphpack.readers.base import Opened
from graphpack.readers.faults import Faults
from graphpack.readers.opencode_stores import by_time
from graphpack.readers.opening import open_source, read_bytes
from graphpack.readers.sqlite import json_of

_FILE = compiled(
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
        return sorted(infos, key=by_time)

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
        return sorted(found, key=lambda message: by_time(message["info"]))


def files_beside(source: Opened) -> list[Opened]:
    """Find the messages of a session whose own file was given.

    Args:
        source: The session's file, and those of its sub-agents as members.

    Returns:
        The files that ``Files`` takes; a session that does not lie in OpenCode's folder, or lies
        in a ZIP, has no messages.
    """
    found = []
    for one in (source, *source.members):
        path = one.path
        if path is None or one.member is not None:
            continue
        path = path.absolute()
        found.append(replace(one, name=f"session/{path.parent.name}/{path.name}", members=()))
        for home in path.parents[1:3]:
            messages = _listed(home / "message" / path.stem, f"message/{path.stem}")
            for message in messages:
                own = _last(message)
                parts = [home / "part" / own, home / "part" / path.stem / own]
                found += [file for folder in parts for file in _listed(folder, f"part/{own}")]
            found += messages
            if messages:
                break
    return found


def _listed(folder: Path, name: str) -> list[Opened]:
    if not folder.is_dir():
        return []
    members = open_source(folder).members
    return [replace(member, name=f"{name}/{member.name}") for member in members]


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
