"""What a process may be started in: a folder that is gone, streams that are closed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

_STREAMS = (0, 1, 2)


def working_folder() -> Path | None:
    """Give the current folder; None where it was removed under the process."""
    try:
        return Path.cwd()
    except OSError:
        return None


def hold_streams() -> None:
    """Keep what is opened later from becoming a standard stream, and say nothing to a deaf one.

    A file that is opened while standard error is closed would get its number, and what a library
    complains of would be written into it.
    """
    for number in _STREAMS:
        with suppress(OSError):
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
    if sys.stderr is not None and not _takes(sys.stderr.fileno()):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def _takes(handle: int) -> bool:
    """Whether a stream was opened for writing at all."""
    try:
        import fcntl  # Windows has none
    except ImportError:
        return True
    with suppress(OSError):
        return fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY
    return True
