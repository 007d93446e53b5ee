"""The cache folder: where it is, what stands in it, and how it is emptied.

Whatever is in it may be deleted at any time and costs time only, never a conversation. It holds
text of conversations, redacted, so it is its owner's alone.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path

from graphpack.atomic import PREFIX, SUFFIX, write_private
from graphpack.cli.speak import put, say
from graphpack.errors import UsageError
from graphpack.patterns import compiled

ANSWERS = "answers"
ORIGINALS = "originals"
SESSIONS = "sessions.json"
ASKED = "asked.json"
KEPT = (ANSWERS, ASKED, ORIGINALS, SESSIONS)
"""All that graphpack keeps in its cache; whatever else stands there is somebody else's."""

_KEY = compiled(r"[0-9a-f]{16,64}")


def cache_folder() -> Path:
    """Say where the cache is; it need not be there yet."""
    return user_cache_path("graphpack")


@dataclass(frozen=True, slots=True)
class KeyedFolder:
    """Byte strings in private files, each named by a hash.

    Args:
        folder: Is made when the first one is put into it.
        max_bytes: All of them together; when it is exceeded, those that were longest not asked for
            go. The file system's own times tell, and one run's view of it.
    """

    folder: Path
    max_bytes: int = 256 << 20

    def get(self, key: str) -> bytes | None:
        """Give what was put under a key; None where nothing is, or where it cannot be read.

        Args:
            key: 16 to 64 lower-case hexadecimal digits.
        """
        path = self._path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        with suppress(OSError):
            os.utime(path)
        return data

    def put(self, key: str, data: bytes) -> None:
        """Keep bytes under a key, whole or not at all; what the disk refuses is an ``OSError``.

        Args:
            key: 16 to 64 lower-case hexadecimal digits.
            data: All of it; replaces what stood there.
        """
        write_private(self._path(key), data)

    def drop(self, key: str) -> None:
        """Forget what is under a key."""
        with suppress(OSError):
            self._path(key).unlink()

    def trim(self) -> int:
        """Bring the folder under its size, longest unused first.

        Returns:
            How many were removed.
        """
        found = sorted(
            (
                (status.st_mtime_ns, str(path), status.st_size)
                for path, status in _files(self.folder)
            ),
            reverse=True,
        )
        room, removed = self.max_bytes, 0
        for _, name, size in found:
            room -= size
            if room < 0:
                with suppress(OSError):
                    Path(name).unlink()
                    removed += 1
        return removed

    def _path(self, key: str) -> Path:
        # what asks may be a person or a program that was told a key by a text: never a path
        if not _KEY.fullmatch(key):
            raise UsageError(f"{key!r}: not a reference", hint="16 to 64 hexadecimal digits")
        return self.folder / key[:2] / key


def size_bytes(folder: Path) -> dict[str, tuple[int, int]]:
    """Measure the cache.

    Args:
        folder: The cache folder.

    Returns:
        Files and bytes of each thing that is kept and there, by its name.
    """
    sizes = {}
    for name in KEPT:
        found = [status.st_size for _, status in _files(folder / name)]
        if found:
            sizes[name] = (len(found), sum(found))
    return sizes


def clear(folder: Path) -> int:
    """Remove all that graphpack keeps in the cache; what goes wrong is an ``OSError``.

    Args:
        folder: The cache folder; itself, and what is not graphpack's, stays.

    Returns:
        How many files went.
    """
    count = sum(files for files, _ in size_bytes(folder).values())
    for name in KEPT:
        path = folder / name
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for path in sorted(folder.glob(f"{PREFIX}*{SUFFIX}")):
        path.unlink(missing_ok=True)
    return count


def run_cache(action: Literal["path", "size", "clear"]) -> None:
    """Say where the cache is and what it holds, or empty it.

    Args:
        action: What to do.

    Raises:
        UsageError: It could not be emptied.
    """
    folder = cache_folder()
    if action == "path":
        put(str(folder))
    elif action == "size":
        for name, (files, size) in size_bytes(folder).items():
            put(f"{name}  {files:,} file{'s' * (files != 1)}  {size:,} bytes")
    else:
        try:
            count = clear(folder)
        except OSError as error:
            raise UsageError(f"{folder}: {(error.strerror or str(error)).lower()}") from error
        say(f"{count:,} file{'s' * (count != 1)} removed")


def _files(place: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Find the files below a place, or the file that it is; links are not followed."""
    try:
        status = place.lstat()
    except OSError:
        return
    if not place.is_dir() or place.is_symlink():
        yield place, status
        return
    for folder, _, names in os.walk(place):
        for name in names:
            with suppress(OSError):
                path = Path(folder, name)
                yield path, path.lstat()
