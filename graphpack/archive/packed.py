"""Bytes as they are kept: packed where that makes them smaller, named by their content."""

from __future__ import annotations

import hashlib
import zlib

_PLAIN, _DEFLATED = b"\x00", b"\x01"
_WORTH_BYTES = 200
_LEVEL = 6


def sha256(content: bytes) -> str:
    """Name a content.

    Returns:
        Its SHA-256, 64 hexadecimal digits in lower case.
    """
    return hashlib.sha256(content).hexdigest()


def as_bytes(text: str) -> bytes:
    """Encode any text, half surrogates too."""
    return text.encode("utf-8", "surrogatepass")


def as_text(content: bytes) -> str:
    """Decode what ``as_bytes`` gave."""
    return content.decode("utf-8", "surrogatepass")


def pack(content: bytes) -> bytes:
    """Pack a content; the same one always gives the same bytes.

    Returns:
        One byte that says how, and the content.
    """
    if len(content) >= _WORTH_BYTES:
        short = zlib.compress(content, _LEVEL)
        if len(short) < len(content):
            return _DEFLATED + short
    return _PLAIN + content


def unpack(kept: bytes) -> bytes:
    """Give a content back.

    Args:
        kept: As ``pack`` gave it.

    Returns:
        The content.

    Raises:
        ValueError: It is damaged.
    """
    how, rest = kept[:1], kept[1:]
    if how == _PLAIN:
        return rest
    if how != _DEFLATED:
        raise ValueError("not packed in a known way")
    try:
        return zlib.decompress(rest)
    except zlib.error as error:
        raise ValueError(f"damaged: {error}") from error


def storable(text: str) -> str:
    """Make a text one that every database takes: no NUL, no half surrogates."""
    if text.isascii() and "\x00" not in text:
        return text
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")
