"""Opens files to be read, without ever waiting for anybody: regular files only.

To open a named pipe waits until somebody opens its other end, and a device may do anything. So a
path is looked at first, opened in the way that does not wait, and looked at once more.
"""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

__all__ = ["open_regular", "read_regular", "what_is"]

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISDIR, "a directory"),
)


def what_is(mode: int) -> str | None:
    """Say what is no regular file; None of one.

    Args:
        mode: As ``stat`` gives it.
    """
    if stat.S_ISREG(mode):
        return None
    return next((name for fits, name in _KINDS if fits(mode)), "a device")


def open_regular(path: Path) -> BufferedReader:
    """Open a regular file; a link to one is followed.

    What cannot be read, or is something else, is an ``OSError``.

    Args:
        path: The file.

    Returns:
        A binary stream at its start.
    """
    _check(path.stat().st_mode, path)
    handle = os.open(path, _FLAGS)
    try:
        _check(os.fstat(handle).st_mode, path)
        return os.fdopen(handle, "rb")
    except BaseException:  # whatever it is: the handle is not left open
        os.close(handle)
        raise


def read_regular(path: Path) -> bytes:
    """Read the whole of a regular file; what is none is an ``OSError``, as is one that is gone."""
    with open_regular(path) as file:
        return file.read()


def _check(mode: int, path: Path) -> None:
    what = what_is(mode)
    if what is not None:
        number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
        reason = os.strerror(number) if stat.S_ISDIR(mode) else f"{what}, no file"
        raise OSError(number, reason, str(path))
