"""The slot a short statement fills: «use Redis for sessions», «Database: PostgreSQL».

Two statements with the same subject and different values fill one slot twice. Only plain forms
are read; whatever is not plainly one of them has no frame.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from graphpack.merge.statement import Statement, statement, without_notes
from graphpack.merge.words import SHARED_SUBJECTS
from graphpack.patterns import compiled

_FORMS = tuple(
    compiled(pattern, re.IGNORECASE)
    for pattern in (
        r"^(?P<v>[^,;:()]{1,120}?)\s++(?:for|as|für|als|pour|comme|para|como|per|come|voor|для|как)\s++"
        r"(?:(?:the|our|all)\s++)?(?P<s>[^,.;:()]+)",
        r"^(?:(?:the|our|der|die|das|le|la|el|il|o|a)\s++)?"
        r"(?P<s>[^,.;:=()]{2,40}?)\s*+(?:[:：](?=\s)|=|(?<=\s)(?:is|are|ist|sind|est|es|é|è)\s)\s*+(?P<v>[^,;]+)",
        r"^(?:使用|采用|改用|选用|用)?(?P<v>[^，。；用]{1,20}?)(?:用于|用作|作为|来做|做)(?P<s>[^，。；]{1,12})(?=[，。；]|$)",
        r"^(?P<s>[^，。；]{1,12}?)(?:使用|采用|改用|选用|用|是)(?P<v>[^，。；]{1,20})(?=[，。；]|$)",
        r"^(?P<s>[^、。]{1,16}?)(?:には|に|は)(?P<v>[^、。]{1,20}?)(?:を(?:使|採用|利用)|です|にする)",
        r"^(?P<s>\S{1,16}?)(?:에는|에|은|는)\s+(?P<v>\S{1,20}?)(?:을|를)\s*(?:사용|쓴)",
    )
)
# files and addresses stand under one label in a row, each in its turn
_IS_PLACE = compiled(r"/|^--?[a-z]|\.[a-z]{1,5}$")
_MOST_VALUES = 3


@dataclass(frozen=True, slots=True)
class Frame:
    """A slot and what fills it.

    Args:
        subject: Keys of what it is about.
        value: Keys of what it is set to.
    """

    subject: frozenset[str]
    value: frozenset[str]


@lru_cache(maxsize=4096)
def frame(text: str) -> Frame | None:
    """Read the slot a statement fills.

    Args:
        text: A summary.

    Returns:
        Subject and value; None where the statement is not of a plain form, or its subject is
        one that many values fit.
    """
    plain = without_notes(text).strip().rstrip(".。")
    for form in _FORMS:
        match = form.match(plain)
        if match is None:
            continue
        subject, value = statement(match["s"].strip()), statement(match["v"].strip())
        if _is_slot(subject, value):
            return Frame(subject.words, value.words)
    return None


def fills_otherwise(newer: str, older: str) -> bool:
    """Tell whether two statements fill one slot with different values.

    Args:
        newer: A summary.
        older: Another one.

    Returns:
        True where the subjects are equal and no part of the value is shared.
    """
    one, other = frame(newer), frame(older)
    if one is None or other is None or one.subject != other.subject:
        return False
    return not one.value & other.value


def _is_slot(subject: Statement, value: Statement) -> bool:
    if not subject.words or not value.words or subject.raws & SHARED_SUBJECTS:
        return False
    if True in subject.polarity or True in value.polarity:
        return False
    if any(_IS_PLACE.search(name) for name in value.names):
        return False
    # a value is one named thing or a number; more words are a remark about the subject
    return len(value.words) <= _MOST_VALUES and bool(value.specifics or _is_bare_name(value))


def _is_bare_name(value: Statement) -> bool:
    return len(value.words) == 1 and not value.limits
