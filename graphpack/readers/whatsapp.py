"""WhatsApp: a chat exported as text, from any phone and in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from graphpack.model.conversation import (
    Attachment,
    Conversation,
    ConversationSource,
    Part,
    Role,
    Text,
)
from graphpack.patterns import compiled
from graphpack.readers.assembly import Draft, Label, conversation
from graphpack.readers.base import Certainty, Facts, Opened, Probe
from graphpack.readers.day_order import order_of
from graphpack.readers.exports import attached
from graphpack.readers.faults import Faults
from graphpack.readers.loose import plain
from graphpack.readers.transcript import text_in
from graphpack.readers.whatsapp_lines import MARK, Entry, entries_of, is_chat

_ATTACHED = compiled(rf"{MARK}?<[^<>:\n]{{1,30}}: (?P<name>[^<>\n]{{1,200}})>")
_FILE = compiled(
    rf"{MARK}?(?P<name>[^\n]{{1,120}}?\.\w{{2,5}})"
    r"(?: \((?:file attached|[^()\n]{3,40})\)| • [^\n]{1,80})(?=\n|$)"
)
_CAMERA = compiled(r"(?:IMG|VID|AUD|PTT|STK|DOC)-\d{8}-WA\d{1,6}\.")
_OMITTED = compiled(
    r"<(?=[^<>]{0,60}(?: |[^\x00-\x7f]))[^<>/=\n]{4,60}>"
    r"|(?:image|video|audio|GIF|sticker|document|Contact card) omitted|null",
    re.IGNORECASE,
)
_MAX_NOTICE_CHARS = 80
_DELETED = (

        "this message was deleted", "you deleted this message",
        "diese nachricht wurde gelöscht", "du hast diese nachricht gelöscht",
        "se eliminó este mensaje", "eliminaste este mensaje",
        "ce message a été supprimé", "vous avez supprimé ce message",
        "questo messaggio è stato eliminato", "hai eliminato questo messaggio",
        "esta mensagem foi apagada", "mensagem apagada", "você apagou esta mensagem",
        "dit bericht is verwijderd", "je hebt dit bericht verwijderd",
)  # fmt: skip
_EDITED = compiled(
    rf"[ \n]?(?:{MARK}<[^<>\n]{{5,60}}>|<(?:This message was edited|Diese Nachricht wurde"
    r" bearbeitet|Se editó este mensaje|Ce message a été modifié|Mensagem editada)>)$"
)
_ENCRYPTED = compiled(r"Messages (?:and calls|to this (?:chat|group))[^\n]{0,40}end-to-end")
_KEPT = compiled(rf"{MARK}?(?:POLL:|[^\n]{{1,40}}: {MARK}?https?://|https?://)")
_TITLE = compiled(
    r"(?:WhatsApp Chat|Chat de WhatsApp|Discussion WhatsApp|Conversa do WhatsApp)"
    r" ?(?:with|mit|con|avec|com|-|met)? (?P<title>.{1,300}?)(?:\.txt|\.zip){0,4}$",
    re.IGNORECASE,
)


class Reader:
    """Reads ``_chat.txt`` and "WhatsApp Chat with … .txt"."""

    name: ClassVar[str] = "whatsapp"
    about: ClassVar[str] = "WhatsApp chat export (_chat.txt), from any phone, in any language"
    facts: ClassVar[Facts] = Facts(
        where="a chat's menu, *More, Export chat*: a text file, or a ZIP with `_chat.txt`",
        keeps="names, contacts' telephone numbers as names, times, files by name, polls, places; "
        "day and month in the order that all of the file's dates allow",
        drops="lines of the program, media that were left out, deleted messages, an edit's mark",
        checked="phones of both makers, 12 and 24 hours, exports of 2019-2023",
        sign="lines such as `31/12/25, 21:15 - Name: …`",
    )

    def detect(self, probe: Probe) -> Certainty:
        """Claim text whose first line is an entry, and that has entries throughout."""
        return Certainty.SURE if probe.is_text and is_chat(probe.head) else Certainty.NO

    def read(self, source: Opened) -> Iterator[Conversation]:
        """Yield the file as one conversation."""
        faults = Faults(source.name)
        entries = entries_of(text_in(source, faults).split("\n"))
        origin = ConversationSource(source.name, self.name)
        named = _TITLE.search(source.name)
        label = Label(title=named["title"] if named else None)
        found = conversation(_drafts(entries, faults), origin, faults, label)
        yield from attached([found] if found else [], Faults(source.name))


def _drafts(entries: Sequence[Entry], faults: Faults) -> Iterator[Draft]:
    """Read the entries.

    Source:
        WhatsApp for Android and iOS, 2018-2026, as users' exports and reports show them.
    """
    if not entries:
        return
    order = order_of([entry.stamp for entry in entries], faults)
    faults.add("local-time", "times without a zone; taken as UTC")
    for entry in entries:
        if entry.name is None or _ENCRYPTED.match(entry.text.lstrip(MARK)):
            faults.add("system-line", "a join, call or notice of the program; left out", entry.line)
            continue
        at = order.time(entry.stamp)
        if at is None:
            faults.add("broken-time", "a date that does not exist; left out", entry.line)
        parts = _parts(entry, faults)
        if parts is not None:
            yield Draft(Role.USER, parts, at, entry.name)


def _parts(entry: Entry, faults: Faults) -> tuple[Part, ...] | None:
    """Read an entry's words and file; None where it stands for something that is not there."""
    text = entry.text.strip(" \n")
    first, _, rest = text.partition("\n")
    file = _file(first)
    text, edits = _EDITED.subn("", rest if file else text)
    if edits:
        faults.add("edited-message", "an edit; the newest wording is read", entry.line)
    if file:
        words = plain(text).strip()
        return (*([Text(words)] if words else []), Attachment(file))
    bare = plain(text).strip()
    if len(bare) < _MAX_NOTICE_CHARS and bare.casefold().startswith(_DELETED):
        faults.add("deleted-message", "a message that was deleted; left out", entry.line)
        return None
    is_own = text.startswith(MARK) and not _KEPT.match(text)
    if is_own or _OMITTED.fullmatch(bare):
        faults.add("media-omitted", "a picture or other thing not in the export", entry.line)
        return None
    return (Text(bare),) if bare else ()


def _file(line: str) -> str | None:
    found = _ATTACHED.match(line)
    if found:
        return found["name"].strip()
    found = _FILE.match(line)
    is_certain = found and (
        line.startswith(MARK)
        or MARK in line
        or _CAMERA.match(found["name"])
        or line.endswith("(file attached)")
    )
    return found["name"].strip() if found and is_certain else None
