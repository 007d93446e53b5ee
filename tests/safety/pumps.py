"""Makes, for a pattern, the texts that would make it slow, and measures whether they do.

For each repeat in a pattern: what may stand before it, then what it repeats again and again, then
something that fits nothing; the same with the whole start repeated; and stretches of single
characters that many patterns repeat. A linear pattern takes as long for a long text as for
several short ones.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.timing import TooSlowError, bounded, seconds

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from re import _constants as codes
    from re import _parser as parser

SMALL, TIMES = 2_000, 8
SUSPECT_S, SLOW_S = 0.001, 0.02
MAX_GROWTH = 3.0
LOOKED_AT = 6
"""A text of eight times the length takes as long as eight short ones where time is linear, and
eight times as long where it is not. Both are measured for as long: a busy machine slows both."""

LIMIT_S = 2.0
LONG_REPEAT = 64
STRETCHES = (
    "a", "A", "0", " ", "\t", "\n", " \n", "a ", "a\n", "-", "=", "#", "`", "*", "_", "<", ">",
    "|", "(", ")", "[", "]", "{", "}", '"', "'", "\\", "/", ".", ",", ":", ";", "@", "&", "%",
    "a.", "a/", "a:", "a-", "[a", "<a", "**a", "`a", '"a', "é", "\u3000", "0:", "0.", "- a\n",
    "> ", "a=",
)  # fmt: skip
ENDS = ("", "\x00", "!\n")


def pumps(pattern: re.Pattern[str] | re.Pattern[bytes]) -> list[tuple[str, str, str]]:
    """Give start, what is repeated, and end of the texts that may be slow."""
    text = pattern.pattern
    source = text.decode("latin-1") if isinstance(text, bytes) else text
    tree = parser.parse(source, pattern.flags & ~(re.UNICODE | re.DEBUG))
    found = dict.fromkeys(_repeats(tree, ""))
    made = [(start, body, end) for start, body in found for end in ENDS if body]
    made += [("", start + body, end) for start, body in found if start for end in ENDS[:2]]
    made += [("", stretch, end) for stretch in STRETCHES for end in ENDS[:2]]
    return list(dict.fromkeys(made))


def _repeats(tree: Any, start: str) -> Iterator[tuple[str, str]]:
    """Find every long repeat: an example of what stands before it, and of what it repeats."""
    for code, value in tree:
        for inner, before in _inside(code, value, start):
            yield from _repeats(inner, before)
        if code in _REPEATS and _is_long(value):
            body = value[2]
            yield start, _example([*body])
            yield start, _example([*body], other=True)
        start += _example([(code, value)])


_REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}


def _is_long(value: Any) -> bool:
    return bool(value[1] is codes.MAXREPEAT or value[1] >= LONG_REPEAT)


def _inside(code: Any, value: Any, start: str) -> Iterator[tuple[Any, str]]:
    if code is codes.SUBPATTERN:
        yield value[3], start
    elif code in _REPEATS:
        yield value[2], start
        if _is_long(value):
            yield value[2], start + _example([*value[2]])
    elif code is codes.BRANCH:
        for branch in value[1]:
            yield branch, start
    elif code in (codes.ASSERT, codes.ASSERT_NOT):
        yield value[1], start
    elif code is codes.ATOMIC_GROUP:
        yield value, start


def _example(tree: Any, *, other: bool = False) -> str:
    return "".join(_one(code, value, other) for code, value in tree)


def _one(code: Any, value: Any, other: bool) -> str:
    if code is codes.LITERAL:
        return chr(value)
    if code is codes.NOT_LITERAL:
        return "a" if value != ord("a") else "b"
    if code is codes.ANY:
        return " " if other else "a"
    if code is codes.IN:
        return _member(value, other)
    if code in _REPEATS:
        least, most, body = value
        return _example(body, other=other) * max(least, min(1, int(most)))
    if code is codes.SUBPATTERN:
        return _example(value[3], other=other)
    if code is codes.ATOMIC_GROUP:
        return _example(value, other=other)
    if code is codes.BRANCH:
        branches = value[1]
        return _example(branches[-1 if other else 0], other=other)
    return ""


_PROBES = "aA0 -_.\n\t\"'`*<>/\\:;,#|()[]{}@!?=+&%~^$é\x00"


def _member(value: Any, other: bool) -> str:
    fitting = [probe for probe in _PROBES if _is_in(probe, value)]
    if fitting:
        return fitting[-1 if other else 0]
    first = next((v for c, v in value if c in (codes.LITERAL, codes.RANGE)), ord("a"))
    return chr(first[0] if isinstance(first, tuple) else first)


def _is_in(probe: str, value: Any) -> bool:
    is_negated = value[0][0] is codes.NEGATE
    fits = any(_fits(probe, code, inner) for code, inner in value)
    return fits != is_negated


def _fits(probe: str, code: Any, inner: Any) -> bool:
    if code is codes.LITERAL:
        return ord(probe) == inner
    if code is codes.RANGE:
        return bool(inner[0] <= ord(probe) <= inner[1])
    if code is codes.CATEGORY:
        return re.fullmatch(_CATEGORIES.get(inner, "a"), probe) is not None
    return False


_CATEGORIES = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}


def _seconds(run: Callable[[Any], object], text: Any, *, repeats: int, tries: int) -> float:
    best = LIMIT_S * repeats
    for _ in range(tries):
        try:
            with bounded(LIMIT_S):
                best = min(best, seconds(partial(run, text), repeats))
        except TooSlowError:
            return LIMIT_S * repeats
    return best


def slow(
    pattern: re.Pattern[Any], run: Callable[[Any], object]
) -> tuple[tuple[str, str, str], float, float] | None:
    """Find a text for which time grows faster than length: the pump and the seconds of both."""
    found = [
        (_seconds(run, _text(pattern, pump), repeats=1, tries=1), pump) for pump in pumps(pattern)
    ]
    found = sorted((one for one in found if one[0] >= SUSPECT_S), reverse=True)
    for _, pump in found[:LOOKED_AT]:
        small, large = _text(pattern, pump), _text(pattern, pump, TIMES)
        for tries in (1, 4, 12):  # what is only noise is mostly seen at the first look
            short = _seconds(run, small, repeats=TIMES, tries=tries)
            long = _seconds(run, large, repeats=1, tries=tries)
            if long < SLOW_S or long < min(MAX_GROWTH * short, LIMIT_S):
                break
        else:
            return pump, short, long
    return None


def _text(pattern: re.Pattern[Any], pump: tuple[str, str, str], times: int = 1) -> Any:
    start, body, end = pump
    text = start + body * (SMALL * times // len(body)) + end
    return text.encode() if isinstance(pattern.pattern, bytes) else text
