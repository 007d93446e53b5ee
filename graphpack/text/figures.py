"""The values that stand in a text, each with its place: days, times of day, amounts and numbers.

``amounts`` reads what an order sets, one value of a kind; this reads every one, so that an earlier
value can be told from the one that took its place. It judges nothing.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graphpack.patterns import compiled
from graphpack.text import WIDE
from graphpack.text.amounts import KINDS, canonical

_READ_CHARS = 600

_WEEKDAYS = (
    "mon(?:day)?|montag|lunes|lundi|lunedì|segunda(?:-feira)?|понедельник\\w*|周一|星期一|月曜日?",
    "tue(?:s|sday)?|dienstag|martes|mardi|martedì|terça(?:-feira)?|вторник\\w*|周二|星期二|火曜日?",
    "wed(?:nesday)?|mittwoch|miércoles|mercredi|mercoledì|quarta(?:-feira)?|сред[ауы]|周三|星期三|水曜日?",
    "thu(?:rs|rsday)?|donnerstag|jueves|jeudi|giovedì|quinta(?:-feira)?|четверг\\w*|周四|星期四|木曜日?",
    "fri(?:day)?|freitag|viernes|vendredi|venerdì|sexta(?:-feira)?|пятниц\\w*|周五|星期五|金曜日?",
    "sat(?:urday)?|samstag|sonnabend|sábado|samedi|sabato|суббот\\w*|周六|星期六|土曜日?",
    "sun(?:day)?|sonntag|domingo|dimanche|domenica|воскресень\\w*|周日|周天|星期日|日曜日?",
)
_WEEKDAY = compiled(
    "|".join(
        f"(?P<w{at}>(?<![^\\W_])(?:{words.partition('|周')[0]})(?![^\\W_])|周{'|周'.join(words.partition('|周')[2].split('|周'))})"
        for at, words in enumerate(_WEEKDAYS)
    ),
    re.IGNORECASE,
)
_ORDINAL = compiled(
    r"\b(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:time|place|floor|grade|try|attempt|chapter|version|row|column|line|page|generation|century)\b)"
    r"|\b(?:am|zum|den|dem|vom) (?P<d2>\d{1,2})\.(?=\W|$)|\b(?:el|al|del) (?:d[ií]a )?(?P<d3>\d{1,2})(?![\w.,:%/]*\d|\s?%)(?!\s+\w+s\b)|\b(?:o )?dia (?P<d4>\d{1,2})\b|\ble (?P<d5>\d{1,2})(?![\w.,:%/]*\d|\s?%)(?=\W|$)"
    r"|\b(?P<d6>\d{1,2})-?(?:го|е)\b|(?<![\d月])(?P<d7>\d{1,2})[日号]",
    re.IGNORECASE,
)
_UNIT = (
    r"%|°C|[KMGT]i?B(?![a-z])|[kKM](?![a-zA-Z])|ms\b|s\b|secs?\b|seconds?\b|min(?:s|utes?|uten|utos|uti)?\b|h\b|hours?\b|days?\b|weeks?\b|months?\b|€|euros?\b|eur\b|usd\b|dollars?\b|pounds?\b"
    r"|[mµ]g\b|kg\b|g\b|m[lL]\b|mm\b|cm\b|km\b|px\b|fps\b|rpm\b|[rq]ps\b|秒|分|分钟|时间|時間|天|周|个月|元|円|回|次|个|個|件|人"
)
_NUMBER = compiled(
    rf"(?<![^\W{WIDE}])(?<![.,/#=-])(?<!\d:)(?P<cur>[€$£]\s?)?v?(?P<n>\d+(?:[.,]\d+)*)\s?(?P<u>{_UNIT})?(?![.,:/]?\d|[A-Za-z_]|\s?[-–]\s?\d)",
)
_WORD_NUMBER = compiled(
    r"(?<![^\W_])(?P<n>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|deux|trois|quatre|cinq|dix|dois|duas|três|quatro|sete|oito|nove|dez|due|tre|quattro|cinque|sette|otto|dieci)(?![^\W_])",
    re.IGNORECASE,
)
_LABELLED = compiled(
    r"\b(?:option|step|phase|node|chapter|item|point|line|issue|pr|ticket|worker|stage|page|figure|table|room|level|part|section|version|python|node\.?js|java|php|ios|android|schritt|punkt|kapitel|opción|paso|étape|opção|пункт|шаг|#|№)\s*$",
    re.IGNORECASE,
)
_WORDS = {
    word: str(number)
    for number, words in enumerate(
        (
            "two zwei dos deux dois duas due", "three drei tres trois três tre", "four vier cuatro quatre quatro quattro", "five fünf cinco cinq cinque",
            "six sechs seis sei", "seven sieben siete sept sete sette", "eight acht ocho huit oito otto", "nine neun nueve neuf nove", "ten zehn diez dix dez dieci", "eleven", "twelve",
        ),
        2,
    )
    for word in words.split()
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """One value where it stands.

    Args:
        kind: «day», «time» or «amount».
        value: Month and day («4-18»), day («-18»), weekday («w4»), time of day, or a number.
        unit: Of an amount, its beginning; empty where none is said.
        start: Where it begins in the text.
        end: Where it ends.
    """

    kind: str
    value: str
    unit: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def figures(text: str) -> tuple[Figure, ...]:
    """Find the values that a text names, in order.

    Args:
        text: One sentence; only its beginning is read.

    Returns:
        None that overlap; no numbers of versions, options, steps, or parts of names.
    """
    found: list[Figure] = []
    for figure in _iter_figures(text[:_READ_CHARS]):
        if not any(figure.start < one.end and one.start < figure.end for one in found):
            found.append(figure)
    return tuple(sorted(found, key=lambda one: one.start))


def is_same(one: Figure, other: Figure) -> bool:
    """Tell whether two values are equal, as far as both say.

    Args:
        one: A value.
        other: Another one.

    Returns:
        True for «18 April» and «the 18th», «10» and «10 %»; False for a weekday and a date.
    """
    if one.kind != other.kind:
        return False
    if one.kind == "day":
        mine, theirs = one.value.split("-"), other.value.split("-")
        if len(mine) != len(theirs):
            return False
        return mine[-1] == theirs[-1] and (mine[0] == theirs[0] or "" in {mine[0], theirs[0]})
    return one.value == other.value and (one.unit == other.unit or "" in {one.unit, other.unit})


def is_other(one: Figure, other: Figure) -> bool:
    """Tell whether two values of one kind differ.

    Args:
        one: A value.
        other: Another one.

    Returns:
        False also where they cannot be compared: a weekday and a date, seconds and megabytes.
    """
    if one.kind != other.kind or is_same(one, other):
        return False
    if one.kind == "day":
        return ("-" in one.value) == ("-" in other.value)
    return one.unit == other.unit or "" in {one.unit, other.unit}


def _iter_figures(text: str) -> Iterator[Figure]:
    for kind, named in (("day", "date"), ("time", "time")):
        for match in KINDS[named].finditer(text):
            yield Figure(kind, canonical(match.groupdict()), "", *match.span())
    for match in _ORDINAL.finditer(text):
        day = next(value for value in match.groups() if value is not None)
        if 0 < int(day) < 32:
            start = match.start() + (4 if match.group().lower().startswith("the ") else 0)
            yield Figure("day", f"-{int(day)}", "", start, match.end())
    for match in _WEEKDAY.finditer(text):
        yield Figure("day", str(match.lastgroup), "", *match.span())
    for match in _NUMBER.finditer(text):
        if not _LABELLED.search(text, 0, match.start()):
            unit = (match["u"] or match["cur"] or "").strip().lower()[:3]
            yield Figure("amount", _plain(match["n"]), unit, *match.span())
    for match in _WORD_NUMBER.finditer(text):
        if not _LABELLED.search(text, 0, match.start()):
            yield Figure("amount", _WORDS.get(match["n"].lower(), ""), "", *match.span())


def _plain(number: str) -> str:
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+", number):
        return number.replace(",", "")
    return number.replace(",", ".")
