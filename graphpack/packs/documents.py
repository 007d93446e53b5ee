"""Takes a pack's document out of a file, and says of what is none what it is instead."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from graphpack.errors import GraphError, GraphpackError, ReadError
from graphpack.model.pack import load_document, mode_of
from graphpack.readers import detect
from graphpack.readers.base import Opened
from graphpack.readers.opening import open_source, read_bytes
from graphpack.readers.table import FALLBACK, MARKDOWN

_SHOWN = 3


def pack_bytes(path: Path, name: str, *, takes_pipe: bool = False) -> bytes:
    """Read the file of a pack; what cannot be read raises ReadError.

    Args:
        path: Of the file.
        name: For people.
        takes_pipe: True to read what another program writes, too.

    Returns:
        What is in it.

    Raises:
        ReadError: It is a folder, or cannot be read.
    """
    if path.is_dir():
        inside = sorted(each.name for each in path.glob("*.json"))[:_SHOWN]
        raise ReadError(
            f"{name}: is a directory; a pack is one file",
            hint=f"in it are {', '.join(inside)}" if inside else "name the file that export wrote",
        )
    return read_bytes(open_source(path, name=name, takes_pipe=takes_pipe))


def document_of(data: bytes, name: str) -> Any:
    """Decode a pack's document, without looking whether it is a valid one.

    Args:
        data: The file.
        name: For people.

    Returns:
        The JSON value.

    Raises:
        GraphError: It is no pack; of a conversation it is said that it is one.
    """
    if not data.strip():
        raise GraphError(f"{name}: empty", hint="give the file that export wrote")
    try:
        document = load_document(data)
        mode_of(document)
    except GraphError as error:
        format = _format_of(data, name)
        if format is None:
            raise GraphError(placed(name, error), hint=error.hint) from error
        is_sure = format not in {FALLBACK, MARKDOWN}
        what = f"{name}: a conversation ({format}), no pack" if is_sure else placed(name, error)
        file = "-" if name == "-" else shlex.quote(name)
        hint = f"graphpack export {file} makes a pack of a conversation"
        raise GraphError(what, hint=hint) from error
    return document


def placed(name: str, error: GraphpackError) -> str:
    """Put the name of a file before what is wrong in it, where it does not stand there yet."""
    text = str(error)
    return text if text.startswith(name) else f"{name}: {text}"


def _format_of(data: bytes, name: str) -> str | None:
    """Name the format as which a conversation would be read; None for what is none."""
    try:
        return detect(Opened(name, data=data)).name
    except ReadError:
        return None
