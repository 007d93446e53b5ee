"""Names files that are no conversations, and says what to do with each.

A web page or a log that is packed as if somebody had said it would be a wrong reading; such a file
is refused by its name, and ``--format plain-text`` reads it all the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphpack.errors import UnknownFormatError
from graphpack.model.codes import Mode
from graphpack.patterns import compiled
from graphpack.readers.base import Opened, Probe
from graphpack.readers.csv_rows import DELIMITERS, table_rows
from graphpack.readers.opening import read_bytes
from graphpack.readers.source_code import is_source_code

ANYWAY = "--format plain-text reads it as text all the same"
_AS_TEXT = "save the conversation as text, or export it as JSON"
_SAVE = f"{_AS_TEXT}; {ANYWAY}"
_NOT_READ = "export the conversation as text or JSON; a transcript of it can be read"

_PAGE = compiled(
    r"(?:<\?xml[^>]{0,200}>\s*+)?(?:<!--(?:(?!-->).){0,2000}+-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_SIGNATURES = (
    (0, b"%PDF-", "a PDF document", _AS_TEXT),
    (0, b"\x89PNG\r\n\x1a\n", "a picture (PNG)", _NOT_READ),
    (0, b"\xff\xd8\xff", "a picture (JPEG)", _NOT_READ),
    (0, b"GIF8", "a picture (GIF)", _NOT_READ),
    (8, b"WEBP", "a picture (WebP)", _NOT_READ),
    (0, b"II*\x00", "a picture (TIFF)", _NOT_READ),
    (0, b"MM\x00*", "a picture (TIFF)", _NOT_READ),
    (4, b"ftypheic", "a picture (HEIC)", _NOT_READ),
    (8, b"WAVE", "a sound recording (WAV)", _NOT_READ),
    (0, b"ID3", "a sound recording (MP3)", _NOT_READ),
    (0, b"\xff\xfb", "a sound recording (MP3)", _NOT_READ),
    (0, b"\xff\xf3", "a sound recording (MP3)", _NOT_READ),
    (0, b"OggS", "a sound recording (Ogg)", _NOT_READ),
    (0, b"fLaC", "a sound recording (FLAC)", _NOT_READ),
    (4, b"ftypM4A", "a sound recording (M4A)", _NOT_READ),
    (4, b"ftyp", "a video (MP4)", _NOT_READ),
    (0, b"\x1aE\xdf\xa3", "a video (Matroska, WebM)", _NOT_READ),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document or Outlook mail", _AS_TEXT),
    (0, b"\x1f\x8b", "a gzip file", "unpack it first"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip file", "unpack it first"),
    (0, b"Rar!\x1a\x07", "a RAR file", "unpack it first"),
)
_SIGNATURE_BYTES = 16
_PACKED = (
    ("word/document.xml", "a Word document"),
    ("xl/workbook.xml", "an Excel workbook"),
    ("ppt/presentation.xml", "a PowerPoint presentation"),
    ("META-INF/container.xml", "an e-book (EPUB)"),
    ("META-INF/manifest.xml", "an OpenDocument file"),
)

_STAMP = (
    r"\W{0,2}(?:\d{4}[-/]\d\d[-/]\d\d[T ,]{1,2}\d\d:\d\d(?::\d\d)?"
    r"|\d{1,2}[./-]\d{1,2}[./-]\d{2,4},? \d\d:\d\d(?::\d\d)?|\d\d:\d\d:\d\d|\d{10}(?!\d))"
    r"[.,\d]{0,10}(?:Z|[+-]\d\d:?\d\d)?"
)
_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|SEVERE|PANIC)"
_LOG_LINES = (
    compiled(r'(?<!\S)\S++ \S++ \S++ \[[^\]]{1,60}\] "[A-Z]{3,10} \S+ HTTP/[\d.]+" \d{3}'),
    compiled(r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ [\w./-]+(?:\[\d+\])?:"),
    compiled(rf"{_STAMP}.{{0,80}}?(?:\b{_LEVEL}\b|\blevel=\w)"),
    compiled(rf"\W?{_LEVEL}\b\W{{1,4}}{_STAMP}"),
)
_COMPONENT = compiled(rf"{_STAMP}[\s\]|–-]{{0,5}}[a-z][\w./-]{{0,40}}(?:\[\d+\])?: ")
_SAYS = compiled(
    r"[?!.…]\s*$|\b(?:i|we|you|me|us|my|let's|i'm|lol|ok|yes|no|thanks|hi)\b", re.IGNORECASE
)
_MIN_LINES = 5
_MIN_ROWS = 4
_MAX_HEADER_CELL = 40


def refusal_of_text(look: Probe) -> UnknownFormatError | None:
    """Tell what a text is that is no conversation.

    Args:
        look: The first look at a text.

    Returns:
        The error that names it, None for what may be a conversation.
    """
    head = look.head.lstrip()
    if _PAGE.match(head):
        return UnknownFormatError(f"{look.name}: a web page (HTML), no conversation", hint=_SAVE)
    if head.startswith("{\\rtf"):
        return UnknownFormatError(f"{look.name}: a rich text document (RTF)", hint=_SAVE)
    if head.startswith("%PDF-"):  # a small one has few bytes that text has not
        return UnknownFormatError(f"{look.name}: a PDF document, no text", hint=_AS_TEXT)
    if head.startswith("<?xml"):
        return UnknownFormatError(f"{look.name}: an XML document of no known format", hint=_SAVE)
    if _is_log(head):
        what = "a log: its lines have times and levels, and nobody speaks"
        return UnknownFormatError(f"{look.name}: {what}", hint=ANYWAY)
    if is_source_code(look.name, head):
        return UnknownFormatError(f"{look.name}: source code, no conversation", hint=ANYWAY)
    return None


def is_pack(look: Probe) -> bool:
    """Whether a file is a pack that this program wrote, compact, readable or with evidence.

    Args:
        look: The first look at it.
    """
    document = look.document if isinstance(look.document, dict) else {}
    return "context_graph" in document or (
        document.get("mode") == Mode.COMPACT and {"v", "desc"} <= document.keys()
    )


def refusal_of_pack(look: Probe, whole: str | None = None) -> UnknownFormatError | None:
    """Say what is done with a pack, which is made of a conversation and is none.

    Args:
        look: The first look at a file.
        whole: Name of the folder or ZIP that it lies in, where nothing there can be read.

    Returns:
        The error that names it, None for any other file.
    """
    if not is_pack(look):
        return None
    what = f"{look.name}: a pack already, no conversation"
    return UnknownFormatError(
        what if whole is None else f"{whole}: holds no conversation; {what}",
        hint="graphpack resume PACK hands it on, show PACK shows it, merge PACK... joins several",
    )


def refusal_of_table(look: Probe) -> UnknownFormatError | None:
    """Tell a table (CSV, TSV) without messages; None for any other text.

    Args:
        look: The first look at a text that no reader recognises.
    """
    if not _is_table(look.head.lstrip("\n")):
        return None
    return UnknownFormatError(
        f"{look.name}: a table (CSV) without columns for who says what",
        hint="name its columns time, author and message where it holds a conversation; " + ANYWAY,
    )


def refusal_of_bytes(source: Opened) -> UnknownFormatError | None:
    """Tell a picture, a recording or a document by its first bytes.

    Args:
        source: What is not text; reading it may raise ``ReadError``.
    """
    start = read_bytes(source, _SIGNATURE_BYTES)
    for offset, signature, what, hint in _SIGNATURES:
        if start[offset : offset + len(signature)] == signature:
            return UnknownFormatError(f"{source.name}: {what}, no text", hint=hint)
    return None


def refusal_of_members(source: Opened) -> UnknownFormatError | None:
    """Tell a document that is a ZIP inside.

    Args:
        source: With members.
    """
    if source.archive is None:
        return None
    names = {member.name for member in source.members}
    for name, what in _PACKED:
        if name in names:
            return UnknownFormatError(f"{source.name}: {what}", hint=_AS_TEXT)
    return None


def _is_log(head: str) -> bool:
    lines = [line for line in head.split("\n") if line.strip()][:2000]
    if len(lines) < _MIN_LINES:
        return False
    kinds = [_kind(line[:300]) for line in lines]
    stamped = kinds.count(1)
    return stamped * 2 >= len(lines) and sum(1 for kind in kinds if kind) * 5 >= len(lines) * 4


def _kind(line: str) -> int:
    """Give 1 for a line of a log, 2 for one that goes on with another, 0 for any other."""
    if any(pattern.match(line) for pattern in _LOG_LINES):
        return 1
    if _COMPONENT.match(line) and not _SAYS.search(line):
        return 1
    return 2 if line[0].isspace() or line.startswith(("Traceback ", "Caused by:")) else 0


def _is_table(head: str) -> bool:
    first = head.split("\n", 1)[0]
    for delimiter in DELIMITERS:
        width = first.count(delimiter) + 1
        if width < (3 if delimiter == "," else 2):
            continue
        rows = [row for row in table_rows(head, delimiter) if row != [""]][:2000]
        if _is_even(rows, width) and not _is_prose(rows):
            return True
    return False


def _is_even(rows: Sequence[Sequence[str]], width: int) -> bool:
    even = sum(1 for row in rows if len(row) == width)
    return len(rows) >= _MIN_ROWS and even * 20 >= (len(rows) - 1) * 19


def _is_prose(rows: Sequence[Sequence[str]]) -> bool:
    """Tell sentences with as many commas each from a table."""
    header = rows[0]
    if any(len(cell) > _MAX_HEADER_CELL or cell.rstrip().endswith(".") for cell in header):
        return True
    spaced = sum(1 for row in rows for cell in row[1:] if cell.startswith(" "))
    return spaced * 2 > sum(len(row) - 1 for row in rows)
