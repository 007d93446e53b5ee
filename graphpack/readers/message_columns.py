"""Tells a table of messages by the names of its columns: who, what, and when or where.

A table of anything else has a column of text as well; so it takes somebody who says it, and more
than one of them, or one who comes back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphpack.patterns import compiled
from graphpack.readers.csv_rows import DELIMITERS, table_rows
from graphpack.readers.speakers import speaker_of

_TEXTS = (
    "message", "messagetext", "messagecontent", "messagebody", "text", "content", "contents",
    "body", "chatmessage", "msg", "utterance", "transcript", "said", "comment", "nachricht",
    "mensaje", "mensagem", "messaggio", "сообщение", "消息", "内容",
)  # fmt: skip
_AUTHORS = (
    "author", "authorname", "sender", "sendername", "from", "fromname", "fromuser", "user",
    "username", "displayname", "realname", "speaker", "speakername", "nick", "nickname", "role",
    "who", "name", "participant", "postedby", "by", "autor", "absender", "remitente", "auteur",
    "автор", "发送者",
)  # fmt: skip
_TIMES = (
    "timestamp", "time", "datetime", "date", "sentat", "sent", "senton", "createdat", "created",
    "postedat", "posted", "ts", "when", "messagetime", "messagedate", "datum", "zeit", "uhrzeit",
    "fecha", "hora", "data", "heure", "starttime", "start", "时间",
)  # fmt: skip
_PLACES = (
    "channel", "channelname", "channelid", "room", "roomname", "conversation", "conversationid",
    "conversationname", "thread", "threadid", "chat", "chatid", "chatname", "session", "sessionid",
    "group", "groupname", "kanal", "canal",
)  # fmt: skip
# what a table of commits, log lines, tickets, mails or goods has, and one of messages has not
_FOREIGN = frozenset(
    {
        "commit", "sha", "hash", "version", "level", "severity", "loglevel", "logger", "exception",
        "stacktrace", "price", "amount", "rating", "stars", "score", "sku", "product", "assignee",
        "priority", "label", "sentiment", "chatgptsharing", "conversations", "statuscode",
        "httpstatus", "ip", "errorcode", "pid", "method", "hostname",
    }
)  # fmt: skip
_PLAIN = compiled(r"[^\w]|_")
MAX_COLUMNS = 60
_MAX_HEADER_CHARS = 3000


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a table of messages has what.

    Args:
        delimiter: What stands between its cells.
        text: The column of what was said.
        author: That of who said it.
        at: Those of the time, the day before the time of day; none where it has none.
        place: That of the channel or conversation; None where it has none.
    """

    delimiter: str
    text: int
    author: int
    at: tuple[int, ...] = ()
    place: int | None = None


def columns_in(head: str, *, is_whole: bool = True) -> Columns | None:
    """Find the columns of a table of messages.

    Args:
        head: Its beginning.
        is_whole: False where its last row may be cut.

    Returns:
        None where it is no table, or not of messages.
    """
    line = head.split("\n", 1)[0]
    if len(line) > _MAX_HEADER_CHARS or line[:1] in {"{", "[", "<", "#"}:
        return None
    for delimiter in DELIMITERS:
        if delimiter not in line:
            continue
        rows = table_rows(head, delimiter)
        found = _named(next(rows, []), delimiter)
        if found is not None and _is_said(list(rows), found, line.count(delimiter), is_whole):
            return found
    return None


def _named(header: Sequence[str], delimiter: str) -> Columns | None:
    names = [_PLAIN.sub("", name).casefold() for name in header]
    if not 2 <= len(names) <= MAX_COLUMNS or _FOREIGN.intersection(names):
        return None
    text = _first(names, _TEXTS)
    author = _first(names, _AUTHORS)
    if text is None or author is None:
        return None
    place = _first(names, _PLACES)
    return Columns(delimiter, text, author, _times(names), place)


def _first(names: Sequence[str], known: Sequence[str]) -> int | None:
    return next((names.index(name) for name in known if name in names), None)


def _times(names: Sequence[str]) -> tuple[int, ...]:
    day, clock = _first(names, ("date", "day", "datum", "fecha", "data")), _first(names, ("time",))
    if day is not None and clock is not None:
        return (day, clock)
    at = _first(names, _TIMES)
    return () if at is None else (at,)


def _is_said(
    rows: Sequence[Sequence[str]], columns: Columns, delimiters: int, is_whole: bool
) -> bool:
    rows = [row for row in (rows if is_whole else rows[:-1]) if list(row) != [""]]
    even = sum(1 for row in rows if len(row) == delimiters + 1)
    if len(rows) < 2 or even * 10 < len(rows) * 9:
        return False
    authors = list(_cells(rows, columns.author))
    texts = list(_cells(rows, columns.text))
    if len(authors) * 2 < len(rows) or not any(len(text.split()) >= 2 for text in texts):
        return False
    counts = Counter(authors)
    if max(map(len, counts)) > 100 or all(re.fullmatch(r"[\d.,:/ -]+", name) for name in counts):
        return False
    sides = {speaker.role for name in counts if (speaker := speaker_of(name))}
    has_place = columns.place is not None
    if len(sides) >= 2 or (columns.at and has_place):
        return True
    return max(counts.values()) >= 2 and bool(columns.at or has_place)


def _cells(rows: Sequence[Sequence[str]], column: int) -> Iterator[str]:
    for row in rows:
        cell = row[column].strip() if column < len(row) else ""
        if cell:
            yield cell
