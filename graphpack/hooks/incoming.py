"""What a host sends a hook: one JSON object on standard input, which the host need not close."""

from __future__ import annotations

import json
import os
import queue
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, BinaryIO

__all__ = ["UnusableError", "read_event"]

MAX_BYTES = 32 * 1024 * 1024
READ_WAIT_S = 2.0
"""How long the whole of it may take to come."""
_PIECE_BYTES = 1 << 16


class UnusableError(Exception):
    """What a host sent cannot be worked with; says why."""


def read_event(source: BinaryIO) -> Mapping[str, Any]:
    """Read one JSON object, and wait for nothing that comes after it.

    Args:
        source: Where it comes from.

    Returns:
        The object.

    Raises:
        UnusableError: It is too much, too late, or something else.
    """
    try:
        given = json.loads(_document(source).decode("utf-8-sig", "surrogateescape"))
    except (ValueError, RecursionError):
        raise UnusableError("the host sent no JSON") from None
    if not isinstance(given, dict):
        raise UnusableError("the host sent no JSON object")
    return given


def _document(source: BinaryIO) -> bytes:
    """Gather bytes until they are an object, or the input ends.

    Raises:
        UnusableError: It is too much, or does not come.
    """
    pieces: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_pour, args=(_reader(source), pieces.put), daemon=True).start()
    end_s = time.monotonic() + READ_WAIT_S
    data = bytearray()
    while len(data) <= MAX_BYTES:
        try:
            piece = pieces.get(timeout=max(0.0, end_s - time.monotonic()))
        except queue.Empty:
            raise UnusableError(f"the host sent no JSON within {READ_WAIT_S:g} s") from None
        data += piece
        if not piece or (piece.rstrip().endswith(b"}") and _is_whole(data)):
            return bytes(data)
    raise UnusableError("the host sent too much")


def _reader(source: BinaryIO) -> Callable[[], bytes]:
    """Give what reads without a lock that the interpreter would wait for at its end."""
    try:
        return partial(os.read, source.fileno(), _PIECE_BYTES)
    except OSError:  # bytes in memory
        return partial(source.read, _PIECE_BYTES)


def _pour(read: Callable[[], bytes], put: Callable[[bytes], None]) -> None:
    taken = 0
    while taken <= MAX_BYTES:
        try:
            piece = read()
        except OSError:
            piece = b""
        put(piece)
        taken += len(piece)
        if not piece:
            return


def _is_whole(data: bytearray) -> bool:
    try:
        json.loads(data.decode("utf-8-sig", "surrogateescape"))
    except (ValueError, RecursionError):
        return False
    return True
