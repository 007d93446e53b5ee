"""Writes files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from graphpack.errors import UsageError

EVIDENCE_SUFFIX = ".evidence.json"


def evidence_path(path: Path) -> Path:
    """Name the archive form's file: beside the pack, ``pack.json`` → ``pack.evidence.json``."""
    return path.with_suffix(EVIDENCE_SUFFIX)


def check_output(name: str) -> None:
    """Refuse a target that could never be written.

    Args:
        name: As it was given.

    Raises:
        UsageError: It is empty, or no name the file system takes.
    """
    if not name:
        raise UsageError("--output: the name is empty", hint="-o FILE, or leave -o away")
    try:
        Path(name).is_dir()
    except OSError as error:
        raise UsageError(f"{name}: cannot be written: {_reason(error)}") from error


def is_same(one: Path, other: Path) -> bool:
    """Whether two names lead to one file or folder that is there."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def write_files(texts: Mapping[Path, str]) -> None:
    """Write files, each with a final newline; none is changed before all are on the disk.

    Args:
        texts: By path. What is not a regular file (a pipe, a device) is written directly.

    Raises:
        UsageError: One of them cannot be written.
    """
    ready: dict[Path, Path] = {}
    path = Path()
    try:
        for path, text in texts.items():
            data = text.encode("utf-8", "surrogatepass") + b"\n"
            target = path.resolve() if path.is_symlink() else path
            if target.exists() and not target.is_file():
                target.write_bytes(data)
            else:
                ready[target] = _beside(target, data)
        for path, temporary in ready.items():
            temporary.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {_reason(error)}") from error
    except RuntimeError as error:  # how Python up to 3.12 says that links go in a circle
        raise UsageError(f"{path}: cannot be written: its link leads back to itself") from error
    finally:
        for temporary in ready.values():
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def _beside(target: Path, data: bytes) -> Path:
    # not named after the target: that may be as long as a file system allows already
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".graphpack.", suffix=".part")
    with ExitStack() as scraps:
        temporary = Path(name)
        scraps.callback(temporary.unlink, missing_ok=True)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        scraps.pop_all()
    return temporary


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
