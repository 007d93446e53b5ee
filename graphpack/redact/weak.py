"""Values beside a secret word: ``password=…``, ``"api_key": "…"``, «the token is …»."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphpack.redact.encoded import decode
from graphpack.redact.exempt import is_uuid
from graphpack.redact.rules import Hit, Rule, begins_word
from graphpack.redact.values import (
    accepts,
    has_marks,
    is_chosen,
    is_key,
    is_mixed,
    is_strong,
    stands_out,
)
from graphpack.redact.words import ALONE, CHOSEN, LEVEL

REACH = 140
"""Bytes beside a secret word in which its value begins."""

MIN_ENCODED = 12
"""Letters of base64 beside a secret word from which it is read as what it encodes."""

_QUOTE = rb"\\{0,6}[\"'`]"
_NAME = rb"(?:[A-Za-z0-9_.\-]{0,40})"
# between a name and its value: a type, the next field of a pair, a block with a default
_TYPED = rb":\s?[&A-Za-z][A-Za-z0-9_<>'.\[\]| ]{0,30}?=(?![=>])"
_PAIR = rb",?\s{0,3}\\{0,6}[\"']?value\\{0,6}[\"']?\s?[:=]"
_DEFAULT = rb"\{\s{1,12}(?:\w{1,20}\s{0,8}=[^\n]{0,80}\n\s{0,12}){0,3}default\s{0,8}="
_SIGN = (
    rb"(?P<sign>" + _PAIR + rb"|" + _DEFAULT + rb"|" + _TYPED
    + rb"|=>|->|:=|==?|!==?|:|=|,|\||>|\(|\xe2\x94\x82|\xef\xbc\x9a)"
)  # fmt: skip
_BARE = rb"[^\s\"'`\\,;&<>(){}\[\]|]"
_ASSIGN = re.compile(
    _NAME + rb"(?:" + _QUOTE + rb")?\]?\s{0,12}" + _SIGN + rb"\s{0,12}(?:[|>][+-]?\s{1,12})?"
    rb"(?:[bru]{1,2}(?=[\"']))?(?:(?P<quote>" + _QUOTE + rb")(?P<quoted>[^\s\"'`\\](?:[^\n\"'`\\]|\\[^nrt\"'`\n]){2,400}?)" + _QUOTE
    + rb"|(?P<bare>" + _BARE + _BARE + rb"{4,400}))"
)  # fmt: skip
# what a settings file or a shell takes as part of a value that no quotes surround
_REST = re.compile(rb"[,;&|\]][^\s\"'`\\()<>{}\[]{1,200}")
# an option of a command line, a variable that is set: the value stands beside it without a sign
_FLAG = re.compile(
    rb"[a-z-]{0,20}(?P<sign>[ =])(?:(?P<quote>[\"'])(?P<quoted>[^\s\"'][^\n\"']{2,400})[\"']"
    rb"|(?P<bare>[^\s\"'`\\,;&<>(){}\[\]|-][^\s\"'`\\,;&<>(){}\[\]|]{4,400}))"
)
_SET = re.compile(
    _NAME + rb"(?P<sign>[ \t]{1,4})(?:--body[ =])?(?:(?P<quote>[\"'])(?P<quoted>[^\s\"'\n]{5,400})[\"']"
    rb"|(?P<bare>" + _BARE + rb"{5,400}))"
)  # fmt: skip
_SETS = re.compile(
    rb"(?:\b(?:set|setx|set-gx|ENV|ARG|export|setenv)|-[gxU]{1,3})[ \t]{1,3}[\w.-]{0,60}\Z"
)
_VERB = (
    rb"(?:[\s*`\"')](?:is|was|are|es|ist|est|to|als|lautet|war|\xc3\xa9|\xc3\xa8|e|\xc3\xa4r|er|jest|esta|\xd1\x8d\xd1\x82\xd0\xbe)(?=[\s:*`\"'(])"
    rb"|['\xe2\x80\x99]{1,3}s(?=\s)|:|->|\xe2\x86\x92|\xef\xbc\x9a|\xe6\x98\xaf|\xe7\x82\xba|\xe4\xb8\xba|\xe3\x81\xaf|\xe3\x81\x8c|\xeb\x8a\x94|\xec\x9d\x80)"
)  # fmt: skip
_OPENS = rb"[\s:*(]{0,3}(?:[\"'`]|\xe3\x80\x8c|\xe2\x80\x9c|\xe2\x80\x9e|\xc2\xab\s?){0,3}"
# one character of a value: ASCII, and the Latin letters that keyboards of Europe have
_VALUE = rb"(?:[^\x00-\x20\x7f-\xff\"'`<>(){}\[\],;\\]|\xc3[\x80-\xbf])"
_SAID = re.compile(
    rb"[ \t\w*,'`\"/()\x80-\xf4-]{0,40}?" + _VERB + _OPENS + rb"(?P<value>" + _VALUE + rb"{6,400})"
)
_BESIDE = re.compile(
    rb"[ \t\w*,'`\"/()\x80-\xf4-]{0,32}?[ :=`\"]{1,3}(?P<value>[A-Za-z0-9+/_=.~-]{16,400})(?![A-Za-z0-9(])"
)
_NEXT = re.compile(rb"[ \t]{1,3}[\"'`]?(?P<value>[A-Za-z0-9+/_=.~-]{24,400})(?![A-Za-z0-9(/])")
_NEXT_QUOTED = re.compile(rb"[ \t]{1,3}(?P<quote>[\"'`])(?P<value>[^\s\"'`]{5,200})(?P=quote)")
_BESIDE_PASSWORD = re.compile(
    rb"(?:[ :][A-Za-z\x80-\xf4]{1,16}){0,3}?[ :]{1,2}[\"'`]?(?P<value>[A-Za-z0-9!#$%&*+=?@^_~.-]{8,64})(?=[\s\"'`,;.)]|\Z)"
)
_TOKEN = re.compile(rb"[A-Za-z0-9+/_=~.-]{16,400}")
_FRAME = b"\"'`,;:()*."
_LINKS = frozenset(
    b"is was as for = my the our an a this new old prod production staging api".split()
)
_DIGEST = re.compile(
    rb"(?i)hash|sha\d|digest|checksum|commit|etag|fingerprint|revision|uuid|cache|public|count|limit|usage|budget|length|size|max|total|type|name|path|file|url|uri|field|input|output|prompt|completion|price|cost"
)
_PLURAL_SIGNS = frozenset({b"s:", b"s=", b's"'})
_HAS_VALUE = re.compile(rb"[0-9!#$%^&*?~+@]|[A-Za-z/_=-]{16}")
_ISSUED = re.compile(rb"(?i)(?:auth|api|access|refresh|bearer|deploy)[ _-]?\Z")
_TAG = re.compile(rb"<[\w.:-]{0,40}\Z")

WORDS: tuple[Rule, ...] = (Rule("", tuple(sorted(LEVEL)), re.compile(rb""), is_bounded=False),)


def beside(data: bytes, start: int, end: int) -> Sequence[Hit]:
    """Find the value that a secret word names.

    Args:
        data: UTF-8.
        start: Where the word begins, in bytes.
        end: Past its end.

    Returns:
        At most one hit: the value alone.
    """
    after = data[end : end + 1]
    # part of a longer word: tokenizer, keyboard, secretary; a plural that names no single value
    if b"a" <= after <= b"z" and data[end : end + 2] not in _PLURAL_SIGNS:
        return ()
    if b"A" <= after <= b"Z" and b"A" <= data[end - 1 : end] <= b"Z":
        return ()
    word = data[start:end].lower()
    level = LEVEL[word]
    is_start = (level != "other" or word in ALONE) and begins_word(data, start)
    if word in ALONE and (not is_start or after.isalnum() or data[end : end + 1] == b"_"):
        return ()
    is_talk = is_start and level != "other"
    if _HAS_VALUE.search(data, end, end + REACH):
        hit = _assigned(data, start, end, level) or (
            _spoken(data, start, end, level) if is_talk else None
        )
        if hit:
            return (hit,)
    return _said_before(data, start) if is_talk and level != "short" else ()


def _hit(first: int, value: bytes, level: str) -> Hit:
    return Hit(first, first + len(value), "password" if level in CHOSEN else "key", 3)


def _assigned(data: bytes, start: int, end: int, level: str) -> Hit | None:
    match = _ASSIGN.match(data, end)
    is_set = False
    if match is None and level != "other":
        match = _FLAG.match(data, end) if _is_flag(data, start) else _set(data, start, end)
        is_set = match is not None and match.re is _SET
    if match is None or _DIGEST.search(data, end, match.start("sign")):
        return None
    group = "bare" if match["quoted"] is None else "quoted"
    first, last = match.span(group)
    sign = match["sign"].strip()
    is_env = is_set or (sign in {b"=", b":"} and _is_constant(data, start))
    if not _fits(data, start, end, sign, is_quoted=group == "quoted", level=level):
        return None
    value = data[first:last]
    if group == "bare":
        rest = _REST.match(data, last) if is_env and sign == b"=" else None
        value = data[first : rest.end()] if rest else value.rstrip(b".:")
    is_loose = group == "quoted" or is_env or match.re is _FLAG
    if accepts(value, level, is_loose=is_loose):
        return _hit(first, value, level)
    inner = decode(value) if value.isascii() and len(value) >= MIN_ENCODED else None
    return _hit(first, value, level) if inner and accepts(inner, level, is_loose=is_loose) else None


def _set(data: bytes, start: int, end: int) -> re.Match[bytes] | None:
    match = _SET.match(data, end)
    if match is None or not is_mixed(match[match.lastgroup or 0]):
        return None
    is_set = _is_constant(data, start) or _SETS.search(data, max(0, start - 80), start)
    return match if is_set else None


def _fits(data: bytes, start: int, end: int, sign: bytes, *, is_quoted: bool, level: str) -> bool:
    """Say whether a sign means that the value belongs to the word."""
    if sign == b">":
        return _TAG.search(data, max(0, start - 48), start) is not None
    if sign == b",":
        is_whole = not data[end : end + 1].isalpha()
        return is_whole and (is_quoted or _is_constant(data, start))
    if sign == b"(":
        # of a function's name the word is the end: set_password("…"), not password.encode("…")
        return is_quoted and level in CHOSEN and data[end : end + 1] == b"("
    # comparisons, types and blocks belong to code, where text is quoted
    return is_quoted or not (
        sign.startswith((b"!", b"==", b"{")) or (len(sign) > 2 and sign[:1] == b":")
    )


def _is_flag(data: bytes, start: int) -> bool:
    head = data[max(0, start - 24) : start]
    return b"--" in head[head.rfind(b" ") + 1 :]


def _is_constant(data: bytes, start: int) -> bool:
    word = data[start : start + 3]
    return word == word.upper() and word.strip(b"_- ").isalpha()


def _spoken(data: bytes, start: int, end: int, level: str) -> Hit | None:
    match = _SAID.match(data, end)
    if match is not None:
        value = match["value"].rstrip(b".:!?*")
        if _is_said(value, level) and not _DIGEST.search(data, end, match.start("value")):
            return _hit(match.start("value"), value, level)
    return _next(data, start, end, level)


def _is_said(value: bytes, level: str) -> bool:
    if level in CHOSEN:
        return b"/" not in value and is_mixed(value) and is_chosen(value, is_loose=False)
    return is_key(value) and is_strong(value) and (b"/" not in value or stands_out(value))


def _next(data: bytes, start: int, end: int, level: str) -> Hit | None:
    if level not in CHOSEN:
        return _next_key(data, start, end, level)
    match = _NEXT_QUOTED.match(data, end)
    if match is not None and is_mixed(match["value"]) and is_chosen(match["value"], is_loose=False):
        return _hit(match.start("value"), match["value"], level)
    match = _BESIDE_PASSWORD.match(data, end)
    if match is not None and has_marks(match["value"]):
        return _hit(match.start("value"), match["value"], level)
    return _next_key(data, start, end, "key")


def _next_key(data: bytes, start: int, end: int, level: str) -> Hit | None:
    match = _NEXT.match(data, end)
    if match is not None and is_key(match["value"]) and is_strong(match["value"]):
        # digests and paths stand beside these words as well, a little further off
        value = match["value"].rstrip(b".")
        is_issued = _ISSUED.search(data, max(0, start - 12), start) is not None
        if (is_issued or not is_uuid(value)) and (b"/" not in value or stands_out(value)):
            return _hit(match.start("value"), value, level)
    match = _BESIDE.match(data, end)
    if match is not None and stands_out(match["value"]):
        first = match.start("value")
        return None if _DIGEST.search(data, end, first) else _hit(first, match["value"], level)
    return None


def _said_before(data: bytes, start: int) -> Sequence[Hit]:
    # «… is my token»: few words lie between a value and what it is called
    end = start
    for reach in (24, *[420] * 6):
        words = data[max(0, end - reach) : end].rsplit(None, 1)
        if not words or (reach < 420 and len(words) < 2):
            # nothing but space, or a word that is longer than the first look
            continue
        word = words[-1]
        value = word.strip(_FRAME)
        if len(word) < 16:
            if value.lower() not in _LINKS:
                return ()
            end = data.rfind(word, 0, end)
        elif reach == 420:
            is_name = b"=" in value.rstrip(b"=")
            if is_name or not _TOKEN.fullmatch(value) or not stands_out(value):
                return ()
            first = data.rfind(word, 0, end) + word.index(value)
            return (_hit(first, value, "key"),)
    return ()


def _word_of(key: str) -> str | None:
    low = key.encode("utf-8", "surrogatepass").lower()
    if _DIGEST.search(low):
        return None
    parts = set(_APART.split(low))
    for word, level in sorted(LEVEL.items()):
        if word in low and (word not in ALONE or not parts.isdisjoint({word, word + b"s"})):
            return level
    return None


def is_secret_word(key: str) -> bool:
    """Say whether a field is called what secrets are called."""
    return _word_of(key) is not None


def named(key: str, value: str) -> str | None:
    """Say whether a value is secret because of the field it stands in.

    Args:
        key: The field's name.
        value: What it holds.

    Returns:
        The family; None where it is no secret.
    """
    level = _word_of(key)
    if level is None or not accepts(value.encode("utf-8", "surrogatepass"), level, is_loose=True):
        return None
    return "password" if level in CHOSEN else "key"


_APART = re.compile(rb"[^a-z]+")
