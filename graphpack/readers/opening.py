"""Opens a file, a directory, a ZIP or bytes; the only place of the readers that touches the disk.

Listing is all that happens on opening: content is read by ``stream`` when a reader asks.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import IO
from zlib import error as zlib_error

from graphpack.errors import ReadError
from graphpack.readers.archive import Archive
from graphpack.readers.base import Opened

ZIP_MAGIC = b"PK\x03\x04"
MAX_MEMBER_BYTES = 4 << 30
"""A ZIP member that claims more is refused: no chat export is that large, a bomb is."""

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
_LISTING_FAULTS: tuple[type[Exception], ...] = (*_ZIP_FAULTS, OSError, ValueError)


def open_source(source: Path | bytes, *, name: str | None = None) -> Opened:
    """Look at a source and list what it holds.

    Args:
        source: A file, directory or ZIP on disk, or the bytes of a file or ZIP.
        name: Display name; the path's last part by default, ``-`` for bytes.

    Returns:
        The opened source; a directory's members are its files at any depth, without hidden
        folders, links to folders and what operating systems leave behind.

    Raises:
        ReadError: It does not exist, may not be read, or is a damaged ZIP.
    """
    if isinstance(source, bytes):
        opened = Opened(name or "-", data=source)
        return _list_zip(opened) if source.startswith(ZIP_MAGIC) else opened
    name = name or source.name or str(source)
    try:
        if source.is_dir():
            return Opened(name, path=source, members=tuple(_walk(source)))
        with source.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ReadError(f"{source}: {_reason(error)}") from error
    opened = Opened(name, path=source)
    return _list_zip(opened) if magic == ZIP_MAGIC else opened


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
    try:
        if source.member is not None:
            with _archive(source).opened() as archive, _unpacked(source, archive) as file:
                yield file
        else:
            base = _base(source)
            with base.open("rb") if isinstance(base, Path) else base as file:
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
    """
    if source.data is not None and source.member is None:
        return source.data if limit < 0 else source.data[:limit]
    with stream(source) as file:
        return file.read(limit)


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


def _walk(root: Path) -> list[Opened]:
    members = []
    for folder, folders, files in os.walk(root):
        folders[:] = [n for n in folders if n not in _SIDE_FOLDERS and not n.startswith(".")]
        for file in files:
            path = Path(folder, file)
            if file in _SIDE_NAMES or not path.is_file():
                continue
            name = path.relative_to(root).as_posix()
            members.append(_member(name, path))
    return sorted(members, key=lambda member: member.name)


def _member(name: str, path: Path) -> Opened:
    """Open a file of a directory; a ZIP among them is a container of its own."""
    if path.suffix.lower() == ".zip":
        try:
            return open_source(path, name=name)
        except ReadError:
            pass  # probing it as a file will say what is wrong
    return Opened(name, path=path)


def _list_zip(source: Opened) -> Opened:
    try:
        archive = _archive(source)
        with archive.opened() as file:
            entries = [entry for entry in file.infolist() if _is_wanted(entry)]
    except _LISTING_FAULTS as error:
        raise ReadError(f"{source.name}: a damaged zip ({error})") from error
    members = [
        replace(source, name=entry.filename, member=entry.filename, archive=archive)
        for entry in sorted(entries, key=lambda entry: entry.filename)
    ]
    return replace(source, members=tuple(members), archive=archive)


def _is_wanted(entry: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(entry.filename).parts
    return (
        not entry.is_dir()
        and entry.file_size <= MAX_MEMBER_BYTES
        and bool(parts)
        and parts[-1] not in _SIDE_NAMES
        and not _SIDE_FOLDERS.intersection(parts)
    )
