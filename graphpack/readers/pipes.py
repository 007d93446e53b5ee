"""Reads pipes: standard input, and those with a name, of which nobody may ever write into."""

from __future__ import annotations

import io
import os
import stat
import time
from contextlib import nullcontext
from pathlib import Path
from typing import IO

from graphpack.errors import ReadError
from graphpack.readers.limits import LimitError, Limits

__all__ = ["WRITER_WAIT_S", "read_pipe"]

WRITER_WAIT_S = 2.0
"""How long a named pipe may be without anybody who writes into it."""
_STEP_S = 0.02
_PIECE_BYTES = 1 << 20


def read_pipe(source: Path | IO[bytes], limits: Limits | None = None) -> bytes:
    """Read a pipe to its end, which it alone knows; it can be read only once.

    Args:
        source: A named pipe, or standard input. The first is given up where nobody writes into
            it; a writer is waited for as long as it takes.
        limits: Its content has to fit into memory; None are the defaults.

    Returns:
        What came through it.

    Raises:
        ReadError: It cannot be read.
        LimitError: It is more than may be held in memory.
    """
    limits = limits or Limits()
    name = str(source) if isinstance(source, Path) else "-"
    taken = io.BytesIO()
    try:
        with _opened(source, taken) if isinstance(source, Path) else nullcontext(source) as file:
            while piece := file.read(_PIECE_BYTES):
                taken.write(piece)
                if reason := limits.refused_whole(taken.tell()):
                    raise LimitError(name, reason)
    except OSError as error:
        raise ReadError(f"{name}: {(error.strerror or str(error)).lower()}") from error
    return taken.getvalue()


def _opened(path: Path, taken: IO[bytes]) -> IO[bytes]:
    """Open a named pipe once somebody writes into it: to open it plainly waits for that for ever.

    Args:
        path: The pipe.
        taken: Gets what was read on the way.

    Returns:
        The rest.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        _await_writer(handle, path, taken)
        os.set_blocking(handle, True)
        return os.fdopen(handle, "rb")
    except BaseException:  # whatever it is: the handle is not left open
        os.close(handle)
        raise


def _await_writer(handle: int, path: Path, taken: IO[bytes]) -> None:
    """Wait until somebody writes, or for a moment.

    Raises:
        ReadError: Nobody does.
    """
    if not stat.S_ISFIFO(os.fstat(handle).st_mode):
        raise ReadError(f"{path}: was a pipe, and is none any more")
    end_s = time.monotonic() + WRITER_WAIT_S
    while time.monotonic() < end_s:
        try:
            piece = os.read(handle, _PIECE_BYTES)
        except BlockingIOError:
            return  # there is a writer, who has written nothing so far
        if piece:
            taken.write(piece)
            return
        time.sleep(_STEP_S)
    raise ReadError(f"{path}: a pipe that nobody writes into")
