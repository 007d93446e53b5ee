"""Typed access to JSON whose shape nobody promised.

A vendor's export may lack any key or hold any type under it; these give the value where it has
the type that was asked for, else an empty one. Nothing here knows a format.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

from graphpack.patterns import compiled

_ODD = compiled("[\r\x00\u00a0\u200e\u200f\u202f\ufeff]")
_PLAIN = {
    ord("\r"): "\n",
    0x00: None,
    0xA0: " ",
    0x200E: None,
    0x200F: None,
    0x202F: " ",
    0xFEFF: None,
}
_MILLISECONDS_FROM = 1e11
"""Epoch numbers above this are milliseconds: as seconds they would lie after the year 5000."""


def dict_of(value: Any) -> dict[str, Any]:
    """Give the value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    """Give the value if it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def plain(text: str) -> str:
    """Bring line ends, odd spaces, direction marks and NULs to plain text.

    Args:
        text: As the file has it.

    Returns:
        The same object where there is nothing to change, which is nearly always.
    """
    if text.isascii() and "\r" not in text and "\x00" not in text:
        return text
    if not _ODD.search(text):
        return text
    return text.replace("\r\n", "\n").translate(_PLAIN)


def text_of(value: Any) -> str:
    """Give the value in plain form if it is a string, else an empty one."""
    return plain(value) if isinstance(value, str) else ""


def name_of(value: Any) -> str | None:
    """Give a short string without outer spaces; None where it is blank or no string."""
    return text_of(value).strip() or None


def time_of(value: Any) -> datetime | None:
    """Read epoch seconds, epoch milliseconds or an ISO 8601 string.

    Args:
        value: A number or a string; a string without an offset is taken as UTC.

    Returns:
        Aware UTC time, None where it is no time.
    """
    if isinstance(value, bool):
        return None
    try:
        if isinstance(value, int | float):
            if not math.isfinite(value):
                return None
            seconds = value / 1000 if abs(value) > _MILLISECONDS_FROM else value
            return datetime.fromtimestamp(seconds, UTC)
        if isinstance(value, str):
            at = datetime.fromisoformat(value)
            return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None
