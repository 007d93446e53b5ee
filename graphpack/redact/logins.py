"""Logins without a scheme, ``name:password@host:port``, and headers that carry a short secret."""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.patterns import compiled
from graphpack.redact.exempt import is_wordy
from graphpack.redact.rules import Hit, Rule
from graphpack.redact.values import is_filled, is_login, is_mixed

MAX_LOGIN = 180
"""Bytes before an at sign in which a name and its password stand."""

_LOGIN = compiled(
    rb"(?:\A|[\s\"'`=(<,;>])[A-Za-z][\w.+-]{0,63}:(?P<secret>[^\s:/@\"'`<>\\(),;{}\[\]|]{6,128})\Z"
)
# what makes it a host, and no version, package or decorator: a port, a path, or where it is dialled
_HOST = compiled(
    rb"@(?:(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9A-Fa-f:]{2,45}\])"
    rb"(?::\d{2,5}(?!\d)|:?[/~])|localhost(?::\d{2,5}(?!\d)|:/)|[A-Za-z][A-Za-z0-9-]{0,62}:\d{4,5}(?!\d)"
    rb"|(?:tcp|tcp6|unix|udp|cloudsql)\()"
)
_VERSION = compiled(rb"v?\d{1,5}(?:\.[\dx]{1,5}){1,3}(?:[-+.][\w.]{1,30})?")
_DATE = compiled(rb"\d{4}-\d{2}-\d{2}(?:[T-].{0,20})?")
_KEYS = (
    rb"(?:api|access|auth|secret|functions|master|admin|service|private|license|subscription"
    rb"|app|application|client)[-_]?key"
)
_HEADER = compiled(
    rb"(?i:x-(?:[a-z0-9]{1,30}-){0,4}?(?:" + _KEYS
    + rb"|(?:[a-z]{1,20}-)?(?:auth|authorization|token|secret|password|credential))|api-key)"
    rb"\\{0,4}[\"']?\s{0,3}(?::|=>)\s{0,3}\\{0,4}[\"'`]?(?P<secret>[A-Za-z0-9._~+/=!*^$@#%&-]{6,4000})"
)  # fmt: skip


def _is_secret(value: bytes) -> bool:
    """Whether what stands where a password may is one, and no version, date or name."""
    if not (is_filled(value) and is_mixed(value)) or is_wordy(value):
        return False
    return not (_VERSION.fullmatch(value) or _DATE.fullmatch(value))


def _is_header(value: bytes) -> bool:
    return is_login(value) and _is_secret(value)


def _from_at(data: bytes, start: int, end: int) -> Sequence[Hit]:
    """Find the password before an at sign with a host behind it."""
    colon = data.rfind(b":", max(0, start - MAX_LOGIN), start)
    if colon < 0 or start - colon < 7 or not _HOST.match(data, start):
        return ()
    match = _LOGIN.search(data, max(0, start - MAX_LOGIN), start)
    if match is None or not _is_secret(match["secret"]):
        return ()
    return (Hit(match.start("secret"), start, "password", 0),)


LOGINS: tuple[Rule, ...] = (
    Rule("password", (b"@",), _LOGIN, look=_from_at),
    Rule("key", (b"x-", b"api-key"), _HEADER, test=_is_header),
)
