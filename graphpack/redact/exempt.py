"""What only looks like a secret: examples, placeholders, names made of words, digests."""

from __future__ import annotations

import math
from collections import Counter
from operator import ne

from graphpack.patterns import compiled

MIN_VARIED = 8
"""Different characters of what was drawn at random."""

_EXAMPLE = compiled(
    rb"EXAMPLE|example|[xX*#]{5}|(.)\1{7}|\.{3}|\xe2\x80\xa6|<|\$\{|\{\{|\xe2\x9f\xa8"
    rb"|IxMjM0NTY3ODkw|0123456789|1234567890|abcdefghij|ABCDEFGHIJ|deadbeef|[Yy][Oo][Uu][Rr][_-]|REDACTED|redacted"
)
_CLASS = bytes.maketrans(
    bytes(range(256)),
    bytes(
        ord("d") if 48 <= code <= 57
        else ord("u") if 65 <= code <= 90
        else ord("l") if 97 <= code <= 122
        else ord("s")
        for code in range(256)
    ),
)  # fmt: skip
# a word of one case or in camel case, digits behind it, perhaps a letter for a dimension or unit
# (possessive throughout: how a name may be cut into words is never tried twice)
_WORD = rb"(?:[A-Z][a-z]{1,24}+|[a-z]{2,24}+|[A-Z]{2,24}+){1,6}+\d{0,4}+"
_PIECE = rb"(?:" + _WORD + rb"|[A-Za-z]?+\d{1,4}+[a-zA-Z]{0,3}+|[A-Za-z])"
_IDENTIFIER = compiled(
    rb"[_./?]{0,2}+" + _PIECE + rb"(?:[_./=-]{1,2}+" + _PIECE + rb"){1,12}+[_./=]{0,2}+"
)
_UUID = compiled(rb"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")
_BASE32 = compiled(rb"(?=(?:[A-Z]{0,64}+[0-9]){2})[A-Z0-9]{24,64}")
_DIGIT_SWITCH = compiled(rb"(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])")
_LETTERS = compiled(rb"[A-Za-z]{3,}")
_VOWELS = compiled(rb"[aeiouyAEIOUY]")
_CAMEL = compiled(rb"[A-Z]?[a-z]{2,}|(?<![A-Za-z])[A-Z]{2,}(?![A-Za-z])")


def entropy(value: bytes) -> float:
    """Give the Shannon entropy of a value's bytes, in bits per byte."""
    total = len(value)
    return -sum(n / total * math.log2(n / total) for n in Counter(value).values()) if total else 0.0


def is_example(value: bytes) -> bool:
    """Say whether a value is a documented example, a mask or a template, not a secret."""
    return _EXAMPLE.search(value) is not None


def is_varied(value: bytes) -> bool:
    """Say whether a value of a known form is filled in: no example, and not one letter repeated."""
    return len(set(value[4:])) >= MIN_VARIED and not is_example(value)


def switches(value: bytes) -> float:
    """Give how often the kind of character (digit, upper, lower, other) changes, per character."""
    kinds = value.translate(_CLASS)
    changes: int = sum(map(ne, kinds, kinds[1:]))
    return changes / max(1, len(value) - 1)


def is_random(value: bytes) -> bool:
    """Say whether a value was drawn at random, not put together from words.

    Args:
        value: At least 16 bytes.

    Returns:
        True where the characters are varied and words make up less than half of them.
    """
    # the cheapest question first: a hostile text asks it at every third byte
    if len(value) < 12 or len(set(value)) < MIN_VARIED or is_example(value):
        return False
    if entropy(value) < min(3.6, math.log2(len(value)) - 1):
        return False
    if not any(48 <= code <= 57 for code in value):
        return switches(value) >= 0.3
    return _worded(value) < 0.5


def is_identifier(value: bytes) -> bool:
    """Say whether a value is a name in code: words joined by marks, digits only where words end.

    Args:
        value: Any.

    Returns:
        True for ``s3_aws_access_key_id``, ``os.environ/API_KEY``, ``httpx2.Response``.
    """
    return _IDENTIFIER.fullmatch(value) is not None


def is_base32(value: bytes) -> bool:
    """Say whether a value is drawn from capitals and digits: such change seldom between them."""
    return _BASE32.fullmatch(value) is not None and entropy(value) >= 3.5


def is_uuid(value: bytes) -> bool:
    """Say whether a value is a UUID."""
    return _UUID.fullmatch(value) is not None


def _worded(value: bytes) -> float:
    # share of the bytes that stand in pronounceable words of three letters and more
    letters = 0
    for word in _CAMEL.findall(value):
        if len(word) >= 4 and len(_VOWELS.findall(word)) * 5 >= len(word):
            letters += len(word)
    return letters / len(value)


def is_wordy(value: bytes) -> bool:
    """Say whether a value is a name: words, perhaps with a number, joined by marks or case.

    Args:
        value: Any.

    Returns:
        True for ``my-test-token-2``, ``SecretManager.read``; False for what was drawn at random.
    """
    words = _LETTERS.findall(value)
    if not words or is_base32(value):
        return False
    if len(value) >= 20 and len(_DIGIT_SWITCH.findall(value.rstrip(b"="))) >= 4 and value.isalnum():
        # names do not go back and forth between letters and digits without a mark
        return False
    return _worded(value) >= 0.55 or (switches(value) < 0.12 and len(value) > 16)
