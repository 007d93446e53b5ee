"""Writes files whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from graphpack.atomic import Staging, make_folder
from graphpack.errors import UsageError
from graphpack.model.pack import evidence_path

__all__ = [
    "UnwritableError",
    "check_output",
    "evidence_path",
    "is_same",
    "make_output_folder",
    "write_files",
]


class UnwritableError(UsageError):
    """The place for the output takes no file: the disk is full, or may not be written to."""


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


def make_output_folder(folder: Path) -> None:
    """Make the folder that files go into, for its owner alone, where it is missing.

    Args:
        folder: As it was given.

    Raises:
        UnwritableError: It cannot be made.
    """
    try:
        make_folder(folder)
    except OSError as error:
        raise UnwritableError(f"{folder}: cannot be made a folder: {_reason(error)}") from error


def is_same(one: Path, other: Path) -> bool:
    """Whether two names lead to one file or folder that is there."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def write_files(texts: Mapping[Path, str], *, is_settled: bool = True) -> None:
    """Write files, each with a final newline; none is changed before all are on the disk.

    A new one is its owner's alone, for it holds what was said in a conversation; one that is
    there keeps its permissions.

    Args:
        texts: By path; the first is put in place last. What is not a regular file (a pipe, a
            device) is written directly.
        is_settled: False where more will be written to the same folder soon.

    Raises:
        UnwritableError: One of them cannot be written.
        BrokenPipeError: One is a pipe whose reader has gone away.
    """
    path = Path()
    try:
        with Staging() as staging:
            for path, text in texts.items():
                data = text.encode("utf-8", "surrogatepass") + b"\n"
                # looked at before links are followed: that of /dev/stdout may lead to no name
                if path.exists() and not path.is_file():
                    path.write_bytes(data)
                else:
                    staging.add(path.resolve() if path.is_symlink() else path, data)
            staging.commit(is_settled=is_settled)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnwritableError(f"{path}: cannot be written: {_reason(error)}") from error
    except RuntimeError as error:  # how Python up to 3.12 says that links go in a circle
        raise UnwritableError(
            f"{path}: cannot be written: its link leads back to itself"
        ) from error


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
