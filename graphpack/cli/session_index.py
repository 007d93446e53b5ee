"""Remembers on disk what session files hold, so that thousands of them are listed at once.

One JSON file that may be deleted at any time: what is missing, damaged or of another version is
found out anew. It holds titles and paths, so only its owner may read it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from graphpack.atomic import write_private
from graphpack.readers.discover import SessionFile
from graphpack.readers.loose import dict_of, list_of, time_of
from graphpack.readers.sessions import Entry, Fate, Session

NAME = "sessions.json"
SAVED_EVERY = 200
"""Files after which a long first run is saved on the way: a kill loses no more."""

_VERSION = 1


class DiskIndex:
    """Remembers in a folder.

    Args:
        folder: Is made where it is not there.
        release: The program's version; what another one remembered is not trusted.
        clean: Takes secrets out of a title before it is remembered.
    """

    def __init__(
        self, folder: Path, *, release: str, clean: Callable[[str], str] = lambda title: title
    ) -> None:
        self._path = folder / NAME
        self._clean = clean
        self._stamp = f"{_VERSION}/{release}"
        self._files = _loaded(self._path, self._stamp)
        self._unsaved = 0

    def get(self, file: SessionFile) -> Entry | None:
        """Give what a file of this size and time held; None where it was another, or unknown."""
        kept = dict_of(self._files.get(_key(file)))
        if kept.get("size") != file.size_bytes or kept.get("modified") != file.modified_ns:
            return None
        try:
            fate = Fate(str(kept.get("fate")))
        except ValueError:
            return None
        sessions = [_session(value, file) for value in list_of(kept.get("sessions"))]
        found = tuple(session for session in sessions if session is not None)
        is_whole = len(found) == len(sessions) and bool(found) == (fate is Fate.READ)
        return Entry(fate, found) if is_whole else None

    def put(self, file: SessionFile, entry: Entry) -> None:
        """Remember what a file holds."""
        self._files[_key(file)] = {
            "size": file.size_bytes,
            "modified": file.modified_ns,
            "fate": entry.fate,
            "sessions": [_value(session, self._clean) for session in entry.sessions],
        }
        self._unsaved += 1
        if self._unsaved % SAVED_EVERY == 0:
            with suppress(OSError):  # the last time tells
                self._write()

    def save(self) -> None:
        """Write the index where something has changed: whole or not at all.

        A folder that cannot be written to is an ``OSError``.
        """
        if not self._unsaved:
            return
        for key in [key for key in self._files if not _is_there(key)]:
            del self._files[key]
        self._write()
        self._unsaved = 0

    def _write(self) -> None:
        write_private(self._path, orjson.dumps({"stamp": self._stamp, "files": self._files}))


def _loaded(path: Path, stamp: str) -> dict[str, Any]:
    try:
        known = dict_of(orjson.loads(path.read_bytes()))
    except (OSError, ValueError):
        return {}
    return dict_of(known.get("files")) if known.get("stamp") == stamp else {}


def _key(file: SessionFile) -> str:
    # a name that is no UTF-8 has half surrogates, which JSON does not take
    path = str(file.path).encode("utf-8", "backslashreplace").decode("utf-8")
    return f"{file.place.agent}:{path}"


def _is_there(key: str) -> bool:
    try:
        return Path(key.partition(":")[2]).exists()
    except (OSError, ValueError):
        return False


def _value(session: Session, clean: Callable[[str], str]) -> dict[str, Any]:
    return {
        "id": _sound(session.id),
        "title": _sound(session.title and clean(session.title)),
        "project": _sound(session.project),
        "project_hash": session.project_hash,
        "started_at": session.started_at,
        "last_at": session.last_at,
        "messages": session.messages,
        "tokens": session.tokens,
        "is_alone": session.is_alone,
    }


def _sound(text: str | None) -> str | None:
    return text and text.encode("utf-8", "replace").decode("utf-8")


def _session(value: Any, file: SessionFile) -> Session | None:
    """Make a session of what was kept; None where that is not as it was written."""
    kept = dict_of(value)
    last_at = time_of(kept.get("last_at"))
    is_whole = all(name in kept and type(kept[name]) in types for name, types in _TYPES.items())
    if last_at is None or not is_whole:
        return None
    started_at: datetime | None = time_of(kept["started_at"])
    return Session(
        agent=file.place.agent,
        format=file.place.format,
        id=kept["id"],
        title=kept["title"],
        project=kept["project"],
        project_hash=kept["project_hash"],
        started_at=started_at,
        last_at=last_at,
        messages=kept["messages"],
        tokens=kept["tokens"],
        path=file.path,
        is_alone=kept["is_alone"],
    )


_NONE = type(None)
_TYPES: dict[str, tuple[type, ...]] = {
    "id": (str,),
    "title": (str, _NONE),
    "project": (str, _NONE),
    "project_hash": (str, _NONE),
    "started_at": (str, _NONE),
    "last_at": (str,),
    "messages": (int,),
    "tokens": (int,),
    "is_alone": (bool,),
}
