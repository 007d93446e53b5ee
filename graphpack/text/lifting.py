"""Whether a sentence lifts what an earlier one forbade: «cache it after all» after «no caching».

Nothing is named as given up here, so ``dropped`` finds nothing: the earlier order falls because
just what it forbade is ordered now, in words that say so. What is asked, supposed, only proposed or
allowed for one case alone lifts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graphpack.patterns import compiled
from graphpack.text import WIDE, forbidding, normal, without_contracted_no
from graphpack.text.dropped import is_argued

_READ_CHARS = 400
_LEAST_PREFIX = 4
_FORM_CHARS = 2
"""So many characters at the end of a word are its form: «cache», «caching»."""
_TAIL_SHARE = 0.6
_MOST_HEAD = 4
"""A ban of more words than this before its first preposition names no one thing."""

_CLAUSE = compiled(r"[^,;:.!?()\n—–。，、；：！？]+(?:\.(?=\S)[^,;:.!?()\n—–。，、；：！？]+)*")
_KEY_CHARS = 4
_WORD = compiled(rf"[^\W_{WIDE}][^\s,;:!?(){WIDE}«»\"“”]*(?<![.'’])|[{WIDE}]+")


@dataclass(frozen=True, slots=True)
class _Ban:
    """What one clause forbids.

    Args:
        head: What it names up to its first preposition, in order.
        tail: What it is for, or where.
        is_put_off: It holds only for a time: «not yet».
        is_any: It names whatever there is: «don't refund anything».
        is_act: It forbids doing something, so that ``head`` begins with a verb.
    """

    head: tuple[str, ...]
    tail: tuple[str, ...]
    is_put_off: bool
    is_any: bool
    is_act: bool


def lifts(newer: str, older: str) -> bool:
    """Tell whether one sentence orders just what an earlier one forbade.

    Args:
        newer: The later sentence.
        older: The earlier one.

    Returns:
        True for «let's cache the price list after all» after «no caching for the price list»;
        False where either says less, or where the newer one speaks of another object.
    """
    banned = bans(older)
    if not banned or not may_lift(newer):
        return False
    if _orders_beside(older):
        return False  # only half of it would fall
    return any(_lifts(said, newer, ban) for said in _clauses(newer) for ban in banned)


@lru_cache(maxsize=4096)
def may_lift(text: str) -> bool:
    """Tell whether a sentence is one that could lift a ban.

    Args:
        text: One sentence.

    Returns:
        False for what is asked, supposed, proposed or narrowed, and for what forbids itself.
    """
    text = text[:_READ_CHARS]
    if (
        text.rstrip().endswith(("?", "？", "؟"))
        or is_argued(text)
        or forbidding.NARROW.search(text)
    ):
        return False
    return not bans(text)


@lru_cache(maxsize=4096)
def is_lifting(text: str) -> bool:
    """Tell whether a text holds a word by which something forbidden is ordered now.

    Args:
        text: A statement of any number of sentences.

    Returns:
        True for «after all», «do …», «now»; then it is worth comparing.
    """
    read = text[:_READ_CHARS]
    return any(
        wording.search(read)
        for wording in (forbidding.AFTER_ALL, forbidding.EMPHATIC, forbidding.NOW)
    )


@lru_cache(maxsize=4096)
def ban_keys(text: str) -> frozenset[str]:
    """Give what a sentence must share one of to lift what another forbids.

    Args:
        text: The earlier sentence.

    Returns:
        Beginnings of the words it forbids; none where it forbids nothing.
    """
    return frozenset(term[:_KEY_CHARS] for ban in bans(text) for term in ban.head)


@lru_cache(maxsize=4096)
def said_keys(text: str) -> frozenset[str]:
    """Give the same of what a sentence says.

    Args:
        text: The later sentence.

    Returns:
        Beginnings of its words.
    """
    return frozenset(term[:_KEY_CHARS] for term in _terms(text[:_READ_CHARS]))


def is_emphatic(text: str) -> bool:
    """Tell whether a sentence orders something in words that set it against what was said before.

    Args:
        text: One sentence.

    Returns:
        True for «do upgrade it», «OK, do retry them».
    """
    return bool(forbidding.EMPHATIC.search(text[:_READ_CHARS])) and may_lift(text)


@lru_cache(maxsize=4096)
def bans(text: str) -> tuple[_Ban, ...]:
    """Read what a sentence forbids.

    Args:
        text: One sentence.

    Returns:
        What each of its clauses forbids; none for a question.
    """
    text = without_contracted_no(text[:_READ_CHARS])
    if text.rstrip().endswith(("?", "？", "؟")):
        return ()
    return tuple(
        ban for found in _CLAUSE.finditer(text) if (ban := _ban(found.group().strip())) is not None
    )


@lru_cache(maxsize=4096)
def _orders_beside(text: str) -> bool:
    """Tell whether a sentence also orders something beside what it forbids."""
    for found in _CLAUSE.finditer(text[:_READ_CHARS]):
        clause = found.group().strip()
        ban = forbidding.BAN.search(clause) or forbidding.WIDE_BAN.search(clause)
        lead = clause[: ban.start()] if ban else clause
        if forbidding.SET_ANEW.search(lead) and len(tuple(_terms(lead))) > 1:
            return True
    return False


def _is_told(lead: str, rest: str) -> bool:
    """Tell whether a denial says how things are, and asks for nothing."""
    return bool(forbidding.TOLD_BEFORE.search(lead)) and not forbidding.WISHED.match(rest)


def _ban(clause: str) -> _Ban | None:
    found = forbidding.BAN.search(clause) or forbidding.WIDE_BAN.search(clause)
    if found is None:
        return None
    kind = found.lastgroup
    if kind == "around" and not forbidding.AROUND_ORDER.search(clause):
        return None
    if kind == "before" and _is_told(clause[: found.start()], clause[found.end() :]):
        return None
    named = clause[found.end() :] if kind == "before" else clause
    if kind == "behind":
        named = clause[: found.start()]
    limit = forbidding.LIMIT.search(named)
    named = (
        named[: limit.start()] if limit and kind != "around" else forbidding.LIMIT.sub(" ", named)
    )
    cut = forbidding.TAIL.search(named)
    head = _terms(named[: cut.start()] if cut else named)
    tail = _terms(named[cut.start() :] if cut else "")
    if not head and tail:
        head, tail = tail, ()
    if not head or len(head) > _MOST_HEAD:
        return None
    is_act = not re.match(
        r"\W*(?:and |but )?(?:no|kein\w*|sin|pas de|sem|geen|skip)\b", found.group()
    )
    return _Ban(
        head,
        tail,
        bool(forbidding.PUT_OFF.search(clause)),
        bool(forbidding.ANY_OBJECT.search(named)),
        is_act,
    )


@lru_cache(maxsize=4096)
def _clauses(text: str) -> tuple[str, ...]:
    """The whole of a sentence, and each of its clauses."""
    text = text[:_READ_CHARS]
    clauses = (found.group().strip() for found in _CLAUSE.finditer(text))
    return (text, *(clause for clause in clauses if clause != text.strip()))


def _lifts(said: str, whole: str, ban: _Ban) -> bool:
    terms = _terms(said)
    # most clauses share no word with a ban: the patterns are for the others
    covered = [one for one in ban.head if _is_in(one, terms)]
    if not covered:
        return False
    is_turned = bool(
        forbidding.AFTER_ALL.search(whole[:_READ_CHARS]) or forbidding.EMPHATIC.search(said)
    )
    is_now = bool(forbidding.NOW.search(said)) or ban.is_put_off
    if not is_turned and not (is_now and _orders(said, ban)):
        return False
    rest = [one for one in terms if not _is_in(one, ban.head)]
    if len(covered) < len(ban.head):
        is_meant = ban.is_act and covered[0] == ban.head[0]
        return is_meant and bool(forbidding.POINTING.search(said)) and not _is_other(rest, ban)
    if _is_other(rest, ban):
        return False
    # «don't merge» says what by what was spoken of, and so must what lifts it
    is_bare = ban.is_act and len(ban.head) == 1 and not ban.tail and not ban.is_any
    return (
        not is_bare or not rest or bool(forbidding.POINTING.search(said)) or _is_name(ban.head[0])
    )


def _is_name(term: str) -> bool:
    """A word of a wide script, or one with a figure in it, is no mere verb."""
    return re.search(rf"[{WIDE}\d]", term) is not None


def _orders(said: str, ban: _Ban) -> bool:
    """Tell whether a clause begins with what was forbidden, as an order does."""
    bare = forbidding.ORDER_LEAD.sub("", said, count=1)
    first = next(iter(_terms(bare)), "")
    return bool(first) and _is_in(first, ban.head[:1])


def _is_other(rest: list[str], ban: _Ban) -> bool:
    """Tell whether a clause is about another object than the ban: «Redis for the job queue»."""
    if not ban.tail or not rest:
        return False
    shared = sum(_is_in(one, rest) for one in ban.tail)
    return shared < _TAIL_SHARE * len(ban.tail)


@lru_cache(maxsize=4096)
def _terms(text: str) -> tuple[str, ...]:
    return tuple(_iter_terms(text))


def _iter_terms(text: str) -> Iterator[str]:
    for found in _WORD.finditer(normal(text)):
        word = found.group()
        if not word.isascii() and re.match(f"[{WIDE}]", word):
            for run in forbidding.WIDE_EMPTY.sub(" ", word).split():
                yield from (run[i : i + 2] for i in range(max(len(run) - 1, 1)))
        elif word not in forbidding.EMPTY and not word.endswith(("ly", "mente")) and len(word) > 1:
            yield word


def _is_in(term: str, others: tuple[str, ...] | list[str]) -> bool:
    if term in others:
        return True
    begins = term[:_LEAST_PREFIX]  # which forms of one word share
    return any(other.startswith(begins) and _is_same(term, other) for other in others)


def _is_same(one: str, other: str) -> bool:
    """Tell whether two words are forms of one: «cache», «caching»."""
    shorter = min(len(one), len(other))
    if shorter < _LEAST_PREFIX or not (one.isalpha() and other.isalpha()):
        return False
    least = max(_LEAST_PREFIX, shorter - _FORM_CHARS)
    return one[:least] == other[:least]
