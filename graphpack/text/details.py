"""Which exact things a statement names, and whether they stand in the text it rests on.

A version, number, path, flag or name that stands nowhere was made up or mixed up, however well
the rest of the statement is proven.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from urllib.parse import unquote

from graphpack.patterns import compiled
from graphpack.text import identifiers, normal, words
from graphpack.text.numerals import spoken

CONTENT_CHARS = 4
"""From this length on a word of a spaced script says something in most languages."""

UNIT_CHARS = 3

# an acronym, or an abbreviation such as «e.g.»
_WORD = compiled(r"[A-Z]{2,}|[A-Za-z](?:\.[A-Za-z])+")
_PLAIN_NUMBER = compiled(r"\d{1,3}")
_THOUSANDS = compiled(r"(?<=\d)[,'](?=\d{3}(?!\d))")
_LEADING_NUMBER = compiled(r"\d+(?:[.,]\d+)*")
_SHARE = compiled(r"(\d+)/(\d+)")
_BETWEEN = (" ", " / ", " of ", " out of ")
"""How «7/10» is spoken, and written by who wrote it down."""

# «DIR/frames», «$ROOT/frames»: the first folder stands for any
_PLACEHOLDER = compiled(r"^(?:[A-Z][A-Z_]+|<[^<>/]+>|\{[^{}/]+\}|\$\{?\w+\}?)(?=/)")
_KEYS = compiled(r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*){1,5}")
_NESTED_CHARS = 400
"""So far into a key's value the next key of «a.b.c» is looked for."""

_ESCAPED = compiled(r"%[0-9A-Fa-f]{2}")
_EDGES = ".,;:!?…()[]{}\"'`*«»„“”"
_NAME_CHARS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_WITH_DIGIT = compiled(
    r"(?<![A-Za-z0-9])(?=[A-Za-z]*[0-9])[A-Za-z0-9]+(?:\.[0-9]+)*(?![A-Za-z0-9])"
)
_LETTERS_DIGITS = compiled(r"([a-z]{3,})(\d+(?:\.\d+)*)")
_LIST_MARK = compiled(r"(?:(?<=^)|(?<=[\s(]))\(?\d{1,2}\)(?=\s)")


def missing_details(statement: str, texts: Sequence[str]) -> tuple[str, ...]:
    """List the exact things of a statement that stand in none of the texts.

    Case, a leading ``v`` or ``#``, trailing ``()``, a unit, thousands separators and the gap in
    «OAuth 2» may differ; an acronym is a word and not looked for.

    Args:
        statement: One line.
        texts: What it rests on.

    Returns:
        The things as the statement writes them, in order, each once.
    """
    return tuple(
        detail
        for detail in details(statement)
        if not any(has_detail(detail, text) for text in texts)
        and not _stands_inside(detail, statement, texts)
    )


def _stands_inside(detail: str, statement: str, texts: Sequence[str]) -> bool:
    """Whether what a statement writes around a detail stands there: a piece of a longer name."""
    runs = [run.strip(_EDGES) for run in statement.split() if detail in run]
    longer = [normal(run) for run in runs if len(run) > len(detail)]
    return any(run in form for run in longer for text in texts for form in _forms(text))


@lru_cache(maxsize=1024)
def details(statement: str) -> tuple[str, ...]:
    """List the exact things that a statement names.

    Args:
        statement: One line.

    Returns:
        Versions, numbers, paths, flags, addresses and names, then what else holds a digit («q7»,
        «20th», a piece of a long id), in order, each once; no acronyms, which are words, and no
        numbers of a list.
    """
    plain = _LIST_MARK.sub(" ", statement)
    found = dict.fromkeys(map(_bare, identifiers(plain)))
    named = [detail for detail in found if not _WORD.fullmatch(detail)]
    more = dict.fromkeys(_WITH_DIGIT.findall(plain))
    # «0» and «1.3» are no numbers of their own in «net6.0» and «node20.1.3»
    inner = {piece for run in more for piece in _pieces(run)}
    named = [detail for detail in named if detail not in inner]
    return (*named, *(run for run in more if not any(run in detail for detail in named)))


def _pieces(run: str) -> Iterator[str]:
    """What a name with a version looks like behind each of its stops."""
    if run[0].isalpha():
        for at in (at for at, char in enumerate(run) if char == "."):
            yield from (run[at + 1 :], run[at + 1 :].partition(".")[0])


_SHORT_HASH = compiled(r"(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,31}")
"""What version control and checksums are called by: the first characters of a hexadecimal run."""

_HASH_CHARS = 32

_STROKED = compiled(r"\w[\w.-]*(?:/\w[\w.-]*){1,3}")
_WITH_ENDING = compiled(r"\w\.[A-Za-z]{1,5}$")


def has_detail(detail: str, text: str) -> bool:
    """Tell whether an exact thing stands in a text, on its own and not inside a longer one.

    Args:
        detail: A version, number, path, flag or name.
        text: Any text.

    Returns:
        True where it does, give or take the spelling.
    """
    spellings = _spellings(detail)
    if any(_stands(spelling, form) for form in _forms(text) for spelling in spellings):
        return True
    if _SHORT_HASH.fullmatch(detail):
        rest = f"[0-9a-f]{{{_HASH_CHARS - len(detail)},}}"
        return re.search(rf"(?<![0-9A-Za-z]){detail}{rest}(?![0-9A-Za-z])", text) is not None
    if any(_stands(said, normal(text)) for said in spoken(detail)):
        return True
    if _STROKED.fullmatch(detail) and _are_joined(detail.split("/"), text):
        return True
    return _KEYS.fullmatch(detail) is not None and _is_nested(normal(detail).split("."), text)


def _are_joined(names: Sequence[str], text: str) -> bool:
    """Whether a stroke only joins what stands apart: «build/test» where neither is in a path."""
    folded = normal(text)
    has_files = all(map(_WITH_ENDING.search, names))
    is_path = any(f"{name}/" in folded or f"/{name}" in folded for name in map(normal, names))
    return (has_files or not is_path) and all(has_detail(name, text) for name in names)


def _is_nested(keys: Sequence[str], text: str) -> bool:
    """Whether a text writes «a.b.c» as JSON or YAML do: each key further in than the last."""
    folded, at = normal(text), 0
    for key in keys:
        found = re.compile(rf"(?<![\w.-])[\"']?{re.escape(key)}[\"']?\s?[:=]").search(folded, at)
        if found is None or (at and found.start() - at > _NESTED_CHARS):
            return False
        at = found.end()
    return True


def _stands(spelling: str, text: str) -> bool:
    """Whether a spelling occurs with its borders; without a pattern, for there are too many."""
    at = text.find(spelling)
    while at >= 0:
        end = at + len(spelling)
        if _begins(spelling[0], text, at) and _ends(spelling[-1], text, end):
            return True
        at = text.find(spelling, at + 1)
    return False


def _begins(first: str, text: str, at: int) -> bool:
    before = text[at - 1 : at] if at else ""
    if first.isdigit():
        is_decimal = before in {".", ","} and text[at - 2 : at - 1].isdigit()
        return not before.isdigit() and not is_decimal
    return not (first.isalnum() and before in _NAME_CHARS)


def _ends(last: str, text: str, end: int) -> bool:
    after = text[end : end + 1]
    if last.isdigit():
        is_decimal = after in {".", ","} and text[end + 1 : end + 2].isdigit()
        return not after.isdigit() and not is_decimal
    return not (last.isalnum() and after in _NAME_CHARS)


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

    What is marked as code in Markdown goes on without the marks: «`Event`s», «`up`/`down`»; an
    address may write its characters as numbers: «vite%407.2».
    """
    folded = normal(text)
    unmarked = folded.replace("`", "").replace("*", "")
    forms = [folded, _THOUSANDS.sub("", folded), unmarked]
    if _ESCAPED.search(text):
        forms.append(normal(unquote(text)))
    return tuple(dict.fromkeys(forms))


def _spellings(detail: str) -> tuple[str, ...]:
    detail = _PLACEHOLDER.sub("", detail)
    whole = normal(detail)
    bare = _THOUSANDS.sub("", whole)
    bare = re.sub(r"^(?:#|v(?=\d)|(?:\.\.\.|…)(?=/))", "", bare).removesuffix("()")
    spellings = [whole, bare]
    share = _SHARE.fullmatch(bare)
    if share:
        spellings += [f"{share[1]}{between}{share[2]}" for between in _BETWEEN]
    number = _LEADING_NUMBER.match(bare)
    unit = bare[number.end() :].strip() if number else ""
    if number and (unit == "%" or (unit.isalpha() and len(unit) <= UNIT_CHARS)):
        spellings.append(number.group())
    parted = _LETTERS_DIGITS.fullmatch(bare)
    if parted:
        spellings += [f"{parted[1]}{gap}{parted[2]}" for gap in (" ", "-")]
    return tuple(dict.fromkeys(spelling for spelling in spellings if spelling))
