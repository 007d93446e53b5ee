"""What a rule is: literals to look for cheaply, a pattern to be sure.

Everything works on UTF-8 bytes: the literals of all rules are found in one pass, and only around
them a pattern is tried, so that the cost of a rule is the cost of its literals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graphpack.patterns import compiled

Test = Callable[[bytes], bool]


@dataclass(frozen=True, slots=True)
class Hit:
    """A secret in a text.

    Args:
        start: First byte.
        end: Past the last.
        family: The rule's family.
        rank: 0 for a family of its own, larger for vaguer ones; the lowest names an overlap.
    """

    start: int
    end: int
    family: str
    rank: int

    def moved(self, by: int) -> Hit:
        """Give the same secret, so many bytes further on."""
        return Hit(self.start + by, self.end + by, self.family, self.rank) if by else self


@dataclass(frozen=True, slots=True)
class Rule:
    """One family of secrets.

    Args:
        family: What the placeholder calls it.
        literals: Lower-case ASCII; every match begins with one of them, or lies near one.
        pattern: Matches the secret; where only a part of it is secret, the group ``secret``.
        before: Bytes before the literal where a match may begin; 0 means that it begins there.
        after: Bytes after the literal's start within which a match may begin; 0 as above.
        test: What the secret must pass besides, None where the pattern is proof enough.
        is_bounded: False where letters may stand directly before the match.
        look: Finds it instead of the pattern, from where a literal stands.
        needs: Letters without which no match is near: they are looked for first.
        closed_by: The byte that stands behind the letters of tokens with which a match begins:
            where another one does, none of them begins a match.
    """

    family: str
    literals: tuple[bytes, ...]
    pattern: re.Pattern[bytes]
    before: int = 0
    after: int = 0
    test: Test | None = None
    is_bounded: bool = True
    needs: bytes = b""
    closed_by: bytes = b""
    look: Callable[[bytes, int, int], Sequence[Hit]] | None = None


IN_WORD = bytes(code < 128 and chr(code).isalnum() for code in range(256))
"""By byte, whether it is a letter or digit."""

# (bytes in bytes is slow, a number in bytes is not)
_BACKSLASH, _PERCENT, _ESCAPE = b"\\%\x1b"
_ESCAPED = compiled(rb"\\[abfnrtv0]\Z|\\u[0-9a-fA-F]{4}\Z|\\x[0-9a-fA-F]{2}\Z|%[0-9a-fA-F]{2}\Z")
_COLOUR = compiled(rb"\x1b\[[0-9;]{0,20}m\Z")


def begins_word(data: bytes, start: int) -> bool:
    r"""Say whether a word may begin here.

    Args:
        data: UTF-8.
        start: Offset in bytes.

    Returns:
        True at the start, after anything but a letter or digit, and after an escape whose last
        letter belongs to no word: ``\n``, ``\u003d``, ``%3D``, a terminal colour.
    """
    return not start or not IN_WORD[data[start - 1]] or follows_escape(data, start)


def follows_escape(data: bytes, start: int) -> bool:
    """Say whether the letter before belongs to an escape, and not to a word.

    Args:
        data: UTF-8.
        start: Offset in bytes, after a letter or digit.

    Returns:
        As ``begins_word``.
    """
    past = data[max(0, start - 24) : start]
    if not (_BACKSLASH in past or _PERCENT in past or _ESCAPE in past):
        return False
    return bool(_ESCAPED.search(past) or _COLOUR.search(past))


def span_of(match: re.Match[bytes]) -> tuple[int, int]:
    """Give the secret's bytes within a match: the group ``secret`` where the pattern has one."""
    groups: dict[str, Any] = match.re.groupindex  # type: ignore[assignment]
    return match.span("secret") if "secret" in groups else match.span()
