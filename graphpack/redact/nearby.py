"""Secrets without a mark of their own: known by their shape, next to the issuer's name or alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphpack.patterns import compiled
from graphpack.redact.exempt import entropy, is_example, is_random, switches
from graphpack.redact.rules import Hit, Rule

NEAR = 160
"""Bytes around an issuer's name in which its secrets are looked for."""

MIN_PATH = 4
"""Slashes from which a run of 40 is a path: chance puts so many into one key of three hundred."""

REACH = 80
"""Bytes past an account's name in which its password is looked for."""


def _has_all_kinds(value: bytes) -> bool:
    return (
        any(48 <= code <= 57 for code in value)
        and any(65 <= code <= 90 for code in value)
        and any(97 <= code <= 122 for code in value)
    )


def _is_key(value: bytes) -> bool:
    return _has_all_kinds(value) and is_random(value)


def _is_hex_key(value: bytes) -> bool:
    return not is_example(value) and len(set(value)) >= 8


def _near(family: str, literals: str, pattern: bytes, *, is_hex: bool = False) -> Rule:
    return Rule(
        family,
        tuple(word.encode() for word in literals.split()),
        compiled(pattern),
        NEAR,
        NEAR,
        _is_hex_key if is_hex else _is_key,
    )


_START = rb"(?<![A-Za-z0-9/+_-])"
_STOP = rb"(?![A-Za-z0-9/+_=-])"
_UUID = rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_NO_DIGEST = rb"(?<!sha512-)(?<!sha384-)(?<!sha256-)"
# a slash and a plus sign may be written as JSON and URLs write them
_AWS = rb"(?:[A-Za-z0-9+/]|%2[BbFf]|\\/){40}"

ISSUERS: tuple[Rule, ...] = (
    _near("aws-secret-key", "aws akia asia amazon secretaccesskey secret_access_key boto", _START + _AWS + _STOP),
    _near("azure-storage-key", "accountkey azure sharedaccesskey blob.core", _NO_DIGEST + _START[:-1] + rb")" + rb"(?:[A-Za-z0-9+/]|\\/){42,86}={1,2}(?![A-Za-z0-9/+=])"),
    _near("azure-devops-token", "azure devops visualstudio vsts ado_", _START + rb"(?:[a-z2-7]{52}|[A-Za-z0-9]{84})" + _STOP, is_hex=True),
    _near("azure-function-key", "azurewebsites.net x-functions-key", rb"(?<=code=)[A-Za-z0-9_/%+-]{40,80}={0,2}"),
    _near("azure-openai-key", "openai.azure azure_openai azure openai azureopenai cognitiveservices ocp-apim", rb"(?<![0-9A-Za-z])[0-9a-f]{32}(?![0-9A-Za-z])", is_hex=True),
    _near("azure-sas", "sig=", rb"(?<=[sS]ig=)[A-Za-z0-9%+/]{43,64}(?:%3[Dd]|=)"),
    _near("cloudflare-token", "cloudflare cf_api cf-api cf_token x-auth-key cf_key", _START + rb"(?:[A-Za-z0-9_-]{40}|[a-f0-9]{37})" + _STOP, is_hex=True),
    _near("heroku-key", "heroku", rb"(?<![0-9A-Za-z-])" + _UUID + rb"(?![0-9A-Za-z-])", is_hex=True),
    _near("twilio-key", "twilio", rb"(?<![0-9A-Za-z])[0-9a-f]{32}(?![0-9A-Za-z])", is_hex=True),
    _near("paypal-secret", "paypal", _START + rb"[A-Za-z0-9_-]{64,90}" + _STOP),
    _near("mailgun-key", "mailgun", rb"(?<![0-9A-Za-z])[0-9a-f]{32}(?![0-9A-Za-z])", is_hex=True),
    _near("discord-token", "discord", _START + rb"[A-Za-z0-9_-]{32}" + _STOP),
    _near("datadog-key", "datadog dd_api dd_app dd-api dd-app", rb"(?<![0-9A-Za-z])(?:[0-9a-f]{40}|[0-9a-f]{32})(?![0-9A-Za-z])", is_hex=True),
    _near("bitbucket-token", "bitbucket", _START + rb"(?:[A-Za-z0-9]{32}|[A-Za-z0-9_=-]{64})" + _STOP),
)  # fmt: skip

_TOKENS = compiled(rb"[A-Za-z0-9+/_-]{28,}")
_PIECES = compiled(rb"[A-Za-z0-9_-]{28,}")
_DISCORD = compiled(
    rb"(?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9]{22,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])"
)
_SHAPES: dict[int, tuple[str, re.Pattern[bytes]]] = {
    34: ("twilio-key", compiled(rb"(?:SK|AC)[0-9a-fA-F]{32}")),
    50: ("mailgun-key", compiled(rb"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}")),
    36: ("mailchimp-key", compiled(rb"[0-9a-f]{32}-us\d")),
    37: ("mailchimp-key", compiled(rb"[0-9a-f]{32}-us\d\d")),
}
KEY_LENGTHS = frozenset({40, 80, 86})
"""Letters of keys that may have a slash or plus sign among them."""

_MIDDLES = frozenset({6, 7})
_PIECE_LENGTHS = frozenset({34, 35, 36, 37, 50})
# (no text that is searched together with others goes over this byte)
_BESIDE_ACCOUNT = compiled(rb"[^\xff]{0,80}?(?<![0-9A-Za-z])(?P<key>[0-9a-f]{32})(?![0-9A-Za-z])")
_SPLIT_PIECES = bytes.maketrans(b"+/.=~", b"     ")
_BOT_ID = compiled(rb"(?<![A-Za-z0-9])\d{8,12}:\Z")
_AIRTABLE = compiled(rb"(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[a-f0-9]{64}(?![A-Za-z0-9])")
_DOTTED = (("discord-token", _DISCORD), ("airtable-token", _AIRTABLE))
_DIGEST = compiled(rb"(?:sha\d{1,3}|md5|h1|integrity)[-:=\"' ]{1,3}\Z", re.IGNORECASE)


def in_run(data: bytes, start: int, end: int, parts: Sequence[bytes]) -> list[Hit]:
    """Find secrets by their shape alone in a run of the characters that tokens are made of.

    Args:
        data: UTF-8.
        start: Where the run begins, in bytes.
        end: Past its end.
        parts: The run without its full stops, equals signs and tildes.

    Returns:
        What has the exact length and form of an issuer's keys, and was drawn at random.
    """
    found: list[Hit] = []
    # lengths first: they cost a fraction of the patterns, and most runs are paths
    lengths = set(map(len, parts))
    if not KEY_LENGTHS.isdisjoint(lengths):
        for match in _TOKENS.finditer(data, start, end):
            family = _whole(match.group(), data, *match.span())
            if family:
                padding = 2 * (family == "azure-storage-key")
                found.append(Hit(match.start(), match.end() + padding, family, 1))
    run = data[start:end]
    if 0x2F in run or 0x2B in run:  # a slash, a plus sign
        lengths.update(map(len, run.translate(_SPLIT_PIECES).split(b" ")))
    if not _PIECE_LENGTHS.isdisjoint(lengths):
        for piece in _PIECES.finditer(data, start, end):
            found += _piece(piece.group(), data, *piece.span())
    if len(parts) > 1 and (run.find(b"pat") >= 0 or not _MIDDLES.isdisjoint(lengths)):
        found += _dotted(data, start, end)
    return found


def _dotted(data: bytes, start: int, end: int) -> list[Hit]:
    return [
        Hit(*match.span(), family, 1)
        for family, pattern in _DOTTED
        for match in pattern.finditer(data, start, end)
        if _is_key(match.group())
    ]


def _whole(value: bytes, data: bytes, start: int, end: int) -> str | None:
    # nothing but chance tells these from other random text: the bar is high
    if len(value) not in KEY_LENGTHS or not _has_all_kinds(value):
        return None
    if entropy(value) < 4.3 or switches(value) < 0.35 or is_example(value):
        return None
    if value.count(b"/") >= MIN_PATH:
        return None
    if _DIGEST.search(data[max(0, start - 24) : start]):
        return None
    if len(value) == 86:
        is_padded = data[end : end + 2] == b"==" and not any(c in value for c in b"_-")
        return "azure-storage-key" if is_padded else None
    if data[end : end + 1] == b"=":
        return None
    if len(value) == 80:
        return "paypal-secret" if value[:1] in b"AE" and b"/" not in value else None
    is_standard = b"-" not in value and b"_" not in value
    if not is_standard and (b"/" in value or b"+" in value):
        return None
    return "aws-secret-key" if is_standard else "cloudflare-token"


def _piece(value: bytes, data: bytes, start: int, end: int) -> list[Hit]:
    if len(value) == 35:
        bot = _BOT_ID.search(data[max(0, start - 16) : start])
        if bot and is_random(value):
            return [Hit(start - len(bot.group()), end, "telegram-token", 1)]
        return []
    family, shape = _SHAPES.get(len(value), ("", None))
    if shape is None or not shape.fullmatch(value) or not _is_hex_key(value[2:]):
        return []
    found = [Hit(start, end, family, 1)]
    beside = _BESIDE_ACCOUNT.match(data, end, end + REACH) if value.startswith(b"AC") else None
    if beside is not None and _is_hex_key(beside["key"]):
        found.append(Hit(*beside.span("key"), family, 1))
    return found
