"""Unpacks Zstandard frames, never to more than a bound."""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from typing import IO, cast

from graphpack.errors import ReadError

if sys.version_info >= (3, 14):
    from compression import zstd

    _FAULTS: tuple[type[Exception], ...] = (zstd.ZstdError,)
else:
    import zstandard

    _FAULTS = (zstandard.ZstdError,)

MAGIC = b"\x28\xb5\x2f\xfd"
"""What a frame begins with."""

MAX_BYTES = 256 << 20
"""What a frame may hold; a larger one is refused."""

_CHUNK_BYTES = 1 << 20


def unpack(packed: bytes, name: str) -> bytes:
    """Unpack a frame, and of one that is cut what can be.

    Args:
        packed: The frame.
        name: What it is, for the error.

    Returns:
        What it holds.

    Raises:
        ReadError: Nothing of it can be unpacked, or it holds more than ``MAX_BYTES``.
    """
    found = io.BytesIO()
    try:
        with suppress(EOFError), _reader(packed) as reader:
            while chunk := reader.read(_CHUNK_BYTES):
                found.write(chunk)
                if found.tell() > MAX_BYTES:
                    raise ReadError(f"{name}: unpacks to more than {MAX_BYTES >> 20} MiB")
    except _FAULTS as error:
        raise ReadError(f"{name}: cannot be unpacked ({error})") from error
    if not found.tell():
        raise ReadError(f"{name}: cannot be unpacked (cut off)")
    return found.getvalue()


def _reader(packed: bytes) -> IO[bytes]:
    if sys.version_info >= (3, 14):
        return cast("IO[bytes]", zstd.ZstdFile(io.BytesIO(packed)))
    return cast("IO[bytes]", zstandard.ZstdDecompressor().stream_reader(packed))
