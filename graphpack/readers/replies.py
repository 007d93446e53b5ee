"""Tells what somebody wrote in a reply from what they quoted, in mails and threads.

A reply repeats the words it answers, marked by ``>``, below a line that says who wrote them, or
below a copied mail's header. They are their author's, never the replier's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphpack.patterns import compiled
from graphpack.readers.fences import code_lines

_QUOTE = compiled(r" {0,3}>")
_BLANKS = compiled(r"\n{3,}")
_WROTE = compiled(
    r"\b(?:wrote|writes|schrieb|écrit|escribió|escreveu|ha scritto|scrisse|schreef|skrev|skrifaði"
    r"|napsal|napsala|napisał|napisała|napisał\(a\)|kirjoitti|yazdı|написал|написала|пишет|пише)\b"
    r"[^:]{0,80}[:：]\s*$|(?:写道|寫道|のメール|작성)\s*[^:：]{0,20}[:：]\s*$",
    re.IGNORECASE,
)
_DATED = compiled(
    r"\s*(?:On|Am|Le|El|Il|Em|Op|Den|Dne|W dniu|Pe|På|В|于|在)\b.{0,80}?\d", re.IGNORECASE
)
_AFTER_NAME = compiled(
    r"(?<!\s)(?:\s*+[<(\[]|\s++(?:wrote|writes|a écrit|escribió|escreveu|ha scritto|scrisse|skrev"
    r"|napsala?|kirjoitti|yazdı|написала?|пишет|пише)\b)",
    re.IGNORECASE,
)
_BEFORE_NAME = compiled(r",\s|\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?(?:\s?[+-]\d{4})?\s|\bat\s")
_GERMAN = compiled(
    r"\b(?:schrieb|schreef|napisał|napisała|napisał\(a\))\s++(?P<name>[^,;:<>\d\n]{2,60}?)\s*+(?:<|:|$)"
)
_HEADER_KEYS = {
    "from": "from", "von": "from", "de": "from", "da": "from", "van": "from", "från": "from",
    "发件人": "from", "sent": "date", "date": "date", "gesendet": "date", "datum": "date",
    "envoyé": "date", "enviado": "date", "enviado el": "date", "data": "date", "inviato": "date",
    "verzonden": "date", "发送时间": "date", "to": "to", "an": "to", "à": "to", "para": "to",
    "a": "to", "aan": "to", "收件人": "to", "cc": "cc", "kopie": "cc", "subject": "subject",
    "betreff": "subject", "objet": "subject", "asunto": "subject", "assunto": "subject",
    "oggetto": "subject", "onderwerp": "subject", "ämne": "subject", "主题": "subject",
}  # fmt: skip
_HEADER = compiled(r"\s*\**(?P<key>[^\W\d_][\w ]{0,12})\**\s?[:：]\**\s?(?P<value>.{0,300})")
_COPIED = compiled(
    r"\s*+(?:-{2,}+|_{2,}+|={2,}+)?\s*+(?:Original Message|Forwarded message"
    r"|Begin forwarded message|Ursprüngliche Nachricht|Originalnachricht|Weitergeleitete Nachricht"
    r"|Message d'origine"
    r"|Message transféré|Mensaje original|Mensaje reenviado|Mensagem original"
    r"|Messaggio originale|Oorspronkelijk bericht)\s*+:?\s*+(?:-{2,}+|_{2,}+|={2,}+)?\s*+$",
    re.IGNORECASE,
)
_SIGNATURE = compiled(r"-- ?$")
_MAX_SIGNATURE_LINES = 40
_FOOTER = compiled(
    r"\s*+(?:—?\s*+Reply to this email directly.{0,200}"
    r"|You are receiving this because .{0,200}"
    r"|You received this message because you are subscribed .{0,200}"
    r"|To unsubscribe from this (?:group|list).{0,200})\s*+$",
    re.IGNORECASE,
)
_RULE = compiled(r"_{20,}\s*$")
_SENT_FROM = compiled(r"\s*(?:Sent from my|Get Outlook for|Von meinem .{1,30} gesendet).{0,80}$")
_DIGIT = compiled(r"\d|:")
_MAX_NAME_CHARS = 60
_ATTRIBUTION_LINES = 3
_ATTRIBUTION_CHARS = 400


@dataclass(frozen=True, slots=True)
class Quote:
    """Somebody's words, repeated in a reply.

    Args:
        author: Who the reply says they are from; None where it does not.
        text: The words, without what they quote themselves.
    """

    author: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply taken apart.

    Args:
        text: Its author's own words.
        quotes: What it repeats, in order.
    """

    text: str
    quotes: tuple[Quote, ...] = ()


@dataclass(slots=True)
class _Sorter:
    lines: Sequence[str]
    is_mail: bool
    is_code: Sequence[bool]
    own: list[str] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)
    copies: Sequence[bool] = ()
    stops: Sequence[int] = ()

    def run(self) -> None:
        self.copies = [self._is_copy(at) for at in range(len(self.lines))]
        self.stops = self._stops()
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if self.is_code[at]:
                self.own.append(line)
                at += 1
            elif _QUOTE.match(line):
                at = self._quoted(at)
            elif _FOOTER.match(line) or (self.is_mail and self._is_signature(line)):
                at = self._signature(at)
            elif self.copies[at]:
                self._copied(at)
                return
            else:
                if not (self.is_mail and _SENT_FROM.match(line)):
                    self.own.append(line)
                at += 1

    def _quoted(self, start: int) -> int:
        """Take a block of quoted lines and the line above it that says whose they are."""
        end = start
        last = start
        while end < len(self.lines) and (
            _QUOTE.match(self.lines[end]) or not self.lines[end].strip()
        ):
            last = end if self.lines[end].strip() else last
            end += 1
        author = self._attribution()
        self._keep(
            author,
            [line.lstrip(" ")[1:].removeprefix(" ") for line in self.lines[start : last + 1]],
        )
        return last + 1

    def _attribution(self) -> str | None:
        """Take the attribution off the end of the own words."""
        end = len(self.own)
        while end and not self.own[end - 1].strip():
            end -= 1
        del self.own[end + 1 :]  # one blank line is as good as many, and passed once
        for size in range(1, _ATTRIBUTION_LINES + 1):
            lines = self.own[max(end - size, 0) : end]
            text = " ".join(line.strip() for line in lines)
            if len(lines) < size or len(text) > _ATTRIBUTION_CHARS or not lines[0].strip():
                break
            # one line that says so is enough; more must begin like a date
            if _WROTE.search(text) and (_DATED.match(text) or (size == 1 and self._is_whole(end))):
                del self.own[end - size :]
                return author_of(text)
        else:
            return None
        if end and _WROTE.search(self.own[end - 1][:_ATTRIBUTION_CHARS]):
            text = self.own[end - 1].strip()
            del self.own[end - 1 :]
            return author_of(text)
        return None

    def _is_whole(self, end: int) -> bool:
        return end < 2 or not self.own[end - 2].strip()

    def _is_signature(self, line: str) -> bool:
        return _SIGNATURE.match(line) is not None or _RULE.match(line) is not None

    def _signature(self, start: int) -> int:
        """Pass a signature: up to what is quoted below it, or to the end."""
        end = self.stops[start + 1]
        if end - start <= _MAX_SIGNATURE_LINES:
            return end
        self.own.append(self.lines[start])
        return start + 1

    def _stops(self) -> list[int]:
        """Say for each line where the next one is that is quoted or starts a copied mail."""
        stops = [len(self.lines)] * (len(self.lines) + 1)
        for at in range(len(self.lines) - 1, -1, -1):
            is_stop = self.copies[at] or _QUOTE.match(self.lines[at]) is not None
            stops[at] = at if is_stop else stops[at + 1]
        return stops

    def _is_copy(self, at: int) -> bool:
        """Tell the start of a copied mail, which goes on to the end."""
        line = self.lines[at]
        if _COPIED.match(line):
            return True
        if not self.is_mail:
            return False
        if len(self._header(at)) >= 3:
            return True
        is_alone = at + 1 < len(self.lines) and _WROTE.search(line[:_ATTRIBUTION_CHARS]) is not None
        return is_alone and _DATED.match(line) is not None and not self._is_quoted_below(at)

    def _is_quoted_below(self, at: int) -> bool:
        for line in self.lines[at + 1 : at + 4]:
            if line.strip():
                return _QUOTE.match(line) is not None
        return False

    def _header(self, at: int) -> dict[str, str]:
        """Read the header lines of a copied mail: the sender first."""
        found: dict[str, str] = {}
        for line in self.lines[at : at + 6]:
            field_ = _HEADER.match(line)
            key = _HEADER_KEYS.get(field_["key"].strip().casefold()) if field_ else None
            if field_ is None or key is None or (not found and key != "from"):
                break
            found.setdefault(key, field_["value"].strip())
        return found

    def _copied(self, at: int) -> None:
        author: str | None = None
        if _COPIED.match(self.lines[at]):
            at += 1
            while at < len(self.lines) and not self.lines[at].strip():
                at += 1
        elif not self._header(at):
            author = author_of(self.lines[at][:_ATTRIBUTION_CHARS])
            at += 1
        header = self._header(at)
        if header:
            author = name_in(header["from"])
            while at < len(self.lines) and self.lines[at].strip():
                at += 1
        self._keep(author, self.lines[at:])

    def _keep(self, author: str | None, lines: Sequence[str]) -> None:
        inner = _Sorter(lines, False, [False] * len(lines))
        for line in lines:
            if not _QUOTE.match(line):
                inner.own.append(line)
            elif inner.own:
                inner._attribution()
        text = _joined(inner.own)
        if text:
            self.quotes.append(Quote(author, text))


def split_reply(text: str, *, is_mail: bool) -> Reply:
    """Take a reply apart.

    Args:
        text: Plain text or Markdown; quotes in fenced code are code.
        is_mail: True to take off signatures and copied mails without ``>``, too.

    Returns:
        The reply's own words and its quotes.

    Source:
        RFC 3676 (quoting, the signature's separator); attributions and headers as the usual mail
        programs write them in several languages.
    """
    lines = text.split("\n")
    is_code = [False] * len(lines) if is_mail else code_lines(lines, lambda _: False)
    sorter = _Sorter(lines, is_mail, is_code)
    sorter.run()
    return Reply(_joined(sorter.own), tuple(sorter.quotes))


def author_of(attribution: str) -> str | None:
    """Find the name in such as ``On 3 May 2026, Ada Lindqvist <ada@tide.example> wrote:``."""
    text = attribution.strip().rstrip(":： ")
    found = _GERMAN.search(text)
    before = _AFTER_NAME.split(text, maxsplit=1)[0]
    name = found["name"] if found else _BEFORE_NAME.split(before)[-1]
    name = name.strip(" \"'*<>,")
    return name if 2 <= len(name) <= _MAX_NAME_CHARS and not _DIGIT.search(name) else None


def name_in(address: str) -> str | None:
    """Find the name in an address, else the part before the at sign."""
    name = address.split("<")[0].split("[")[0].strip(" \"'*,;")
    if "@" in name:
        name = name.split("@")[0]
    return name or None


def _joined(lines: Sequence[str]) -> str:
    return _BLANKS.sub("\n\n", "\n".join(line.rstrip() for line in lines)).strip("\n").rstrip()
