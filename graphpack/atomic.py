"""Puts files in place whole or not at all: written beside, on the disk, then renamed.

They hold conversations, so they are their owner's alone. A run that is killed leaves at most a
file with a name of its own; its writer holds a lock on it, and the next run that writes into the
folder removes what nobody holds.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType

from graphpack.files import what_is
from graphpack.locks import HAS_LOCKS, close, lock

PREFIX, SUFFIX = ".graphpack.", ".part"
_TRIES = 8


class Staging:
    """Files being written beside their targets; use it as a context manager.

    At its end what was not put in place is gone.
    """

    def __init__(self) -> None:
        self._made: list[Path] = []
        self._ready: dict[Path, tuple[Path, int]] = {}

    def __enter__(self) -> Staging:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        try:
            while self._ready:
                close(self._ready.popitem()[1][1])
        finally:
            for temporary in self._made:
                with suppress(OSError):
                    temporary.unlink(missing_ok=True)
            self._made.clear()

    def add(self, target: Path, data: bytes, *, keeps_mode: bool = True) -> None:
        """Write a file beside its target.

        What the disk does not take is an ``OSError``.

        Args:
            target: In a folder that is there.
            data: All of it.
            keeps_mode: True to give it the permissions of the file that stands there.
        """
        _sweep(target.parent)
        temporary, handle = self._make(target.parent)
        self._ready[target] = (temporary, handle)
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        if keeps_mode and target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode) & 0o777)
        os.fsync(handle)

    def _make(self, folder: Path) -> tuple[Path, int]:
        for _ in range(_TRIES):
            # not named after the target: that may be as long as a file system allows already
            temporary = folder / f"{PREFIX}{secrets.token_hex(8)}{SUFFIX}"
            # noted before it is there: a signal may come between any two steps
            self._made.append(temporary)
            handle = _held(temporary)
            if handle is not None:
                return temporary, handle
            self._made.pop()
        raise OSError(f"{folder}: another program removes files as they are made")

    def commit(self, *, is_settled: bool = True) -> None:
        """Put the files in place, the first one last.

        Args:
            is_settled: True to return only when their names are on the disk, too.
        """
        folders = {target.parent for target in self._ready}
        while self._ready:
            target, (temporary, handle) = next(reversed(self._ready.items()))
            if not HAS_LOCKS:
                close(handle)  # an open file cannot be renamed there
            temporary.replace(target)
            self._made.remove(temporary)
            del self._ready[target]
            close(handle)
        if is_settled:
            for folder in sorted(folders):
                _settle(folder)


def write_private(target: Path, data: bytes) -> None:
    """Write one file that is its owner's alone, in a folder that is made where it is missing.

    A link that stands there is replaced, not followed; a device, a pipe or a folder is not. What
    goes wrong is an ``OSError``.

    Args:
        target: The file.
        data: All of it.
    """
    make_folder(target.parent)
    _check_replaceable(target)
    with Staging() as staging:
        staging.add(target, data, keeps_mode=False)
        staging.commit(is_settled=False)


def _check_replaceable(target: Path) -> None:
    # by its own mode: who may rename in /dev would put a file in the place of a device
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        return
    what = None if stat.S_ISLNK(mode) else what_is(mode)
    if what is not None:
        raise OSError(errno.EINVAL, f"{what}, no file", str(target))


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for its owner alone.

    What goes wrong is an ``OSError``.

    Args:
        folder: One that is there is left as it is.
    """
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)


def _held(temporary: Path) -> int | None:
    """Make an empty file and hold it: another run may sweep here at this moment.

    Where it cannot be made, an ``OSError`` is raised.

    Returns:
        Its handle, None where another file has the name or another run took this one away.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(temporary, flags, 0o600)
    except FileExistsError:
        return None
    if lock(handle) is not False and os.fstat(handle).st_nlink:
        return handle
    close(handle)
    temporary.unlink(missing_ok=True)
    return None


@cache
def _sweep(folder: Path) -> None:
    """Remove what killed runs have left; once a run is enough."""
    with suppress(OSError):
        for path in sorted(folder.glob(f"{PREFIX}*{SUFFIX}")):
            with suppress(OSError):
                _remove_abandoned(path)


def _remove_abandoned(path: Path) -> None:
    if not HAS_LOCKS or not stat.S_ISREG(path.lstat().st_mode):
        return
    handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if lock(handle):
            path.unlink()
    finally:
        close(handle)


def _settle(folder: Path) -> None:
    # some file systems have no such thing; the files themselves are on the disk already
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            close(handle)
