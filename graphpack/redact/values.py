"""What a value looks like: a password that a person chose, a key drawn at random, a stand-in."""

from __future__ import annotations

from graphpack.patterns import compiled
from graphpack.redact.exempt import (
    entropy,
    is_base32,
    is_example,
    is_identifier,
    is_uuid,
    is_wordy,
    switches,
)
from graphpack.redact.words import CHOSEN

_STAND_INS = frozenset(
    (
        b"a abc access admin and api at auth bad bar baz change changeme client config "
        b"credential credentials db default demo dev dummy empty enter env example fake "
        b"false foo for guest hello here hidden id in insert invalid is it key local "
        b"masked me mock my mysql new nil none not null of old optional or pass passphrase "
        b"passwd password paste placeholder postgres private process public pwd qux "
        b"redacted redis removed replace required root sample secret secure session some "
        b"string strong super tbd test testing tests the to todo token true undefined user "
        b"valid value with world wrong xxx xyz your"
    ).split()
)
_LETTERS = compiled(rb"[a-z]+")
_LETTER = compiled(rb"[A-Za-z]")
_DIGIT = compiled(rb"[0-9]")
_MARK = compiled(rb"[!@#$%^&*?~+]")
_SIGN = compiled(rb"[!#$%&*+=?@^~]")
_SEGMENTS = compiled(rb"[a-z]{4}[-_.]|[-_.][a-z]{4}")
_JOINED = compiled(rb"[A-Za-z]{2}[_.-][A-Za-z]{2}")
_CODE = compiled(rb"\}\)|\(\?|\?\?|\)\(|=>|\(\d,")
_CHUNK = compiled(rb"[A-Z]?[a-z]{2,}")
_CAMEL = compiled(rb"[a-z][A-Z][a-z]{2}")
_HEX_KEY = compiled(rb"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{48}|[0-9a-f]{64}|[0-9a-f]{128})")
_HEX = compiled(rb"[0-9a-f]{7,40}|[0-9a-f]{64}|[0-9A-F]{32,64}")
_MASKS = compiled(rb"\$[{(]|\A\$|\$[A-Z_]{3}|%s|\{|\*{3}|[Pp]assw(?:or)?d\Z|[Pp]ass\Z")
# a setting that is quoted, with a number for its value: SPOOL_BYTES=67108864
_SETTING = compiled(
    rb"(?:\xc2\xab)?[A-Za-z][A-Za-z0-9_.-]{2,60}=\d[\d._]{0,24}[A-Za-z]{0,3}(?:\xc2\xbb|\xe2\x80\xa6|[.,;)])*"
)
_LONG_NUMBER = compiled(rb"\d{5}")


def is_placeholder(value: bytes) -> bool:
    """Say whether a value consists of words that stand where a secret would."""
    low = value.lower()
    if len(value) > 80 or not value.isascii() or _LONG_NUMBER.search(value):
        return False
    return all(_is_made_of(word) for word in _LETTERS.findall(low))


def _is_made_of(word: bytes) -> bool:
    # longest first, without coming back: glued words such as «mytesttoken»
    while word:
        for length in range(min(len(word), 12), 0, -1):
            if word[:length] in _STAND_INS:
                word = word[length:]
                break
        else:
            return False
    return True


def is_password(value: bytes) -> bool:
    """Say whether a person may have chosen this as a password: no placeholder, no template."""
    if len(value) < 5 or _SETTING.fullmatch(value) or is_example(value) or is_placeholder(value):
        return False
    return len(set(value)) >= 4


def is_filled(value: bytes) -> bool:
    """Say whether a value that stands where a password does is one, and no variable or mask."""
    return not _MASKS.search(value) and is_password(value)


def is_login(value: bytes) -> bool:
    """Say whether a value is a password on a command line, where files and names stand as well."""
    return is_filled(value) and is_mixed(value) and b"/" not in value


def is_mixed(value: bytes) -> bool:
    """Say whether letters stand together with digits or marks."""
    if not _LETTER.search(value):
        return False
    return _DIGIT.search(value) is not None or _MARK.search(value, 1) is not None


def is_key(value: bytes) -> bool:
    """Say whether a value is a key: long enough, drawn at random, no name made of words."""
    # the cheapest question first: most of what stands beside a secret word is a plain word
    if len(value) < 12 or _SETTING.fullmatch(value):
        return False
    if not is_mixed(value) and (len(value) < 20 or value.islower() or switches(value) < 0.35):
        return False
    if is_example(value) or is_placeholder(value) or is_wordy(value) or is_identifier(value):
        return False
    return entropy(value) >= 2.9 and (switches(value) >= 0.15 or is_base32(value))


def is_strong(value: bytes) -> bool:
    """Say whether a value is long and varied enough for a key."""
    if _HEX_KEY.fullmatch(value):
        return entropy(value) >= 3
    if len(value) < 12 or entropy(value) < 3.2:
        return False
    return switches(value) >= 0.25 or is_base32(value)


def is_chosen(value: bytes, *, is_loose: bool) -> bool:
    """Say whether a value that stands where a password would is one.

    Args:
        value: What was found.
        is_loose: True where it is quoted or assigned to a constant, so that code is less likely.

    Returns:
        False for calls, attributes, variables, templates and names made of words.
    """
    if b"(" in value or value.startswith((b"$", b"%", b"{", b"/", b"0x")):
        return False
    if b"-" not in value and is_identifier(value):
        return False
    if not is_mixed(value):
        return (
            b" " not in value
            and (is_loose or _is_scattered(value))
            and is_strong(value)
            and is_password(value)
        )
    if not is_password(value):
        return False
    if not is_wordy(value):
        return True
    return not (_JOINED.search(value) or (not is_loose and (_CAMEL.search(value) or b"." in value)))


def _is_scattered(value: bytes) -> bool:
    # names in code change case as well, but their parts are words
    words = _CHUNK.findall(value)
    return switches(value) >= 0.35 and sum(map(len, words)) * 2 < len(value)


def has_marks(value: bytes) -> bool:
    """Say whether a value is a password by its make-up alone: both cases, a digit and a mark."""
    return (
        _DIGIT.search(value) is not None
        and _SIGN.search(value) is not None
        and value.lower() != value != value.upper()
        and is_password(value)
    )


def stands_out(value: bytes) -> bool:
    """Say whether a value in running text is a key by its make-up: no digest, name or path."""
    value = value.rstrip(b".")
    if not is_key(value) or not is_strong(value) or entropy(value) < 3.5:
        return False
    if b"/" in value:
        # base64 with a slash, and no path: as varied as chance makes it
        is_path = b"." in value or value.count(b"/") >= 4
        return (
            len(value) >= 32 and not is_path and entropy(value) >= 4.3 and switches(value) >= 0.35
        )
    return not is_uuid(value) and not _HEX.fullmatch(value)


def accepts(value: bytes, level: str, *, is_loose: bool) -> bool:
    """Say whether a value assigned to a secret word of this level is a secret.

    Args:
        value: What was found.
        level: Of the word, as ``words`` has it.
        is_loose: True where it is quoted or assigned to a constant.

    Returns:
        True where it is to be hidden.
    """
    if level not in CHOSEN and (b" " in value or _CODE.search(value)):
        return False
    if level == "password":
        return is_chosen(value, is_loose=is_loose)
    if level == "short":
        return (
            is_mixed(value)
            and is_chosen(value, is_loose=False)
            and not (_JOINED.search(value) or _CAMEL.search(value))
        )
    if level == "key":
        return is_key(value) and (is_loose or is_strong(value) or len(value) >= 16)
    return (
        len(value) >= 20
        and is_key(value)
        and not _SEGMENTS.search(value)
        and entropy(value) >= 3.6
        and not is_uuid(value)
        and not _HEX.fullmatch(value)
    )
