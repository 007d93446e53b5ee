"""What a reader is, and what it is given: a probe to decide by, an opened source to read.

A reader is one file with one class and one line in the table of ``readers/__init__``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any, ClassVar, Protocol, runtime_checkable

from graphpack.errors import ReadError
from graphpack.model.conversation import Conversation
from graphpack.readers.archive import Archive
from graphpack.readers.limits import Limits


class Certainty(IntEnum):
    """How sure a reader is that a source is its own."""

    NO = 0
    MAYBE = 1
    SURE = 2


PROBE_BYTES = 65536
SQLITE_MAGIC = b"SQLite format 3\0"
"""What every SQLite database begins with."""


@dataclass(frozen=True, slots=True)
class Probe:
    """The first look at a source; never the whole file.

    Args:
        name: File or member name, for display; a reader never decides by it alone.
        head: The first 64 KiB, decoded (BOM dropped, bad bytes replaced), every
            line end a single newline.
        records: The JSON objects found in the head: for JSONL one per complete line (two objects
            on one line count as two); empty otherwise. A file whose only line is one object has
            it here and in ``document``.
        document: The whole JSON document where the source is one and fits in the head, else a
            partial value built from what the head holds (closed lists and objects, the last item
            possibly incomplete); None where the source is not one JSON document. A JSONL file
            whose first line is longer than the head is seen as a partial document.
        members: Names inside a ZIP or a directory; empty for a file.
        is_text: False for binary content and for a container.
        tables: Names of the tables where the source is a SQLite database, sorted; else empty.
        columns: Their columns as ``table.column``, in the order of the tables.
    """

    name: str
    head: str = ""
    records: tuple[Any, ...] = ()
    document: Any = None
    members: tuple[str, ...] = ()
    is_text: bool = True
    tables: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    @property
    def objects(self) -> tuple[dict[str, Any], ...]:
        """The outermost JSON objects: the records, else the document where it is an object."""
        if self.records:
            return tuple(value for value in self.records if isinstance(value, dict))
        return (self.document,) if isinstance(self.document, dict) else ()


@dataclass(frozen=True, slots=True)
class Opened:
    """A source to read: a file on disk, bytes (stdin), a ZIP member, or a folder of members.

    Its content is got with ``opening.stream`` or ``opening.read_bytes``; nothing is read before.

    Args:
        name: For messages and ``Conversation.source``; a member's name is relative to its
            container, with ``/``.
        path: The file, ZIP or directory on disk; None for bytes in memory.
        data: The bytes of the file or of the ZIP; None for a path.
        members: The members of a ZIP or directory, sorted by name; in a source that was
            gathered (see ``Gathering``) the files that belong to it.
        member: The member's name inside the ZIP that ``path`` or ``data`` is; None for a whole.
        archive: That ZIP, of its members and of itself; None for what is no ZIP.
        limits: How much of it is read.
        refusal: Why it is not read at all; None where it is.
    """

    name: str
    path: Path | None = None
    data: bytes | None = field(default=None, repr=False)
    members: tuple[Opened, ...] = field(default=(), repr=False)
    member: str | None = None
    archive: Archive | None = field(default=None, repr=False, compare=False)
    limits: Limits = field(default=Limits(), repr=False, compare=False)
    refusal: ReadError | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Facts:
    """What docs/formats.md says about a format; a reader holds it as ``facts: ClassVar[Facts]``.

    Each is one plain sentence or a list in Markdown without line breaks.

    Args:
        where: Where such files lie, or how a person gets one.
        keeps: What of the format comes into a conversation, besides what everybody said.
        drops: What does not.
        checked: The program's versions, or the dates, of the files it was tried on.
        sign: What it is known by, as it would follow "no": "records with `sessionId`". Shown where
            a file is of no known format.
    """

    where: str
    keeps: str
    drops: str
    checked: str
    sign: str = ""


class Reader(Protocol):
    """Recognises and reads one format.

    A reader may have ``facts: ClassVar[Facts]`` besides, and the methods of ``Gathering``.
    """

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


@runtime_checkable
class Gathering(Protocol):
    """A reader whose conversations may be spread over several files of a folder."""

    def gather(self, sources: Sequence[Opened]) -> list[Opened]:
        """Put files that belong together under one source.

        Args:
            sources: The members of one folder or ZIP that are of this format, sorted by name.

        Returns:
            What ``read`` is to be given: each a file, with the files that belong to it as its
            ``members``. Only a copy of what is there is left out; it is named in a notice.
        """
        ...
