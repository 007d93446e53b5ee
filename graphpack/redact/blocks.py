"""Secrets with a frame: private keys, passwords in addresses, headers, cookies, ``curl -u``."""

from __future__ import annotations

from collections.abc import Sequence

from graphpack.patterns import compiled
from graphpack.redact.encoded import decode
from graphpack.redact.exempt import is_example, is_identifier, is_random, is_varied, is_wordy
from graphpack.redact.rules import Hit, Rule
from graphpack.redact.values import is_filled, is_login, is_placeholder

_END = rb"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
# what lies in the block: base64, line ends in any notation, diff and quote marks
_BODY = rb"(?:[A-Za-z0-9+/=\s\\\"',:;>|*.#%&;-]|\xe2\x86\x92|\xe2\x94[\x82\x83])"
_BEGIN_MARK = compiled(rb"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_FEETLESS = compiled(_BODY + rb"{20,8000}")
_PLACEHOLDER = b"\xe2\x9f\xa8"
MAX_BLOCK = 20_000
# without its head, or without its feet: DER begins with the length and the kind of key
_END_MARK = compiled(_END)
MAX_KEY = 8000
_IN_BODY = bytes(
    97 if code < 128 and (chr(code).isalnum() or chr(code) in "+/=\\\"',:;>|*.#%& \t\r\n-")
    else 97 if code in b"\xe2\x86\x92\x94\x82\x83"
    else 32
    for code in range(256)
)  # fmt: skip
_DER = compiled(
    rb"(?:MII[A-Za-z0-9+/]{3}IBAAKC|MII[A-Za-z0-9+/]{3}IBADANBgkqhkiG|MHcCAQEE|MIGHAgEAMBMGByqGSM49|MC4CAQAwBQYDK2V"
    rb"|b3BlbnNzaC1rZXktdjE)" + _BODY + rb"{40,8000}"
)
_LONG_LINE = compiled(rb"[A-Za-z0-9+/]{60}")
_PUTTY = compiled(rb"PuTTY-User-Key-File-\d:")
_PUTTY_END = compiled(rb"Private-MAC: ?[0-9a-f]{16,128}")
_ADDRESS = compiled(
    rb"://(?:[^\s:/@\"'`<>\\]{0,128}):(?P<secret>[^\s/@\"'`<>\\]{3,256}"
    rb"(?:@[^\s/@\"'`<>\\.:]{1,64})??)@(?=[A-Za-z0-9\[$%{-])"
)
_SPLIT = rb"(?:\\{0,4}[\"'`])?\s{0,3}(?:[:=]|=>|,)\s{0,3}(?:\\{0,4}[\"'`])?\s{0,2}"
_AUTHORIZATION = compiled(
    rb"(?i:authorization)"
    + _SPLIT
    + rb"(?i:(?:basic|bearer|token|apikey|digest|negotiate)\s{1,3})?"
    rb"(?P<secret>[A-Za-z0-9._~+/=:-]{12,4000})"
)
_BEARER = compiled(rb"(?i:bearer)(?:\s{1,3}|%20)(?P<secret>[A-Za-z0-9._~+/!*^$-]{16,4000}={0,2})")
_COOKIE = compiled(
    rb"(?i:(?:set-)?cookie)" + _SPLIT + rb"(?P<secret>[A-Za-z0-9_.$-]{1,80}=[^\s\"'`;\\]{8,4000}"
    rb"(?:; ?[A-Za-z0-9_.$-]{1,80}=[^\s\"'`;\\]{1,4000}){0,40})"
)
_CURL = compiled(
    rb"(?i:curl|wget|http|https)\b[^\n]{0,400}?\s(?:-u|--user)[ =][\"']?"
    rb"[^\s:\"']{1,80}:(?P<secret>[^\s\"']{3,200})"
)
_NETRC = compiled(
    rb"machine\s{1,4}\S{1,120}\s{1,20}login\s{1,4}\S{1,120}\s{1,20}password\s{1,4}(?P<secret>\S{4,200})"
)
_BASIC = compiled(
    rb"(?i:basic)(?:\s{1,3}|%20)(?P<secret>[A-Za-z0-9+/]{12,400}={0,2})(?![A-Za-z0-9])"
)
_AUTH = compiled(rb"_auth\s?[=:]\s?\"?(?P<secret>[A-Za-z0-9+/]{12,400}={0,2})")
_NAMELESS = compiled(
    rb"://(?:[a-z0-9_-]{1,32}:)?(?P<secret>[A-Za-z0-9_-]{20,255})(?::[a-z-]{0,20})?@(?=[A-Za-z0-9])"
)
_TYPED = rb"[\"']?(?P<secret>[^\s\"'$|(){}<>-][^\s\"'|]{4,200})"
_SECURE = compiled(rb"(?i:convertto-securestring)\s{1,3}(?i:-string\s{1,3})?" + _TYPED)
_ORACLE = compiled(
    rb"(?:jdbc:oracle:\w{1,8}:|sqlplus(?: -\w{1,4}){0,3} )[\"']?[\w$]{1,40}/(?P<secret>[^\s@\"'/]{4,80})@"
)
_PGPASS = compiled(
    rb":(?:5432|5433|6432|\*):[^\s:\"']{1,64}:[^\s:\"']{1,64}:(?P<secret>[^\s:\"']{5,128})(?=\s|\Z|\\[nr])"
)
_IDENTIFIED = compiled(
    rb"(?i:identified (?:with [\w']{1,40} )?by (?:password )?)[\"'](?P<secret>[^\"'\n]{4,200})[\"']"
)
_WIFI = compiled(rb"(?i:wifi:)[^\n\"']{0,200}?;?P:(?P<secret>(?:[^;\\\s]|\\.){5,80});")
_OTP = compiled(rb"otpauth://[^\s\"'<>]{1,400}?[?&]secret=(?P<secret>[A-Za-z2-7]{16,128})")
_SIGNATURE = compiled(rb"(?i:signature)(?:=|%3[Dd])(?P<secret>[A-Za-z0-9~_-]{60,1024})")


def _from_begin(data: bytes, start: int, end: int) -> Sequence[Hit]:
    """Find a private key, with its feet or, where they were cut off, as far as it goes."""
    mark = _BEGIN_MARK.match(data, start)
    if mark is None:
        return ()
    feet = _END_MARK.search(data, mark.end(), mark.end() + MAX_BLOCK)
    # what is hidden already belongs to something else
    if feet and data.find(_PLACEHOLDER, start, feet.start()) < 0:
        return (Hit(start, feet.end(), "private-key", 0),)
    body = _FEETLESS.match(data, mark.end())
    return (Hit(start, body.end(), "private-key", 0),) if body else ()


def _before_end(data: bytes, start: int, end: int) -> Sequence[Hit]:
    """Find a private key of which the head was cut off."""
    mark = _END_MARK.match(data, start)
    if mark is None:
        return ()
    first = max(0, start - MAX_KEY)
    begin = first + data[first:start].translate(_IN_BODY).rfind(b" ") + 1
    # prose before it is no key: the key begins with its first long line
    line = _LONG_LINE.search(data, begin, start)
    return (Hit(line.start(), mark.end(), "private-key", 0),) if line else ()


def _from_putty(data: bytes, start: int, end: int) -> Sequence[Hit]:
    """Find a private key as PuTTY writes it."""
    mark = _PUTTY.match(data, start)
    feet = _PUTTY_END.search(data, mark.end(), mark.end() + MAX_KEY + 160) if mark else None
    if feet is None or data.find(_PLACEHOLDER, start, feet.start()) >= 0:
        return ()
    return (Hit(start, feet.end(), "private-key", 0),)


def _is_credential(value: bytes) -> bool:
    if is_example(value) or is_identifier(value):
        return False
    if value.isalpha() and (value.islower() or is_wordy(value)):
        return False
    kinds = sum(
        (any(c in b"0123456789" for c in value), value.lower() != value, value.upper() != value)
    )
    return kinds >= 2 and len(set(value)) >= 8


def _is_cookie(value: bytes) -> bool:
    return any(
        _is_credential(part.partition(b"=")[2]) and len(part.partition(b"=")[2]) >= 12
        for part in value.split(b";")
    )


def _names_a_user(value: bytes) -> bool:
    decoded = decode(value)
    return decoded is not None and b":" in decoded and not is_placeholder(decoded)


FRAMED: tuple[Rule, ...] = (
    Rule("private-key", (b"-----begin ",), _BEGIN_MARK, look=_from_begin),
    Rule("private-key", (b"-----end ",), _END_MARK, look=_before_end),
    Rule("private-key", (b"mii", b"mhccaqee", b"mighageamb", b"mc4caqawbq", b"b3blbnnzac1rzxktdje"), _DER, is_bounded=False),
    Rule("private-key", (b"putty-user-key-file",), _PUTTY, look=_from_putty),
    Rule("password", (b"://",), _ADDRESS, test=is_filled, is_bounded=False, needs=b"@"),
    Rule("authorization", (b"authorization",), _AUTHORIZATION, test=_is_credential, is_bounded=False),
    Rule("key", (b"://",), _NAMELESS, test=is_random, is_bounded=False, needs=b"@"),
    Rule("authorization", (b"_auth",), _AUTH, test=_names_a_user, is_bounded=False),
    Rule("authorization", (b"basic",), _BASIC, test=_names_a_user, is_bounded=False),
    Rule("authorization", (b"bearer",), _BEARER, test=_is_credential, is_bounded=False),
    Rule("cookie", (b"cookie", b"set-cookie"), _COOKIE, test=_is_cookie, is_bounded=False),
    Rule("password", (b"curl", b"wget"), _CURL, test=is_filled, needs=b" -"),
    Rule("password", (b"machine ", b"machine\t", b"machine\n"), _NETRC, test=is_filled),
    Rule("password", (b"convertto-securestring",), _SECURE, test=is_filled),
    Rule("password", (b"jdbc:oracle:", b"sqlplus"), _ORACLE, test=is_filled),
    Rule("password", (b":5432:", b":5433:", b":6432:", b":*:"), _PGPASS, test=is_login, is_bounded=False),
    Rule("password", (b"identified by", b"identified with"), _IDENTIFIED, test=is_filled),
    Rule("password", (b"wifi:",), _WIFI, test=is_filled),
    Rule("otp-secret", (b"otpauth://",), _OTP, test=is_varied),
    Rule("signed-url", (b"signature=", b"signature%3d"), _SIGNATURE, test=is_varied, is_bounded=False),
)  # fmt: skip
