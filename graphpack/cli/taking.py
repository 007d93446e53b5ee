"""Takes in what a command line names whole: a file, a pipe with a name, or standard input."""

from __future__ import annotations

from pathlib import Path

from graphpack.cli.speak import take
from graphpack.errors import ReadError
from graphpack.files import read_regular

__all__ = ["content", "text_of"]


def content(name: str) -> bytes:
    """Read what a name stands for.

    Args:
        name: A path, or ``-``.

    Returns:
        All of it.

    Raises:
        ReadError: It cannot be read.
    """
    if name == "-":
        return take()
    path = Path(name)
    try:
        if path.is_fifo():
            from graphpack.readers.pipes import read_pipe

            return read_pipe(path)
        return read_regular(path)
    except OSError as error:
        raise ReadError(f"{name}: {(error.strerror or str(error)).lower()}") from error
    except ValueError as error:  # a name with a NUL in it
        raise ReadError(f"{name!r}: {error}") from error


def text_of(name: str) -> str:
    """Read the text that a name stands for.

    Args:
        name: A path, or ``-``.

    Returns:
        The text, without a mark of its byte order.

    Raises:
        ReadError: It cannot be read, or is no UTF-8.
    """
    try:
        return content(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadError(f"{name}: is no UTF-8 text: byte {error.start} is not") from error
