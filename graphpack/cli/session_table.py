"""How sessions are shown: a table for people, JSON for programs.

Titles and paths are others' text: no character of them can steer a terminal.
"""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path, PurePath
from typing import Any

from graphpack.cli.moments import ago
from graphpack.patterns import compiled
from graphpack.readers.sessions import Session, Sessions

JSON_VERSION = 1
ID_CHARS = 8
"""The least of an id that is shown; more where that fits several."""

_PROJECT_CHARS = 28
_LEAST_TITLE_CHARS = 20
_HEAD = ("WHEN", "SESSION", "PROJECT", "MESSAGES", "TOKENS", "TITLE")
_SAFE_ID = compiled(r"[A-Za-z0-9][\w.:=+~-]*", re.ASCII)
_UNSHOWN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def references(sessions: Sequence[Session]) -> tuple[str, ...]:
    """Name sessions so that the name can be given back as an input.

    Args:
        sessions: All that a name is to tell apart.

    Returns:
        ``@agent/<start of the id>`` for each, the path where an id is none that can be typed.
    """
    ids: dict[str, list[str]] = {}
    for session in sessions:
        ids.setdefault(session.agent, []).append(session.id.casefold())
    for known in ids.values():
        known.sort()
    return tuple(_reference(session, ids[session.agent]) for session in sessions)


def _reference(session: Session, known: list[str]) -> str:
    if not _SAFE_ID.fullmatch(session.id):
        return str(session.path)
    own = session.id.casefold()
    place = bisect_left(known, own)
    beside = known[max(place - 1, 0) : place] + known[place + 1 : place + 2]
    length = max([ID_CHARS, *(_shared(own, other) + 1 for other in beside)])
    return f"@{session.agent}/{session.id[:length]}"


def _shared(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(other))


def table(
    sessions: Sequence[Session], *, now: datetime, home: Path, columns: int | None
) -> list[str]:
    """Write sessions as aligned lines under a heading.

    Args:
        sessions: In the order to show.
        now: Aware.
        home: Is written ``~``.
        columns: Width of the terminal, in cells; None cuts no title.

    Returns:
        The lines; none where there are no sessions.
    """
    if not sessions:
        return []
    rows = [_HEAD] + [
        (
            ago(session.last_at, now=now),
            cell(name),
            shortened_path(session.project, home),
            str(session.messages),
            _thousands(session.tokens),
            cell(session.title or "(no title)"),
        )
        for session, name in zip(sessions, references(sessions), strict=True)
    ]
    widths = [max(width(row[n]) for row in rows) for n in range(len(_HEAD) - 1)]
    room = None
    if columns is not None:
        room = max(columns - sum(widths) - 2 * len(widths), _LEAST_TITLE_CHARS)
    return [_line(row, widths, room) for row in rows]


def _line(row: Sequence[str], widths: Sequence[int], room: int | None) -> str:
    cells = []
    for n, (text, size) in enumerate(zip(row, widths, strict=False)):
        gap = " " * (size - width(text))
        cells.append(gap + text if n in (3, 4) else text + gap)
    return "  ".join([*cells, row[-1] if room is None else cut(row[-1], room)])


def document(found: Sessions, *, files: int) -> str:
    """Write sessions as one JSON document, in ASCII.

    Args:
        found: The sessions.
        files: How many session files there are.

    Returns:
        The text; its keys are described in docs/sessions.md.
    """
    names = references(found.sessions)
    value = {
        "version": JSON_VERSION,
        "sessions": [_value(s, n) for s, n in zip(found.sessions, names, strict=True)],
        "files": files,
        "unread_files": found.unread,
        "broken_files": len(found.broken),
        "unknown_files": found.unknown,
    }
    return json.dumps(value, indent=1)


def _value(session: Session, name: str) -> dict[str, Any]:
    started = session.started_at
    return {
        "agent": session.agent,
        "id": session.id,
        "input": name,
        "title": session.title,
        "project": session.project,
        "started_at": started.isoformat() if started else None,
        "last_at": session.last_at.isoformat(),
        "messages": session.messages,
        "tokens": session.tokens,
        "path": str(session.path),
    }


def described(session: Session, *, now: datetime, home: Path) -> str:
    """Say in one line which session it is."""
    parts = [cell(session.title or "(no title)"), session.agent]
    if session.project:
        parts.append(shortened_path(session.project, home))
    return ", ".join([*parts, ago(session.last_at, now=now)])


def cell(text: str) -> str:
    """Make text safe for a line of a terminal: no control, no direction mark, no line break."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(
            " " if mark.isspace() else "" if unicodedata.category(mark) in _UNSHOWN else mark
            for mark in text
        )
    return " ".join(text.split())


def width(text: str) -> int:
    """Count the cells that a line takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(map(_cells, text))


def cut(text: str, room: int) -> str:
    """Shorten a line to some cells, with a mark that it goes on."""
    if width(text) <= room:
        return text
    taken = 0
    for place, mark in enumerate(text):
        taken += _cells(mark)
        if taken > room - 1:
            return text[:place].rstrip() + "…"
    return text


def shortened_path(path: str | None, home: Path) -> str:
    """Write a folder as short as people do: from home, the end of it where it is long."""
    if path is None:
        return "-"
    name = PurePath(path)
    if name != home and name.is_relative_to(home):
        path = str("~" / name.relative_to(home))
    line = cell(path)
    while width(line) > _PROJECT_CHARS:
        line = "…" + line.removeprefix("…")[1:]
    return line


def _cells(mark: str) -> int:
    if unicodedata.category(mark) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(mark) in ("W", "F") else 1


def _thousands(count: int) -> str:
    if count < 1_000:
        return str(count)
    return f"{count / 1_000:.0f}k" if count < 999_500 else f"{count / 1_000_000:.1f}M"
