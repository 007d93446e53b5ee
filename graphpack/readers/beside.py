"""Finds the files of a session's sub-agents, which lie beside the session's or below its folder."""

from __future__ import annotations

from collections.abc import Sequence
from glob import escape
from pathlib import Path

from graphpack.files import open_regular
from graphpack.readers.base import Opened

_HEAD_BYTES = 65536

_IN_FOLDER = {"claude-code": "{stem}/subagents/**/*.jsonl"}
"""By format: what they are called from the session's folder; the stem is the session's."""

_BESIDE = {"claude-code": "agent-*.jsonl"}
"""By format: likewise where those of several sessions lie side by side."""


def subagent_files(session: Path, *, format: str) -> tuple[Path, ...]:
    """List the files of a session's sub-agents.

    Args:
        session: The session's file.
        format: The name of its reader.

    Returns:
        Those in the folder that is called like the session, and those beside it whose first
        records name it; sorted. Empty where the format has none.
    """
    found: list[Path] = []
    if format in _IN_FOLDER:
        found += _globbed(session, _IN_FOLDER[format].format(stem=escape(session.stem)))
    if format in _BESIDE:
        found += (one for one in _globbed(session, _BESIDE[format]) if _names(one, session.stem))
    return tuple(sorted(path for path in found if path.is_file()))


def open_together(path: Path, others: Sequence[Path]) -> Opened:
    """Look at a file and those that belong to it, as if they were alone in its folder.

    Args:
        path: The file.
        others: Files in its folder, or in folders below that.

    Returns:
        A folder whose members they are.
    """
    names = {one.relative_to(path.parent).as_posix(): one for one in (path, *others)}
    return Opened(
        path.name, members=tuple(Opened(name, path=names[name]) for name in sorted(names))
    )


def _globbed(session: Path, pattern: str) -> list[Path]:
    try:
        return list(session.parent.glob(pattern))
    except (OSError, ValueError):  # a folder that may not be looked into
        return []


def _names(path: Path, session: str) -> bool:
    try:
        with open_regular(path) as file:
            return session.encode("utf-8", "surrogateescape") in file.read(_HEAD_BYTES)
    except OSError:
        return False
