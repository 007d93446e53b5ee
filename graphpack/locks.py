"""Holds files by a lock that a killed process cannot keep: so it is known what nobody holds."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such locks: nothing is known of another run's files there
    fcntl = None  # type: ignore[assignment]

HAS_LOCKS = fcntl is not None

_FOLDER_PREFIX = "graphpack-held-"
_HELD = "held"
_TRIES = 8


def lock(handle: int) -> bool | None:
    """Lock a file until it is closed.

    Args:
        handle: An open file.

    Returns:
        False where another has it, None where it cannot be told.
    """
    if fcntl is None:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return None
    return True


def close(handle: int) -> None:
    """Close a file, whatever has become of it."""
    with suppress(OSError):
        os.close(handle)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Make a folder for copies that is gone at the end; what killed runs left goes first.

    Where none can be made, an ``OSError`` is raised.

    Yields:
        A folder that is its owner's alone.
    """
    _sweep(Path(tempfile.gettempdir()))
    folder, handle = _made()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        close(handle)


def _made() -> tuple[Path, int]:
    for _ in range(_TRIES):
        folder = Path(tempfile.mkdtemp(prefix=_FOLDER_PREFIX))
        try:
            handle = os.open(folder / _HELD, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        except FileNotFoundError:  # swept at this moment
            continue
        if lock(handle) is not False and os.fstat(handle).st_nlink:
            return folder, handle
        close(handle)
    raise OSError("temporary folders are removed as they are made")


@cache
def _sweep(root: Path) -> None:
    """Remove the folders of killed runs, which nobody holds; once a run is enough."""
    if fcntl is None:
        return
    with suppress(OSError):
        for folder in sorted(root.glob(f"{_FOLDER_PREFIX}*")):
            with suppress(OSError):
                _remove_abandoned(folder)


def _remove_abandoned(folder: Path) -> None:
    found = folder.lstat()
    # in a folder that all share, nothing of others, and nothing by way of a link
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        return
    held = folder / _HELD
    if not held.exists():
        folder.rmdir()  # killed before it was held; its maker, if it lives, makes another
        return
    handle = os.open(held, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if lock(handle):
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        close(handle)
