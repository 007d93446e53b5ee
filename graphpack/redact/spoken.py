"""Values that are said: «the token is …», «password hunter…», «… is my key»."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphpack.patterns import compiled
from graphpack.redact.exempt import is_uuid
from graphpack.redact.forms import typed
from graphpack.redact.rules import Hit
from graphpack.redact.values import (
    accepts,
    has_marks,
    is_chosen,
    is_key,
    is_mixed,
    is_password,
    is_strong,
    stands_out,
)
from graphpack.redact.words import CHOSEN, DIGEST

_VERB = (
    rb"(?:[\s*`\"')](?:is|was|are|es|ist|est|to|als|lautet|war|\xc3\xa9|\xc3\xa8|e|\xc3\xa4r|er|jest|esta|\xd1\x8d\xd1\x82\xd0\xbe)(?=[\s:*`\"'(])"
    rb"|['\xe2\x80\x99]{1,3}(?:s|est)(?=\s)|\xe2\x80[\x93\x94]|-(?=\s)|:|->|\xe2\x86\x92|\xef\xbc\x9a|\xe6\x98\xaf|\xe6\x88\x90|\xe7\x82\xba|\xe4\xb8\xba|\xe3\x81\xaf|\xe3\x81\x8c|\xeb\x8a\x94|\xec\x9d\x80)"
)  # fmt: skip
_OPENS = rb"[\s:*(]{0,3}(?:[\"'`]|\xe3\x80\x8c|\xe2\x80\x9c|\xe2\x80\x9e|\xc2\xab\s?){0,3}"
# one character of a value: ASCII, and the Latin letters that keyboards of Europe have
_VALUE = rb"(?:[^\x00-\x20\x7f-\xff\"'`<>(){}\[\],;\\]|\xc3[\x80-\xbf])"
_SAID = compiled(
    rb"[ \t\w*,'`\"/()\x80-\xf4-]{0,40}?" + _VERB + _OPENS + rb"(?P<value>" + _VALUE + rb"{6,400})"
)
_BESIDE = compiled(
    rb"[ \t\w*,'`\"/()\x80-\xf4-]{0,32}?[ :=`\"]{1,3}(?P<value>[A-Za-z0-9+/_=.~-]{16,400})(?![A-Za-z0-9(])"
)
_NEXT = compiled(rb"[ \t]{1,3}[\"'`(]?(?P<value>[A-Za-z0-9+/_=.~-]{24,400})(?![A-Za-z0-9(/])")
_NEXT_QUOTED = compiled(
    rb"[ \t]{0,3}(?:[\"'`]|\xc2\xab\s?|\xe2\x80[\x9c-\x9f\x98\x99\xb9]\s?|\xe3\x80[\x8c\x8e]|\xef\xbc\x88)"
    rb"(?P<value>[^\s\"'`\x80-\xff]{5,200})(?:[\"'`]|\s?\xc2\xbb|\s?\xe2\x80|\xe3\x80|\xef\xbc)"
)
_PASSWORD_BEFORE = compiled(
    rb"(?<![^\s\"'`(])(?P<value>[^\s\"'`()<>{}\x80-\xff]{8,64})[\"'`)]{0,2}(?: (?:is|as|was|ist|als|es|como|est|comme)|[,;]? (?:that['\xe2\x80\x99]{1,3}s|which is)| ?\((?=[a-z]))"
    rb"(?: ?(?:the|my|our|a|an|das|la|el|le|root|db|admin|new|old)){0,3} ?\Z"
)
# a command that prints a variable, and what it printed
_PRINTS = compiled(
    rb"(?:printenv[ \t]+|(?:echo|print|printf|write-output|write-host)[ \t]+[\"']?\$(?:\{|env:)?)[\w.-]{0,60}\Z",
    re.IGNORECASE,
)
_PRINTED = compiled(
    rb"[\w.-]{0,40}[}\"']{0,2}[ \t]{0,4}(?:\r?\n|\\n)[ \t]{0,8}(?P<value>[^\s\"'`\\]{6,400})(?=[ \t]{0,4}(?:\r?\n|\\n|\Z))"
)
# a form: what a field is called in a line, what it holds in the next, or below a rule
_NEXT_LINE = compiled(
    rb"[ \t:*_]{0,6}\r?\n(?P<rule>[ \t]{0,8}[=~^_*+#-]{3,100}[ \t]{0,4}\r?\n)?(?P<gap>[ \t]{0,8}\r?\n)?"
    rb"(?:[ \t]{0,8}```[a-z]{0,10}[ \t]{0,4}\r?\n)?"
    rb"[ \t]{0,8}[\"'`]?(?P<value>[^\s\"'`]{6,80})[\"'`]?[ \t]{0,4}(?:\r?\n|\Z)"
)
_HEADS = compiled(rb"(?:\A|\n)[ \t>]{0,8}(?:#{1,6} |\*\*|__)[^\n]{0,60}\Z")
_BEGINS_LINE = compiled(rb"(?:\A|\n)[ \t*#>-]{0,8}(?:\w{1,12} ){0,2}\Z")
_BESIDE_PASSWORD = compiled(
    rb"(?:[ :][A-Za-z\x80-\xf4]{1,16}){0,3}?[ :,?(]{1,3}[\"'`]?(?P<value>[A-Za-z0-9!#$%&*+=?@^_~.-]{8,64})(?=[\s\"'`,;.)]|\Z)"
)
_TOKEN = compiled(rb"[A-Za-z0-9+/_=~.-]{16,400}")
_FRAME = b"\"'`,;:()*."
_LINKS = frozenset(
    b"is was as for = my the our an a this new old prod production staging api".split()
)
_ISSUED = compiled(rb"(?i)(?:auth|api|access|refresh|bearer|deploy)[ _-]?\Z")


def hit_of(first: int, value: bytes, level: str) -> Hit:
    """Give the hit of a value that a word of this level names."""
    return Hit(first, first + len(value), "password" if level in CHOSEN else "key", 3)


def spoken(data: bytes, start: int, end: int, level: str) -> Hit | None:
    """Find the value that is said behind a secret word.

    Args:
        data: UTF-8.
        start: Where the word begins, in bytes.
        end: Past its end.
        level: Of the word.

    Returns:
        The value alone; None where none is said.
    """
    match = _SAID.match(data, end)
    if match is not None:
        value = match["value"].rstrip(b".:!?*")
        if _is_said(value, level) and not DIGEST.search(data, end, match.start("value")):
            return hit_of(match.start("value"), value, level)
    return _next(data, start, end, level)


def _is_said(value: bytes, level: str) -> bool:
    if level in CHOSEN:
        return b"/" not in value and is_mixed(value) and is_chosen(value, is_loose=False)
    return is_key(value) and is_strong(value) and (b"/" not in value or stands_out(value))


def _next(data: bytes, start: int, end: int, level: str) -> Hit | None:
    if printed := _printed(data, start, end, level):
        return printed
    if level not in CHOSEN:
        return _below(data, start, end, level) or _next_key(data, start, end, level)
    match = _NEXT_QUOTED.match(data, end)
    if match is not None and is_mixed(match["value"]) and is_chosen(match["value"], is_loose=False):
        return hit_of(match.start("value"), match["value"], level)
    if below := _below(data, start, end, level):
        return below
    match = typed(data, end)
    if match is not None and is_mixed(match["value"]) and is_password(match["value"]):
        return hit_of(match.start("value"), match["value"], level)
    match = _BESIDE_PASSWORD.match(data, end)
    if match is not None and has_marks(match["value"]):
        return hit_of(match.start("value"), match["value"], level)
    return _next_key(data, start, end, "key")


def _below(data: bytes, start: int, end: int, level: str) -> Hit | None:
    """Find what stands alone in the line below a secret word, which stands alone in its own."""
    match = _NEXT_LINE.match(data, end)
    if match is None or not _BEGINS_LINE.search(data, max(0, start - 40), start):
        return None
    is_head = match["rule"] or _HEADS.search(data, max(0, start - 80), start)
    if (match["gap"] or level not in CHOSEN) and not is_head:
        return None
    value = match["value"]
    if b"/" in value or not is_mixed(value):
        return None
    is_meant = is_chosen(value, is_loose=False) if level in CHOSEN else is_key(value)
    return hit_of(match.start("value"), value, level) if is_meant else None


def _printed(data: bytes, start: int, end: int, level: str) -> Hit | None:
    """Find what a command printed that was asked for a variable."""
    match = _PRINTED.match(data, end)
    if match is None or not _PRINTS.search(data, max(0, start - 100), start):
        return None
    value = match["value"]
    is_meant = accepts(value, level, is_loose=True) and (level not in CHOSEN or is_mixed(value))
    return hit_of(match.start("value"), value, level) if is_meant else None


def _next_key(data: bytes, start: int, end: int, level: str) -> Hit | None:
    match = _NEXT.match(data, end)
    if match is not None and is_key(match["value"]) and is_strong(match["value"]):
        # digests and paths stand beside these words as well, a little further off
        value = match["value"].rstrip(b".")
        is_issued = _ISSUED.search(data, max(0, start - 12), start) is not None
        if (is_issued or not is_uuid(value)) and (b"/" not in value or stands_out(value)):
            return hit_of(match.start("value"), value, level)
    match = _BESIDE.match(data, end)
    if match is not None and stands_out(match["value"]):
        first = match.start("value")
        return None if DIGEST.search(data, end, first) else hit_of(first, match["value"], level)
    return None


def said_before(data: bytes, start: int, level: str) -> Sequence[Hit]:
    """Find the value that is said before a secret word: few words lie between them.

    Args:
        data: UTF-8.
        start: Where the word begins, in bytes.
        level: Of the word.

    Returns:
        At most one hit.
    """
    if level in CHOSEN:
        match = _PASSWORD_BEFORE.search(data, max(0, start - 120), start)
        if match is not None and has_marks(match["value"]):
            return (hit_of(match.start("value"), match["value"], level),)
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
            return (hit_of(first, value, "key"),)
    return ()
