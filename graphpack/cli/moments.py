"""Times as people say them: how long ago, and since when. Now is an argument."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from graphpack.errors import UsageError
from graphpack.patterns import compiled

_SPAN = compiled(r"([0-9]{1,6})\s*(m|min|h|d|w)")
_UNITS = {
    "m": timedelta(minutes=1),
    "min": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_DATED_FROM = timedelta(days=14)


def moment(text: str, *, now: datetime, flag: str) -> datetime:
    """Read a time.

    Args:
        text: A span before now (``30min``, ``12h``, ``7d``, ``2w``), ``today``, ``yesterday``, or
            an ISO 8601 date or time; without an offset it is in now's zone.
        now: Aware.
        flag: Where the text was given, for the error.

    Returns:
        An aware time.

    Raises:
        UsageError: It is none of these.
    """
    word = text.strip().casefold()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        if span := _SPAN.fullmatch(word):
            return now - int(span[1]) * _UNITS[span[2]]
        if word in ("today", "yesterday"):
            return midnight - timedelta(days=word == "yesterday")
        at = datetime.fromisoformat(text.strip())
        return at if at.tzinfo else at.replace(tzinfo=now.tzinfo)
    except (ValueError, OverflowError):
        raise UsageError(
            f"{flag}: {text!r} is not a time",
            hint=f"{flag} 7d, 12h, today, or a date such as {now.date().isoformat()}",
        ) from None


def ago(at: datetime, *, now: datetime) -> str:
    """Say how long ago something was.

    Args:
        at: Aware.
        now: Aware; its zone is that of dates.

    Returns:
        ``5 min ago``, ``3 h ago``, ``2 d ago``; what is older, or in the future, is a date.
    """
    past = now - at
    if timedelta(0) <= past < _DATED_FROM:
        if past < timedelta(minutes=1):
            return "just now"
        for unit, name in ((_UNITS["d"], "d"), (_UNITS["h"], "h"), (_UNITS["m"], "min")):
            if past >= unit:
                return f"{past // unit} {name} ago"
    try:
        return at.astimezone(now.tzinfo or UTC).date().isoformat()
    except (ValueError, OverflowError):  # at the edge of the calendar
        return at.date().isoformat()
