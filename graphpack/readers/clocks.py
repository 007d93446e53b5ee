"""Dates and times of day as people and chat programs write them, with words and in any order."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from graphpack.patterns import compiled
from graphpack.readers.loose import plain, time_of

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>(?:{'|'.join(_MONTHS)})[a-z]{{0,6}})\.?"
_WORDED = compiled(
    rf"(?:{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?|(?P<first>\d{{1,2}})(?:st|nd|rd|th)?[ -]"
    rf"{_MONTH.replace('month', 'second')})[ ,-]{{1,2}}(?P<year>\d{{4}}|\d\d(?!:))\b",
    re.IGNORECASE,
)
_ISO_DAY = compiled(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)", re.ASCII)
_CLOCK = compiled(
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?"
    r"(?![\d/-])(?: ?(?P<half>[^\W\d_](?:[^\W\d_]|\. ?){0,4}))?"
)
_AFTERNOON = frozenset({"pm", "μμ", "م", "下午", "午後", "오후", "ös", "ch", "nm", "晚上", "中午"})
_MORNING = frozenset({"am", "πμ", "ص", "上午", "午前", "오전", "öö", "sa", "vm", "凌晨", "早上"})


def day_half(word: str | None) -> bool | None:
    """Tell "PM", "p. m.", "下午" from "AM" and its like.

    Args:
        word: As written.

    Returns:
        True for after noon, False for before, None for any other word.
    """
    bare = (word or "").casefold().replace(".", "").replace(" ", "")
    if bare in _AFTERNOON:
        return True
    return False if bare in _MORNING else None


def hour_of(hour: int, is_afternoon: bool | None) -> int:
    """Turn an hour of a twelve-hour clock into one of 24; others stay."""
    if is_afternoon is None or hour > 12:
        return hour
    return hour % 12 + 12 * is_afternoon


def worded_time(text: str) -> datetime | None:
    """Read a date with its month in English words, or year first, and the time after it.

    Args:
        text: Such as "Saturday, March 7, 2026 5:30 a.m.", "07-Mar-26 05:30 PM",
            "2026-03-07 5:30 pm" or ISO 8601.

    Returns:
        The time, taken as UTC where it has no zone; None where it is no date.
    """
    text = plain(text[:100]).strip()
    exact = time_of(text)
    if exact:
        return exact
    day = _WORDED.search(text) or _ISO_DAY.search(text)
    if day is None:
        return None
    found = day.groupdict()
    name = found["month"] or found["second"]
    month = int(name) if name.isdigit() else _MONTHS.index(name[:3].lower()) + 1
    year = int(found["year"])
    clock = _CLOCK.search(text, day.end())
    hour = minute = second = 0
    if clock:
        hour = hour_of(int(clock["hour"]), day_half(clock["half"]))
        minute, second = int(clock["minute"]), int(clock["second"] or 0)
    try:
        return datetime(
            year + 2000 * (year < 100),
            month,
            int(found["day"] or found["first"]),
            hour,
            minute,
            second,
            tzinfo=UTC,
        )
    except ValueError:
        return None
