"""Cuts Google's My Activity page into the records that its JSON form has.

Takeout offers the same activity as one HTML page; a cell of it is a record. What a record means is
read in ``gemini_takeout``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from graphpack.patterns import compiled
from graphpack.readers.clocks import worded_time
from graphpack.readers.html_text import html_to_text
from graphpack.readers.loose import plain, time_of

_CELL = 'class="outer-cell'
_CONTENT = 'class="content-cell'
_BREAK = compiled(r"<br\s*/?>")
_HEADER = compiled(r'class="mdl-typography--title[^>]{0,200}>([^<]{1,200})')
_APP_LINK = compiled(r"https://gemini\.google\.com/app/[\w-]{4,64}")
_LINK = compiled(
    r"^\s*+(?:-|&#8211;)?(?:&nbsp;|&emsp;|\s)*+<a\s[^<>]{0,2000}>([^<]{1,300})</a>\s*$"
)
_FILES_LINE = compiled(r"^[^<>]{0,60}\b\d{1,3}\b[^<>]{0,60}\.?\s*$")
_CLOCK = compiled(r"\d{1,2}[:.]\d{2}[:.]\d{2}")
_YEAR = compiled(r"(?<!\d)20\d{2}(?!\d)")
_NUMERIC = compiled(
    r"(\d{1,4})[./年-]\s?(\d{1,2})[./月-]\s?(\d{1,4})[日.]?,?\s+(\d{1,2})[:.](\d{2})[:.](\d{2})"
)
_WORDED = compiled(
    r"(?P<day>\d{1,2})\.?\s(?:de\s)?(?P<month>[^\W\d_]{3,12})\.?\s(?:de\s)?(?P<year>\d{4}),?\s"
    r"(?:à\s|om\s|um\s)?(?P<clock>\d{1,2}:\d{2}:\d{2})$"
)
_MONTHS = (
    "jan ene gen", "feb fév fev", "mar mär mrt maa", "apr avr abr", "may mai mei mag maj",
    "jun juin giu", "jul juil lug", "aug aoû ago", "sep set", "oct okt out ott", "nov",
    "dec dez déc dic",
)  # fmt: skip
_MADE_LINE = compiled(r"\d{1,3} [^\W\d]{3,20}(?: [^\W\d]{3,20}){0,2}\.")
_ZONE = compiled(
    r"(?<!\s)\s++\(?(?P<name>[A-Z]{2,5})?(?:(?P<sign>[+-])(?P<hours>\d{1,2}):?(?P<minutes>\d{2})?)?\)?$"
)
_ZONE_HOURS = {
    "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2,
    "EET": 2, "EEST": 3, "MSK": 3, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12,
    "NZDT": 13, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8,
    "PDT": -7, "BRT": -3,
}  # fmt: skip
_MAX_DATE_CHARS = 80


def is_activity_page(head: str) -> bool:
    """Tell a My Activity page by the cells, or by the style sheet that fills its first part."""
    start = head[:2000].lstrip().lower()
    if not start.startswith(("<html", "<!doctype html")):
        return False
    return _CELL in head or (".mdl-" in head and "mdl-typography" in head)


def activity_records(page: str) -> Iterator[dict[str, Any]]:
    """Cut a page into records.

    Args:
        page: The whole HTML.

    Yields:
        Records with the keys of the JSON form, in the page's order; without ``time`` where it is
        not understood.

    Source:
        Google Takeout, My Activity in HTML, as of 2023-2025.
    """
    for cell in page.split(_CELL)[1:]:
        header = _HEADER.search(cell)
        before, *parts = cell.split(_CONTENT)
        contents = [_inner(part) for part in parts]
        if not header or not contents:
            yield {}
            continue
        record = _record(contents[0])
        asked = contents[0][: _date_at(contents[0])]
        places = (before, asked, *contents[1:])  # but not the answer, which may link anywhere
        link = next((link for text in places if (link := _APP_LINK.search(text))), None)
        details = [{"name": link[0]}] if link else []
        name = plain(html.unescape(header[1])).strip()
        yield {"header": name, "products": [name], "details": details, **record}


def _inner(part: str) -> str:
    """Cut the rest of the opening tag and the closing one off a cell's content."""
    body = part.partition(">")[2]
    end = body.rfind("</div>")
    return body[:end] if end >= 0 else body


def _record(content: str) -> dict[str, Any]:
    """Read a cell's content: the title, files, the time on a line of its own, the answer."""
    pieces = _BREAK.split(content)
    at = next((n for n, piece in enumerate(pieces) if _is_date(piece.partition("<")[0])), None)
    if at is None:
        return {"title": html_to_text(content, with_links=False)}
    names: list[str] = []
    title: list[str] = []
    for piece in pieces[:at]:
        link = _LINK.match(piece)
        if link and title:
            names.append(html.unescape(link[1]).strip())
        else:
            title.append(html_to_text(piece.replace("\n", "<br>"), with_links=False))
    if names and len(title) > 1 and _FILES_LINE.match(title[-1]):
        title.pop()  # how many files came along
    elif len(title) > 1 and _MADE_LINE.fullmatch(title[-1]):
        title.pop()
    date, mark, rest = pieces[at].partition("<")
    answer = "<br>".join([mark + rest, *pieces[at + 1 :]])
    return {
        "title": "\n".join(title).strip(),
        "time": _time(plain(html.unescape(date)).strip()),
        "attachedFiles": names,
        "safeHtmlItem": [{"html": answer}] if answer.strip() else [],
    }


def _date_at(content: str) -> int:
    """Say where the time stands in a cell's content; at its end where there is none."""
    at = 0
    for piece in _BREAK.split(content):
        if _is_date(piece.partition("<")[0]):
            break
        at += len(piece)
    return at


def _is_date(piece: str) -> bool:
    return (
        len(piece) <= _MAX_DATE_CHARS
        and _CLOCK.search(piece) is not None
        and (_YEAR.search(piece) is not None)
    )


def _time(text: str) -> str | None:
    """Read the time as ISO 8601; one whose zone is unknown is without an offset."""
    zone = _ZONE.search(text)
    offset: timedelta | None = None
    if zone and (zone["name"] not in ("AM", "PM")) and (zone["name"] or zone["sign"]):
        text = text[: zone.start()]
        offset = _offset(zone)
    at = _numeric(text) or worded_time(text) or _worded(text)
    if at is None:
        return None
    naive = at.replace(tzinfo=None)
    if offset is None:
        return naive.isoformat()
    try:
        return (naive - offset).replace(tzinfo=UTC).isoformat()
    except OverflowError:
        return None


def _offset(zone: re.Match[str]) -> timedelta | None:
    hours = _ZONE_HOURS.get(zone["name"] or "UTC")
    if hours is None:
        return None
    shift = timedelta(hours=int(zone["hours"] or 0), minutes=int(zone["minutes"] or 0))
    return timedelta(hours=hours) + (-shift if zone["sign"] == "-" else shift)


def _numeric(text: str) -> datetime | None:
    found = _NUMERIC.match(text)
    if not found:
        return None
    first, month, last = found[1], found[2], found[3]
    year, day = (first, last) if len(first) == 4 else (last, first)
    clock = ":".join(part.zfill(2) for part in (found[4], found[5], found[6]))
    return time_of(f"{year}-{month.zfill(2)}-{day.zfill(2)}T{clock}")


def _worded(text: str) -> datetime | None:
    """Read a date with its month in words of the languages of Western Europe."""
    found = _WORDED.match(text)
    if not found:
        return None
    word = found["month"].casefold()
    month = next(
        (n for n, stems in enumerate(_MONTHS, start=1) if word.startswith(tuple(stems.split()))), 0
    )
    return time_of(f"{found['year']}-{month:02}-{found['day'].zfill(2)}T{found['clock'].zfill(8)}")
