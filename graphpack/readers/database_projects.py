"""Which project each session in an agent's database belongs to.

The conversations that are read from a database do not tell. What cannot be told is left out.

Source: as of the readers of OpenCode, Zed and Cursor, seen 2026-11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson

from graphpack.errors import ReadError
from graphpack.files import open_regular
from graphpack.readers.base import Opened
from graphpack.readers.loose import dict_of, list_of, name_of
from graphpack.readers.sqlite import MAGIC, Database, database

_SESSIONS = {
    "session_v2": "SELECT id, directory FROM session_v2",
    "session": "SELECT id, directory FROM session",
}
# malformed values stand among them; json_extract would refuse the whole query
_COMPOSERS = """
SELECT substr(key, 14), CASE WHEN json_valid(CAST(value AS TEXT))
    THEN json_extract(CAST(value AS TEXT), '$.workspaceIdentifier.uri.fsPath') END
FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;'
"""
_WORKSPACE = "SELECT CAST(value AS TEXT) FROM ItemTable WHERE key = 'composer.composerData'"

_Pairs = Iterator[tuple[Any, ...]]


def database_projects(path: Path, format: str) -> dict[str, str]:
    """Find the projects of the sessions in a database.

    Args:
        path: The file.
        format: Name of the reader.

    Returns:
        A folder by the session's id.
    """
    ask = _BY_FORMAT.get(format)
    found: dict[str, str] = {}
    if ask is None:
        return found
    try:
        with open_regular(path) as file:
            if file.read(len(MAGIC)) != MAGIC:
                return found
        with database(Opened(path.name, path=path)) as opened:
            for key, value in ask(opened, opened.tables()):
                if (id := name_of(key)) and (project := name_of(value)):
                    found.setdefault(id, project)
    except (OSError, ReadError):
        pass  # the reader will say what is wrong with it
    return found


def workspace_sessions(path: Path) -> frozenset[str]:
    """List the sessions that a workspace's own database of Cursor names.

    Args:
        path: A workspace's ``state.vscdb``.

    Returns:
        Their ids.
    """
    try:
        with database(Opened(path.name, path=path)) as opened:
            if "ItemTable" not in opened.tables():
                return frozenset()
            values = [value for (value,) in opened.rows(_WORKSPACE)]
    except ReadError:
        return frozenset()
    ids = (
        name_of(dict_of(item).get("composerId"))
        for value in values
        for item in list_of(dict_of(_json(value)).get("allComposers"))
    )
    return frozenset(id for id in ids if id)


def _opencode(opened: Database, tables: dict[str, tuple[str, ...]]) -> _Pairs:
    for table, query in _SESSIONS.items():
        if {"id", "directory"} <= set(tables.get(table, ())):
            yield from opened.rows(query)


def _zed(opened: Database, tables: dict[str, tuple[str, ...]]) -> _Pairs:
    if {"id", "folder_paths"} <= set(tables.get("threads", ())):
        for id, paths in opened.rows("SELECT id, folder_paths FROM threads"):
            first = list_of(_json(paths))[:1] or (name_of(paths) or "").splitlines()[:1]
            yield id, next(iter(first), None)


def _cursor(opened: Database, tables: dict[str, tuple[str, ...]]) -> _Pairs:
    if {"key", "value"} <= set(tables.get("cursorDiskKV", ())):
        yield from opened.rows(_COMPOSERS)


def _json(value: Any) -> Any:
    try:
        return orjson.loads(value) if isinstance(value, str | bytes) else None
    except ValueError:
        return None


_BY_FORMAT: dict[str, Callable[[Database, dict[str, tuple[str, ...]]], _Pairs]] = {
    "opencode": _opencode,
    "zed": _zed,
    "cursor": _cursor,
}
