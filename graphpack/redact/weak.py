"""Values beside a secret word: ``password=…``, ``"api_key": "…"``, «the token is …»."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from graphpack.patterns import compiled
from graphpack.redact.encoded import decode
from graphpack.redact.lists import further, listed
from graphpack.redact.rules import Hit, Rule, begins_word
from graphpack.redact.spoken import hit_of, said_before, spoken
from graphpack.redact.tables import in_column
from graphpack.redact.values import (
    accepts,
    is_mixed,
)
from graphpack.redact.words import ALONE, CHOSEN, DIGEST, LEVEL

REACH = 140
"""Bytes beside a secret word in which its value begins."""

MIN_OTHER = 20
"""Bytes of the shortest key beside a word that seldom names one, or that has letters only."""

MIN_ENCODED = 12
"""Letters of base64 beside a secret word from which it is read as what it encodes."""

_QUOTE = rb"\\{0,6}[\"'`]"
_NAME = rb"(?:[A-Za-z0-9_.\-]{0,40})"
# the same before a sign: it is cut short only where letters of its own begin one
_WHOLE_NAME = rb"(?:[A-Za-z0-9_.\-]{0,40}+|[A-Za-z0-9_.\-]{0,40}(?=->|value))"
# between a name and its value: a type, the next field of a pair, a block with a default
_TYPED = rb":\s?[&A-Za-z][A-Za-z0-9_<>'.\[\]| ]{0,30}?=(?![=>])"
_PAIR = rb",?\s{0,3}\\{0,6}[\"']?(?i:(?:parameter)?value)\\{0,6}[\"']?\s?[:=]|\s{1,3}--?[vV]alue(?:=|(?=\s))"
# markup: the next element holds the value, or the value stands in one
_NEXT_ELEMENT = rb":?</\w{1,10}>\s{0,24}<\w{1,10}>|:\s?</\w{1,10}>(?=\s{1,4}[^\s<])|</\w{1,10}>\s?:"
_OPENING = rb"(?:\*\*\s?|(?:<(?:code|kbd|pre|b|strong|em|i|tt|td|dd|span)>\s{0,4}){1,2}|<!\[CDATA\[|\[\[|!!(?:str|binary) )?"
_DEFAULT = rb"\{\s{1,12}(?:\w{1,20}\s{0,8}=[^\n]{0,80}\n\s{0,12}){0,3}default\s{0,8}="
_SIGN = (
    rb"(?P<sign>" + _PAIR + rb"|" + _DEFAULT + rb"|" + _NEXT_ELEMENT + rb"|" + _TYPED
    + rb"|={1,2}>|<-|->|:=|==?|!==?|:|=|,|\||>|\(|\xe2\x94\x82|\xef\xbc\x9a)"
)  # fmt: skip
# settings are set in columns, and a value may stand in the next line
_SPACE = rb"(?:[ \t]{0,60}+|\s{0,12})"
_BARE = rb"[^\s\"'`\\,;&<>(){}\[\]|]"
_ASSIGN = compiled(
    _WHOLE_NAME + rb"\]?(?:" + _QUOTE + rb")?\]?" + _SPACE + _SIGN + _SPACE + _OPENING + rb"(?:[|>][+-]?\s{1,12})?"
    rb"(?:(?:[bruN@$]{1,2}|[\"']{2})(?=[\"']))?(?:(?P<quote>" + _QUOTE + rb")(?P<quoted>[^\s\"'`\\](?:[^\n\"'`\\]|\\[^nrt\"'`\n]){2,400}?)" + _QUOTE
    + rb"|(?P<bare>" + _BARE + _BARE + rb"{4,400}))"
)  # fmt: skip
# what a settings file or a shell takes as part of a value that no quotes surround
_REST = compiled(rb"[,;&|\]][^\s\"'`\\()<>{}\[]{1,200}")
# in an address the next field has a name and a sign; what has none belongs to a chosen password
_GOES_ON = compiled(
    rb"(?:&(?!&|[\w.%\[\]-]{1,40}=)[^\s\"'`\\&<>(){}\[\],;|]{2,60}){1,3}(?=[\s\"'`,;)]|\Z)"
)
# an option of a command line, a variable that is set: the value stands beside it without a sign
_FLAG = compiled(
    rb"[a-z-]{0,20}(?P<sign>[ =])(?:(?P<quote>[\"'])(?P<quoted>[^\s\"'][^\n\"']{2,400})[\"']"
    rb"|(?P<bare>[^\s\"'`\\,;&<>(){}\[\]|-][^\s\"'`\\,;&<>(){}\[\]|]{4,400}))"
)
_SET = compiled(
    _NAME + rb"(?P<sign>[ \t]{1,40})(?:--body[ =])?(?:(?P<quote>[\"'])(?P<quoted>[^\s\"'\n]{5,400})[\"']"
    rb"|(?P<bare>" + _BARE + rb"{5,400}))"
)  # fmt: skip
_SETS = compiled(
    rb"(?:\b(?:set|setx|set-gx|ENV|ARG|export|setenv)|-[gxU]{1,3})[ \t]{1,3}[\w.-]{0,60}\Z"
)
_PLURALS = frozenset({b"s =", b"s :"})
_PLURAL_SIGNS = frozenset({b"s:", b"s=", b's"', b"s'"})
_HAS_VALUE = compiled(rb"[0-9!#$%^&*?~+@]|[A-Za-z/_=-]{16}")
_MIXED = compiled(rb"[0-9!#$%^&*?~+@]")
# what no value goes over, in any notation
_IN_VALUE = bytes(32 if code <= 32 or chr(code) in "\"'`" else 97 for code in range(256))
_LONG, _SHORT = b"a" * MIN_OTHER, b"a" * MIN_ENCODED
_NAME_GOES_ON = compiled(rb"[A-Za-z0-9_]")
# a pair whose value comes first
_BEFORE_NAME = compiled(
    rb"[\"'](?i:(?:parameter)?value)\\{0,6}[\"']\s?:\s?\\{0,6}[\"'](?P<value>[^\s\"'\\]{6,200})\\{0,6}[\"'],"
    rb"\s{0,24}\\{0,6}[\"'](?i:name|key|parameterkey|variable)\\{0,6}[\"']\s?:\s?\\{0,6}[\"'][\w./-]{0,60}\Z"
)
# half of a pair that is made to be known; the name of a secret where it is kept
_PUBLIC = compiled(rb"(?i:public)[ _-]?\Z")
_KEPT = compiled(rb"arn:[a-z-]{3,12}:[a-z0-9-]{2,40}:[a-z0-9-]{0,20}:\d{0,12}:\Z")
_TAG = compiled(
    rb"<[\w.:-]{0,40}\Z|<[\w.:-]{1,40}\s[^<>\n]{0,80}?(?:name|key|id)=[\"']?[\w.-]{0,40}\Z"
)

WORDS: tuple[Rule, ...] = (Rule("", tuple(sorted(LEVEL)), compiled(rb""), is_bounded=False),)


def beside(data: bytes, start: int, end: int, word: bytes) -> Sequence[Hit]:
    """Find the value that a secret word names.

    Args:
        data: UTF-8.
        start: Where the word begins, in bytes.
        end: Past its end.
        word: As ``LEVEL`` has it.

    Returns:
        One hit, of the value alone; several where the word is the head of a column.
    """
    level = LEVEL[word]
    if level not in CHOSEN and _PUBLIC.search(data, max(0, start - 8), start):
        return ()
    is_start = (level != "other" or word in ALONE) and _begins(data, start)
    if word in ALONE and (not is_start or _NAME_GOES_ON.match(data, end)):
        return ()
    is_talk = is_start and level != "other"
    if _may_follow(data, end, level):
        hit = _assigned(data, start, end, level) or (
            spoken(data, start, end, level) if is_talk else None
        )
        if hit:
            return (hit, *further(data, hit.end, level)) if level in CHOSEN else (hit,)
        if level != "other" and (items := tuple(listed(data, end, level))):
            return items
    if is_talk and level != "short" and (said := said_before(data, start, level)):
        return said
    if level != "other" and (hit := _paired(data, start, level)):
        return (hit,)
    return in_column(data, start, end, level)


def _begins(data: bytes, start: int) -> bool:
    """Whether a word begins here, also in the middle of a name: dbPass."""
    if begins_word(data, start):
        return True
    return 65 <= data[start] <= 90 and 97 <= data[start - 1] <= 122


def _paired(data: bytes, start: int, level: str) -> Hit | None:
    """Find a value that stands before its name in a pair."""
    if data.find(b"alue", max(0, start - 320), start) < 0:
        return None
    match = _BEFORE_NAME.search(data, max(0, start - 400), start)
    if match is None or not accepts(match["value"], level, is_loose=True):
        return None
    return hit_of(match.start("value"), match["value"], level)


def goes_on(data: bytes, start: int, end: int) -> bool:
    """Whether a word goes on: tokenizer, keyboard, secretary; a plural names no single value."""
    after = data[end : end + 1]
    if b"a" <= after <= b"z":
        return data[end : end + 2] not in _PLURAL_SIGNS and data[end : end + 3] not in _PLURALS
    if after == b" ":
        # what a highlighter calls each piece of code
        return data[start - 7 : start] == b'class="'
    return b"A" <= after <= b"Z" and b"A" <= data[end - 1 : end] <= b"Z"


def _may_follow(data: bytes, end: int, level: str) -> bool:
    """Whether there is anything near that may be a value: mostly there are plain words."""
    if level in CHOSEN:
        return _HAS_VALUE.search(data, end, end + REACH) is not None
    near = data[end : end + REACH + MIN_OTHER].translate(_IN_VALUE)
    if near.find(_LONG) >= 0:
        return True
    return (
        level == "key"
        and near.find(_SHORT) >= 0
        and _MIXED.search(data, end, end + REACH) is not None
    )


def _assigned(data: bytes, start: int, end: int, level: str) -> Hit | None:
    match = _ASSIGN.match(data, end)
    is_set = False
    if match is None and level != "other":
        match = _FLAG.match(data, end) if _is_flag(data, start) else _set(data, start, end)
        is_set = match is not None and match.re is _SET
    if match is None or DIGEST.search(data, end, match.start("sign")):
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
        if rest is None and level in CHOSEN:
            rest = _GOES_ON.match(data, last)
        value = data[first : rest.end()] if rest else value.rstrip(b".:")
    is_loose = group == "quoted" or is_env or match.re is _FLAG
    if accepts(value, level, is_loose=is_loose):
        return hit_of(first, value, level)
    inner = decode(value) if value.isascii() and len(value) >= MIN_ENCODED else None
    return (
        hit_of(first, value, level) if inner and accepts(inner, level, is_loose=is_loose) else None
    )


def _set(data: bytes, start: int, end: int) -> re.Match[bytes] | None:
    match = _SET.match(data, end)
    if match is None or not is_mixed(match[match.lastgroup or 0]):
        return None
    is_set = _is_constant(data, start) or _SETS.search(data, max(0, start - 80), start)
    return match if is_set else None


def _fits(data: bytes, start: int, end: int, sign: bytes, *, is_quoted: bool, level: str) -> bool:
    """Say whether a sign means that the value belongs to the word."""
    if sign == b":" and _KEPT.search(data, max(0, start - 100), start):
        return False
    if sign == b">":
        return _TAG.search(data, max(0, start - 120), start) is not None
    if sign == b",":
        is_whole = not data[end : end + 1].isalpha()
        return is_whole and (is_quoted or _is_constant(data, start))
    if sign == b"(":
        # of a function's name the word is the end: set_password("…"), not password.encode("…")
        return is_quoted and level != "other" and data[end : end + 1] == b"("
    # comparisons, types and blocks belong to code, where text is quoted
    return (
        is_quoted
        or sign.endswith(b">")
        or not (sign.startswith((b"!", b"==", b"{")) or (len(sign) > 2 and sign[:1] == b":"))
    )


def _is_flag(data: bytes, start: int) -> bool:
    head = data[max(0, start - 24) : start]
    return b"--" in head[head.rfind(b" ") + 1 :]


def _is_constant(data: bytes, start: int) -> bool:
    word = data[start : start + 3]
    return word == word.upper() and word.strip(b"_- ").isalpha()


@lru_cache(4096)
def _word_of(key: str) -> str | None:
    low = key.encode("utf-8", "surrogatepass").lower()
    if DIGEST.search(low):
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


_APART = compiled(rb"[^a-z]+")
