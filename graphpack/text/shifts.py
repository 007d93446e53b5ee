"""By how much a day is put off or brought forward: «a week later», «eine Woche früher».

A sentence that says so and names the new day tells the old one by it: that from which it is so far.
"""

# ruff: noqa: E501  (word lists: one language a line reads better than any wrapping)

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from graphpack.patterns import compiled
from graphpack.text.figures import Figure

__all__ = ["Shift", "is_instead", "is_shift", "shift_of"]

_COUNTS = {
    "1": "a an one another ein eine einen einem un una une uma um одну один 一 1",
    "2": "two zwei dos deux dois duas due две два 两 二 2",
    "3": "three drei tres trois três tre три 三 3",
    "4": "four vier cuatro quatre quatro quattro четыре 四 4",
    "5": "five fünf cinco cinq cinque пять 五 5",
    "6": "six sechs seis sei шесть 六 6",
}
_COUNT = {word: int(number) for number, words in _COUNTS.items() for word in words.split()}
_N = r"(?P<n>\d{1,2}|" + "|".join(sorted(_COUNT, key=len, reverse=True)) + r")"
_DAY = r"days?|tag(?:en?)?|d[ií]as?|jours?|giorn[oi]|день|дня|дней|天|日"
_WEEK = r"weeks?|wochen?|semanas?|semaines?|settiman[ae]|недел[юиь]|周|星期|週間?"
_LATER = r"later|after (?:that|all)|past that|später|danach|más tarde|después|plus tard|après|mais tarde|depois|dopo|più tardi|позже"
_EARLIER = r"earlier|sooner|before that|früher|vorher|antes|plus tôt|avant|mais cedo|prima|раньше"
_SHIFT = compiled(
    rf"(?<![^\W_]){_N}\s(?:full |whole |ganze |more )?(?:(?P<day>{_DAY})|(?P<week>{_WEEK}))\s(?:(?P<later>{_LATER})|(?P<earlier>{_EARLIER}))(?![^\W_])"
    rf"|(?:на\s)(?:(?P<day2>день)|(?P<week2>неделю))\s(?:(?P<later2>позже)|(?P<earlier2>раньше))"
    r"|(?:(?P<later3>晚|推迟|延后)|(?P<earlier3>提前|早))(?P<n3>[一两二三四五六\d])个?(?:(?P<day3>天|日)|(?P<week3>周|星期))",
    re.IGNORECASE,
)
# what is told of the past moves nothing, but for a move itself
_PAST = compiled(
    r"\b(?:was|were|had|did|went|came|got|ran|broke|fell|war|hatte|ging|kam|fue|hizo|hubo|était|avait|foi|era|fu)\b|\b(?:был[аои]?|упал\w*|вышл\w*)\b",
    re.IGNORECASE,
)
_ENDED = compiled(r"\b\w{2,}ed\b", re.IGNORECASE)
_PRESENT = compiled(r"\b(?:is|are|will|shall|should|can|must)\b|['’](?:s|re|ll)\b", re.IGNORECASE)
_PUT_OFF = compiled(
    r"\b(?:moved|pushed|slipped|delayed|postponed|shifted|rescheduled|planned|needed|agreed|decided|verschoben|verlegt)\b",
    re.IGNORECASE,
)
# «beta is on the 12th, the launch a week later» moves nothing: only what is pointed at is moved.
# In other languages a verb without a subject points; within a sentence it is said of something else
_IT = compiled(
    r"\bit(?:['’](?:s|ll)|\s(?:is|will|has|must|should))\b|\b(?:move|push|put|do|have|hold|make|shift|postpone|delay|reschedule)s?\sit\b"
    r"|\b(?:es|das)\s(?:ist|wird|muss|findet)\b|\bce\s(?:sera|n['’]est)\b|\bc['’]est\b|\bisso\b|\bэто\b"
    r"|^\W*(?:es|será|serán|é|è|sarà|sera)\b",
    re.IGNORECASE,
)
_INSTEAD = compiled(
    r"^\W*(?:instead|stattdessen|en su lugar|en cambio|à la place|em vez disso|invece|вместо этого)\W*$",
    re.IGNORECASE,
)
_YEAR = 2001
"""Any that is no leap year: only days and months are told."""


@dataclass(frozen=True, slots=True)
class Shift:
    """By how much something is moved.

    Args:
        days: Negative where it is earlier.
        rest: The sentence without the words that say so.
        is_it: It names nothing, but points at what is moved: «it's a week later».
    """

    days: int
    rest: str
    is_it: bool


def shift_of(text: str) -> Shift | None:
    """Tell by how much a sentence moves something.

    Args:
        text: One sentence.

    Returns:
        None where the sentence says no such thing, or tells what has been.
    """
    found = _SHIFT.search(text)
    if found is None or (_is_past(text) and not _PUT_OFF.search(text)):
        return None
    count = found["n"] or found["n3"] or "1"
    number = int(count) if count.isdecimal() else _COUNT[count.lower()]
    is_week = found["week"] or found["week2"] or found["week3"]
    is_later = found["later"] or found["later2"] or found["later3"]
    days = number * (7 if is_week else 1) * (1 if is_later else -1)
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    return Shift(days, rest, is_it=_IT.search(rest) is not None)


def _is_past(text: str) -> bool:
    """Whether it tells what has been; «is delayed» does not."""
    return bool(_PAST.search(text) or (_ENDED.search(text) and not _PRESENT.search(text)))


def is_shift(old: Figure, new: Figure, days: int) -> bool:
    """Tell whether one day is so far from another.

    Args:
        old: A day of a month, with or without the month.
        new: Another.
        days: How far.

    Returns:
        False as well where it cannot be told: weekdays, times.
    """
    month, day = _parts(old)
    new_month, new_day = _parts(new)
    if day is None or new_day is None:
        return False
    for tried in (month,) if month else range(1, 13):
        try:
            moved = date(_YEAR, tried, day) + timedelta(days=days)
        except ValueError:
            continue
        if moved.day == new_day and (not month or new_month in {0, moved.month}):
            return True
    return False


def is_instead(behind: str) -> bool:
    """Tell whether a sentence ends in «instead».

    Args:
        behind: What stands behind a value.
    """
    return _INSTEAD.search(behind) is not None


def _parts(figure: Figure) -> tuple[int, int | None]:
    """Month, 0 where none is said, and day of the month."""
    month, dash, day = figure.value.rpartition("-")
    if figure.kind != "day" or not dash or not day.isdecimal():
        return 0, None
    return (int(month) if month.isdecimal() else 0), int(day)
