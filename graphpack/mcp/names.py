"""The addresses of stored packs."""

from __future__ import annotations

from urllib.parse import quote, unquote

__all__ = ["MODES", "TEMPLATE", "parts_of", "uri_of"]

MODES = ("compact", "readable", "archive")
_PREFIX = "graphpack://packs/"
TEMPLATE = f"{_PREFIX}{{session}}/{{mode}}"
"""RFC 6570, as hosts fill it in."""


def uri_of(session: str, mode: str) -> str:
    """Give a pack's address.

    Args:
        session: Whose.
        mode: Its form.
    """
    return f"{_PREFIX}{quote(session, safe='')}/{mode}"


def parts_of(uri: str) -> tuple[str, str] | None:
    """Read an address.

    Args:
        uri: Any text.

    Returns:
        Session and form; None where it is no pack's.
    """
    session, slash, mode = uri.removeprefix(_PREFIX).partition("/")
    if not uri.startswith(_PREFIX) or not slash or not session or mode not in MODES:
        return None
    return unquote(session), mode
