"""Base64 that holds text."""

from __future__ import annotations

import base64
import binascii

# the first of four letters holds the top six bits of a byte: below 32 where that is ASCII
_ASCII_FIRST = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"
_TEXT = bytes(range(32, 127)) + b"\t\n\r"


def decode(value: bytes) -> bytes | None:
    """Decode base64, where what comes out is text.

    Args:
        value: Letters of either base64 alphabet, padding optional.

    Returns:
        The text's bytes; None where it is none.
    """
    value = value.rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
    if not may_be_text(value):
        return None
    try:
        if _is_binary(binascii.a2b_base64(value[: min(24, len(value) // 4 * 4)])):
            return None
        value = value[: len(value) - (len(value) % 4 == 1)]
        decoded = base64.b64decode(value + b"=" * (-len(value) % 4), validate=True)
    except binascii.Error:
        return None
    return None if _is_binary(decoded) else decoded


def may_be_text(value: bytes) -> bool:
    """Say whether base64 may hold ASCII, from its first letters alone.

    Args:
        value: Letters of base64.

    Returns:
        False for pictures, hashes and names, at next to no cost.
    """
    return len(value[:24:4].translate(None, _ASCII_FIRST)) <= 1


def _is_binary(data: bytes) -> bool:
    return len(data.translate(None, _TEXT)) * 10 > len(data)
