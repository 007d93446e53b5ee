"""What ids inside Discord messages stand for, and what an id says about time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from graphpack.patterns import compiled
from graphpack.readers.loose import plain

_EPOCH_MS = 1420070400000
_SNOWFLAKE = compiled(r"\d{17,20}$", re.ASCII)
_MARK = compiled(
    r"<(?:@!?(?P<user>\d{1,20})|(?P<role>@&)\d{1,20}|(?P<channel>#)\d{1,20}"
    r"|a?(?P<emoji>:\w{1,40}:)\d{1,20}|t:(?P<time>-?\d{1,12})(?::[a-zA-Z])?"
    r"|/(?P<command>[^:<>\n]{1,100}):\d{1,20})>",
    re.ASCII,
)


def snowflake_time(value: object) -> datetime | None:
    """Read the time a Discord id was made at.

    Args:
        value: The id: 17 to 20 digits.

    Returns:
        Aware UTC time; None where it is no such id.
    """
    if not isinstance(value, str) or not _SNOWFLAKE.match(value):
        return None
    milliseconds = (int(value) >> 22) + _EPOCH_MS
    return datetime.fromtimestamp(milliseconds // 1000, UTC)


def resolved(text: str, people: Mapping[str, str]) -> str:
    """Write mentions, emoji and times as Discord shows them.

    Args:
        text: With ``<@id>``, ``<:name:id>`` and their like.
        people: Names by id; who is not among them stays an id.

    Returns:
        Plain text.
    """

    def shown(mark: re.Match[str]) -> str:
        if mark["user"]:
            return f"@{people.get(mark['user'], mark['user'])}"
        if mark["time"]:
            try:
                at = datetime.fromtimestamp(int(mark["time"]), UTC)
            except (ValueError, OverflowError, OSError):
                return mark[0]
            return f"{at:%Y-%m-%d %H:%M} UTC"
        if mark["command"]:
            return f"/{mark['command']}"
        if mark["emoji"]:
            return mark["emoji"]
        return "#channel" if mark["channel"] else "@role"

    return _MARK.sub(shown, plain(text))
