"""Opens a file, a directory, a ZIP or bytes; the only place of the readers that touches the disk.

Listing is all that happens on opening: content is read by ``stream`` when a reader asks.
"""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import IO
from zlib import error as zlib_error

from graphpack.errors import ReadError
from graphpack.files import open_regular, what_is
from graphpack.readers.archive import Archive, directory_bytes
from graphpack.readers.base import Opened
from graphpack.readers.limits import LimitError, Limits
from graphpack.readers.pipes import read_pipe

ZIP_MAGIC = b"PK\x03\x04"
_PIECE_BYTES = 1 << 20

_SIDE_NAMES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
_SIDE_FOLDERS = frozenset({"__MACOSX", "node_modules", "__pycache__"})
# an unknown compression is a NotImplementedError, an encrypted member a RuntimeError
_ZIP_FAULTS: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    zlib_error,
    EOFError,
    NotImplementedError,
    RuntimeError,
)
with suppress(ImportError):  # Python may be built without it, and then unpacks none
    from lzma import LZMAError

    _ZIP_FAULTS += (LZMAError,)
DEFAULT = Limits()
_LISTING_FAULTS: tuple[type[Exception], ...] = (*_ZIP_FAULTS, OSError, ValueError)


def open_source(
    source: Path | bytes,
    *,
    name: str | None = None,
    limits: Limits = DEFAULT,
    takes_pipe: bool = False,
) -> Opened:
    """Look at a source and list what it holds.

    Args:
        source: A file, directory or ZIP on disk, or the bytes of a file or ZIP.
        name: Display name; the path's last part by default, ``-`` for bytes.
        limits: What is larger is refused.
        takes_pipe: Whether a pipe is read to its end, which may take its writer's time.

    Returns:
        The opened source; a directory's members are its files at any depth, without hidden
        folders, links to folders and what operating systems leave behind.

    Raises:
        ReadError: It does not exist, may not be read, is a damaged ZIP, a pipe or a device.
        LimitError: It is too large.
    """
    if isinstance(source, bytes):
        return _open_bytes(source, name or "-", limits)
    name = name or source.name or str(source)
    try:
        state = source.stat()
        if stat.S_ISDIR(state.st_mode):
            return Opened(name, path=source, members=tuple(_walk(source, limits)), limits=limits)
        if stat.S_ISFIFO(state.st_mode) and takes_pipe:
            return _open_bytes(read_pipe(source, limits), name, limits)
        if what := what_is(state.st_mode):
            raise ReadError(f"{source}: {what}, no file", hint="- reads standard input")
        reason = limits.refused_file(state.st_size)
        if reason:
            raise LimitError(str(source), reason)
        with open_regular(source) as file:
            magic = file.read(4)
    except OSError as error:
        raise ReadError(f"{source}: {_reason(error)}") from error
    except ValueError as error:  # a name with a NUL in it
        raise ReadError(f"{name!r}: {error}") from error
    opened = Opened(name, path=source, limits=limits)
    return _list_zip(opened) if magic == ZIP_MAGIC else opened


def _open_bytes(data: bytes, name: str, limits: Limits) -> Opened:
    reason = limits.refused_file(len(data))
    if reason:
        raise LimitError(name, reason)
    opened = Opened(name, data=data, limits=limits)
    return _list_zip(opened) if data.startswith(ZIP_MAGIC) else opened


@contextmanager
def stream(source: Opened) -> Iterator[IO[bytes]]:
    """Open a source's bytes for reading.

    Args:
        source: A file, bytes or a ZIP member.

    Yields:
        A binary stream at the start.

    Raises:
        ReadError: It cannot be read, or the ZIP is damaged or encrypted.
    """
    if source.refusal is not None:
        raise source.refusal
    try:
        if source.member is not None:
            with _archive(source).opened() as archive, _unpacked(source, archive) as file:
                yield file
        else:
            base = _base(source)
            with open_regular(base) if isinstance(base, Path) else base as file:
                yield file
    except OSError as error:
        raise ReadError(f"{source.name}: {_reason(error)}") from error
    except _ZIP_FAULTS as error:
        if source.member is None:
            raise
        raise ReadError(f"{source.name}: cannot be unpacked ({error})") from error


def _unpacked(source: Opened, archive: zipfile.ZipFile) -> IO[bytes]:
    try:
        return archive.open(source.member or "")
    except ValueError as error:  # a directory that points before the start of the file
        raise ReadError(f"{source.name}: cannot be unpacked ({error})") from error


def kept_open(source: Opened) -> AbstractContextManager[None]:
    """Keep a container open while its members are read: listing a ZIP for each is slow.

    Args:
        source: The container; anything but a ZIP is left as it is.

    Returns:
        The block in which it stays open.
    """
    return source.archive.kept() if source.archive else nullcontext()


def read_bytes(source: Opened, limit: int = -1) -> bytes:
    """Read a source's bytes, at most ``limit`` of them where it is not negative.

    A source that cannot be read raises ``ReadError``.

    Args:
        source: A file, bytes or a ZIP member.
        limit: The most to read, in bytes.

    Returns:
        The bytes from the start.

    Raises:
        LimitError: It is more than may be held in memory.
    """
    if source.data is not None and source.member is None:
        return source.data if limit < 0 else source.data[:limit]
    with stream(source) as file:
        if limit >= 0:
            return file.read(limit)
        # a little more than allowed shows that it is too much, without holding all of it
        raw = _read_whole(file, source.limits.max_whole_bytes + 1)
    if reason := source.limits.refused_whole(len(raw)):
        raise LimitError(source.name, reason)
    return raw


def _read_whole(file: IO[bytes], limit: int) -> bytes:
    first = file.read(min(limit, _PIECE_BYTES))
    if len(first) < _PIECE_BYTES:
        return first
    taken = io.BytesIO()
    taken.write(first)
    while taken.tell() < limit and (piece := file.read(min(limit - taken.tell(), _PIECE_BYTES))):
        taken.write(piece)
    return taken.getvalue()


def _archive(source: Opened) -> Archive:
    if source.archive is not None:
        return source.archive
    base = source.path if source.data is None else source.data
    if base is None:
        raise ReadError(f"{source.name}: nothing to read")
    return Archive(base)


def _base(source: Opened) -> Path | io.BytesIO:
    if source.data is not None:
        return io.BytesIO(source.data)
    if source.path is None:
        raise ReadError(f"{source.name}: nothing to read")
    return source.path


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _walk(root: Path, limits: Limits) -> list[Opened]:
    members: list[Opened] = []
    home = root.resolve()
    for folder, folders, files in os.walk(root):
        folders[:] = [n for n in folders if n not in _SIDE_FOLDERS and not n.startswith(".")]
        for file in files:
            path = Path(folder, file)
            if file in _SIDE_NAMES or not path.is_file():
                continue
            name = path.relative_to(root).as_posix()
            members.append(_member(name, path, home, limits))
        if reason := limits.refused_count(len(members)):
            raise LimitError(str(root), reason)
    return sorted(members, key=lambda member: member.name)


def _member(name: str, path: Path, home: Path, limits: Limits) -> Opened:
    """Open a file of a directory; a ZIP among them is a container of its own."""
    opened = Opened(name, path=path, limits=limits)
    try:
        if path.is_symlink() and home not in path.resolve().parents:
            # a folder that somebody sent must not be able to name files that are not in it
            refusal = ReadError(f"{name}: a link that leads out of the folder")
            return replace(opened, refusal=refusal)
        reason = limits.refused_file(path.stat().st_size)
    except OSError:
        return opened  # reading it will say what is wrong
    if reason:
        return replace(opened, refusal=LimitError(name, reason))
    if path.suffix.lower() == ".zip":
        try:
            return open_source(path, name=name, limits=limits)
        except ReadError as error:
            return replace(opened, refusal=error)
    return opened


def _list_zip(source: Opened) -> Opened:
    limits = source.limits
    try:
        archive = _archive(source)
        reason = limits.refused_directory(directory_bytes(archive.tail()))
        if reason:
            raise LimitError(source.name, reason)
        with archive.opened() as file:
            entries = [entry for entry in file.infolist() if _is_wanted(entry)]
        unpacked_bytes = sum(entry.file_size for entry in entries)
        reason = limits.refused_count(len(entries)) or limits.refused_unpacked(
            archive.size_bytes, unpacked_bytes
        )
    except _LISTING_FAULTS as error:
        raise ReadError(f"{source.name}: a damaged zip ({error})") from error
    if reason:
        raise LimitError(source.name, reason)
    members = [
        replace(
            source,
            name=entry.filename,
            member=entry.filename,
            archive=archive,
            refusal=_refusal(entry, limits),
        )
        for entry in sorted(entries, key=lambda entry: entry.filename)
    ]
    return replace(source, members=tuple(members), archive=archive)


def _refusal(entry: zipfile.ZipInfo, limits: Limits) -> ReadError | None:
    size_bytes = entry.file_size
    reason = limits.refused_file(size_bytes) or limits.refused_unpacked(
        entry.compress_size, size_bytes
    )
    return LimitError(entry.filename, reason) if reason else None


def _is_wanted(entry: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(entry.filename).parts
    return (
        not entry.is_dir()
        and bool(parts)
        and parts[-1] not in _SIDE_NAMES
        and not _SIDE_FOLDERS.intersection(parts)
    )
