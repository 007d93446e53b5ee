"""Mail: mbox archives and single messages, one conversation for each thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from graphpack.model.conversation import (
    Conversation,
    ConversationSource,
    Part,
    Role,
    Text,
)
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.faults import Faults
from graphpack.readers.mail import Mail, read_mail
from graphpack.readers.mail_threads import bare_subject, threads_of
from graphpack.readers.opening import stream
from graphpack.readers.replies import split_reply
from graphpack.readers.said import Said
from graphpack.readers.values import or_read_error

_FROM_LINE = compiled(r"From \S.{0,200}\d{1,2}:\d{2}.{0,40}\d{4}(?: [+-]\d{4})?\s*$")
_FROM = compiled(_FROM_LINE.pattern.encode())
_HEADER = compiled(r"(?P<key>[A-Za-z][A-Za-z0-9-]{1,60}):(?:\s|$)")
_MAIL_KEYS = frozenset(
    {
        "date", "delivered-to", "from", "in-reply-to", "message-id", "mime-version", "received",
        "references", "reply-to", "return-path", "subject", "to",
    }
)  # fmt: skip
_PROOF = frozenset({"message-id", "mime-version", "received", "return-path"})
_MAX_MAIL_BYTES = 64 << 20
"""Of a larger mail only so much is read; what is beyond are attachments."""


class Reader:
    """Reads mails between ``From`` lines, or the one mail that a file is."""

    name: ClassVar[str] = "mbox"
    about: ClassVar[str] = "Mail: mbox archive or a single message (.eml), by threads"
    facts: ClassVar[Facts] = Facts(
        where="Takeout's Mail, archives of mailing lists, a mail program's saved messages",
        keeps="senders' names, quoted words of mails that are not there as their author's, "
        "attachments by name",
        drops="quotes of mails that are there, signatures, lists' footers, bytes of attachments",
        checked="files of mailing lists of 2003-2025",
        sign="first line `From … 2026` above mail headers",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim mail headers below a ``From`` line, or above an empty line."""
        lines = probe.head.lstrip("\n").split("\n")
        is_box = _FROM_LINE.match(lines[0]) is not None
        keys = _keys(lines[1:] if is_box else lines)
        if is_box and len(keys & _MAIL_KEYS) >= 2:
            return Certainty.SURE
        is_mail = "from" in keys and bool(keys & _PROOF) and len(keys & _MAIL_KEYS) >= 4
        return Certainty.SURE if is_mail else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield one conversation for each thread, by the place of its first mail."""
        faults = Faults(source.name)
        return or_read_error(_conversations(source, faults), source, faults, what="mail")


def _keys(lines: Sequence[str]) -> set[str]:
    """List the keys of the header that some lines begin with."""
    keys: set[str] = set()
    for line in lines[:400]:
        found = _HEADER.match(line)
        if found:
            keys.add(found["key"].lower())
        elif not line.startswith((" ", "\t")):
            break
    return keys


def _conversations(source: Opened, faults: Faults) -> Iterator[Conversation]:
    mails: list[Mail] = []
    ids: set[str] = set()
    for number, (raw, is_stuffed) in enumerate(_split(source, faults), start=1):
        mail = read_mail(raw, is_stuffed=is_stuffed)
        if mail is None:
            faults.add("broken-record", "not a mail that can be read; left out", number)
        elif mail.is_automatic:
            faults.add("automatic-mail", "sent by a program (out of office …); left out", number)
        elif mail.id and mail.id in ids:
            faults.add("repeated-message", "a mail that is there twice; left out", number)
        else:
            ids.add(mail.id)
            mails.append(mail)
    for thread in threads_of(mails):
        own = Faults(source.name)
        subject = next((text for mail in thread if (text := bare_subject(mail.subject))), None)
        origin = ConversationSource(source.name, Reader.name)
        label = Label(thread[0].id or None, subject)
        found = conversation(_drafts(thread, own), origin, own, label)
        if found:
            yield found
        else:
            faults.add("empty-conversation", "nothing readable in it; left out")


def _split(source: Opened, faults: Faults) -> Iterator[tuple[bytes, bool]]:
    """Cut an mbox at its ``From`` lines, which stand below an empty line.

    Yields:
        A mail, and whether it comes from an mbox.
    """
    held: list[bytes] = []
    size = 0
    is_box = is_blank = False
    is_first = True
    with stream(source) as file:
        for line in file:
            if is_first and not line.strip():
                continue
            if (is_blank or is_first) and line.startswith(b"From ") and _FROM.match(line):
                if held:
                    yield b"".join(held), True
                held, size, is_box = [], 0, True
            elif size <= _MAX_MAIL_BYTES:
                held.append(line)
                size += len(line)
                if size > _MAX_MAIL_BYTES:
                    faults.add("long-message", "a mail above 64 MiB; its end is left out")
            is_first = False
            is_blank = not line.strip(b"\r\n")
    if held:
        yield b"".join(held), is_box


def _drafts(thread: Sequence[Mail], faults: Faults) -> Iterator[Draft]:
    said = Said()
    for mail in thread:
        reply = split_reply(mail.text, is_mail=True)
        for quote in (*mail.forwarded, *reply.quotes):
            if said.knows(quote.text):
                continue
            if quote.author:  # the mail itself is not in the file
                yield Draft(Role.USER, (Text(quote.text),), author=quote.author)
                said.add(quote.text)
            else:
                faults.add("quoted-text", "quoted words of nobody named; left out")
        said.add(reply.text)
        parts: tuple[Part, ...] = (Text(reply.text),) if reply.text.strip() else ()
        yield Draft(
            Role.USER, (*parts, *mail.files), mail.at, mail.author, source_id=mail.id or None
        )
