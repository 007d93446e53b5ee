"""Keeps a ZIP open while its members are read, instead of listing it anew for each."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Archive:
    """A ZIP on disk or in memory, shared by the sources of its members.

    Args:
        base: The path, or the bytes.
    """

    def __init__(self, base: Path | bytes) -> None:
        self._base = base
        self._zip: zipfile.ZipFile | None = None
        self._keepers = 0

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
        return zipfile.ZipFile(io.BytesIO(base) if isinstance(base, bytes) else base)
