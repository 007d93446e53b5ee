"""Reads one mail: who wrote it, when, which mails it answers, and its text.

Made to read anything that was ever sent: a header that cannot be decoded stays as it is, a part
that cannot be is left out.
"""

from __future__ import annotations

import email
import email.policy
import re
from binascii import Error as BinasciiError
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message as RawMail
from email.utils import parseaddr, parsedate_to_datetime

from graphpack.model.conversation import Attachment, Image, Part
from graphpack.patterns import compiled
from graphpack.readers.html_text import html_to_text
from graphpack.readers.loose import plain
from graphpack.readers.replies import Quote

_ID = compiled(r"<([^<>\s]{1,250})>")
_NESTED = compiled(rb"^content-type:\s*(?:multipart/|message/)", re.IGNORECASE | re.MULTILINE)
_MAX_NESTED = 100
"""A mail with more parts inside of parts is no mail, and costs the parser more than it is worth."""

_MAX_HEADER_CHARS = 20_000
_MAX_WORDS_CHARS = 2_000
_MAX_IDS = 200
_MAX_PARTS = 500
_DAEMON = compiled(r"\b(?:mailer[-_ ]daemon|postmaster)\b", re.IGNORECASE)
_SPACE = compiled(r"\s+")
_FROM_STUFFED = compiled(r"^>(>*From )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail.

    Args:
        id: Its Message-ID, empty where it has none.
        parents: The mails it answers, the nearest first.
        author: The sender's name, else the address.
        subject: Decoded, on one line.
        at: The time in its header, aware UTC.
        text: The whole text, quotes and signature included.
        files: What came with it, by name alone.
        forwarded: The mails it has attached, each its author's words.
        is_automatic: It says that a program sent it.
    """

    id: str
    parents: tuple[str, ...]
    author: str | None
    subject: str
    at: datetime | None
    text: str
    files: tuple[Part, ...]
    forwarded: tuple[Quote, ...] = ()
    is_automatic: bool = False


def read_mail(raw: bytes, *, is_stuffed: bool) -> Mail | None:
    """Read a mail.

    Args:
        raw: Header and body.
        is_stuffed: True where lines that begin with ``From`` were marked with ``>``, as in mbox.

    Returns:
        The mail; None where it is none, or nested beyond reading.

    Source:
        RFC 5322, 2045-2047, read with the standard library's parser.
    """
    if len(_NESTED.findall(raw)) > _MAX_NESTED:
        return None
    try:
        mail = email.message_from_bytes(raw, policy=email.policy.compat32)
        text, files = _content(mail)
        forwarded = tuple(_forwarded(mail))
    except (
        MessageError,
        RecursionError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        OverflowError,
    ):
        return None
    if not mail.keys():
        return None
    if is_stuffed:
        text = _FROM_STUFFED.sub(r"\1", text)
    references = _ID.findall(_header(mail, "References"))[-_MAX_IDS:]
    answered = _ID.findall(_header(mail, "In-Reply-To"))[:_MAX_IDS]
    own = _ID.search(_header(mail, "Message-ID"))
    return Mail(
        id=own[1] if own else "",
        parents=tuple(dict.fromkeys([*reversed(references), *answered])),
        author=_author(_header(mail, "From")),
        subject=_SPACE.sub(" ", _header(mail, "Subject")).strip(),
        at=_time(_header(mail, "Date")),
        text=text,
        files=files,
        forwarded=forwarded,
        is_automatic=_is_automatic(mail),
    )


def _is_automatic(mail: RawMail) -> bool:
    """Tell out-of-office notes, bounces and what mail programs keep for themselves."""
    return (
        _header(mail, "Auto-Submitted").strip().lower() not in ("", "no")
        or mail.get_content_type() == "multipart/report"
        or _DAEMON.search(_header(mail, "From")) is not None
    )


def _header(mail: RawMail, name: str) -> str:
    try:
        value = str(mail.get(name, ""))[:_MAX_HEADER_CHARS]
    except (ValueError, TypeError, AttributeError, LookupError):
        return ""
    if "=?" not in value:
        return _clean(value)
    try:
        pairs = decode_header(value[:_MAX_WORDS_CHARS])
        return _clean("".join(_word(*pair) for pair in pairs))
    except (HeaderParseError, BinasciiError, ValueError, TypeError):
        return _clean(value)


def _word(word: bytes | str, charset: str | None) -> str:
    return word if isinstance(word, str) else _decoded(word, charset)


def _decoded(raw: bytes, charset: str | None) -> str:
    try:
        return raw.decode(charset or "utf-8", "replace")
    except (LookupError, ValueError, TypeError):
        return raw.decode("latin-1")


def _clean(text: str) -> str:
    # raw bytes above ASCII come as surrogates
    return plain(text.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))


def _author(value: str) -> str | None:
    name, address = parseaddr(_SPACE.sub(" ", value[:1000]))
    return name.strip(" \"'") or address.strip() or None


def _time(value: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(_SPACE.sub(" ", value[:200]).strip())
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return None


def _content(mail: RawMail) -> tuple[str, tuple[Part, ...]]:
    """Read the text parts, plain ones where there is a choice, and name the other parts."""
    texts: list[str] = []
    files: list[Part] = []
    for count, part in enumerate(_leaves(mail)):
        if count >= _MAX_PARTS:
            break
        kind = part.get_content_type()
        name = _file_name(part)
        is_attached = str(part.get("Content-Disposition", "")).strip().lower()[:10] == "attachment"
        if kind in ("text/plain", "text/html") and not is_attached and not name:
            text = _text(part)
            texts.append(html_to_text(text) if kind == "text/html" else plain(text))
        elif kind.startswith("image/"):
            files.append(Image(kind, name))
        elif name:
            files.append(Attachment(name, "", kind))
    return "\n\n".join(text.strip("\n") for text in texts if text.strip()), tuple(files)


def _forwarded(mail: RawMail) -> Iterator[Quote]:
    """Read the mails that are attached, without what is attached to those."""
    for part in list(mail.walk())[:_MAX_PARTS] if mail.is_multipart() else ():
        payload = part.get_payload()
        if part.get_content_type() != "message/rfc822" or not isinstance(payload, list):
            continue
        for inner in payload[:1]:
            text = _content(inner)[0] if isinstance(inner, RawMail) else ""
            if isinstance(inner, RawMail) and text.strip():
                yield Quote(_author(_header(inner, "From")), text.strip())


def _leaves(mail: RawMail) -> Iterator[RawMail]:
    """List the parts; of alternatives the plainest, of an attached mail none."""
    pending: list[RawMail] = [mail]
    while pending:
        part = pending.pop()
        payload = part.get_payload()
        if part.get_content_type() == "message/rfc822" or not isinstance(payload, list):
            if not isinstance(payload, list):
                yield part
            continue
        inner = [item for item in payload if isinstance(item, RawMail)]
        if part.get_content_type() == "multipart/alternative":
            inner = sorted(inner, key=_plainness)[:1]
        pending.extend(reversed(inner))


def _plainness(part: RawMail) -> int:
    kinds = ("text/plain", "text/html")
    kind = part.get_content_type()
    has_words = kind != "text/plain" or bool(str(part.get_payload()).strip())
    place = kinds.index(kind) if kind in kinds else len(kinds)
    return place if has_words else len(kinds) + 1


def _text(part: RawMail) -> str:
    raw = part.get_payload(decode=True)
    return _decoded(raw, part.get_content_charset()) if isinstance(raw, bytes) else ""


def _file_name(part: RawMail) -> str | None:
    name = part.get_filename()
    return _SPACE.sub(" ", _clean(str(name)))[:200].strip() or None if name else None
