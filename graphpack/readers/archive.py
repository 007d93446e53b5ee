"""Keeps a ZIP open while its members are read, instead of listing it anew for each."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from graphpack.files import open_regular

_END, _END_BYTES = b"PK\5\6", 22
_END_64, _END_64_BYTES = b"PK\6\6", 56
_TAIL_BYTES = 1 << 17


def directory_bytes(tail: bytes) -> int:
    """Say how large a ZIP's directory is, for it is read whole when the ZIP is opened.

    Args:
        tail: The end of the ZIP, ``Archive.tail``.

    Returns:
        The size it says; 0 where it cannot be told.
    """
    at = tail.rfind(_END_64)
    if at >= 0 and len(tail) - at >= _END_64_BYTES:
        return int(struct.unpack_from("<Q", tail, at + 40)[0])
    at = tail.rfind(_END)
    if at >= 0 and len(tail) - at >= _END_BYTES:
        return int(struct.unpack_from("<L", tail, at + 12)[0])
    return 0


class _Zip(zipfile.ZipFile):
    """A ZIP that closes the file it was made of.

    Args:
        file: Open for reading.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._own = file
        super().__init__(file)

    def close(self) -> None:
        """Close it, and the file."""
        super().close()
        self._own.close()


class Archive:
    """A ZIP on disk or in memory, shared by the sources of its members.

    Args:
        base: The path, or the bytes.
    """

    def __init__(self, base: Path | bytes) -> None:
        self._base = base
        self._zip: zipfile.ZipFile | None = None
        self._keepers = 0

    @property
    def size_bytes(self) -> int:
        """How large the packed whole is."""
        base = self._base
        return len(base) if isinstance(base, bytes) else base.stat().st_size

    def tail(self) -> bytes:
        """Give the end, where the directory's place is written."""
        base = self._base
        if isinstance(base, bytes):
            return base[-_TAIL_BYTES:]
        with open_regular(base) as file:
            file.seek(max(0, self.size_bytes - _TAIL_BYTES))
            return file.read(_TAIL_BYTES)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Leave the ZIP open, once it is used, until the block ends."""
        self._keepers += 1
        try:
            yield
        finally:
            self._keepers -= 1
            if not self._keepers and self._zip is not None:
                self._zip.close()
                self._zip = None

    @contextmanager
    def opened(self) -> Iterator[zipfile.ZipFile]:
        """Give the ZIP, opened for the block alone where nobody keeps it."""
        if not self._keepers:
            with self._fresh() as archive:
                yield archive
            return
        if self._zip is None:
            self._zip = self._fresh()
        yield self._zip

    def _fresh(self) -> zipfile.ZipFile:
        base = self._base
        return _Zip(io.BytesIO(base) if isinstance(base, bytes) else open_regular(base))
