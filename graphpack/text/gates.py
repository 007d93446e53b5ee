"""Tells with one look which of many patterns a text may match; only those are worth trying.

RE2 looks for all of them at once, in a fraction of the time that Python's patterns take one after
the other. It is asked for less than each pattern says: what it lets through may yet not match, and
what it holds back never does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import re2

from graphpack.patterns import compiled

_TOKEN = compiled(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?<?[=!]|\(\?P<\w+>|\(\?[a-z-]*:|\(|\)|\$"
    r"|(?:\{\d+,?\d*\}|[*+?])[?+]?|(?:[^\\\[({)*+?$]|[*+?](?![?+]))+",
    re.DOTALL,
)
_CLASS = compiled(r"\[[^\]]*\]|\\.")
_AROUND = frozenset({"(?=", "(?!", "(?<=", "(?<!"})
_FIRST_NUMBER = compiled(r"\d+")
_GAP = "(gap"
# RE2 knows \w, \d and \s of ASCII alone; any other letter may be one of them
_OTHERS = r"\x{80}-\x{10ffff}"
_WIDER = {
    r"\w": rf"[\w{_OTHERS}]",
    r"\d": rf"[\d{_OTHERS}]",
    r"\s": rf"[\s\x0b\x1c-\x1f{_OTHERS}]",
}
# letters that Python takes for one another where case does not count, and RE2 does not; and halves
# of characters, which RE2 cannot be given
_ODD = compiled("[İı\ud800-\udfff]")


class Gates:
    """Some patterns, case aside, of which a text matches few.

    Args:
        patterns: As ``re`` takes them; what the group ``x`` is to match is not looked at.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        self._patterns = tuple(patterns)
        self._looks: dict[bool, re2.Set] = {}

    def open_for(self, text: str) -> frozenset[str]:
        """Tell which patterns are worth trying.

        Args:
            text: Searched from its beginning.

        Returns:
            All patterns that match somewhere in the text, and some that don't.
        """
        is_plain = text.isascii()
        if not is_plain and _ODD.search(text):
            return frozenset(self._patterns)
        look = self._looks.get(is_plain)
        if look is None:
            look = self._looks[is_plain] = _look(self._patterns, is_plain=is_plain)
        return frozenset(self._patterns[at] for at in look.Match(text) or ())


def _look(patterns: Sequence[str], *, is_plain: bool) -> re2.Set:
    options = re2.Options()
    options.case_sensitive = False
    look = re2.Set.SearchSet(options)
    for pattern in patterns:
        look.Add(loosened(pattern, is_plain=is_plain))
    look.Compile()
    return look


def loosened(pattern: str, *, is_plain: bool) -> str:
    """Word a pattern for RE2 so that it matches wherever the pattern does, and more often.

    Args:
        pattern: As ``re`` takes it, without references to groups.
        is_plain: True for a text of ASCII alone, where both mean the same by a word's end.

    Returns:
        Its longest stretch between gaps, without what it looks around for.
    """
    stretches, is_choice = [""], False
    for token, depth in _tokens(pattern):
        is_choice = is_choice or (depth == 0 and "|" in token and token[0] not in "\\[")
        if token == _GAP and depth == 0:
            stretches.append("")
        else:
            stretches[-1] += ".+" if token == _GAP else _loose(token, is_plain=is_plain)
    return "(?s:.)*".join(stretches) if is_choice else max(stretches, key=_weight)


def _weight(stretch: str) -> int:
    return len(_CLASS.sub("", stretch))


@cache
def _tokens(pattern: str) -> tuple[tuple[str, int], ...]:
    return tuple(_kept(pattern))


def _kept(pattern: str) -> Iterator[tuple[str, int]]:
    """Give the tokens outside of lookarounds, with how deep each stands; a named group is a gap."""
    depth, left_out = 0, 0
    for found in _TOKEN.finditer(pattern):
        token = found.group()
        if token.startswith("("):
            depth += 1
            is_named_x = token == "(?P<x>"
            if not left_out and (token in _AROUND or is_named_x):
                left_out = depth
                if is_named_x:
                    yield _GAP, depth - 1
                continue
        if not left_out:
            yield token, depth - (token.startswith("("))
        if token == ")":
            if left_out == depth:
                left_out = 0
            depth -= 1


def _loose(token: str, *, is_plain: bool) -> str:
    if token.startswith("{"):
        least, is_exact = int(_FIRST_NUMBER.findall(token)[0]), "," not in token
        return token.rstrip("?+") if is_exact else "*" if least == 0 else "+"
    if token[0] in "*+?" and len(token) > 1:
        return token[0]
    if token == "$" or (token in (r"\b", r"\B") and not is_plain):
        return ""
    if token == "(" or token.startswith("(?P<"):
        return "(?:"
    if is_plain or not token.startswith(("\\", "[")):
        return token
    return _wider(token)


def _wider(token: str) -> str:
    """Let a class take letters that are not ASCII; what is not of a class is so in any case."""
    if token.startswith("[") and not token.startswith("[^"):
        return f"{token[:-1]}{_OTHERS}]" if re.search(r"\\[wds]", token) else token
    return _WIDER.get(token, token)
