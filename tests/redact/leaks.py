"""Looks for what is left of a secret in a text: whole, in parts, percent-encoded or in base64."""

from __future__ import annotations

import base64
import re
import urllib.parse
from collections.abc import Iterator

RUN = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
MARK_CHARS = 13
"""Characters at the start of a long token that may be its issuer's mark, which is no secret."""
LEAK_CHARS = 10


def opened(text: str) -> Iterator[str]:
    """Give all that base64 in a text can be read as, whatever it begins with."""
    for form in (text, re.sub(r"[\n ]+", "", text)):
        for run in RUN.finditer(form):
            body = run[0].rstrip("=").replace("-", "+").replace("_", "/")
            for start in range(4):
                part = body[start:]
                yield base64.b64decode(part[: len(part) // 4 * 4]).decode("latin-1")


def survives(out: str, secret: str, *, is_encoded: bool) -> bool:
    """Say whether ten characters in a row of a secret can be read off a text."""
    once = urllib.parse.unquote(out)
    texts = [out, once, urllib.parse.unquote(once), *(opened(out) if is_encoded else ())]
    core = secret[MARK_CHARS:] if len(secret) >= 40 else secret
    length = min(len(core), LEAK_CHARS)
    pieces = {core[start : start + length] for start in range(len(core) - length + 1)}
    return any(piece in text for piece in pieces for text in texts)
