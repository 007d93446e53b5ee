"""The letters by which rules, words and views are found: one pass over a text tells where they are.

Most of what is found is nothing: a word that goes on, an issuer's letters in the middle of a name.
What each literal stands for is worked out beforehand, so that those cost next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from graphpack.redact.encoded import DUMPS
from graphpack.redact.rules import IN_WORD, Rule, follows_escape
from graphpack.redact.views import DUMP, VIEWS
from graphpack.redact.weak import goes_on
from graphpack.redact.words import ALONE

Match = tuple[int, int, int]
"""Which literal, where it begins, and past its end, in bytes."""

_VIEW, _WORD, _BOUNDED, _RULE = range(4)
_Entry = tuple[int, Any, bytes]
"""What a literal stands for: the number of a view, a secret word, or a rule. Of a word also, by
byte, whether it goes on there and is another one."""

_LOWER = bytes(range(256)).lower()
_ALONE_GOES_ON = bytes(flag or code == 95 for code, flag in enumerate(IN_WORD))
# of a plural the bytes behind it decide
_GOES_ON = bytes(97 <= code <= 122 and code != 115 for code in range(256))


class Near(NamedTuple):
    """What is to be looked into.

    Args:
        words: Begin and end of each secret word, and the word.
        rules: Where the literal of a rule stands, its end, and the rule.
        marks: By number of a view, where its literals stand.
    """

    words: Sequence[tuple[int, int, bytes]]
    rules: Sequence[tuple[int, int, Rule]]
    marks: Sequence[Sequence[int]]


class Literals:
    """All literals, ready to be looked for.

    Args:
        rules: Those with literals.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        from ahocorasick_rs import BytesAhoCorasick, Implementation  # noqa: PLC0415

        found: dict[bytes, list[_Entry]] = {}
        for rule in rules:
            for literal in rule.literals:
                found.setdefault(literal, []).append(_entry(rule, literal))
        for number, literals in (*((n, v.literals) for n, v in enumerate(VIEWS)), (DUMP, DUMPS)):
            for literal in literals:
                found.setdefault(literal, []).append((_VIEW, number, b""))
        ordered = sorted(found)
        self._entries = [tuple(found[literal]) for literal in ordered]
        automaton = BytesAhoCorasick(ordered, implementation=Implementation.DFA)
        self._search: Callable[..., list[Match]] = automaton.find_matches_as_indexes

    def search(self, data: bytes) -> list[Match]:
        """Find every literal of a text.

        Args:
            data: UTF-8.

        Returns:
            In the order of their ends, overlapping ones as well.
        """
        return self._search(data.translate(_LOWER), overlapping=True)

    def near(self, data: bytes, matches: Sequence[Match]) -> Near:
        """Say what stands where literals are, without those that are part of something longer.

        Args:
            data: UTF-8.
            matches: Its literals.

        Returns:
            Each in the order of the matches.
        """
        words: list[tuple[int, int, bytes]] = []
        rules: list[tuple[int, int, Rule]] = []
        marks: list[list[int]] = [[] for _ in range(DUMP + 1)]
        entries, size = self._entries, len(data)
        for index, start, end in matches:
            for kind, what, ends in entries[index]:
                if kind == _VIEW:
                    marks[what].append(start)
                elif kind == _WORD:
                    if end == size or not (ends[data[end]] or goes_on(data, start, end)):
                        words.append((start, end, what))
                elif (
                    kind == _RULE
                    or not start
                    or not IN_WORD[data[start - 1]]
                    or follows_escape(data, start)
                ):
                    rules.append((start, end, what))
        return Near(words, rules, marks)


def _entry(rule: Rule, literal: bytes) -> _Entry:
    if not rule.family:
        return (_WORD, literal, _ALONE_GOES_ON if literal in ALONE else _GOES_ON)
    # before the literal a match may begin anywhere
    is_bounded = rule.is_bounded and not rule.before and not rule.look
    return (_BOUNDED if is_bounded else _RULE, rule, b"")
