"""Values that people set and set anew: dates, times of day, sizes, spans of time, shares, sums.

«Move it to 18 June» shares no word with the sentence that said 11 June; yet it sets it anew.
A value counts only in an order, and only against the value of one kind for one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from graphpack.patterns import compiled
from graphpack.text.dropped import is_argued
from graphpack.text.forbidding import (
    NUMBER_WORD,
    PLANNED,
    POINTED_ANEW,
    SET_ANEW,
    STOPPED,
    WANTED,
)
from graphpack.text.lifting import said_keys

_READ_CHARS = 300
_CLAUSE = compiled(r"[,;:](?=\s)|[，；。：]")
_LABEL_CHARS = 40
"""What a value is a value of stands so near before it."""

_MOST_BESIDE = 2
"""So many words of a sentence that is set anew may be its verb and its unit."""

_NUMBER_WORDS = {
    word: str(number)
    for number, words in enumerate(
        (
            "one a ein eine einen einem une uno una um uma 一", "two zwei deux dos dois duas due два две 两 二", "three drei trois tres três tre три 三",
            "four vier quatre cuatro quatro quattro четыре 四", "five fünf cinq cinco cinque пять 五", "six sechs seis sei шесть 六",
            "seven sieben sept siete sete sette семь 七", "eight acht huit ocho oito otto восемь 八", "nine neun neuf nueve nove девять 九", "ten zehn dix diez dez dieci десять 十",
        ),
        1,
    )
    for word in words.split()
}  # fmt: skip
_MONTHS = {
    "jan": "1", "jän": "1", "ene": "1", "gen": "1", "янв": "1", "feb": "2", "fév": "2", "fev": "2", "фев": "2", "mar": "3", "mär": "3", "mrz": "3", "мар": "3",
    "apr": "4", "avr": "4", "abr": "4", "апр": "4", "may": "5", "mai": "5", "mag": "5", "мая": "5", "jun": "6", "juin": "6", "giu": "6", "июн": "6",
    "jul": "7", "juil": "7", "lug": "7", "июл": "7", "aug": "8", "aoû": "8", "ago": "8", "авг": "8", "sep": "9", "set": "9", "сен": "9", "oct": "10", "okt": "10", "out": "10", "ott": "10", "окт": "10",
    "nov": "11", "ноя": "11", "dec": "12", "dez": "12", "déc": "12", "dic": "12", "дек": "12",
}  # fmt: skip
_MONTH = (
    r"(?P<{0}>jan(?:uar[yi]?|vier|eiro)?|jänner|enero|gennaio|января|feb(?:ruar[yi]?|rero|braio)?|février|fevereiro|февраля|mar(?:ch|s|zo|ço)?|märz|mrz|марта|apr(?:il[e]?)?|avril|abril|апреля|may|mai|mayo|maio|maggio|мая"
    r"|june?|juin|juni[o]?|junho|giugno|июня|july?|juillet|juli[o]?|julho|luglio|июля|aug(?:ust)?|août|agosto|августа|sept?(?:ember|embre|iembre)?|setembro|settembre|сентября|o[ck]t(?:ober|obre|ubre)?|outubro|ottobre|октября"
    r"|nov(?:ember|embre|iembre|embro)?|ноября|de[czc](?:ember|embre|embro)?|décembre|diciembre|dicembre|декабря)"
)
# (a number is entered at its start alone: else a long one takes the square of its length)
_COUNT = rf"(?P<n>(?<!\d)\d++(?:[.,]\d++)?|\b(?:{'|'.join(sorted((w for w in _NUMBER_WORDS if w.isascii() or len(w) > 1), key=len, reverse=True))})\b|[一两二三四五六七八九十])"
KINDS = {
    "date": compiled(
        rf"\b(?P<d1>\d{{1,2}})(?:st|nd|rd|th|\.|er|º)?\s+(?:of |de )?{_MONTH.format('m1')}\b|\b{_MONTH.format('m2')}\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.]\d)|\b\d{{4}}-(?P<m3>\d\d)-(?P<d3>\d\d)\b"
        r"|(?P<m4>\d{1,2})月(?P<d4>\d{1,2})[日号]",
        re.IGNORECASE,
    ),
    "time": compiled(
        r"\b(?P<h>\d{1,2})(?::(?P<min>\d\d)|\s?(?:am|pm|uhr|h)\b(?!\s*\d))|(?P<h2>\d{1,2})[点時时]",
        re.IGNORECASE,
    ),
    "size": compiled(r"\b(?P<n>\d+(?:[.,]\d+)?)\s?(?P<u>[KMGT]i?B|bytes)\b", re.IGNORECASE),
    "span": compiled(
        rf"{_COUNT}\s?(?P<u>ms|s|secs?|seconds?|sekunden?|segundos?|secondes?|secondi|секунд\w*|秒|min(?:s|utes?|uten|utos|uti)?|минут\w*|分钟?|h|hrs?|hours?|stunden?|horas?|heures?|ore|час\w*|小时|時間"
        r"|days?|tagen?|tage|días?|dias?|jours?|giorni|дн\w+|天|日間|weeks?|wochen?|semanas?|semaines?|settimane|недел\w+|周|months?|monaten?|meses|mois|mesi|месяц\w*|个月)(?![\w-])",
        re.IGNORECASE,
    ),
    "share": compiled(r"(?P<n>(?<!\d)\d++(?:[.,]\d++)?)\s?%"),
    "sum": compiled(
        r"(?P<n>(?<!\d)(?<!\d[.,])\d[\d.,]*+)\s?(?:€|\$|£|¥|euros?|eur|usd|dollars?|pounds?|元|円)(?!\w)|[€$£]\s?(?P<n2>\d[\d.,]*+)",
        re.IGNORECASE,
    ),
    "pieces": compiled(
        rf"{_COUNT}\s?(?:张|次|个|份|回|times|mal|veces|fois|vezes|volte|раза?)(?!\w)",
        re.IGNORECASE,
    ),
}

# a mere number is a value only where an order says so: «raise the batch size to 2000»
_BARE = compiled(
    r"(?:\b(?:to|at|it|that|them|auf|lieber|es|doch|a|en|em|lo|la|in|à|su|до|на)|=|成|为|到)\s*(?:about |only |just |nur |solo )?"
    r"(?<![\w.])(?P<n>\d+(?:[.,]\d+)?)(?=\s*+(?:[.,;!)。，]?\s*+$|[.,;!)]\s|(?:then|instead|rather|too|please|now|again|dann|bitte|jetzt|wieder|entonces|mejor|ahora|então|alors|allora|тогда|吧)(?!\w)))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """One value that a sentence names.

    Args:
        kind: Of which kind it is.
        value: In a form that is equal for equal values.
        labels: Beginnings of the words just before it.
        rest: The same of all the other words of its clause.
    """

    kind: str
    value: str
    labels: frozenset[str]
    rest: frozenset[str]


@lru_cache(maxsize=4096)
def amounts(text: str) -> tuple[Amount, ...]:
    """Read the values that a sentence names, the first of each kind.

    Args:
        text: One sentence.

    Returns:
        Of a clause that names several of one kind, none: it compares, or counts.
    """
    read = text[:_READ_CHARS]
    if not any(char.isdigit() for char in read) and not _named(read):
        return ()
    found: dict[str, Amount] = {}
    for clause in _CLAUSE.split(read):
        for kind, pattern in KINDS.items():
            matches = [] if kind in found else list(pattern.finditer(clause))
            values = {canonical(match.groupdict()) for match in matches}
            if len(values) == 1:
                start, end = matches[0].span()
                lead = clause[max(0, start - _LABEL_CHARS) : start]
                labels, rest = _keys(lead), _keys(f"{clause[:start]} {clause[end:]}")
                found[kind] = Amount(kind, values.pop(), labels, rest)
    return tuple(found.values())


@lru_cache(maxsize=4096)
def values(text: str) -> tuple[Amount, ...]:
    """Read the values that an order names, mere numbers among them.

    Args:
        text: One sentence.

    Returns:
        What ``amounts`` finds; else a number that is no other value, as in «set it to 200».
    """
    found = amounts(text)
    if any(char.isdigit() for char in text[:_READ_CHARS]):
        for clause in _CLAUSE.split(text[:_READ_CHARS]):
            bare = {match["n"] for match in _BARE.finditer(clause)}
            if len(bare) == 1 and not any(kind.search(clause) for kind in KINDS.values()):
                return (*found, Amount("number", bare.pop(), frozenset(), _keys(clause)))
    return found


def _keys(text: str) -> frozenset[str]:
    keys = said_keys(NUMBER_WORD.sub(" ", text)) - STOPPED
    return frozenset(key for key in keys if not key[0].isdigit())


def points_anew(text: str) -> bool:
    """Tell whether a sentence sets something anew that it only points at.

    Args:
        text: One sentence.

    Returns:
        True for «make it 4 GB», «actually no, move it to 18 June», «lieber um 10:30».
    """
    is_pointing = POINTED_ANEW.search(text[:_READ_CHARS]) is not None
    return is_pointing and bool(values(text)) and _is_said(text)


def resets(newer: str, older: str) -> bool:
    """Tell whether an order gives another value for what an earlier one set, by its name.

    Args:
        newer: The later sentence.
        older: The earlier one.

    Returns:
        True for «make the timeout 90 seconds» after «use a timeout of 30 seconds»; False where
        either is for something that the other does not name.
    """
    if not (_is_said(newer) and SET_ANEW.search(newer[:_READ_CHARS])) or older.endswith(
        ("?", "？")
    ):
        return False
    if len(_keys(older[:_READ_CHARS]) - _keys(newer[:_READ_CHARS])) > _MOST_BESIDE:
        return False  # it says more, and that still holds
    return any(_is_reset(one, other) for one, other in _pairs(newer, older))


def is_wanted(text: str) -> bool:
    """Tell whether a sentence orders or plans something, and does not only tell how things are.

    Args:
        text: One sentence.
    """
    read = text[:_READ_CHARS]
    wordings = (SET_ANEW, POINTED_ANEW, WANTED, PLANNED)
    return any(wording.search(read) for wording in wordings) and _is_said(text)


def is_other_value(newer: str, older: str) -> bool:
    """Tell whether two sentences name two values of one kind.

    Args:
        newer: A sentence.
        older: Another one.
    """
    return any(True for _ in _pairs(newer, older))


def is_same_value(one: str, other: str) -> bool:
    """Tell whether two sentences name one value.

    Args:
        one: A sentence.
        other: Another one.
    """
    named = {(amount.kind, amount.value) for amount in values(one)}
    return any((amount.kind, amount.value) in named for amount in values(other))


def is_same_setting(one: str, other: str) -> bool:
    """Tell whether a sentence proposes or nods to what another one sets.

    Args:
        one: The sentence that sets a value.
        other: An earlier one.

    Returns:
        True for «the 3rd of May suits me» before «I'll book the barn for 3 May»; False where it
        names another thing that has the same value.
    """
    return any(
        (mine.kind, mine.value) == (theirs.kind, theirs.value)
        and (len(theirs.rest) <= _MOST_BESIDE or not mine.rest.isdisjoint(theirs.rest))
        for mine in values(one)
        for theirs in values(other)
    )


def _pairs(newer: str, older: str) -> Iterator[tuple[Amount, Amount]]:
    for one in values(newer):
        for other in values(older):
            if one.kind == other.kind and one.value != other.value:
                yield one, other


def _is_reset(one: Amount, other: Amount) -> bool:
    shared = one.labels & other.labels
    if not shared:
        return False
    mine, theirs = one.rest - shared, other.rest - shared
    return theirs <= mine or (not mine and len(theirs) <= 1)


def _is_said(text: str) -> bool:
    return not text.rstrip().endswith(("?", "？")) and not is_argued(text)


def _named(text: str) -> bool:
    return (
        NUMBER_WORD.search(text) is not None
        or re.search(r"[一两二三四五六七八九十]", text) is not None
    )


def canonical(groups: Mapping[str, str | None]) -> str:
    """Give a value in a form that is equal for equal values.

    Args:
        groups: What a pattern of ``KINDS`` matched, by the names of its groups.

    Returns:
        «4-18» for the 18th of April, «9:30», «90 sec», a bare number.
    """
    said = {name: value.lower() for name, value in groups.items() if value is not None}
    for place in "1234":
        if f"d{place}" in said:
            month = said[f"m{place}"]
            return f"{_month(month)}-{int(said[f'd{place}'])}"
    if "h" in said or "h2" in said:
        return f"{int(said.get('h') or said['h2'])}:{said.get('min', '00')}"
    number = said.get("n") or said.get("n2") or ""
    number = _NUMBER_WORDS.get(number, number).rstrip(".,")
    return f"{number} {said.get('u', '')[:3]}".strip()


def _month(name: str) -> str:
    if name.isdigit():
        return str(int(name))
    return _MONTHS.get(name[:4]) or _MONTHS.get(name[:3], name)
