"""Which exact things a statement names, and whether they stand in the text it rests on.

A version, number, path, flag or name that stands nowhere was made up or mixed up, however well
the rest of the statement is proven.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from graphpack.text import identifiers, normal, words

CONTENT_CHARS = 4
"""From this length on a word of a spaced script says something in most languages."""

UNIT_CHARS = 3

_ACRONYM = re.compile(r"[A-Z]{2,}")
_PLAIN_NUMBER = re.compile(r"\d{1,3}")
_THOUSANDS = re.compile(r"(?<=\d)[,'](?=\d{3}(?!\d))")
_LEADING_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_LIST_MARK = re.compile(r"(?:(?<=^)|(?<=[\s(]))\(?\d{1,2}\)(?=\s)")


def missing_details(statement: str, texts: Sequence[str]) -> tuple[str, ...]:
    """List the exact things of a statement that stand in none of the texts.

    Case, a leading ``v`` or ``#``, trailing ``()``, a unit and thousands separators may differ;
    an acronym is a word and not looked for.

    Args:
        statement: One line.
        texts: What it rests on.

    Returns:
        The things as the statement writes them, in order, each once.
    """
    found = dict.fromkeys(map(_bare, identifiers(_LIST_MARK.sub(" ", statement))))
    return tuple(
        detail
        for detail in found
        if not _ACRONYM.fullmatch(detail) and not any(has_detail(detail, text) for text in texts)
    )


def has_detail(detail: str, text: str) -> bool:
    """Tell whether an exact thing stands in a text, on its own and not inside a longer one.

    Args:
        detail: A version, number, path, flag or name.
        text: Any text.

    Returns:
        True where it does, give or take the spelling.
    """
    patterns = [_pattern(spelling) for spelling in _spellings(detail)]
    return any(pattern.search(form) for form in _forms(text) for pattern in patterns)


def _bare(detail: str) -> str:
    """An address without the full stop, comma or dots of the sentence it stands in."""
    return detail.rstrip(".,;:!?…*_") if "://" in detail else detail


def is_plain_number(detail: str) -> bool:
    """Tell whether a detail is a short bare number, which may stand anywhere by chance.

    Args:
        detail: What ``missing_details`` returned.

    Returns:
        True for up to three digits and nothing else.
    """
    return _PLAIN_NUMBER.fullmatch(detail) is not None


def content_words(text: str) -> frozenset[str]:
    """Pick the words that say something: long ones, numbers, and pairs of wide characters.

    Args:
        text: Any text.

    Returns:
        Folded words.
    """
    return frozenset(
        word
        for word in words(text)
        if len(word) >= CONTENT_CHARS or not word.isascii() or any(map(str.isdigit, word))
    )


def shared_ratio(statement: str, texts: Sequence[str]) -> float:
    """Measure how much of a statement's content occurs in texts.

    Args:
        statement: One line.
        texts: What it may rest on.

    Returns:
        Share of its content words, 0-1; 0 where it has none.
    """
    wanted = content_words(statement)
    if not wanted:
        return 0.0
    there = frozenset[str]().union(*map(_cached_content, texts))
    return len(wanted & there) / len(wanted)


@lru_cache(maxsize=256)
def _cached_content(text: str) -> frozenset[str]:
    return content_words(text)


@lru_cache(maxsize=256)
def _forms(text: str) -> tuple[str, ...]:
    """The text, and where they differ without separators ("(4,100)" may be either), without marks.

    What is marked as code in Markdown goes on without the marks: «`Event`s», «`up`/`down`».
    """
    folded = normal(text)
    unmarked = folded.replace("`", "").replace("*", "")
    return tuple(dict.fromkeys((folded, _THOUSANDS.sub("", folded), unmarked)))


def _spellings(detail: str) -> tuple[str, ...]:
    whole = normal(detail)
    bare = _THOUSANDS.sub("", whole)
    bare = re.sub(r"^(?:#|v(?=\d))", "", bare).removesuffix("()")
    spellings = [whole, bare]
    number = _LEADING_NUMBER.match(bare)
    unit = bare[number.end() :].strip() if number else ""
    if number and (unit == "%" or (unit.isalpha() and len(unit) <= UNIT_CHARS)):
        spellings.append(number.group())
    return tuple(dict.fromkeys(spelling for spelling in spellings if spelling))


@lru_cache(maxsize=4096)
def _pattern(spelling: str) -> re.Pattern[str]:
    before = after = ""
    if spelling[0].isdigit():
        before = r"(?<!\d)(?<!\d[.,])"
    elif spelling[0].isalnum():
        before = "(?<![a-z0-9_])"
    if spelling[-1].isdigit():
        after = r"(?!\d|[.,]\d)"
    elif spelling[-1].isalnum():
        after = "(?![a-z0-9_])"
    return re.compile(before + re.escape(spelling) + after)
