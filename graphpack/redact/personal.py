"""Personal data, hidden only with ``--redact all``: addresses, phones, home folders, hosts."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network

from graphpack.patterns import compiled
from graphpack.redact.rules import Rule

_EMAIL = compiled(
    rb"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}(?![A-Za-z0-9@])"
)
_HOME = compiled(
    rb"(?:/home/|/Users/|[A-Za-z]:(?:\\{1,4}|/)Users(?:\\{1,4}|/)|-home-|-Users-)(?P<secret>[A-Za-z0-9._-]{1,64}?)(?=[/\\\s\"'`:,;)\]}>-]|\Z)"
)
_SHARED = frozenset(
    {
        b"runner",
        b"user",
        b"root",
        b"ubuntu",
        b"node",
        b"app",
        b"public",
        b"shared",
        b"vscode",
        b"default",
        b"user_name",
        b"username",
        b"you",
    }
)
_IPV4 = compiled(rb"(?<![0-9A-Za-z.-])(?:\d{1,3}\.){3}\d{1,3}(?![0-9A-Za-z-]|\.[0-9])")
_IPV6 = compiled(
    rb"(?<![0-9A-Za-z:.])[0-9a-fA-F]{1,4}:(?:[0-9a-fA-F]{0,4}:){1,6}[0-9a-fA-F]{1,4}(?![0-9A-Za-z:])"
)
_DOCUMENTATION = IPv6Network("2001:db8::/32")
_PHONE = compiled(
    rb"(?<![0-9A-Za-z.+/_-])(?:\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){2,4}"
    rb"|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}[.-]\d{3}[.-]\d{4})(?![0-9A-Za-z_/-])"
)
_RESERVED = compiled(
    rb"(?i)[^@]*@(?:[a-z0-9-]+\.)*(?:example\.(?:com|org|net)|example|test|invalid|localhost|noreply\.github\.com)|noreply@.*|git@.*|[^@]*@\d[\d.x]*(?:\.[a-z]{2,4})?"
)
# digits are frequent: a host or a number is looked for where one may begin, not at a literal
_DIGITS = tuple(str(digit).encode() + b"." for digit in range(10))


def _is_address(value: bytes) -> bool:
    return not _RESERVED.fullmatch(value)


def _is_person(value: bytes) -> bool:
    return value.lower() not in _SHARED


def _is_host(value: bytes) -> bool:
    parts = [int(part) for part in value.split(b".")]
    if any(part > 255 for part in parts):
        return False
    # what names no machine of anyone's: loopback, any, netmasks, documentation
    return parts[0] not in {0, 127, 255} and tuple(parts[:3]) not in {
        (192, 0, 2), (198, 51, 100), (203, 0, 113),
    }  # fmt: skip


def _is_host6(value: bytes) -> bool:
    try:
        address = IPv6Address(value.decode("ascii"))
    except ValueError:
        # a time, a MAC, a name in code
        return False
    if address.is_loopback or address.is_unspecified or address in _DOCUMENTATION:
        return False
    first = value.partition(b":")[0].lower()
    # cab::add is a name in code, too
    return len(first) >= 3 and (first[:1].isdigit() or first[:2] in {b"fe", b"fc", b"fd"})


def _is_phone(value: bytes) -> bool:
    digits = sum(48 <= code <= 57 for code in value)
    return 9 <= digits <= 15


PERSONAL: tuple[Rule, ...] = (
    Rule("email", (b"@",), _EMAIL, 64, 0, _is_address, is_bounded=False),
    Rule("home-folder", (b"/home/", b"/users/", b":\\users", b":\\\\users", b":\\\\\\\\users", b":/users", b"-home-", b"-users-"), _HOME, 1, 0, _is_person, is_bounded=False),
    Rule("ip-address", _DIGITS, _IPV4, 3, 0, _is_host, is_bounded=False),
    Rule("ip-address", (b":",), _IPV6, 4, 0, _is_host6, is_bounded=False),
    Rule("phone", (b"+", b"(", *(str(d).encode() + b"-" for d in range(10)), *_DIGITS), _PHONE, 3, 0, _is_phone, is_bounded=False),
)  # fmt: skip
