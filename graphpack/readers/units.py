"""Cuts what is to be read into pieces that can be read apart: by other processes, in any order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from graphpack.model.conversation import Conversation
from graphpack.model.report import Notice
from graphpack.readers import claim, known, read, unique
from graphpack.readers.base import Opened
from graphpack.readers.faults import Faults
from graphpack.readers.limits import Limits
from graphpack.readers.members import plan_members
from graphpack.readers.opening import open_source, stream
from graphpack.readers.selection import select

_PIECE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Unit:
    """One file with those that belong to it, a ZIP, or a folder that one reader takes whole.

    Args:
        name: For people; of a folder's file, from the folder.
        path: The file, ZIP or folder.
        format: Who reads it; None where that is found when it is read.
        opened: What the reader is given, of a folder's file; None for a whole.
        size_bytes: Of the file; 0 for a folder.
    """

    name: str
    path: Path
    format: str | None = None
    opened: Opened | None = None
    size_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Units:
    """The pieces of an input.

    Args:
        units: In the order of their names.
        notices: What nobody reads.
    """

    units: tuple[Unit, ...]
    notices: tuple[Notice, ...] = ()


def units_of(source: Path, *, format: str | None, limits: Limits) -> Units:
    """Cut an input into pieces; of each file of a folder only the beginning is read.

    A source that cannot be opened raises a ``ReadError``.

    Args:
        source: A file, a ZIP or a folder.
        format: Who reads it; None detects it.
        limits: How much is read of it.

    Returns:
        Its pieces.
    """
    opened = open_source(source, limits=limits)
    formats = known()
    reader = formats.named(format) if format else None
    is_whole = not source.is_dir() or not opened.members
    if is_whole or claim(opened, reader, formats) is not None:
        size = _size(source) if source.is_file() else 0
        return Units((Unit(opened.name, source, format, None, size),))
    faults = Faults(opened.name)
    found = []
    for chosen, member in plan_members(opened, reader, formats, faults):
        path = member.path or source
        if chosen is None:
            found.append(Unit(member.name, path, None, None, _size(path)))
        else:
            found.append(Unit(member.name, path, chosen.name, member, _size(path)))
    return Units(tuple(found), faults.notices())


def read_unit(unit: Unit, *, subagents: bool, limits: Limits) -> Iterator[Conversation]:
    """Read one piece.

    Args:
        unit: As ``units_of`` gave it.
        subagents: True to include what sub-agents said to themselves.
        limits: How much is read of it.

    Returns:
        Its conversations; iterating raises a ``ReadError`` where it is broken.
    """
    if unit.opened is None or unit.format is None:
        return read(
            unit.path, format=unit.format, name=unit.name, subagents=subagents, limits=limits
        )
    found = unique(known().named(unit.format).read(unit.opened))
    said = (conversation for conversation in found if conversation.messages)
    return select(said, branch=None, subagents=subagents, name=unit.name)


def sha256_of(unit: Unit) -> str:
    """Hash the bytes of a piece: its file, or its files in the order of their names.

    A file that cannot be read raises a ``ReadError``.
    """
    if unit.opened is None:
        opened = Opened(unit.name, path=unit.path)
        if unit.path.is_dir():
            opened = open_source(unit.path)
        # a ZIP is its own bytes, whatever is in it
        parts = opened.members if unit.path.is_dir() else ()
    else:
        opened, parts = unit.opened, unit.opened.members
    if not parts:
        return _digest(opened).hexdigest()
    whole = hashlib.sha256()
    own = () if unit.path.is_dir() else (opened,)
    for part in (*own, *parts):
        whole.update(part.name.encode("utf-8", "surrogateescape") + b"\0" + _digest(part).digest())
    return whole.hexdigest()


def _digest(source: Opened) -> hashlib._Hash:
    digest = hashlib.sha256()
    is_zip = source.archive is not None and source.member is None
    with stream(Opened(source.name, path=source.path) if is_zip else source) as file:
        while piece := file.read(_PIECE_BYTES):
            digest.update(piece)
    return digest


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # reading it will say what is wrong
