"""What a reader is, and what it is given: a probe to decide by, an opened source to read.

A reader is one file with one class and one line in the table of ``readers/__init__``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any, ClassVar, Protocol

from graphpack.model.conversation import Conversation


class Certainty(IntEnum):
    """How sure a reader is that a source is its own."""

    NO = 0
    MAYBE = 1
    SURE = 2


PROBE_BYTES = 65536


@dataclass(frozen=True, slots=True)
class Probe:
    """The first look at a source; never the whole file.

    Args:
        name: File or member name, for display; a reader never decides by it alone.
        head: The first 64 KiB, decoded (BOM dropped, bad bytes replaced), newlines as ``\\n``.
        records: The JSON values found in the head: for JSONL one per complete line (two objects
            on one line count as two); empty otherwise.
        document: The whole JSON document where the source is one and fits in the head, else a
            partial value built from what the head holds (closed lists and objects, the last item
            possibly incomplete); None where the source is not one JSON document.
        members: Names inside a ZIP or a directory; empty for a file.
    """

    name: str
    head: str = ""
    records: tuple[Any, ...] = ()
    document: Any = None
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """A source to read: a file on disk, bytes (stdin, a ZIP member), or a folder of members.

    Args:
        name: For messages and ``Conversation.source``.
        path: The file or directory, None for bytes in memory.
        data: The bytes, None for a path.
        members: The opened members of a ZIP or directory, by name, sorted.
    """

    name: str
    path: Path | None = None
    data: bytes | None = None
    members: tuple[Opened, ...] = field(default=())


class Reader(Protocol):
    """Recognises and reads one format."""

    name: ClassVar[str]
    about: ClassVar[str]

    def detect(self, probe: Probe) -> Certainty:
        """Say how sure it is, from the probe alone."""
        ...

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the source's conversations; raises ReadError only.

        A broken record is skipped and becomes a notice on its conversation.
        """
        ...
