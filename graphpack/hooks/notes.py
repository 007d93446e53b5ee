"""The log of the hooks: what was done, and what went wrong while nobody could be told."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_state_path

from graphpack.files import read_regular, what_is
from graphpack.hooks.project import FOLDER

__all__ = ["LOG", "note"]

LOG = "hooks.log"
MAX_BYTES = 262_144
_LINE_CHARS = 500


def note(project: Path | None, text: str) -> Path | None:
    """Write a line to the project's log, else to the user's; never fails.

    Args:
        project: The project's folder; None where it is unknown.
        text: What happened; of what was said in a session nothing stands in it.

    Returns:
        The log; None where no place takes a line.
    """
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    short = " ".join(text.split())[:_LINE_CHARS]
    data = f"{at} {short}\n".encode("utf-8", "backslashreplace")
    for folder in (project / FOLDER if project else None, user_state_path("graphpack")):
        if folder is None:
            continue
        with suppress(OSError, ValueError):  # a host may name a folder that no system can have
            if project is None or folder != project / FOLDER:
                folder.mkdir(parents=True, exist_ok=True)
            if folder.is_symlink():
                continue
            _add(folder / LOG, data)
            return folder / LOG
    return None


def _add(path: Path, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o600)
    try:
        if what_is(os.fstat(handle).st_mode):
            raise OSError(f"{path}: no file")
        os.write(handle, data)
        size = os.fstat(handle).st_size
    finally:
        os.close(handle)
    if size > MAX_BYTES:  # the newer half is enough
        kept = read_regular(path)[-MAX_BYTES // 2 :]
        path.write_bytes(kept.partition(b"\n")[2])
